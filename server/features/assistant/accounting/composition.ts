/**
 * Questions that are put together from an entity, a status, a length and a time: "which runs of Orders took longer than 10 seconds today". They are read
 * only where every word is taken: a word that is left over makes another question.
 */
import type { RunFilter } from '#contract/connectors/runs/run-list.ts'
import type { Marked } from '../language/marked.ts'
import { namesTime } from '../language/time/when.ts'

export type Entity = 'run' | 'record' | 'connector'
export type RecordStatus = 'failed' | 'delivered' | 'skipped' | 'unchanged'
export type Composition = {
  readonly entity: Entity
  /** How it is asked: "how many", "which", "in percent", "did all". */
  readonly form: 'count' | 'list' | 'share' | 'all'
  /** Results of runs; empty: all. */
  readonly results: readonly RunFilter[]
  readonly status: RecordStatus | null
  readonly took: { readonly isLonger: boolean; readonly ms: number; readonly text: string } | null
  /** "In their last run". */
  readonly isOfLastRun: boolean
}

type Read = {
  readonly marked: Pick<Marked, 'words' | 'marks'>
  readonly message: string
  /** Words that narrowed the question to connectors, as they were typed. */
  readonly applied: readonly string[]
  readonly hasTime: boolean
  /** Whether it is narrowed to connectors: "how much of the newsletter sync failed" asks for records of these. */
  readonly isScoped: boolean
  /** The question before: "which of them failed" is about what that one was about. */
  readonly previous: string | null
}

const frame = new Set(
  `how many much number total count which what show list give display tell find see get me us all any every the a an of our my your do does did is are was were
   there have has had been be we i you please can could only just now and or so ok also but that those these them they ones one it its were in on at for to
   from into who who's what's during within same`.split(/\s+/),
)
const units: Readonly<Record<string, number>> = {
  s: 1_000,
  sec: 1_000,
  second: 1_000,
  min: 60_000,
  minute: 60_000,
  h: 3_600_000,
  hour: 3_600_000,
}
const length =
  /\b(longer|more|over|above|shorter|less|under|below|faster|quicker) (?:than )?(?:a |an )?(\d{1,5}) (s|secs?|seconds?|mins?|minutes?|h|hours?)\b/
const runNouns = /\b(?:runs?|executions?|syncs? runs?)\b/
const connectorNouns = /\b(?:connectors?|integrations?|pipelines?|syncs|feeds)\b/
const recordNouns =
  /\b(?:records?|rows?|orders?|customers?|contacts?|invoices?|tickets?|products?|leads?|events?|items?|clients?|payments?|suppliers?|returns?|deals?|subscribers?)\b/
const back = /\b(?:them|those|these|they|ones?)\b/
const shares = /\b(?:in percent|percent(?:age)?|share|proportion|fraction|in %)\b/
const everything = /\b(?:did|have|has|are|were|was|do) (?:all|every)\b/
const lastRun = /\b(?:in|during|at|on) (?:its|their|the|his) (?:last|latest|newest|most recent) runs?\b/

const runResults: readonly (readonly [RegExp, readonly RunFilter[]])[] = [
  [/\b(?:completed|finished|ended) with (?:some |any )?errors?\b|\bpartially failed\b/, ['completedWithErrors']],
  [
    /\b(?:without|with no|had no|no) (?:any |a single )?(?:errors?|failures?|problems?)\b|\b(?:succeed|succeeded|successful|successfully|clean)\b/,
    ['succeeded'],
  ],
  [/\b(?:with|had) (?:some |any )?(?:errors?|failures?|problems?)\b/, ['failed', 'completedWithErrors']],
  [/\b(?:failed|fail|fails|failing|failures?|crashed|unsuccessful)\b/, ['failed', 'completedWithErrors']],
  [/\b(?:cancelled|canceled|aborted|stopped)\b/, ['cancelled']],
]
const recordStatuses: readonly (readonly [RegExp, RecordStatus])[] = [
  [
    /\b(?:failed|fail|fails|failing|failures?|rejected|refused|lost|lose|undelivered|missing)\b|\b(?:not|never) (?:been |get |got |be )?(?:delivered|arrive|arrived|sent)\b/,
    'failed',
  ],
  [/\b(?:skipped|left out)\b/, 'skipped'],
  [/\bunchanged\b/, 'unchanged'],
  [
    /\b(?:delivered|deliver|arrived?|sent|transferred|synced|went through|go through|gone through|made it|reached?)\b/,
    'delivered',
  ],
]

/** What an earlier question was about, for "which of them". */
function entityOf(text: string): Entity | null {
  const lower = text.toLowerCase()
  if (runNouns.test(lower)) return 'run'
  if (/\b(?:connectors|integrations|pipelines|syncs)\b/.test(lower)) return 'connector'
  return recordNouns.test(lower) ? 'record' : null
}

/** The words without names, scopes and times: what is left says what is asked. */
function plainOf({ marked, message, applied, hasTime }: Read): string {
  const named = new Set(applied.map((text) => text.toLowerCase()))
  const { words, marks } = marked
  const isTime = (at: number) => namesTime((words[at]?.text ?? '').replace(/'s$/, ''))
  return words
    .filter(({ text, from, to }, at) => {
      if (marks[at] === 'Name') return false
      const isNoun = runNouns.test(text) || recordNouns.test(text)
      if (!isNoun && named.has(message.slice(from, to).toLowerCase())) return false
      if (!hasTime || length.test([text, words[at + 1]?.text, words[at + 2]?.text, words[at + 3]?.text].join(' '))) return true
      const isBesideTime = isTime(at + 1) || isTime(at + 2)
      return !(isTime(at) || (/^(?:last|past|previous|this|these|since|early|few|couple|\d{1,3})$/.test(text) && isBesideTime))
    })
    .map(({ text }) => text)
    .join(' ')
}

/** @returns null where a word is left over, or where nothing but an entity is named. */
export function compositionIn(read: Read): Composition | null {
  let left = plainOf(read)
  const take = (pattern: RegExp): RegExpExecArray | null => {
    const found = pattern.exec(left)
    if (found) left = `${left.slice(0, found.index)} ${left.slice(found.index + found[0].length)}`
    return found
  }
  const lengthFound = take(length)
  const [, than = '', number = '', unit = ''] = lengthFound ?? []
  const took =
    lengthFound === null
      ? null
      : {
          isLonger: /^(?:longer|more|over|above)$/.test(than),
          ms: Number(number) * (units[unit.replace(/s$/, '') || 's'] ?? 1_000),
          text: `${number} ${unit}`,
        }
  if (took !== null) take(/\b(?:took|take|takes|taking|taken|lasted|last|ran|needed|need)\b/)
  const isOfLastRun = take(lastRun) !== null
  const isCount = /\bhow many\b|\bnumber of\b|\bhow much\b|\bcount\b/.test(left)
  const isShare = take(shares) !== null
  const isAll = everything.test(left)
  const results = runResults.find(([pattern]) => pattern.test(left))
  const before = back.test(left) && read.previous !== null ? entityOf(read.previous) : null
  const entity = nounIn(left) ?? before ?? (read.isScoped && (isCount || isShare || isAll) ? 'record' : null)
  if (entity === null) return null
  const status = entity === 'record' ? recordStatuses.find(([pattern]) => pattern.test(left)) : undefined
  if (entity === 'record' ? status === undefined : results === undefined && took === null) return null
  take(entity === 'record' ? (status?.[0] ?? back) : (results?.[0] ?? back))
  const noun = take(entity === 'run' ? runNouns : entity === 'connector' ? connectorNouns : recordNouns)?.[0]
  // "Events" that narrow to no connector are not all records.
  const isOwnNoun = entity === 'record' && noun !== undefined && !/^(?:records?|rows?|items?)$/.test(noun)
  if (isOwnNoun && !read.isScoped) return null
  if (entity === 'record') take(/\b(?:sync|connector|integration|feed|pipeline|system)\b/)
  if (left.split(/\s+/).some((word) => word !== '' && !frame.has(word))) return null
  return {
    ...{ entity, took, isOfLastRun, results: results?.[1] ?? [], status: status?.[1] ?? null },
    form: isShare ? 'share' : isAll ? 'all' : isCount ? 'count' : 'list',
  }
}

/** The noun that is asked for is the first one. */
function nounIn(text: string): Entity | null {
  const at = (pattern: RegExp) => pattern.exec(text)?.index ?? Number.POSITIVE_INFINITY
  const found = [
    { entity: 'run' as const, at: at(runNouns) },
    { entity: 'connector' as const, at: at(connectorNouns) },
    { entity: 'record' as const, at: at(recordNouns) },
  ].toSorted((one, other) => one.at - other.at)
  const [first] = found
  return first === undefined || first.at === Number.POSITIVE_INFINITY ? null : first.entity
}
