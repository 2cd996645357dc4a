/** What of connectors is live, and in what their drafts differ from it. */
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { configHash } from '#server/records/connectors/versions.repository.ts'
import { withSavedRules } from '../config/saved-rules.ts'
import { liveStatesOf, mappingsOf, type StoredLiveState } from './live-states.repository.ts'

export type ShownLiveState = Omit<StoredLiveState, 'hasSavedRules'>

/** By connector id. A version has copies of the saved rules that its draft refers to: that alone is no difference, a rule that was changed since is one. */
export async function showLiveStates(
  db: Kysely<Tables>,
  companyId: string,
  connectorIds: readonly string[],
): Promise<ReadonlyMap<string, ShownLiveState>> {
  const states = await liveStatesOf(db, companyId, connectorIds)
  const doubtful = [...states].flatMap(([id, { undeployedChanges, hasSavedRules }]) =>
    hasSavedRules && undeployedChanges.includes('dataMapping') ? [id] : [],
  )
  if (doubtful.length === 0) return states
  const same = new Set<string>()
  for (const { id, draft, live } of await mappingsOf(db, companyId, doubtful))
    if (configHash(await withSavedRules(db, companyId, draft)) === configHash(live)) same.add(id)
  return new Map(
    [...states].map(([id, state]) => [
      id,
      same.has(id) ? { ...state, undeployedChanges: state.undeployedChanges.filter((part) => part !== 'dataMapping') } : state,
    ]),
  )
}
