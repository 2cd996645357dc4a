import { expect, it } from 'vitest'

import { naughty, ours } from '../../kit/naughty.ts'

it('there are at least 515 naughty strings, 30 of them our own, none twice', () => {
  expect(naughty.length).toBeGreaterThanOrEqual(515)
  expect(ours.length).toBeGreaterThanOrEqual(30)
  expect(new Set(naughty).size).toBe(naughty.length)
})

it.each([
  ['a lone surrogate', (text: string) => !text.isWellFormed()],
  ['NUL', (text: string) => text.includes('\u0000')],
  ['a direction that is turned', (text: string) => text.includes('\u202E')],
  ['a character without width', (text: string) => text.includes('\u200B')],
  ['a formula', (text: string) => /^[=+@-]/.test(text)],
  ['more than any column keeps of a name', (text: string) => text.length > 10_000],
  ['nothing', (text: string) => text === ''],
  ['only blanks', (text: string) => text !== '' && text.trim() === ''],
])('among them is %s', (_, is) => {
  expect(naughty.some(is)).toBe(true)
})
