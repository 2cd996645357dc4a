/** More of a list than the server picked out of it: what the body of the response holds. */
import { expect, it } from 'vitest'

import type { Sample } from '#contract/builder/probe.ts'
import { recordsIn } from '#src/machines/builder/lists/meant-list.ts'
import { recordsOf, withItems } from '#src/machines/builder/lists/response-items.ts'

const records = Array.from({ length: 60 }, (_, at) => ({ id: at, note: at === 7 ? 'late' : null }))
const list = { path: 'data', count: 60, items: records.slice(0, 2) }
const answered = (body: string, isCut = false): Sample => ({
  startpoint: null,
  exchanges: [
    {
      request: { method: 'GET', url: 'https://a.test', headers: {}, body: null },
      response: { status: 200, headers: {}, body, bytes: body.length, isCut },
      duration: 1,
      fault: null,
    },
  ],
  lists: [list],
  records: { count: 1, items: [{}] },
  fields: [],
  problem: null,
})

it('reads up to 50 records, with fields that the first two do not show', () => {
  const { examples, fields } = recordsOf(answered(JSON.stringify({ data: records })), list)
  expect(examples).toEqual(records.slice(0, 50))
  expect(fields).toContainEqual({ path: 'note', types: ['string'], isRequired: false })
})

it.each([
  ['a body that was cut', answered('{"data":[', true)],
  ['a body that is no JSON', answered('<html>')],
  ['a body without the list', answered('{"data":{}}')],
])('keeps what the server picked out of %s', (_, sample) => {
  expect(withItems(sample).lists[0]?.items).toEqual(list.items)
})

it('counts the records of an answer by how its source is read now, and not as it was read then', () => {
  const sample = answered(JSON.stringify({ data: records }))
  const source = { type: 'http', url: 'https://a.test', requestMethod: 'GET' } as const
  expect(recordsIn(sample, source), 'nobody said it').toBeNull()
  expect(recordsIn(sample, { ...source, isList: true, listPath: 'data' })).toBe(60)
  expect(recordsIn(sample, { ...source, isList: true, listPath: 'rows' }), 'the server counts').toBeNull()
  expect(recordsIn(sample, { ...source, isList: false })).toBe(1)
})
