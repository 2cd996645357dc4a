/** The words of a text, and the filter that tells which of them a page may hold. */
import { array, assert, property, string, uniqueArray } from 'fast-check'
import { describe, expect, it } from 'vitest'

import { folded, mayHold, scanTerms, termsOf } from '#server/platform/search/search-terms.ts'

function scannedTerms(text: string, isJson = false): string[] {
  const bytes = Buffer.from(text)
  const words: string[] = []
  scanTerms(bytes, isJson, (_, from, until) => words.push(folded(bytes.toString('utf8', from, until))))
  return words
}

function hashesOf(text: string): number[] {
  const hashes: number[] = []
  scanTerms(Buffer.from(text), false, (hash) => hashes.push(hash))
  return hashes
}

describe('words', () => {
  it.each([
    ['ORD-10042, Ann_Miller@example.com', ['ord', '10042', 'ann', 'miller', 'example', 'com']],
    ['2026-11-22T07:51:52.123Z', ['2026', '11', '22', '07', '51', '52', '123z']],
    ['22T a12T7 T1000 THE', ['22t', 'a12t7', 't1000', 'the']],
    ['Müller MÜLLER mu\u0308ller Muller', ['muller', 'muller', 'muller', 'muller']],
    ['Škoda ŁÓDŹ straße', ['skoda', 'łodz', 'straße']],
    ['Москва МОСКВА', ['москва', 'москва']],
    ['東京都 in 2026', ['東', '京', '都', 'in', '2026']],
    ['서울 😀ok—go', ['서울', '😀', 'ok', 'go']],
    ['C:\\new', ['c', 'new']],
    ['', []],
    ['-- … --', []],
  ])('of %j', (text, words) => {
    expect(scannedTerms(text)).toEqual(words)
  })

  it('of JSON are not glued to escape sequences', () => {
    expect(scannedTerms(JSON.stringify({ note: 'one\ntwo "three" \\four\u0001five' }), true)).toEqual([
      ...['note', 'one', 'two', 'three', 'four', 'five'],
    ])
  })

  it('are the same by hash when they are the same as they are compared, and only then', () => {
    expect(hashesOf('Müller')).toEqual(hashesOf('MULLER'))
    assert(
      property(uniqueArray(string({ unit: 'grapheme' }), { selector: folded, maxLength: 20 }), (texts) => {
        const byHash = new Map<number, string>()
        for (const text of texts) {
          const bytes = Buffer.from(text)
          scanTerms(bytes, false, (hash, from, until) => {
            const word = folded(bytes.toString('utf8', from, until))
            expect(byHash.get(hash) ?? word).toBe(word)
            byHash.set(hash, word)
          })
        }
      }),
    )
  })
})

describe('the filter of a page', () => {
  const record = (n: number) => ({
    id: `ORD-${100_000 + n}`,
    customer: { name: `Customer ${n}`, email: `customer${n}@example.com`, city: 'Berlin' },
    reference: `ref${(n * 2_654_435_761) % 4_294_967_296}`,
  })
  const page = (records: number, first = 0) =>
    Buffer.from(JSON.stringify(Array.from({ length: records }, (_, at) => record(first + at))))

  it('never denies a word that is there', () => {
    assert(
      property(array(string({ unit: 'grapheme' }), { minLength: 1, maxLength: 60 }), (texts) => {
        const terms = termsOf([Buffer.from(JSON.stringify(texts.slice(1))), texts[0] ?? ''])
        for (const text of texts) {
          // What JSON writes as an escape sequence stands between words.
          if (JSON.stringify(text) === `"${text}"`) expect(mayHold(terms, hashesOf(text))).toBe(true)
        }
      }),
    )
  })

  it.each([1, 10, 100, 1_000])('of %i records is wrong about few of the words that are not there', (records) => {
    const terms = termsOf([page(records)])
    const absent = Array.from({ length: 20_000 }, (_, n) => hashesOf(`absent${n}`))
    const wrong = absent.filter((hashes) => mayHold(terms, hashes)).length / absent.length
    expect(wrong).toBeLessThan(0.004)
  })

  it('is small, and smaller for fewer words', () => {
    expect(termsOf([]).length).toBe(60)
    expect(termsOf([page(1)]).length).toBeLessThanOrEqual(120)
    expect(termsOf([page(100), page(100)]).length).toBeLessThanOrEqual(3_840)
    expect(termsOf([page(1_000)]).length).toBeLessThanOrEqual(30_720)
    expect(termsOf([page(20_000)]).length).toBe(61_440)
  })

  it('is the same for the same words, and of nobody else', () => {
    const first = termsOf([page(50)])
    const other = termsOf([page(50, 5_000)])
    expect(termsOf([page(50)])).toEqual(first)
    expect(other).not.toEqual(first)
  })
})
