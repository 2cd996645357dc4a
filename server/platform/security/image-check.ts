/**
 * Pictures of people: only what is one to the last byte is kept, and nothing of it but the picture (threat T-UP). A PNG is packed anew; of JPEG and
 * WebP every part is read, and what is no part of the picture (places, comments, text, a second file) is left out.
 */
import { crc32, deflateSync, inflateSync } from 'node:zlib'

export type Picture = { readonly mediaType: 'image/png' | 'image/jpeg' | 'image/webp'; readonly bytes: Buffer }
type Size = { readonly width: number; readonly height: number }
type Limits = { readonly sideMax: number; readonly bytesMax: number }

const isWithin = ({ width, height }: Size, { sideMax }: Limits) =>
  width > 0 && height > 0 && width <= sideMax && height <= sideMax

/** Null where it is no such picture, is larger than it may be, or says of itself that it is another kind. */
export function checkedPicture(dataUrl: string, limits: Limits): Picture | null {
  const [, mediaType, text = ''] = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/.exec(dataUrl) ?? []
  const given = Buffer.from(text, 'base64')
  if (given.length === 0 || given.length > limits.bytesMax) return null
  try {
    if (mediaType === 'image/png') return pictureOf(mediaType, pngOf(given, limits))
    if (mediaType === 'image/jpeg') return pictureOf(mediaType, jpegOf(given, limits))
    if (mediaType === 'image/webp') return pictureOf(mediaType, webpOf(given, limits))
  } catch (thrown) {
    // Read past the end, or not to be unpacked: it is broken.
    if (thrown instanceof RangeError || (thrown as NodeJS.ErrnoException).code !== undefined) return null
    throw thrown
  }
  return null
}

const pictureOf = (mediaType: Picture['mediaType'], bytes: Buffer | null): Picture | null => bytes && { mediaType, bytes }

export const dataUrlOf = ({ mediaType, bytes }: Picture): string => `data:${mediaType};base64,${bytes.toString('base64')}`

const pngBegin = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** By colour type (PNG, section 11.2.1). */
const pngChannels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
/** A palette belongs to pictures of palette colours, and is a mere suggestion in others; transparency belongs to those without alpha (11.3.2). */
const pngChunksAllowed: Readonly<Record<string, readonly number[]>> = { PLTE: [3], tRNS: [0, 2, 3] }

function pngOf(from: Buffer, limits: Limits): Buffer | null {
  if (!from.subarray(0, 8).equals(pngBegin)) return null
  const kept: Buffer[] = []
  const packed: Buffer[] = []
  let head: Buffer | null = null
  for (let at = 8; ; ) {
    const length = from.readUInt32BE(at)
    const type = from.toString('latin1', at + 4, at + 8)
    const data = from.subarray(at + 8, at + 8 + length)
    const sum = from.readUInt32BE(at + 8 + length)
    if (data.length !== length || crc32(from.subarray(at + 4, at + 8 + length)) !== sum) return null
    at += length + 12
    if (type === 'IHDR') head ??= data
    else if (head === null) return null
    else if (type === 'IDAT') packed.push(data)
    else if (pngChunksAllowed[type]?.includes(head[9] ?? -1)) kept.push(chunkOf(type, data))
    else if (type === 'IEND') break
  }
  if (head === null || head.length !== 13) return null
  const size = { width: head.readUInt32BE(0), height: head.readUInt32BE(4) }
  const [depth = 0, color = 0, , , interlaced = 0] = head.subarray(8)
  const bits = depth * (pngChannels[color] ?? 0)
  if (!isWithin(size, limits) || bits === 0 || depth > 16 || interlaced !== 0) return null
  const unpacked = (Math.ceil((size.width * bits) / 8) + 1) * size.height
  const rows = inflateSync(Buffer.concat(packed), { maxOutputLength: unpacked })
  if (rows.length !== unpacked) return null
  return Buffer.concat([
    pngBegin,
    chunkOf('IHDR', head),
    ...kept,
    chunkOf('IDAT', deflateSync(rows)),
    chunkOf('IEND', Buffer.alloc(0)),
  ])
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** Frames that browsers draw: baseline, extended and progressive (JPEG, table B.1). */
const jpegFrames = new Set([0xc0, 0xc1, 0xc2])
const jpegMarkersAllowed = new Set([0xdb, 0xc4, 0xdd, 0xee])

function jpegOf(from: Buffer, limits: Limits): Buffer | null {
  if (from.readUInt16BE(0) !== 0xffd8) return null
  const parts: Buffer[] = [from.subarray(0, 2)]
  let size: Size | null = null
  for (let at = 2; ; ) {
    if (from.readUInt8(at) !== 0xff) return null
    const marker = from.readUInt8(at + 1)
    if (marker === 0xd9) break
    const length = from.readUInt16BE(at + 2)
    const part = from.subarray(at, at + 2 + length)
    if (length < 2 || part.length !== length + 2) return null
    at += length + 2
    if (jpegFrames.has(marker)) size ??= { height: part.readUInt16BE(5), width: part.readUInt16BE(7) }
    if (jpegFrames.has(marker) || jpegMarkersAllowed.has(marker)) parts.push(part)
    else if (marker === 0xda) {
      if (size === null) return null
      const end = endOfScan(from, at)
      parts.push(part, from.subarray(at, end))
      at = end
    } else if (marker < 0xe0) return null
  }
  if (size === null || !isWithin(size, limits) || parts.length < 3) return null
  return Buffer.concat([...parts, Buffer.from([0xff, 0xd9])])
}

/** Where the next marker stands that is no part of the packed picture. @throws RangeError where there is none. */
function endOfScan(from: Buffer, begin: number): number {
  for (let at = begin; ; at += 1) {
    if (from.readUInt8(at) !== 0xff) continue
    const next = from.readUInt8(at + 1)
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
  }
}

const webpChunksAllowed = new Set(['VP8 ', 'VP8L', 'ALPH'])

function webpOf(from: Buffer, limits: Limits): Buffer | null {
  if (from.toString('latin1', 0, 4) !== 'RIFF' || from.toString('latin1', 8, 12) !== 'WEBP') return null
  const end = Math.min(from.length, from.readUInt32LE(4) + 8)
  const parts: Buffer[] = []
  let [size, drawn, hasAlpha]: [Size | null, number, boolean] = [null, 0, false]
  for (let at = 12; at + 8 <= end; ) {
    const type = from.toString('latin1', at, at + 4)
    const length = from.readUInt32LE(at + 4)
    const part = from.subarray(at, at + 8 + length + (length % 2))
    if (part.length < length + 8) return null
    at += part.length
    if (type === 'ANIM' || type === 'ANMF') return null
    if (type === 'VP8 ' || type === 'VP8L') {
      drawn += 1
      size = type === 'VP8 ' ? lossySize(part) : losslessSize(part)
    }
    if (webpChunksAllowed.has(type)) parts.push(part.length % 2 === 0 ? part : Buffer.concat([part, Buffer.alloc(1)]))
    hasAlpha ||= type === 'ALPH'
  }
  if (drawn !== 1 || size === null || !isWithin(size, limits)) return null
  return riffOf(hasAlpha ? [extendedHead(size), ...parts] : parts)
}

const lossySize = (part: Buffer): Size | null =>
  part.readUIntBE(11, 3) === 0x9d012a ? { width: part.readUInt16LE(14) & 0x3fff, height: part.readUInt16LE(16) & 0x3fff } : null

function losslessSize(part: Buffer): Size | null {
  if (part.readUInt8(8) !== 0x2f) return null
  const bits = part.readUInt32LE(9)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

/** Says of a lossy picture that its transparency stands apart, and nothing else. */
function extendedHead({ width, height }: Size): Buffer {
  const head = Buffer.alloc(18)
  head.write('VP8X', 0, 'latin1')
  head.writeUInt32LE(10, 4)
  head.writeUInt8(0x10, 8)
  head.writeUIntLE(width - 1, 12, 3)
  head.writeUIntLE(height - 1, 15, 3)
  return head
}

function riffOf(parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat([Buffer.from('WEBP', 'latin1'), ...parts])
  const head = Buffer.alloc(8)
  head.write('RIFF', 0, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body])
}
