/** Whether as many records come as usual. The same hours of other days are those by the clock of the schedule's zone, whatever daylight saving did. */
import { DateTime } from 'luxon'
import { bandAt } from '../analytics/forecast/forecast.ts'
import { counted } from '../kit/counted.ts'
import type { HourlyVolume, VolumeWatch } from './alarm-evidence.repository.ts'
import { at, count, type Finding, found, foundNothing } from './finding.ts'
import { rounded } from './sentences.ts'

const hour = 3_600_000
/** Milliseconds after its end until an hour is judged: what was read in it may still be on its way. */
const settling = 5 * 60_000
/** Hours that are looked at: four weeks and the longest window before them. */
export const historyHours = 4 * 168 + 72
/** Hours before the newest one that it is foretold from: three weeks show the pattern of a week, and more only takes longer. */
const forecastBasisHours = 3 * 168
/** An hour is not strange for so few records more or less, nor for such a part of what was expected. */
const leastStray = { records: 10, share: 0.1 }

/** The end of the newest hour that can be judged. */
export const judgedUntil = (now: Date) => new Date(Math.floor((now.getTime() - settling) / hour) * hour)

type Window = { readonly from: number; readonly to: number }

/** Records between two instants; null where the history does not reach so far. */
function recordsIn({ from, values, first }: HourlyVolume, window: Window): number | null {
  const place = (instant: number) => Math.round((instant - from.getTime()) / hour)
  if (place(window.from) < first) return null
  return values.slice(place(window.from), place(window.to)).reduce((sum, value) => sum + value, 0)
}

/** The same time by the clock so many days earlier. */
function daysBefore({ from, to }: Window, days: number, zone: string): Window {
  const begin = DateTime.fromMillis(from, { zone }).minus({ days }).toMillis()
  return { from: begin, to: begin + (to - from) }
}

const weeks = [7, 14, 21, 28] as const
const days = [1, 2, 3, 4, 5, 6, 7] as const

/** The records of the same hours before, where something usually comes then; null otherwise. */
function usualRecords(volume: HourlyVolume, window: Window, zone: string): readonly number[] | null {
  const before = (each: readonly number[]) => each.map((it) => recordsIn(volume, daysBefore(window, it, zone)))
  const isSome = (records: number | null) => records !== null && records > 0
  const known = (records: readonly (number | null)[]) => records.filter((it) => it !== null)
  const ofWeeks = before(weeks)
  if (ofWeeks.filter(isSome).length >= 3) return known(ofWeeks)
  const ofDays = before(days)
  return ofDays.every(isSome) ? known(ofDays) : null
}

/** Nothing where there is usually something. */
export function judgeQuiet(it: VolumeWatch, volume: HourlyVolume, until: Date): Finding | null {
  const window = { from: until.getTime() - it.quiet.hours * hour, to: until.getTime() }
  const newest = volume.values.at(-1) ?? 0
  const between = `between ${new Date(window.from).toISOString()} and ${until.toISOString()}`
  if (newest > 0) {
    const last = new Date(until.getTime() - hour).toISOString()
    return foundNothing(it, 'quiet', `${counted(newest, 'record')} arrived between ${last} and ${until.toISOString()}.`)
  }
  if (it.activeSince.getTime() > window.from || recordsIn(volume, window) !== 0) return null
  const usual = usualRecords(volume, window, it.zone)
  if (usual === null) return null
  const range = [Math.min(...usual), Math.max(...usual)] as const
  const usually = range[0] === range[1] ? counted(range[0], 'record') : `${rounded(range[0])} to ${counted(range[1], 'record')}`
  return found(it, 'quiet', {
    reason: `No records arrived ${between}. The same hours usually have ${usually}.`,
    next: 'Check that the source has records and that runs succeed.',
    figures: [
      ...[at('from', new Date(window.from)), at('to', until), count('records', 0)],
      ...usual.map((records) => count('usualRecords', records)),
    ],
  })
}

/** The newest hour outside what its history foretells. */
export function judgeStrange(it: VolumeWatch, { values }: HourlyVolume, until: Date): Finding | null {
  const from = new Date(until.getTime() - hour)
  if (it.activeSince > from) return null
  const { expected } = bandAt(values.slice(-(forecastBasisHours + 1)), { interval: 'hour' })
  if (expected === null) return null
  const records = values.at(-1) ?? 0
  const { predictedValue } = expected
  const low = Math.max(0, predictedValue - it.strange.widening * (predictedValue - expected.low))
  const high = predictedValue + it.strange.widening * (expected.high - predictedValue)
  const stray = Math.abs(records - predictedValue)
  const isFar = stray >= leastStray.records && stray >= leastStray.share * predictedValue
  const came = `${counted(records, 'record')} arrived between ${from.toISOString()} and ${until.toISOString()}`
  const range = `${rounded(low)} to ${rounded(high)} records`
  if (records >= low && records <= high) return foundNothing(it, 'strange', `${came}, within the expected ${range}.`)
  if (!isFar) return null
  return found(it, 'strange', {
    reason: `${came}. We expected ${range}.`,
    next: 'Check whether the source returned more or less data than usual. Also check for skipped records.',
    figures: [
      ...[at('from', from), at('to', until), count('records', records), count('predicted', predictedValue)],
      ...[count('low', low), count('high', high), count('widening', it.strange.widening)],
    ],
  })
}
