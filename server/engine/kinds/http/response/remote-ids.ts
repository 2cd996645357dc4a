/** The ids that a destination gave the records of a delivery, by the path of its configuration. */
import type { ItemOutcome, Masked, Outcome } from '#server/engine/kit/kind.ts'
import { type Path, valueAt } from '#server/platform/json/path.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import { entriesInOrder, onlyEntry } from './items.ts'
import type { AnswerReader, Read } from './presets/reader.ts'

const remoteIdMax = 256

/** Null for what is no id, is too long, or holds a secret. */
function idIn(entry: unknown, path: Path, masked: Masked): string | null {
  const text = scalarText(valueAt(entry, path))?.trim() ?? ''
  if (text === '' || text.length > remoteIdMax || !text.isWellFormed() || text.includes('\u0000')) return null
  return masked(text) === text ? text : null
}

/** What was found names the record where the response to its change does not. */
export function withFoundId(outcome: Outcome, found: unknown, path: Path, masked: Masked): Outcome {
  if (outcome.outcome !== 'delivered' || outcome.remoteIds?.[0]) return outcome
  const id = idIn(found, path, masked)
  return id === null ? outcome : { ...outcome, remoteIds: [id] }
}

/** The result of each record, undefined where it is not known. */
function entriesOf(read: Read, reader: AnswerReader | null): readonly unknown[] {
  const { answer, value, count, sent } = read
  const found = reader?.({ ...read, wantsEntries: true })
  if (found !== undefined && 'items' in found) return found.items.map(({ says, entry }) => (says === 'taken' ? entry : undefined))
  if (count === 1) return [value]
  return entriesInOrder({ status: answer.status, value, count, sent }) ?? []
}

/** @param reader null where the usual names are recognized, or the status alone decides. @returns the outcome with the ids that are known. */
export function withRemoteIds(outcome: Outcome, read: Read, reader: AnswerReader | null, path: Path, masked: Masked): Outcome {
  if (outcome.outcome !== 'delivered' && outcome.outcome !== 'partial') return outcome
  const ids = entriesOf(read, reader).map((entry) => idIn(entry, path, masked))
  if (read.count === 1 && ids[0] === null) ids[0] = idIn(onlyEntry(read.value), path, masked)
  if (ids.every((id) => id === null)) return outcome
  if (outcome.outcome === 'delivered') return { ...outcome, remoteIds: ids }
  const items = outcome.items.map((item, at): ItemOutcome => {
    const remoteId = ids[at] ?? null
    return item.outcome === 'delivered' && remoteId !== null ? { ...item, remoteId } : item
  })
  return { ...outcome, items }
}
