/** Takes the content encoding off an answer without being blown up by it (threat T-BOMB). */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'

import { OutboundFault } from './fault.ts'
import type { OutboundLimits } from './limits.ts'

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}
const isKnown = (encoding: string): encoding is keyof typeof decoders => Object.hasOwn(decoders, encoding)

/** A small answer may grow by more than the ratio: 64 kB are harmless. */
const harmless = 64 * 1024

function unknownEncoding(name: string): string {
  const many = name.split(',').length
  if (many > 1) return `The answer is encoded ${many} times over; one encoding is read.`
  return `The answer is encoded as "${name.slice(0, 32)}"; gzip, br and deflate are read.`
}

/** The most bytes that an encoded body may become. */
export const decodedMax = (body: Buffer, { bytes, ratio }: OutboundLimits): number =>
  Math.min(bytes, Math.max(harmless, body.length * ratio))

function tooMuch(body: Buffer, limits: OutboundLimits): string {
  const max = decodedMax(body, limits)
  if (max === limits.bytes) return `The answer is larger than ${Math.round(max / 1024 / 1024)} MB once it is decoded.`
  return `The answer grows more than ${limits.ratio} times when it is decoded: it is taken for an attack.`
}

/** The body as it was before it was encoded. One encoding at most; throws `OutboundFault` beyond the limits. */
export async function decoded(body: Buffer, encoding: string, limits: OutboundLimits): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity' || body.length === 0) return body
  if (!isKnown(name)) throw new OutboundFault('unreadable', true, { detail: unknownEncoding(name) })
  try {
    return await decoders[name](body, { maxOutputLength: decodedMax(body, limits) })
  } catch (cause) {
    const tooLarge = cause instanceof RangeError && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    const detail = tooLarge ? tooMuch(body, limits) : `The answer is not the ${name} that it says it is, or breaks off.`
    throw new OutboundFault(tooLarge ? 'too-large' : 'unreadable', true, { cause, detail })
  }
}
