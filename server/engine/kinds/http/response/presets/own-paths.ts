/** Reads an answer by the paths that a person set. */
import type { OwnAnswer } from '#contract/connectors/config/operations/answer-reading.ts'
import { pathOf } from '#server/engine/kit/record-values.ts'
import { valueAt } from '#server/platform/json/path.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import { isError, saidIn } from '../failure-vocabulary.ts'
import { isObject, type Says, saysOf, withoutEcho } from '../item-verdict.ts'
import type { Fare } from '../items.ts'
import { type AnswerReader, unclear } from './reader.ts'

const flags: ReadonlyMap<string, Says> = new Map([
  ['true', 'taken'],
  ['yes', 'taken'],
  ['1', 'taken'],
  ['false', 'refused'],
  ['no', 'refused'],
  ['0', 'refused'],
])

/** What a member says that tells success from failure: a truth value, a word or a status; `unknown` for anything else. */
function saysOfMember(value: unknown): Says | 'unknown' {
  const text = scalarText(value)
  return text === null ? 'unknown' : (flags.get(text.trim().toLowerCase()) ?? saysOf({ status: value }) ?? 'unknown')
}

/** Where each value of a record was sent; null where two records have it. */
function placesOf(sent: readonly unknown[], path: ReturnType<typeof pathOf>): ReadonlyMap<string, number | null> {
  const places = new Map<string, number | null>()
  for (const [at, record] of sent.entries()) {
    const text = scalarText(valueAt(record, path))
    if (text !== null) places.set(text, places.has(text) ? null : at)
  }
  return places
}

/** @param own paths that were checked. */
export function ownPaths(own: OwnAnswer): AnswerReader {
  const isMatched = own.matchAnswer !== undefined && own.matchSent !== undefined
  const [itemsPath, answerPath, sentPath] = [pathOf(own.itemsPath), pathOf(own.matchAnswer), pathOf(own.matchSent)]
  const okPath = own.okPath === undefined ? null : pathOf(own.okPath)
  const errorPath = own.errorPath === undefined ? null : pathOf(own.errorPath)

  /** @param record as it was sent. */
  function fareOf(entry: unknown, record: unknown): Fare {
    // Where no path says it, the usual words of failure do.
    if (okPath === null && errorPath === null)
      return { says: isObject(entry) ? (saysOf(withoutEcho(entry, record)) ?? 'taken') : 'unknown', entry }
    const error = errorPath === null ? undefined : valueAt(entry, errorPath)
    const words = isError(error) ? (scalarText(error) ?? saidIn(error).words) : null
    const says = okPath !== null ? saysOfMember(valueAt(entry, okPath)) : isError(error) ? 'refused' : 'taken'
    // An error beside no word of success is one.
    const verdict = says === 'unknown' && isError(error) ? 'refused' : says
    return { says: isObject(entry) ? verdict : 'unknown', entry, ...(words === null ? {} : { words }) }
  }

  return ({ value, count, sent }) => {
    const found = valueAt(value, itemsPath)
    const entries: readonly unknown[] | null = Array.isArray(found) ? found : count === 1 && isObject(found) ? [found] : null
    if (entries === null || (!isMatched && entries.length !== count)) return unclear
    if (!isMatched) return { items: entries.map((entry, at) => fareOf(entry, sent()[at])) }
    const places = placesOf(sent(), sentPath)
    const items: Fare[] = Array.from({ length: count }, () => ({ says: 'unknown', entry: undefined }))
    const seen = new Set<number>()
    for (const entry of entries) {
      const at = places.get(scalarText(valueAt(entry, answerPath)) ?? '') ?? null
      if (at === null) continue
      // Two results for one record contradict each other, or belong to another one.
      items[at] = seen.has(at) ? { says: 'unknown', entry } : fareOf(entry, sent()[at])
      seen.add(at)
    }
    return { items }
  }
}
