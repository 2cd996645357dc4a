/** The content encoding of foreign answers: bounded in size and in time (threats T-BOMB, T1). */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

import { decoded } from '#server/outbound/decoding.ts'
import { outboundLimits } from '#server/outbound/limits.ts'

const text = Buffer.from('what a source says. '.repeat(10_000))

describe.each<readonly [string, (text: Buffer) => Buffer]>([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['br', brotliCompressSync],
])('%s', (name, encode) => {
  const limits = { ...outboundLimits, ratio: 10_000 }

  it('is taken off', async () => expect((await decoded(encode(text), name, limits)).equals(text)).toBe(true))

  it('is taken off up to the limit and not beyond', async () => {
    expect(await decoded(encode(text), name, { ...limits, bytes: text.length })).toHaveLength(text.length)
    await expect(decoded(encode(text), name, { ...limits, bytes: text.length - 1 })).rejects.toMatchObject({ kind: 'too-large' })
  })

  it('is unreadable when it breaks off or is another one', async () => {
    const half = encode(text)
    for (const body of [half.subarray(0, half.length / 2), Buffer.from('no such thing at all')])
      await expect(decoded(body, name, limits)).rejects.toMatchObject({ kind: 'unreadable' })
  })

  it('is given up when it takes too long', async () => {
    const bomb = encode(Buffer.alloc(40 * 1024 * 1024))
    await expect(decoded(bomb, name, { ...limits, ratio: 1e6, decode: 1 })).rejects.toMatchObject({
      kind: 'timeout',
      detail: 'The response could not be decoded within 0.001 s.',
    })
  })
})
