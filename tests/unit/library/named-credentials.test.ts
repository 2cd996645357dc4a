/** What is read sign by sign says the same as the expressions that it stands for. */
import { array, assert, constantFrom, property } from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createFinder, type Finder, removedMark } from '#server/features/connectors/secrets/credentials.ts'
import { withoutNamed } from '#server/features/connectors/secrets/named-credentials.ts'

const finder = createFinder([])
/** Only the names tell, so that nothing else of the text is changed. */
const byName: Finder = {
  scrubbed: (text) => text,
  isCredential: () => false,
  isUnfit: (name, value) => name === 'pin' && value !== '',
}
const tagged = /(<([\w:.-]{1,64})(?:\s[^<>]*)?>)([^<]+)(?=<\/)/g
const escaped = /(?<![\w.-])(pin=)(\\+")([^"\\]*)(\\+")/g
const texts = (...pieces: string[]) => array(constantFrom(...pieces), { maxLength: 24 }).map((some) => some.join(''))

describe('a credential by its name', () => {
  it('is found in every tag in which the expression finds it', () => {
    assert(
      property(texts('<', '</', '>', 'pin', 'a', ' ', '/', '<pin>', '</pin>', '<pin x="1">', '\n'), (text) => {
        const expected = text.replaceAll(tagged, (match, open: string, name: string, value: string) =>
          name === 'pin' && value.trim() !== '' ? `${open}${removedMark}` : match,
        )
        expect(withoutNamed(text, byName)).toBe(expected)
      }),
      { numRuns: 5_000 },
    )
  })

  it('is found in every text with escaped quotes in which the expression finds it', () => {
    assert(
      property(texts('pin=', '\\', '"', 'a', '\\"', ' '), (text) => {
        const found = escaped.exec(text)
        escaped.lastIndex = 0
        // The place of the match, not of its text: "apin=…" holds the same text under another name.
        if (found === null || text.indexOf('pin=') !== found.index) return
        const [, name = '', open = '', value = '', close = ''] = found
        if (value === '') return
        expect(withoutNamed(text, byName)).toContain(`${name}${open}${removedMark}${close}`)
      }),
      { numRuns: 5_000, examples: [['apin=\\"pin=\\"pin=\\""']] },
    )
  })

  it.each([
    ['<password>p</password>', `<password>${removedMark}</password>`],
    ['<ns:api-key a="b">k</ns:api-key>', `<ns:api-key a="b">${removedMark}</ns:api-key>`],
    ['<a>b</a><token>c', '<a>b</a><token>c'],
    ['<token>{{t}}</token>', '<token>{{t}}</token>'],
    ['see //me@host and //{{me}}@host', `see //${removedMark}@host and //{{me}}@host`],
    ['see //me@host', `see //${removedMark}@host`],
    ['a bearer abcdefgh', `a ${removedMark}`],
    ['sk_live_0123456789ab', removedMark],
  ])('of %j leaves %j', (text, rest) => expect(withoutNamed(text, finder)).toBe(rest))
})
