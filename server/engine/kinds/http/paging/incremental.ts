/** "Only what changed": what a run asks for, and where the next one begins. Pure. */
import { createHash } from 'node:crypto'
import type { NamedValue, SourceConfig } from '#contract/connectors/config/config.ts'
import type { IncrementalConfig } from '#contract/connectors/config/list-config.ts'
import { incrementalNames } from '#contract/connectors/config/placeholders.ts'
import { valueAt } from '#server/engine/mapping/path.ts'
import { isRaw } from '#server/platform/json/raw-json.ts'
import { aheadMax, isNumberAhead } from '../../../read/time-ahead.ts'
import type { Place } from '../../kind.ts'
import { pathOf } from '../response/listing.ts'

/**
 * `from` is asked for, `high` the highest value so far; both null before the first run. `startedAt` is when this run began. `without`: so many records
 * were read in it, none of which had a value; false once one had.
 */
export type Since = {
  readonly from: string | null
  readonly high: string | null
  readonly startedAt: string
  readonly without?: number | false
  /** Milliseconds by which the clock of the source is behind, by its first response that says so. */
  readonly behind?: number
  /** How many records of this run have a time that has not come yet. */
  readonly ahead?: number
  /** Of such records: marks of those that runs before read, and of those that are to be known by the next run. */
  readonly known?: readonly string[]
  readonly odd?: readonly string[]
}

export type Incremental = {
  readonly start: (resume: Place | null, now: Date) => Since
  /** Reads the clock of the source from its first response. */
  readonly clocked: (since: Since, headers: Readonly<Record<string, string>>, sentAt: number) => Since
  /** With the values of the records of a page. */
  readonly after: (since: Since, records: readonly unknown[], now?: number) => Since
  /** The records without those whose time has not come yet and that a run before read as they are: every run is given them. */
  readonly unread: (since: Since, records: readonly unknown[], now?: number) => readonly unknown[]
  /** What the placeholders of the request stand for; null before the first run. */
  readonly values: (since: Since) => readonly { readonly key: string; readonly value: string | null }[]
  readonly resume: (since: Since) => Place
  /** What is to be said of the values of a run that was read to its end, as a sentence; null when nothing. */
  readonly note: (since: Since) => string | null
  /** Why a run that was read to its end leaves no cursor, as a sentence; null where it does. */
  readonly fault: (since: Since) => string | null
}

export const incrementalOf = ({ isList, listConfig }: SourceConfig): IncrementalConfig | null =>
  (isList && listConfig?.incrementalConfig) || null

/** Placeholders that a run fills by itself. */
export function incrementalVariables(config: SourceConfig): readonly string[] {
  const incremental = incrementalOf(config)
  return incremental ? [incrementalNames[incremental.by]] : []
}

/** Whether a text of the request holds a placeholder. */
export function usesVariable({ url, headers, queries, body }: SourceConfig, name: string): boolean {
  const given = [...(headers ?? []), ...(queries ?? [])].filter(({ active }) => active !== false)
  const texts = [url ?? '', body?.rawContent ?? '', ...given.map(({ value }) => value)]
  return texts.some((text) => text.includes(`{{${name}}}`))
}

const instant = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/
/** Whether a text is a time as sources write them. */
export const isInstant = (text: string) => instant.test(text) && !Number.isNaN(Date.parse(text))

const whole = /^-?\d{1,30}$/

function textOf(value: unknown): string | null {
  if (isRaw(value)) return value.rawJSON
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' && value.length <= 256 && !value.includes('\0') && value.isWellFormed()
    ? value
    : null
}

/** Whether one value comes after another: whole numbers and instants by what they mean, others as text. */
export function isAfter(one: string, other: string): boolean {
  if (whole.test(one) && whole.test(other)) return BigInt(one) > BigInt(other)
  if (instant.test(one) && instant.test(other)) {
    const [a, b] = [Date.parse(one), Date.parse(other)]
    // Below a millisecond the digits tell, as far as both are written alike.
    return a === b ? one > other : a > b
  }
  const [a, b] = [Number(one), Number(other)]
  return Number.isNaN(a) || Number.isNaN(b) ? one > other : a > b
}

/** So many seconds before an instant, or units below a number; other texts stay. */
function before(value: string, overlap: number): string {
  if (overlap === 0) return value
  if (whole.test(value)) return String(BigInt(value) - BigInt(overlap))
  if (!instant.test(value)) return value
  const at = new Date(Date.parse(value) - overlap * 1_000)
  return Number.isNaN(at.getTime()) ? value : at.toISOString()
}

const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/

/** A `Date` header has whole seconds, and a few seconds of delay are normal. Milliseconds. */
const [clockStep, clockNews] = [2_000, 5_000]

/**
 * How far a clock is behind ours at least: the response was made after its request was sent. Null where nothing tells, as of a response that was kept
 * on the way (RFC 9111, `Age`).
 */
function behindBy({ date, age }: Readonly<Record<string, string>>, sentAt: number): number | null {
  const at = date === undefined || Number(age ?? 0) > 0 ? Number.NaN : Date.parse(date)
  if (Number.isNaN(at)) return null
  return sentAt - at > clockStep ? sentAt - at : 0
}

const span = (milliseconds: number) => {
  const seconds = Math.round(milliseconds / 1_000)
  return seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`
}

/** Marks of records that are kept with the cursor at most. */
const oddMax = 500
const markOf = (record: unknown) => createHash('sha1').update(JSON.stringify(record)).digest('base64url').slice(0, 16)

type Clock = { readonly name: string; readonly reference: string | null; readonly now: number }

function isAhead(value: string, { name, reference, now }: Clock): boolean {
  if (instant.test(value)) return Date.parse(value) > now + aheadMax(zoned.test(value))
  return isNumberAhead(Number(value), name, reference === null ? null : Number(reference), now)
}

/** What the times of a page are compared with: the cursor, or of the first page its earliest value. */
const referenceOf = ({ high }: Since, values: readonly (string | null)[]): string | null =>
  high ?? values.reduce((least, value) => (value !== null && (least === null || isAfter(least, value)) ? value : least), null)

export function createIncremental(config: IncrementalConfig): Incremental {
  const { by, cursorPath, overlap = 0, initialValue } = config
  const path = by === 'field' ? pathOf(cursorPath) : null
  const name = cursorPath ?? ''
  return {
    start: (resume, now) => {
      const kept = resume?.[by === 'field' ? 'cursor' : 'startedAt']
      const from = typeof kept === 'string' ? kept : null
      const known = Array.isArray(resume?.['odd']) ? (resume['odd'] as readonly string[]) : []
      return { from, high: from, startedAt: now.toISOString(), ...(known.length > 0 ? { known } : {}) }
    },
    clocked: (since, headers, sentAt) => {
      const behind = by === 'runStart' && since.behind === undefined ? behindBy(headers, sentAt) : null
      return behind === null ? since : { ...since, behind }
    },
    unread: (since, records, now = Date.now()) => {
      const { known = [] } = since
      if (!path || known.length === 0) return records
      const values = records.map((record) => textOf(valueAt(record, path)))
      const clock = { name, reference: referenceOf(since, values), now }
      return records.filter((record, at) => {
        const value = values[at] ?? null
        return value === null || !isAhead(value, clock) || !known.includes(markOf(record))
      })
    },
    after: (since, records, now = Date.now()) => {
      if (!path) return since
      let { high, without = 0, ahead = 0 } = since
      const odd: string[] = []
      const values = records.map((record) => textOf(valueAt(record, path)))
      const clock = { name, reference: referenceOf(since, values), now }
      for (const [at, record] of records.entries()) {
        const value = values[at] ?? null
        if (value === null) {
          if (without !== false) without += 1
          continue
        }
        without = false
        if (isAhead(value, clock)) {
          ahead += 1
          odd.push(markOf(record))
        } else if (high === null || isAfter(value, high)) high = value
      }
      const marks = [...new Set([...(since.odd ?? []), ...odd])].slice(0, oddMax)
      return { ...since, high, without, ...(ahead > 0 ? { ahead, odd: marks } : {}) }
    },
    values: ({ from }) => [{ key: incrementalNames[by], value: from === null ? (initialValue ?? null) : before(from, overlap) }],
    // Records have the times of the source's clock.
    resume: ({ high, startedAt, odd, behind = 0 }) => ({
      startedAt: new Date(Date.parse(startedAt) - behind).toISOString(),
      ...(high === null ? {} : { cursor: high }),
      ...(odd ? { odd } : {}),
    }),
    note: ({ ahead = 0, behind = 0 }) => {
      if (behind >= clockNews)
        return `The clock of the source is ${span(behind)} behind this one. The next run reads from an earlier time, so that no record is missed.`
      return ahead === 0
        ? null
        : `${ahead === 1 ? 'One record has a time' : `${ahead} records have times`} at "${cursorPath}" ahead of the clock: the cursor does not move to ${ahead === 1 ? 'it' : 'them'}, so that no record that comes before is missed.`
    },
    fault: ({ without = 0 }) =>
      without === false || without === 0
        ? null
        : `${without === 1 ? 'The one record that was read has no' : `None of ${without} records that were read has a`} value at "${cursorPath}", the field of the cursor: the cursor does not move, and the next run reads and sends the same again. Set the path to the field.`,
  }
}

/** Whether records were given and none has a value at the field of the cursor. */
export function lacksValue(config: SourceConfig, records: readonly unknown[]): boolean {
  const incremental = incrementalOf(config)
  const path = incremental?.by === 'field' ? pathOf(incremental.cursorPath) : null
  return path !== null && records.length > 0 && records.every((record) => textOf(valueAt(record, path)) === null)
}

/** Whether a place says where the next run begins: of a field, only with a value. */
export const isCursorKnown = (config: SourceConfig, resume: Place): boolean =>
  incrementalOf(config)?.by !== 'field' || typeof resume['cursor'] === 'string'

/** What a placeholder without a value means: the parameter or header that holds it is not sent. */
export const isUnknown = (values: ReturnType<Incremental['values']>, text: string): boolean =>
  values.some(({ key, value }) => value === null && text.includes(`{{${key}}}`))

/** The values as variables of the request. */
export const asVariables = (values: ReturnType<Incremental['values']>): NamedValue[] =>
  values.map(({ key, value }) => ({ key, value: value ?? '' }))
