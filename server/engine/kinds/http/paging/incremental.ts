/** "Only what changed": what a run asks for, and where the next one begins. Pure. */
import type { NamedValue, SourceConfig } from '#contract/connectors/config/config.ts'
import type { IncrementalConfig } from '#contract/connectors/config/list-config.ts'
import { incrementalNames } from '#contract/connectors/config/placeholders.ts'
import { valueAt } from '#server/engine/mapping/path.ts'
import { isRaw } from '#server/platform/json/raw-json.ts'
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
  /** How many records of this run have a time far ahead of the clock. */
  readonly ahead?: number
}

export type Incremental = {
  readonly start: (resume: Place | null, now: Date) => Since
  /** With the values of the records of a page. */
  readonly after: (since: Since, records: readonly unknown[]) => Since
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

/** Milliseconds that a time may lie ahead of the beginning of the run and still move the cursor. */
const aheadMax = 86_400_000
const isAhead = (value: string, { startedAt }: Since) =>
  instant.test(value) && Date.parse(value) > Date.parse(startedAt) + aheadMax

export function createIncremental(config: IncrementalConfig): Incremental {
  const { by, cursorPath, overlap = 0, initialValue } = config
  const path = by === 'field' ? pathOf(cursorPath) : null
  return {
    start: (resume, now) => {
      const kept = resume?.[by === 'field' ? 'cursor' : 'startedAt']
      const from = typeof kept === 'string' ? kept : null
      return { from, high: from, startedAt: now.toISOString() }
    },
    after: (since, records) => {
      if (!path) return since
      let { high, without = 0, ahead = 0 } = since
      for (const record of records) {
        const value = textOf(valueAt(record, path))
        if (value === null) {
          if (without !== false) without += 1
          continue
        }
        without = false
        if (isAhead(value, since)) ahead += 1
        else if (high === null || isAfter(value, high)) high = value
      }
      return { ...since, high, without, ...(ahead > 0 ? { ahead } : {}) }
    },
    values: ({ from }) => [{ key: incrementalNames[by], value: from === null ? (initialValue ?? null) : before(from, overlap) }],
    resume: ({ high, startedAt }) => ({ startedAt, ...(high === null ? {} : { cursor: high }) }),
    note: ({ ahead = 0 }) =>
      ahead === 0
        ? null
        : `${ahead === 1 ? 'One record has a time' : `${ahead} records have times`} at "${cursorPath}" more than a day ahead of the clock: the cursor does not move to ${ahead === 1 ? 'it' : 'them'}, so that no record that comes before is missed.`,
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
