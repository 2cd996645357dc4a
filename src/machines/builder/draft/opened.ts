/** How a draft opens: as the server has it, or as this tab had it when it was closed. */
import { sameContent } from './comparison.ts'
import type { Draft } from './draft.ts'
import { withSecretsOf } from './secrets.ts'

export type Opened = {
  readonly draft: Draft
  /** What a tab kept of an earlier visit: it is saved first. */
  readonly isAhead: boolean
  /** Somebody saved after what the tab kept was opened: as the server has it. */
  readonly theirs?: Draft
}

type StoredDraft = Pick<Draft, 'revision' | 'profile' | 'config' | 'shapes'>
type Found = Readonly<Record<string, unknown>>

/** Total: what a tab kept, whatever it is; null where it is no draft that one could work on. What is half typed fits no stricter form. */
export function parseStoredDraft(found: unknown): StoredDraft | null {
  if (!isThing(found)) return null
  const { revision, profile, config, shapes } = found
  if (typeof revision !== 'number' || !isThing(profile) || !isThing(config) || !isThing(shapes)) return null
  const areTexts = ['name', 'integrationName', 'details', 'connectorType'].every((name) => typeof profile[name] === 'string')
  const areTyped = ['trigger', 'source', 'destination'].map((name) => config[name]).every((it) => isThing(it) && 'type' in it)
  const areLists = ['dataMapping', 'enrichment'].map((name) => config[name]).every((it) => Array.isArray(it) && it.every(isThing))
  return areTexts && areTyped && areLists ? (found as unknown as StoredDraft) : null
}

const isThing = (value: unknown): value is Found => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Nothing that the tab kept is dropped unless the server has the same. */
export function openedFrom(server: Draft, kept: StoredDraft | null): Opened {
  if (kept === null) return { draft: server, isAhead: false }
  const { revision, profile, config, shapes } = kept
  const draft = withSecretsOf({ ...server, revision, profile, config, shapes }, server)
  if (sameContent(draft, server)) return { draft: server, isAhead: false }
  return revision === server.revision ? { draft, isAhead: true } : { draft, isAhead: true, theirs: server }
}
