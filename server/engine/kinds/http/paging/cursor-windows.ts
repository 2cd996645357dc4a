/**
 * Windows of time of an HTTP source that takes an end beside a beginning (decision 0125). Whether a source counts its bounds in or not is not known, so each
 * window asks for a second more on both sides, and the value of a record decides in which window it is. The last one ends before the run began: a record
 * that changes meanwhile goes behind it, to the next run, and is in no two windows. Pure.
 */
import type { SourcePart } from '#server/engine/kit/kind.ts'
import { unitsPerSecond } from '#server/engine/kit/time-ahead.ts'

/** From a value on (null: no bound), and before another one. */
export type CursorWindow = { readonly from: string | null; readonly until: string }

const zonedTime = /^\d{4}-\d{2}-\d{2}([T ])\d{2}:\d{2}(:\d{2})?(\.\d{1,9})?(Z|[+-]\d{2}:?\d{2})$/

/** The offset of a zone in minutes. */
function offsetOf(zone: string): number {
  if (zone === 'Z') return 0
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2))
  return zone.startsWith('-') ? -minutes : minutes
}

/** When a value is, in milliseconds; null of one that is no time, or a time of no zone. */
function momentOf(value: string, name: string): number | null {
  // A leap second, or an hour of 24, is a time for the pattern and none for the clock.
  if (zonedTime.test(value)) return Number.isNaN(Date.parse(value)) ? null : Date.parse(value)
  const perSecond = /^\d{1,19}(?:\.\d{1,9})?$/.test(value) ? unitsPerSecond(Number(value), name) : null
  return perSecond === null ? null : (Number(value) / perSecond) * 1_000
}

/** A moment as the source writes such a value, rounded down to its precision; null where the value is no time with a zone. */
export function timeAs(like: string, name: string, moment: number): string | null {
  const seconds = Math.floor(moment / 1_000)
  const [, separator = '', second, fraction = '', zone = ''] = zonedTime.exec(like) ?? []
  if (zone !== '') {
    const text = new Date(seconds * 1_000 + offsetOf(zone) * 60_000).toISOString()
    const digits = fraction === '' ? '' : `.${'0'.repeat(fraction.length - 1)}`
    return `${text.slice(0, 10)}${separator}${text.slice(11, second === undefined ? 16 : 19)}${digits}${zone}`
  }
  const perSecond = momentOf(like, name) === null ? null : unitsPerSecond(Number(like), name)
  return perSecond === null ? null : String(BigInt(seconds) * BigInt(perSecond))
}

/** Milliseconds: by which clocks may differ, and the shortest window that is worth a request. */
const [clocks, shortest] = [60_000, 60_000]
/** What is asked for beyond the bounds of a window. */
const beyond = 1_000

const one = (why: string | null) => ({ why })

type Asking = { readonly asked?: string | null; readonly startedAt: string }

/** The windows of what a run would ask for (`Since`), or why it is read as a whole. */
export function windowsOf(since: Asking, name: string, wanted: number): readonly SourcePart[] | { readonly why: string | null } {
  const { asked = null } = since
  if (asked === null) return one('There is no start time yet. Enter a value for the first run to read windows of time.')
  const begins = momentOf(asked, name)
  if (begins === null) return one('The cursor is not a time with a time zone, so there are no windows of time.')
  const ends = Date.parse(since.startedAt) - clocks
  const count = Math.min(wanted, Math.floor((ends - begins) / shortest))
  if (count < 2) return one(null)
  const written = (moment: number) => timeAs(asked, name, moment) ?? asked
  const bounds = Array.from({ length: count }, (_, at) => written(begins + ((at + 1) * (ends - begins)) / count))
  return bounds.map((until, at): SourcePart => {
    const from = at === 0 ? null : (bounds[at - 1] ?? null)
    const moment = (text: string) => momentOf(text, name) ?? 0
    const its = {
      ...since,
      asked: from === null ? asked : written(moment(from) - beyond),
      until: written(moment(until) + beyond),
      window: { from, until },
      // Whether any record of the run has a value is not known in one of its windows.
      without: false,
    }
    return { place: { since: its as never }, begins: from ?? asked, ends: at + 1 === count ? null : until, isHalfOpen: true }
  })
}

/**
 * Whether a record with this value is in a window; null where the value is no time with a zone: which window asks for it is not known then, so that
 * leaving it out could lose it.
 */
export function isWithin({ from, until }: CursorWindow, value: string | null, name: string): boolean | null {
  const moment = value === null ? null : momentOf(value, name)
  if (moment === null) return null
  const at = (bound: string) => momentOf(bound, name) ?? 0
  return (from === null || moment >= at(from)) && moment < at(until)
}
