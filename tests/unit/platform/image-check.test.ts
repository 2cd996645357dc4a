/** Pictures of people: what is no picture to the last byte is refused, and of one nothing is kept but the picture (threat T-UP). */
import { crc32, deflateSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { checkedPicture, dataUrlOf } from '#server/platform/security/image-check.ts'
import { clearWebp, jpeg, png, webp } from './pictures.ts'

const limits = { sideMax: 256, bytesMax: 100_000 }
const bytesOf = (url: string) => Buffer.from(url.split(',')[1] ?? '', 'base64')
const urlOf = (type: string, bytes: Buffer) => `data:image/${type};base64,${bytes.toString('base64')}`
const keeps = (url: string) => checkedPicture(url, limits)

function chunk(type: string, data: Buffer, sum?: number): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const whole = Buffer.alloc(data.length + 12)
  whole.writeUInt32BE(data.length)
  named.copy(whole, 4)
  whole.writeUInt32BE(sum ?? crc32(named), data.length + 8)
  return whole
}
type Png = { width?: number; height?: number; color?: number; rows?: Buffer; more?: Buffer[]; tail?: Buffer }
function pngOf({ width = 2, height = 2, color = 2, rows = Buffer.alloc(14), more = [], tail = Buffer.alloc(0) }: Png): string {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, color, 0, 0, 0], 8)
  const parts = [chunk('IHDR', head), ...more, chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0)), tail]
  return urlOf('png', Buffer.concat([bytesOf(png).subarray(0, 8), ...parts]))
}

it.each([
  ['PNG', png],
  ['JPEG', jpeg],
  ['WebP', webp],
  ['WebP with transparency', clearWebp],
])('a %s is kept without its profile, and what is kept is such a picture again', (_, url) => {
  const kept = keeps(url)
  if (!kept) throw new Error('refused')
  expect(kept.bytes.length).toBeLessThanOrEqual(bytesOf(url).length)
  expect(kept.bytes.includes('ICC')).toBe(false)
  expect(keeps(dataUrlOf(kept))?.bytes).toEqual(kept.bytes)
})

it('texts, comments and what follows the picture are left out', () => {
  const script = Buffer.from('<script>alert(1)</script>')
  const text = chunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), script]))
  const comment = Buffer.concat([Buffer.from([0xff, 0xfe, 0, script.length + 2]), script])
  const commented = Buffer.concat([bytesOf(jpeg).subarray(0, 2), comment, bytesOf(jpeg).subarray(2), script])
  const riff = Buffer.concat([bytesOf(webp), script])
  for (const url of [pngOf({ more: [text], tail: script }), urlOf('jpeg', commented), urlOf('webp', riff)]) {
    const kept = keeps(url)
    expect([kept?.bytes.includes('script'), kept === null]).toEqual([false, false])
  }
})

it('a palette is kept where the picture needs one, and left out where it could hold anything', () => {
  const palette = chunk('PLTE', Buffer.from('<script>alert(1)</script>..'))
  const alpha = chunk('tRNS', Buffer.from('<script>'))
  const drawn = (color: number, bytes: number) => keeps(pngOf({ color, rows: Buffer.alloc(bytes), more: [palette, alpha] }))
  const named = (color: number, bytes: number) => ['PLTE', 'tRNS'].filter((type) => drawn(color, bytes)?.bytes.includes(type))
  expect([named(3, 6), named(2, 14), named(6, 18), named(4, 10), named(0, 6)]).toEqual([
    ['PLTE', 'tRNS'],
    ['tRNS'],
    [],
    [],
    ['tRNS'],
  ])
})

const brokenSum = chunk('PLTE', Buffer.alloc(3), 1)
it.each([
  ['nothing', 'data:image/png;base64,AA=='],
  ['SVG', urlOf('svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['SVG that says it is a PNG', urlOf('png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
  ['HTML that says it is a JPEG', urlOf('jpeg', Buffer.from('<!doctype html><script>alert(1)</script>'))],
  ['a GIF', urlOf('png', Buffer.from('GIF89a\u0001\u0000\u0001\u0000'))],
  ['a JPEG that says it is a PNG', jpeg.replace('jpeg', 'png')],
  ['a WebP that says it is a JPEG', webp.replace('webp', 'jpeg')],
  ['only the begin of a PNG', urlOf('png', bytesOf(png).subarray(0, 8))],
  ['a PNG that breaks off', urlOf('png', bytesOf(png).subarray(0, -20))],
  ['a JPEG that breaks off', urlOf('jpeg', bytesOf(jpeg).subarray(0, -2))],
  ['a WebP that breaks off', urlOf('webp', bytesOf(webp).subarray(0, -12))],
  ['a PNG with a wrong sum', pngOf({ more: [brokenSum] })],
  ['a PNG of 257 pixels', pngOf({ width: 257, height: 1, rows: Buffer.alloc(772) })],
  ['a PNG of no pixels', pngOf({ width: 0, rows: Buffer.alloc(2) })],
  ['a PNG with fewer rows than it says', pngOf({ rows: Buffer.alloc(7) })],
  ['a PNG that unpacks to more than it says', pngOf({ rows: Buffer.alloc(5_000_000) })],
  ['a PNG of 4 GB by what it says', pngOf({ width: 0xffff_ffff, height: 0xffff_ffff })],
  ['a JPEG without a picture', urlOf('jpeg', Buffer.from([0xff, 0xd8, 0xff, 0xd9]))],
  ['more bytes than may be', urlOf('png', Buffer.concat([bytesOf(png), Buffer.alloc(limits.bytesMax)]))],
  ['no base64', 'data:image/png;base64,%%%'],
])('%s is refused', (_, url) => {
  expect(keeps(url)).toBeNull()
})
