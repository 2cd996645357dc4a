/** A custom range as it is typed, what it means in the person's zone, and what is wrong with it. */
import { rangeMax } from '#contract/kit/time-range.ts'
import { clockAt, type Named, named, wallIn } from './zoned.ts'

/** One end of a range. Of a time that comes twice the later one is meant when it says so. */
export type End = { readonly text: string; readonly isLater: boolean }
export type EndName = 'from' | 'to'
export type Ends = Readonly<Record<EndName, End>>

export type RangeFault = 'missing' | 'unreadable' | 'year' | 'empty' | 'reversed' | 'long'
type RangeFaults = Readonly<Partial<Record<EndName, RangeFault>>>

/** Which instants the text of an end names; null when it names none at all. */
export function namedBy({ text }: End, zone: string): Named | null {
  const wall = wallIn(text.trim())
  return wall === null ? null : named(wall, zone)
}

/** Milliseconds since 1970; null for what cannot be read. */
function instantOf(end: End, zone: string): number | null {
  const found = namedBy(end, zone)
  if (found === null) return null
  return found.kind === 'twice' ? found.at[end.isLater ? 1 : 0] : found.at
}

/** Of ends that fit. */
export const spanOf = ({ from, to }: Ends, zone: string) => ({
  from: instantOf(from, zone) ?? 0,
  to: instantOf(to, zone) ?? 0,
})

const earliest = Date.UTC(1970, 0, 1)
const latest = Date.UTC(9999, 11, 31)

function faultOf(end: End, zone: string): RangeFault | null {
  if (end.text.trim() === '') return 'missing'
  const at = instantOf(end, zone)
  if (at === null) return 'unreadable'
  return at < earliest || at > latest ? 'year' : null
}

/** Everything that is wrong; empty when it can be asked for. */
export function faultsIn({ from, to }: Ends, zone: string): RangeFaults {
  const [ofFrom, ofTo] = [faultOf(from, zone), faultOf(to, zone)]
  if (ofFrom !== null || ofTo !== null) {
    return { ...(ofFrom === null ? {} : { from: ofFrom }), ...(ofTo === null ? {} : { to: ofTo }) }
  }
  const span = spanOf({ from, to }, zone)
  if (span.to === span.from) return { to: 'empty' }
  if (span.to < span.from) return { to: 'reversed' }
  return span.to - span.from > rangeMax ? { to: 'long' } : {}
}

/** How an instant stands in a field. */
export function endAt(instant: number, zone: string): End {
  const text = clockAt(instant, zone)
  const found = namedBy({ text, isLater: false }, zone)
  return { text, isLater: found?.kind === 'twice' && instant >= found.at[1] }
}

/** As an address has it: the instant where the text names one, so that it means the same in every zone, and otherwise the text. */
export function endInAddress(end: End, zone: string): string {
  const at = instantOf(end, zone)
  return at === null || faultOf(end, zone) !== null ? end.text : `${new Date(at).toISOString().slice(0, 16)}Z`
}

/** Total: whatever an address says. What is no instant stays as it was written. */
export function endOfAddress(said: string, zone: string): End {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?Z$/.test(said) ? Date.parse(said) : Number.NaN
  return Number.isNaN(at) ? { text: said, isLater: false } : endAt(at, zone)
}
