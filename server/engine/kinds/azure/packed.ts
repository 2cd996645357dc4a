/** Blobs that are stored packed: by their `Content-Encoding`, or as files of gzip. They are read whole, because nothing of them can be skipped. */
import { productLimits } from '#contract/connectors/config/product-limits.ts'
import { decoded } from '#server/outbound/decoding.ts'
import { OutboundFault } from '#server/outbound/fault.ts'
import type { View } from '../../kit/formats/taking.ts'
import { ContentFault } from '../../kit/formats/taking.ts'
import type { Blob, Blobs, Lost } from './blobs.ts'

const bytesMax = productLimits.answerMegabytes * 1024 * 1024
/** Milliseconds. */
const limits = { bytes: bytesMax, ratio: 1_000, decode: 60_000 }

export const isPacked = ({ name, encoding }: Blob): boolean =>
  (encoding !== '' && encoding !== 'identity') || /\.gz(?:ip)?$/i.test(name)

const isGzip = (bytes: Buffer) => bytes[0] === 0x1f && bytes[1] === 0x8b

/** The bytes of a gzip file; others as they are: what was stored with an encoding comes without it. */
async function unpacked(bytes: Buffer): Promise<Buffer> {
  if (!isGzip(bytes)) return bytes
  try {
    return await decoded(bytes, 'gzip', limits)
  } catch (thrown) {
    if (!(thrown instanceof OutboundFault)) throw thrown
    if (thrown.kind === 'too-large')
      throw new ContentFault('source/too-large', `is larger than ${productLimits.answerMegabytes} MB when decompressed.`)
    throw new ContentFault('source/unreadable', "can't be decompressed. The gzip data is invalid or incomplete.", {
      cause: thrown,
    })
  }
}

export function createPacked(blobs: Blobs) {
  let held: { readonly name: string; readonly etag: string; readonly bytes: Buffer } | null = null

  async function bytesOf(blob: Blob, signal: AbortSignal): Promise<Buffer | Lost> {
    const { name, etag, size } = blob
    if (held?.name === name && held.etag === etag) return held.bytes
    if (size > bytesMax)
      throw new ContentFault('source/too-large', `is compressed and larger than ${productLimits.answerMegabytes} MB.`)
    const stored = await blobs.bytes(blob, 0, undefined, signal)
    if (typeof stored === 'string') return stored
    held = { name, etag, bytes: await unpacked(stored) }
    return held.bytes
  }

  return {
    /** All bytes of a blob, unpacked. Blobs that are not packed are not held. */
    bytes: async (blob: Blob, signal: AbortSignal): Promise<Buffer | Lost> =>
      isPacked(blob) ? bytesOf(blob, signal) : blobs.bytes(blob, 0, undefined, signal),
    /** So many bytes of an unpacked blob from an offset on. */
    view: async (blob: Blob, offset: number, least: number, signal: AbortSignal): Promise<View | Lost> => {
      const bytes = await bytesOf(blob, signal)
      if (typeof bytes === 'string') return bytes
      return { bytes: bytes.subarray(offset, offset + least), isEnd: offset + least >= bytes.length }
    },
  }
}
