/** Where in the blobs reading goes on, and the place that the checkpoint keeps of it. Pure. */
import type { Spot as PartSpot } from '../../read/splitting/documents.ts'
import type { Place } from '../kind.ts'
import type { Blob } from './blobs.ts'

export type Spot = {
  readonly blob: Blob
  /** Bytes and lines that are done with; the columns of a CSV blob once they were read. */
  readonly offset: number
  readonly line: number
  readonly header: readonly string[] | null
  /** Of a long JSON blob. */
  readonly part: PartSpot | null
  /** How often it was begun again. */
  readonly again: number
}

export const atStart = (blob: Blob): Spot => ({ blob, offset: 0, line: 0, header: null, part: null, again: 0 })

export const placeOf = ({ blob, offset, line, header, part, again }: Spot): Place => ({
  blob: { ...blob },
  offset,
  line,
  again,
  ...(header ? { header } : {}),
  ...(part ? { part: { ...part } } : {}),
})

/** Null at the start. */
export function spotOf(place: Place): Spot | null {
  const { blob, offset, line, again, header, part } = place as unknown as Partial<Spot>
  if (!blob) return null
  return { blob, offset: offset ?? 0, line: line ?? 0, again: again ?? 0, header: header ?? null, part: part ?? null }
}
