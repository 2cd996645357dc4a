/** What the reading of a response costs. */
import { expect, it, vi } from 'vitest'

import { answerReaderOf } from '#server/engine/kinds/http/response/presets/answer-reader.ts'
import { judgeOf } from '#server/engine/kinds/http/response/success.ts'
import { outcomeOf } from '#server/engine/kinds/http/response/verdict.ts'

const own = { itemsPath: 'rows', matchAnswer: 'ref', matchSent: 'key.no', okPath: 'state' }
const keyed = ['1', '2', '3'].map((no) => `{"key":{"no":${no}}}`)

it('parses what was sent once, however many records were refused', () => {
  const texts = vi.fn(() => keyed)
  const rows = keyed.map((text) => ({ ref: JSON.parse(text).key.no, state: 'failed' }))
  const bytes = Buffer.from(JSON.stringify({ rows }))
  outcomeOf(
    { status: 200, headers: { 'content-type': 'application/json' }, body: bytes, bytes: bytes.length },
    { count: keyed.length, texts, isAlone: () => false },
    { unknown: false, conflicts: 0 },
    (text) => text,
    { ...judgeOf(), reader: answerReaderOf(own) },
  )
  expect(texts).toHaveBeenCalledTimes(1)
})
