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

/** The body as it was before it was encoded. One encoding at most; throws `OutboundFault` beyond the limits. */
export async function decoded(body: Buffer, encoding: string, limits: OutboundLimits): Promise<Buffer> {
  const name = encoding.trim().toLowerCase()
  if (name === '' || name === 'identity' || body.length === 0) return body
  if (!isKnown(name)) throw new OutboundFault('unreadable', true)
  const maxOutputLength = Math.min(limits.bytes, Math.max(harmless, body.length * limits.ratio))
  try {
    return await decoders[name](body, { maxOutputLength })
  } catch (cause) {
    const tooLarge = cause instanceof RangeError && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE'
    throw new OutboundFault(tooLarge ? 'too-large' : 'unreadable', true, { cause })
  }
}
