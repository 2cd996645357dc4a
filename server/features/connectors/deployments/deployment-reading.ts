/** A deployment that reads something else than the live version: its cursor does not fit, so whoever deploys says where reading begins. */
import type { Kysely } from 'kysely'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { DeployReading } from '#contract/connectors/triggers/cursor.ts'
import { refusal } from '#contract/kit/problem.ts'
import { canStartAtValue, cursorText, readsOf, whatIsRead } from '#server/engine/plan/cursors.ts'
import type { StoredReading } from '#server/platform/database/tables/stored-values.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { findCursor, nameReads } from '#server/records/connectors/cursors.repository.ts'
import { readVersion, type StoredConfig } from '#server/records/connectors/versions.repository.ts'
import { openRunVersion } from '#server/records/runs/runs.repository.ts'
import type { ConnectorRecord } from '../details/connectors.repository.ts'

type Choice = DeployReading['from']

/** Where it may begin. To go on where the live version stands, both must count by the same. */
function choicesFor(live: ConnectorConfig, next: ConnectorConfig): readonly Choice[] {
  const [before, after] = [whatIsRead(live)?.cursor ?? null, whatIsRead(next)?.cursor ?? null]
  const isAlike = after !== null && before === after && live.source.type === next.source.type
  return ['beginning', ...(canStartAtValue(next) ? (['value'] as const) : []), ...(isAlike ? (['kept'] as const) : [])]
}

/**
 * What the deployment keeps of it; null where no cursor is dropped. The caller holds the connector's row.
 * @throws `cursor/would-drop` with what can be chosen, `cursor/run-open`; nothing is changed then.
 */
export async function readingOf(
  tx: Kysely<Tables>,
  { companyId, connector }: ConnectorRecord,
  draft: StoredConfig,
  asked: DeployReading | undefined,
): Promise<StoredReading | null> {
  const whose = { companyId, connectorId: connector._id }
  if (connector.liveVersion === null) return null
  const live = await readVersion(tx, companyId, connector._id, connector.liveVersion)
  const next = draft as ConnectorConfig
  const [was, becomes] = [readsOf(live), readsOf(next)]
  if (was === becomes || was === '' || becomes === '') return null
  await nameReads(tx, whose, readsOf)
  const cursor = await findCursor(tx, whose, was)
  if (!cursor?.resume) return null
  const choices = choicesFor(live, next)
  if (asked === undefined || !choices.includes(asked.from)) {
    const value = cursorText(live, cursor.resume)
    const stands = value === null ? 'set' : value
    const message = `This version reads ${nameOf(next)} instead of ${nameOf(live)}. The current cursor is ${stands}. Choose where to start reading. Records that are read again are sent again with new keys.`
    throw refusal('cursor/would-drop', { message, allowed: choices })
  }
  // What an open run still reads would be read again.
  if (asked.from === 'kept' && (await openRunVersion(tx, whose)) !== null) throw refusal('cursor/run-open')
  return { ...asked, was }
}

function nameOf(config: ConnectorConfig): string {
  const reads = whatIsRead(config)
  const what = `${reads?.what.slice(0, 200) ?? ''} of ${reads?.system ?? ''}`
  return reads?.cursor == null ? what : `${what} by ${reads.cursor}`
}
