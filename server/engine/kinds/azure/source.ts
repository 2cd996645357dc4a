/**
 * Reads the blobs under a prefix in the order of their names. Lines and rows are read through a window and go on at their byte after a take-over;
 * a JSON blob is read as a long HTTP page is. A blob that changes meanwhile is read again from its beginning.
 */

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { productLimits } from '#contract/connectors/config/product-limits.ts'
import { problem } from '#contract/kit/problem.ts'
import { JsonError } from '#server/platform/json/exact.ts'
import { takeLines } from '../../kit/formats/lines.ts'
import { takeRows, takeUnclosed } from '../../kit/formats/rows.ts'
import { BadLine, ContentFault, recordMax, type Taken, tooLong } from '../../kit/formats/taking.ts'
import { type Place, type Source, SourceFault, type SourcePage, type Tools, Unreadable } from '../../kit/kind.ts'
import { createDocuments, type Spot as PartSpot } from '../../kit/splitting/documents.ts'
import { listPlaceOf } from '../http/response/listing.ts'
import { type Blob, createBlobs, type Lost } from './blobs.ts'
import { openContainer } from './container.ts'
import { sourceFault } from './faults.ts'
import { createPacked, isPacked } from './packed.ts'
import { createWindow } from './windowing.ts'

/** Looked at for the first record of a part, and for one that is longer. */
const least = 1024 * 1024
/** With the end of its line. */
const most = recordMax + 2
const wholeMax = productLimits.answerMegabytes * 1024 * 1024
/** How often a blob is begun again because it changed. */
const againMax = 3

/** `next` is null when the blob is read to its end. `what` says which piece of it was read. */
type Piece = { readonly records: readonly unknown[]; readonly next: Spot | null; readonly what: string }

/** Opens the source of a configuration that was checked. */
export async function openAzureSource(config: SourceConfig, tools: Tools): Promise<Source> {
  const { azureConfig, auth } = config
  if (!azureConfig) throw new TypeError('azureConfig was not checked')
  const { prefix = '', format, delimiter = ',' } = azureConfig
  const container = await openContainer(azureConfig, auth, tools)
  const { masked } = container
  const blobs = createBlobs(container, prefix)
  const window = createWindow(blobs)
  const packed = createPacked(blobs)
  const documents = createDocuments({ list: listPlaceOf(config), facts: [] })

  const unreadable = ({ line, reason }: BadLine, { name }: Blob) =>
    new Unreadable(masked(`Line ${line} of the blob ${name} can't be read. ${reason}`), {
      key: masked(`${name.slice(-100)}:${line}`),
    })

  async function jsonPiece(spot: Spot, signal: AbortSignal): Promise<Piece | Lost> {
    const { blob, part } = spot
    const name = `${blob.name} ${blob.etag}`
    let piece = part && (await documents.goOn(name, part))
    if (!piece) {
      if (blob.size > wholeMax)
        throw new ContentFault('source/too-large', 'is larger than 50 MB. Only NDJSON and CSV can be larger.')
      const bytes = await packed.bytes(blob, signal)
      if (typeof bytes === 'string') return bytes
      piece = await documents.open(name, bytes, part, signal)
    }
    if (!piece) throw new ContentFault('source/no-list', 'contains no list where the configuration expects one.')
    const { records, parts, mark } = piece
    const next = piece.part + 1 < parts && mark !== null ? { ...spot, part: { part: piece.part + 1, mark } } : null
    return { records, next, what: parts > 1 ? `part ${piece.part + 1} of ${parts}` : `${blob.size} bytes` }
  }

  async function streamedPiece(spot: Spot, signal: AbortSignal): Promise<Piece | Lost> {
    const { blob, offset, line, header } = spot
    for (let size = least; ; size = most) {
      const view = isPacked(blob) ? await packed.view(blob, offset, size, signal) : await window.view(blob, offset, size, signal)
      if (typeof view === 'string') return view
      const cutting = { ...view, isStart: offset === 0, line, header }
      let taken: Taken = format === 'csv' ? await takeRows(cutting, { delimiter }) : await takeLines(cutting)
      if (taken.used === 0 && size === most && format === 'csv') taken = takeUnclosed(cutting) ?? taken
      const end = offset + taken.used
      const isOver = view.isEnd && taken.used === view.bytes.length
      if (taken.used === 0 && !isOver) {
        if (size < most) continue
        throw tooLong(line + 1)
      }
      const next = isOver ? null : { ...spot, offset: end, line: line + taken.lines, header: taken.header }
      return {
        records: taken.records.map((it) => (it instanceof BadLine ? unreadable(it, blob) : it)),
        next,
        what: `bytes ${offset} to ${Math.max(offset, end - 1)}`,
      }
    }
  }

  /** A piece at a spot, or where to look instead and why. */
  async function pieceAt(
    spot: Spot,
    signal: AbortSignal,
  ): Promise<{ piece: Piece | null; instead: Spot | null; note: string | null }> {
    const { blob } = spot
    if (blob.size === 0 && format !== 'json')
      return { piece: { records: [], next: null, what: 'empty' }, instead: null, note: null }
    const piece = format === 'json' ? await jsonPiece(spot, signal) : await streamedPiece(spot, signal)
    if (typeof piece !== 'string') return { piece, instead: null, note: null }
    const now = piece === 'gone' ? null : await blobs.now(blob, signal)
    const hasBegun = spot.offset > 0 || spot.part !== null
    const rest = hasBegun ? 'while we read it, so the rest is missing' : 'before we read it'
    if (now === null) return { piece: null, instead: null, note: `The blob ${blob.name} was deleted ${rest}.` }
    if (spot.again >= againMax) throw new ContentFault('source/changed', `changed ${againMax + 1} times while we read it.`)
    const note = hasBegun ? `The blob ${blob.name} changed while we read it, so we read it again from the beginning.` : null
    return { piece: null, instead: { ...atStart(now), again: spot.again + 1 }, note }
  }

  async function firstSpot(signal: AbortSignal): Promise<Spot | null> {
    const blob = await blobs.after(null, null, signal)
    return blob && atStart(blob)
  }
  async function spotAfter({ name, page }: Blob, signal: AbortSignal): Promise<Spot | null> {
    const blob = await blobs.after(name, page, signal)
    return blob && atStart(blob)
  }

  async function readFrom(place: Place, signal: AbortSignal): Promise<SourcePage> {
    const notes: string[] = []
    for (let spot = spotOf(place) ?? (await firstSpot(signal)); spot; ) {
      const { blob } = spot
      const { piece, instead, note } = await pieceAt(spot, signal).catch((thrown: unknown) => {
        throw thrown instanceof ContentFault || thrown instanceof JsonError ? contentFault(blob, thrown) : thrown
      })
      if (note !== null) notes.push(note)
      const next = piece?.next ?? instead ?? (await spotAfter(blob, signal))
      if (!piece || (piece.records.length === 0 && next)) {
        spot = next
        continue
      }
      return {
        records: piece.records,
        startpoint: `GET ${container.address}/${masked(`${blob.name} (${blob.etag}, ${piece.what})`)}`,
        next: next && placeOf(next),
        ...inNoOrder(notes),
      }
    }
    return { records: [], startpoint: `GET ${container.address}?prefix=${prefix}`, next: null, ...inNoOrder(notes) }
  }

  return {
    host: container.origin,
    start: () => ({}),
    read: (place, signal) =>
      readFrom(place, signal).catch((thrown: unknown) => {
        throw thrown instanceof SourceFault ? thrown : sourceFault(thrown, masked)
      }),
    close: async () => documents.close(),
  }
}

/** Blobs may hold the same records, and may be read again. */
const inNoOrder = (notes: readonly string[]) =>
  ({ repeatEnds: false, mayRepeat: true, ...(notes.length > 0 ? { note: notes.join(' ') } : {}) }) as const

/** It was read whole under one tag: reading it again would bring the same. */
function contentFault({ name }: Blob, thrown: ContentFault | JsonError): SourceFault {
  if (thrown instanceof ContentFault)
    return new SourceFault(problem(thrown.code, { message: `The blob ${name} ${thrown.message}` }), false, { cause: thrown })
  const reason = thrown.fault === 'too-deep' ? 'It is nested deeper than 64 levels.' : (thrown.reason ?? '')
  const message = `The blob ${name} can't be read. ${reason}`.trim()
  return new SourceFault(problem(`source/${thrown.fault}`, { message }), false, { cause: thrown })
}

/** Where in the blobs reading goes on, and the place that the checkpoint keeps of it. Pure. */
type Spot = {
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

const atStart = (blob: Blob): Spot => ({ blob, offset: 0, line: 0, header: null, part: null, again: 0 })

const placeOf = ({ blob, offset, line, header, part, again }: Spot): Place => ({
  blob: { ...blob },
  offset,
  line,
  again,
  ...(header ? { header } : {}),
  ...(part ? { part: { ...part } } : {}),
})

/** Null at the start. */
function spotOf(place: Place): Spot | null {
  const { blob, offset, line, again, header, part } = place as unknown as Partial<Spot>
  if (!blob) return null
  return { blob, offset: offset ?? 0, line: line ?? 0, again: again ?? 0, header: header ?? null, part: part ?? null }
}
