/** Texts on which an expression would take the square of their length; what reads them grows with them. Threat T-REDOS. */
import { describe, expect, it } from 'vitest'

import { withoutEnd } from '#contract/kit/without-end.ts'
import { namesInQuery } from '#server/engine/kinds/database/named-parameters.ts'
import { oneQuery, piecesOf } from '#server/engine/kinds/database/query-text.ts'
import { isExact } from '#server/platform/json/raw-json.ts'
import { mask } from '#src/inspector/mask.ts'

const long = 1_000_000

describe('the end of a text', () => {
  it.each([
    ['', '/', ''],
    ['///', '/', ''],
    ['a//b//', '/', 'a//b'],
    ['a', '/', 'a'],
  ])('%j without %j is %j', (text, sign, rest) => expect(withoutEnd(text, sign)).toBe(rest))

  // The square of a million steps would be a test of many minutes.
  it('is found in a million signs that are not it', () => {
    const text = `${'0'.repeat(long)}1`
    expect(withoutEnd(text, '0')).toBe(text)
    expect(isExact(`1${'0'.repeat(long)}1`, 1e300)).toBe(false)
  })
})

describe('the pieces of a query', () => {
  const kinds = (text: string) => piecesOf(text).map(({ kind, text: piece }) => `${kind[0]}:${piece}`)

  it.each([
    ["select 'a;b' from t", ['b:select ', "q:'a;b'", 'b: from t']],
    ["'it''s' x", ["q:'it''s'", 'b: x']],
    ["'a'' b", ["q:'a'", "b:' b"]],
    ['"a""b"`c`', ['q:"a""b"', 'q:`c`']],
    ['a -- b ; c\nd', ['b:a ', 'c:-- b ; c', 'b:\nd']],
    ['a /* ; */ b /* c', ['b:a ', 'c:/* ; */', 'b: b /* c']],
    ['$x$ ; $x$ $y$ ;', ['q:$x$ ; $x$', 'b: $y$ ;']],
    ['$a$b$c$b$', ['b:$a', 'q:$b$c$b$']],
    ["'open ; x", ["b:'open ; x"]],
    ['', []],
  ])('of %j', (text, pieces) => {
    expect(kinds(text)).toEqual(pieces)
    expect(piecesOf(text).map((piece) => piece.text)).toEqual(pieces.map((piece) => piece.slice(2)))
  })

  it('are all of it, whatever is opened a million times', () => {
    for (const sign of ['/*', "'", '"', '`', '$a$', '--', '$', '\'"', '/*A'])
      expect(piecesOf(sign.repeat(long / sign.length)).reduce((sum, { text }) => sum + text.length, 0)).toBeGreaterThan(long - 4)
  })

  it('tell the parameters and the second statement', () => {
    expect(namesInQuery("select ':no', a::int, :yes /* :no */ from t where x = :also -- :no")).toEqual(['yes', 'also'])
    expect(oneQuery('select 1; -- done')).toEqual({ query: 'select 1' })
    expect(oneQuery('select 1; drop table t')).toHaveProperty('fault')
    expect(oneQuery("select ';' /* ; */")).toHaveProperty('query')
  })
})

it('a copy for the inspector masks the parameters of addresses by their names', () => {
  expect(mask('GET /x?a=1&api_key=abc&accessToken=d;signature=e#code=f')).toBe(
    'GET /x?a=1&api_key=••••••&accessToken=••••••;signature=••••••#code=••••••',
  )
  const text = `?${'token'.repeat(400)}`
  expect(mask(text)).toBe(`${text.slice(0, 2_000)}… 1 more characters`)
})
