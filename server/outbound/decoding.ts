/** Takes the content encoding off an answer without being blown up by it (threat T-BOMB). */
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib'

import { OutboundFault } from './fault.ts'
import type { OutboundLimits } from './limits.ts'

/** `deflate` means the zlib format (RFC 9110, section 8.4.1.2), and servers send the raw one, too, which has no header. */
const isZlib = (body: Buffer) =>
  body.length > 1 && ((body[0] ?? 0) & 0x0f) === 8 && (((body[0] ?? 0) << 8) | (body[1] ?? 0)) % 31 === 0

const decoders = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: (body: Buffer) => (isZlib(body) ? createInflate() : createInflateRaw()),
  br: createBrotliDecompress,
}
const decoderOf = (name: keyof typeof decoders, body: Buffer) => (name === 'deflate' ? decoders.deflate(body) : decoders[name]())
const isKnown = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding)

/** A small answer may grow by more than the ratio: 64 kB are harmless. */
const harmless = 64 * 1024

type DecodingLimits = Pick<OutboundLimits, 'bytes' | 'ratio' | 'decode'>

function unknownEncoding(name: string): string {
  const many = name.split(',').length
  if (many > 1) return `The response is encoded ${many} times. Only one encoding is supported.`
  return `The response is encoded as "${name.slice(0, 32)}". Only gzip, br and deflate are supported.`
}

/** The most bytes that an encoded body may become. */
export const decodedMax = (body: Buffer, { bytes, ratio }: DecodingLimits): number =>
  Math.min(bytes, Math.max(harmless, body.length * ratio))

function tooMuch(body: Buffer, limits: DecodingLimits): string {
  const max = decodedMax(body, limits)
  if (max === limits.bytes) return `The response is larger than ${Math.round(max / 1024 / 1024)} MB when decoded.`
  return `The decoded response is more than ${limits.ratio} times larger. We treat this as an attack.`
}

type Decoding = {
  readonly max: number
  /** Milliseconds. */
  readonly limit: number
}

/** Decodes piece by piece, so that it can be ended between two of them: when too much has come of it, or it takes too long. */
function decode(name: keyof typeof decoders, body: Buffer, { max, limit }: Decoding): Promise<Buffer> {
  const decoder = decoderOf(name, body)
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  const pieces: Buffer[] = []
  let length = 0
  const late = setTimeout(() => decoder.destroy(new TooSlow()), limit)
  decoder.on('data', (piece: Buffer) => {
    length += piece.length
    if (length > max) decoder.destroy(new TooLarge())
    else pieces.push(piece)
  })
  decoder.on('error', reject)
  decoder.once('end', () => resolve(Buffer.concat(pieces, length)))
  decoder.end(body)
  return promise.finally(() => clearTimeout(late))
}

class TooLarge extends Error {}
class TooSlow extends Error {}

function detailOf(cause: unknown, name: string, body: Buffer, limits: DecodingLimits): string {
  if (cause instanceof TooLarge) return tooMuch(body, limits)
  if (cause instanceof TooSlow) return `The response could not be decoded within ${limits.decode / 1_000} s.`
  return `The response is not valid ${name}, or is incomplete.`
}

/** The body as it was before it was encoded. One encoding at most; throws `OutboundFault` beyond the limits. */
export async function decoded(body: Buffer, encoding: string, limits: DecodingLimits): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity' || body.length === 0) return body
  if (!isKnown(name)) throw new OutboundFault('unreadable', true, { detail: unknownEncoding(name) })
  try {
    return await decode(name, body, { max: decodedMax(body, limits), limit: limits.decode })
  } catch (cause) {
    const kind = cause instanceof TooLarge ? 'too-large' : cause instanceof TooSlow ? 'timeout' : 'unreadable'
    throw new OutboundFault(kind, true, { cause, detail: detailOf(cause, name, body, limits) })
  }
}
