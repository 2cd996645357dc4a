import { zstdDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { mayHold, scanTerms } from '#server/platform/search/search-terms.ts'
import { storedRecordsOf } from '#server/records/ledger/read-records.repository.ts'

const none = Buffer.from('[]')
const hashesOf = (text: string) => {
  const hashes: number[] = []
  scanTerms(Buffer.from(text), false, (hash) => hashes.push(hash))
  return hashes
}

it('keeps records of every size as they were, one page after the other', () => {
  const pages = [
    [{ note: 'first é 漢字 𝄞' }, null],
    [{ text: 'äß'.repeat(400_000), end: 'largest' }],
    [],
    [{ text: 'ab'.repeat(80_000), end: 'larger' }, { n: 1 }],
    [{ note: 'last' }],
  ]
  const kept = pages.map((records) => storedRecordsOf(records, none))
  expect(kept.map(({ body }) => JSON.parse(zstdDecompressSync(body).toString()) as unknown)).toEqual(pages)
  const words = ['first', 'largest', 'larger', 'last']
  expect(words.map((word) => kept.flatMap(({ terms }, at) => (mayHold(terms, hashesOf(word)) ? [at] : [])))).toEqual([
    [0],
    [1],
    [3],
    [4],
  ])
})
