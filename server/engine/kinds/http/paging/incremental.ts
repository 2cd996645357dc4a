/** "Only what changed": what a run asks for, and where the next one begins. Pure. */
import { createHash } from 'node:crypto'
import type { NamedValue, SourceConfig } from '#contract/connectors/config/config.ts'
import { usualKeyFields } from '#contract/connectors/config/key-question.ts'
import type { IncrementalConfig } from '#contract/connectors/config/list-config.ts'
import { cursorEndName, incrementalNames } from '#contract/connectors/config/placeholders.ts'
import { refusal } from '#contract/kit/problem.ts'
import { keyFieldsOf } from '#server/engine/kit/key-fields.ts'
import type { Place, SourcePart, Start } from '#server/engine/kit/kind.ts'
import { aheadMax, isNumberAhead } from '#server/engine/kit/time-ahead.ts'
import { valueAt } from '#server/platform/json/path.ts'
import { isRaw } from '#server/platform/json/raw-json.ts'
import { pathOf } from '../response/listing.ts'
import { type CursorWindow, isWithin, timeAs, windowsOf } from './cursor-windows.ts'
import {
  handedOn,
  identityOf,
  isEarlier,
  knownValues,
  type Memory,
  memoryIn,
  movedBack,
  remembered,
  rememberedMax,
  shapeOf,
  unmet,
} from './look-back.ts'

/**
 * `from` is where the run before stood and `asked` what is asked for, which lies before it; `high` is the highest value so far; null before the first
 * run. `startedAt` is when this run began. `without`: so many records were read in it, none of which had a value; false once one had.
 */
export type Since = {
  readonly from: string | null
  /** Absent in the place of a run that began before there was a look-back. */
  readonly asked?: string | null
  readonly memory?: Memory
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
  /** Up to when records are asked for; null where the form of their times is not known. Absent: the request does not say it. */
  readonly until?: string | null
  /** Of a part: only records of this window count (`cursor-windows.ts`). */
  readonly window?: CursorWindow
}

export type Incremental = {
  readonly start: (resume: Place | null, now: Date) => Since
  /** The windows of what a run would ask for, or why it is read as a whole. */
  readonly split: (since: Since, count: number) => readonly SourcePart[] | { readonly why: string | null }
  /** The records of a page that belong to the window of a part; `fault`: why that is not known of one of them, as a sentence. */
  readonly within: (
    since: Since,
    records: readonly unknown[],
  ) => { readonly records: readonly unknown[]; readonly fault: string | null }
  /** Reads the clock of the source from its first response. */
  readonly clocked: (since: Since, headers: Readonly<Record<string, string>>, sentAt: number) => Since
  /** With the records of a page, and those of them that no run before has read as they are. */
  readonly read: (
    since: Since,
    records: readonly unknown[],
    now?: number,
  ) => { readonly since: Since; readonly records: readonly unknown[] }
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
  if (!incremental) return []
  return [incrementalNames[incremental.by], ...(incremental.by === 'field' ? [cursorEndName] : [])]
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
export const oddMax = 500
const markOf = (record: unknown) => createHash('sha1').update(JSON.stringify(record)).digest('base64url').slice(0, 16)

type Clock = { readonly name: string; readonly reference: string | null; readonly now: number }

function isAhead(value: string, { name, reference, now }: Clock): boolean {
  if (instant.test(value)) return Date.parse(value) > now + aheadMax(zoned.test(value))
  return isNumberAhead(Number(value), name, reference === null ? null : Number(reference), now)
}

/** What the times of a page are compared with: the cursor, or of the first page its earliest value. */
const referenceOf = ({ high }: Since, values: readonly (string | null)[]): string | null =>
  high ?? values.reduce((least, value) => (value !== null && (least === null || isAfter(least, value)) ? value : least), null)

/** The field of a cursor, and how far a cursor looks back by it. Of runs that go by their start there is no field. */
const settingOf = ({ overlap, cursorPath = '' }: IncrementalConfig, keyFields: readonly string[]) => ({
  overlap,
  name: cursorPath,
  isKey: keyFields.length > 0 ? keyFields.every((it) => it === cursorPath) : usualKeyFields.some((it) => it === cursorPath),
})

type Reading = {
  /** Whether the request says up to when records are asked for. */
  readonly hasEnd?: boolean
  /** The members of a record that anything reads; null: all of them. */
  readonly usedFields?: ReadonlySet<string> | null
  readonly keyFields?: readonly string[]
}

/** Milliseconds by which the clock of a source may be ahead of ours: so much longer it gives records that were read. */
const clockAhead = 600_000

export function createIncremental(
  config: IncrementalConfig,
  { hasEnd = false, usedFields = null, keyFields = [] }: Reading = {},
): Incremental {
  const { by, cursorPath, overlap, initialValue } = config
  const path = by === 'field' ? pathOf(cursorPath) : null
  const name = cursorPath ?? ''
  const setting = settingOf(config, keyFields)
  const shape = shapeOf(by, cursorPath, keyFields, usedFields && [...usedFields].toSorted())

  /** Where a run asks from that goes on from a value. Only what was set goes further back than the memory: then records are sent again. */
  function askedOf(from: string | null, { floor }: Pick<Memory, 'floor'>): string | null {
    if (from === null) return initialValue ?? null
    const moved = movedBack(from, setting) ?? from
    return overlap === undefined && floor !== null && isEarlier(moved, floor) ? floor : moved
  }
  const memoryOf = ({ memory, from }: Since): Memory => memory ?? memoryIn(null, shape, from)

  /** Records have no times here, so all that the run reads are remembered, by the moment at which they were read. */
  function readByStart(since: Since, records: readonly unknown[], now: number) {
    const before = memoryOf(since)
    const ids = records.map((record) => identityOf(record, '', usedFields))
    const { isKnown, memory } = unmet(before, records, ids)
    const more = ids.filter((_, at) => !isKnown[at])
    const size = memory.read.reduce((sum, [, them]) => sum + them.length, more.length)
    const isFull = memory.isFull === true || size > rememberedMax
    const group = [new Date(now).toISOString(), more] as const
    const read = isFull || more.length === 0 ? memory.read : [...memory.read, group]
    return {
      since: { ...since, memory: isFull ? { ...memory, read: [], isFull } : { ...memory, read } },
      records: records.filter((_, at) => !isKnown[at]),
    }
  }

  function readByField(since: Since, records: readonly unknown[], now: number) {
    let { high, without = 0, ahead = 0 } = since
    const odd: string[] = []
    const values = records.map((record) => textOf(path && valueAt(record, path)))
    const clock = { name, reference: referenceOf(since, values), now }
    const isOdd = values.map((value) => value !== null && isAhead(value, clock))
    for (const [at, record] of records.entries()) {
      const value = values[at] ?? null
      if (value === null) {
        if (without !== false) without += 1
        continue
      }
      without = false
      if (isOdd[at]) {
        ahead += 1
        odd.push(markOf(record))
      } else if (high === null || isAfter(value, high)) high = value
    }
    const before = memoryOf(since)
    const bound = askedOf(high, before)
    const ofBefore = knownValues(before)
    const ids = records.map((record, at) => {
      const value = values[at] ?? null
      const isNear = value !== null && high !== null && bound !== null && !isOdd[at] && !isEarlier(value, bound)
      return value !== null && (isNear || ofBefore.has(value)) ? identityOf(record, value, usedFields) : null
    })
    const { isKnown, memory } = unmet(before, records, ids)
    const oddBefore = since.known ?? []
    const wasOdd = records.map((record) => oddBefore.length > 0 && oddBefore.includes(markOf(record)))
    const more = ids.flatMap((id, at) => (id === null || isKnown[at] || isOdd[at] ? [] : [[values[at] ?? '', [id]] as const]))
    const marks = [...new Set([...(since.odd ?? []), ...odd])].slice(0, oddMax)
    return {
      since: {
        ...{ ...since, high, without, ...(ahead > 0 ? { ahead, odd: marks } : {}) },
        memory: remembered(memory, more, bound ?? ''),
      },
      records: records.filter((_, at) => !isKnown[at] && !wasOdd[at]),
    }
  }

  /** Of the next run. */
  const startOf = ({ startedAt, behind = 0 }: Since) => new Date(Date.parse(startedAt) - behind).toISOString()

  function memoryAfter(since: Since): Memory {
    const memory = memoryOf(since)
    if (path) return since.high === null ? memory : handedOn(memory, askedOf(since.high, memory) ?? '')
    const bound = askedOf(since.startedAt, { floor: null }) ?? since.startedAt
    const kept = handedOn({ ...memory, floor: null }, new Date(Date.parse(bound) - clockAhead).toISOString())
    return { ...kept, floor: memory.isFull || kept.isFull ? startOf(since) : memory.floor }
  }

  /** Whether there was too much to remember for all of the look-back. */
  function shortened({ high }: Since, { floor, isFull }: Memory): boolean {
    if (!isFull || overlap !== undefined) return false
    return path === null || (high !== null && floor !== null && isEarlier(movedBack(high, setting) ?? high, floor))
  }

  function lookBackNote(since: Since): string | null {
    if (path && since.high !== null && overlap !== 0 && !setting.isKey && movedBack(since.high, setting) === null)
      return `The run can't look back, because "${since.high.slice(0, 80)}" in "${cursorPath}" is neither a time nor a number. We miss records that appear later with an earlier value. Set the look-back to 0 to hide this note.`
    // Of a first run that reads everything this is no news.
    if (since.from === null || !shortened(since, memoryAfter(since))) return null
    const most = rememberedMax.toLocaleString('en')
    return `The look-back covers more than ${most} records. The next run looks back less far, so it may miss records with earlier values.`
  }

  return {
    start: (resume, now) => {
      const kept = resume?.[by === 'field' ? 'cursor' : 'startedAt']
      const from = typeof kept === 'string' ? kept : null
      const known = Array.isArray(resume?.['odd']) ? (resume['odd'] as readonly string[]) : []
      const memory = memoryIn(resume?.['memory'], shape, from)
      const asked = askedOf(from, memory)
      const end = hasEnd ? { until: asked === null ? null : timeAs(asked, name, now.getTime()) } : {}
      const place = { from, high: from, startedAt: now.toISOString(), asked, memory, ...end }
      return { ...place, ...(known.length > 0 ? { known } : {}) }
    },
    split: (since, count) => windowsOf(since, name, count),
    within: ({ window }, records) => {
      if (!window || !path) return { records, fault: null }
      const values = records.map((record) => textOf(valueAt(record, path)))
      const isIn = values.map((value) => isWithin(window, value, name))
      const odd = isIn.indexOf(null)
      const said =
        values[odd] == null
          ? `A record has no value in "${name}"`
          : `"${values[odd].slice(0, 80)}" in "${name}" is not a time with a time zone`
      const fault = odd < 0 ? null : `${said}, so we can't tell its window. Set the parts to 1.`
      return { records: records.filter((_, at) => isIn[at]), fault }
    },
    clocked: (since, headers, sentAt) => {
      const behind = by === 'runStart' && since.behind === undefined ? behindBy(headers, sentAt) : null
      return behind === null ? since : { ...since, behind }
    },
    read: (since, records, now = Date.now()) => (path ? readByField(since, records, now) : readByStart(since, records, now)),
    values: ({ from, asked = askedOf(from, { floor: from }), until }) => [
      { key: incrementalNames[by], value: asked },
      ...(until === undefined ? [] : [{ key: cursorEndName, value: until }]),
    ],
    // Records have the times of the source's clock.
    resume: (since) => ({
      startedAt: startOf(since),
      ...(since.high === null ? {} : { cursor: since.high }),
      ...(since.odd ? { odd: since.odd } : {}),
      memory: memoryAfter(since),
    }),
    note: (since) => {
      const { ahead = 0, behind = 0 } = since
      const clock =
        behind >= clockNews
          ? `The source's clock is ${span(behind)} behind ours. The next run starts earlier to avoid missing records.`
          : null
      const early =
        ahead === 0
          ? null
          : `${ahead === 1 ? '1 record has a future time' : `${ahead.toLocaleString('en')} records have future times`} in "${cursorPath}". The cursor does not move there, so no earlier record is missed.`
      return [clock ?? early, lookBackNote(since)].filter((it) => it !== null).join(' ') || null
    },
    fault: ({ without = 0 }) =>
      without === false || without === 0
        ? null
        : `${without === 1 ? 'The only record has no' : `None of the ${without.toLocaleString('en')} records have a`} value in the cursor field "${cursorPath}". The cursor doesn't move, so the next run sends the same records again. Correct the path.`,
  }
}

/** Whether records were given and none has a value at the field of the cursor. */
export function lacksValue(config: SourceConfig, records: readonly unknown[]): boolean {
  const incremental = incrementalOf(config)
  const path = incremental?.by === 'field' ? pathOf(incremental.cursorPath) : null
  return path !== null && records.length > 0 && records.every((record) => textOf(valueAt(record, path)) === null)
}

/** A value at the field of the cursor that cannot be moved back, so that runs do not look back; null where all can, or none is to be. */
export function fixedValue(config: SourceConfig, records: readonly unknown[]): string | null {
  const incremental = incrementalOf(config)
  const path = incremental?.by === 'field' ? pathOf(incremental.cursorPath) : null
  if (!incremental || path === null || incremental.overlap === 0) return null
  const setting = settingOf(incremental, keyFieldsOf(config))
  const values = records.map((record) => textOf(valueAt(record, path)))
  return setting.isKey ? null : (values.find((value) => value !== null && movedBack(value, setting) === null) ?? null)
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

// Where a source that is asked for what changed begins when a person says so. Only the source knows how much that is.

/** Throws `cursor/value-refused`. */
export async function startHttpAt(config: SourceConfig, value: string | null): Promise<Start> {
  if (value === null) return { place: null, count: null }
  const text = value.trim()
  if (incrementalOf(config)?.by !== 'runStart') return { place: { cursor: text }, count: null }
  if (isInstant(text)) return { place: { startedAt: new Date(text).toISOString() }, count: null }
  const message = 'This source reads changes since a time. Enter one, such as 2026-01-31T12:00:00Z.'
  throw refusal('cursor/value-refused', { message })
}

/** Where it stands: the highest value, or when the newest run began. */
export function httpCursorText({ cursor, startedAt }: Place, config: SourceConfig): string | null {
  const kept = incrementalOf(config)?.by === 'runStart' ? startedAt : cursor
  return typeof kept === 'string' ? kept : null
}
