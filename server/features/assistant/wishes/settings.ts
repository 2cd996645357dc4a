/** Settings of a draft from a sentence: "at most 2 requests a second", "only new or changed records". What is not said exactly is not guessed. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { ownOf } from '../language/text.ts'

export type WishedSettings = {
  /** Null: no rate was named, or one that cannot be set. */
  readonly limit: { readonly side: 'source' | 'destination'; readonly requestsPerSecond: number } | null
  readonly isOnlyChanged: boolean
}

const numbers = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const requests = new Set(['request', 'requests', 'call', 'calls'])
const each = new Set(['a', 'an', 'per', 'each', 'every'])
const seconds: Readonly<Record<string, number>> = {
  ...{ s: 1, sec: 1, second: 1, seconds: 1, min: 60, minute: 60, minutes: 60, h: 3_600, hour: 3_600, hours: 3_600 },
}
const reading = new Set(['read', 'reads', 'reading', 'fetch', 'fetches', 'fetching', 'source'])
const writing = new Set(['to', 'into', 'send', 'sends', 'sending', 'write', 'writes', 'writing', 'deliver', 'destination'])

function numberIn(word: string): number | null {
  if (/^\d{1,4}(?:[.,]\d{1,2})?$/.test(word)) return Number(word.replace(',', '.'))
  const at = numbers.indexOf(word)
  return at === -1 ? null : at
}

/** Seconds of "a second", "per minute", "every 2 seconds", and the unit alone behind a slash. */
function spanIn(words: readonly string[]): number | null {
  const rest = each.has(words[0] ?? '') ? words.slice(1) : words
  const many = numberIn(rest[0] ?? '')
  const unit = ownOf(seconds, (many === null ? rest[0] : rest[1]) ?? '')
  return unit === undefined ? null : unit * (many ?? 1)
}

/** A rate is rounded down, so that it keeps the limit that was named. */
function limitIn(words: readonly string[], isWritten: boolean): WishedSettings['limit'] {
  for (const at of words.keys()) {
    const count = numberIn(words[at] ?? '')
    const isRps = words[at + 1] === 'rps'
    if (count === null || !(isRps || requests.has(words[at + 1] ?? ''))) continue
    const span = isRps ? 1 : spanIn(words.slice(at + 2, at + 5))
    const rate = span ? Math.floor((count / span) * 100) / 100 : 0
    if (rate < 0.01 || rate > 1_000) continue
    const nearest = words.slice(Math.max(0, at - 8), at).findLast((word) => reading.has(word) || writing.has(word))
    const isRead = reading.has(nearest ?? '') || words.slice(at, at + 8).includes('source')
    return { side: isRead || !isWritten ? 'source' : 'destination', requestsPerSecond: rate }
  }
  return null
}

const not = new Set(['not', 'no', 'never', 'skip', 'skips', 'skipping', 'without', 'ignore', 'ignoring', 'except', 'omit'])
const changed = new Set(['changed', 'changes', 'change', 'modified', 'updated', 'updates'])

function isOnlyChanged(words: readonly string[]): boolean {
  return words.some((word, at) => {
    const before = words.slice(Math.max(0, at - 4), at)
    if (word === 'unchanged') return before.some((it) => not.has(it))
    if (word !== 'only' && word !== 'just') return false
    return words[at - 1] !== 'not' && words.slice(at + 1, at + 5).some((it) => changed.has(it))
  })
}

/** @param words in lower case. @param isWritten whether a destination is named: a limit is its own where nothing speaks of reading. */
export function settingsIn(words: readonly string[], isWritten: boolean): WishedSettings {
  const parts = words.flatMap((word) => word.split('/')).filter((word) => word !== '')
  return { limit: limitIn(parts, isWritten), isOnlyChanged: isOnlyChanged(parts) }
}

/** The configuration with these settings. Only HTTP systems have a rate limit. */
export function withSettings(config: ConnectorConfig, { limit, isOnlyChanged: isOn }: WishedSettings): ConnectorConfig {
  const { requestsPerSecond, side } = limit ?? { requestsPerSecond: undefined, side: 'source' as const }
  const limited =
    limit === null || config[side].type !== 'http' ? config : { ...config, [side]: { ...config[side], requestsPerSecond } }
  return isOn ? { ...limited, destination: { ...limited.destination, onlyChanged: true } } : limited
}
