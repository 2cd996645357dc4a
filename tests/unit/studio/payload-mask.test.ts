/** What a person is shown of a payload: no secret, and everything else as it came. */
import { expect, it } from 'vitest'

import { createPayloadMask, shownPayload } from '#server/features/connectors/runs/payload-text.ts'
import { parseExactly } from '#server/platform/json/exact.ts'

const token = `eyJ${'a'.repeat(12)}.${'b'.repeat(12)}.c`

it.each([
  ['a saved secret in a text', ['k-7F2saved'], { note: 'It is k-7F2saved.' }, { note: 'It is ••••.' }],
  ['one in the name of a field', ['k-7F2saved'], { 'k-7F2saved': 1 }, { '••••': 1 }],
  ['one that begins as another does', ['abcdef', 'abcdefgh'], ['abcdefgh', 'abcdef!'], ['••••', '••••!']],
  ['one that begins within another', ['abcdefgh', 'efghijkl'], ['<abcdefghijkl>'], ['<••••>']],
  ['one after the other', ['abcdef', 'ghijkl'], ['abcdefghijkl', 'abcdef-ghijkl'], ['••••••••', '••••-••••']],
  ['the same one twice', ['abcdef', 'abcdef'], ['abcdef and abcdef'], ['•••• and ••••']],
  [
    'whatever stands below a name',
    [],
    { password: ['x', { y: 'z', n: 1, e: '' }] },
    { password: ['••••', { y: '••••', n: 1, e: '' }] },
  ],
  ['a token by its form', [], [`Bearer ${token}`], ['Bearer ••••']],
  [
    'tokens beside each other, and none that is too short',
    [],
    [`${token}, ${token}`, 'eyJaaaaaaaa.short.x', `x${token}`],
    ['••••, ••••', 'eyJaaaaaaaa.short.x', `x${token}`],
  ],
  ['a token behind what nearly is one', [], [`eyJ-eyJ-.${token}`, `eyJaaaaaaaaaa.${token}`], ['eyJ-eyJ-.••••', '••••.c']],
  ['a key by its form', [], ['-----BEGIN PRIVATE KEY-----\nabc'], ['••••']],
  ['none that is too short to be told from a word', ['abc'], ['abc'], ['abc']],
])('hides %s', (_, saved, payload, shown) => {
  const mask = createPayloadMask(saved)
  expect(mask(payload)).toEqual(shown)
  expect(mask(payload)).toEqual(shown)
})

it('finds each of many', () => {
  const saved = Array.from({ length: 500 }, (_, n) => `secret-${n}-${(n * 7_919).toString(36)}`)
  const mask = createPayloadMask(saved)
  expect(saved.filter((it) => mask(`<${it}>`) !== '<••••>')).toEqual([])
})

it('leaves what holds none as it is, each number to its last digit', () => {
  const payload = parseExactly('{"id":9007199254740993,"__proto__":{"a":[1.10,null,true,"text"]}}')
  expect(createPayloadMask(['k-7F2saved'])(payload)).toBe(payload)
  const hidden = createPayloadMask([])(parseExactly('{"id":9007199254740993,"token":"t"}'))
  expect(JSON.stringify(hidden)).toBe('{"id":9007199254740993,"token":"••••"}')
})

it('says of what is too large how large it is as it is sent, without the blanks of the formatting', () => {
  const payload = Array.from({ length: 300_000 }, () => ({ ä: 1 }))
  const shown = shownPayload(payload, createPayloadMask([]))
  expect(shown).toEqual({ bytes: Buffer.byteLength(JSON.stringify(payload)) })
  expect(shownPayload(payload.slice(0, 2), createPayloadMask([]))).toEqual({ text: JSON.stringify(payload.slice(0, 2), null, 2) })
})

it('reads megabytes that nearly are a token, once', () => {
  const text = 'eyJ-'.repeat(2_000_000)
  expect(createPayloadMask([])([text, `${text}.${token}`])).toEqual([text, '••••.c'])
})
