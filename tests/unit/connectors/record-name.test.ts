/** What people call a record. */
import { expect, it } from 'vitest'

import { recordNameOf } from '#contract/connectors/runs/record-name.ts'
import { recordLabel } from '#src/views/kit/text/RecordLabel.tsx'

it.each([
  [{ id: 1231, email: 'g@a.example', name: 'Greta Holm' }, 'Greta Holm'],
  [{ id: 1, first_name: 'Greta', lastName: 'Holm', email: 'g@a.example' }, 'Greta Holm'],
  [{ id: 1, name: ' ', Email: 'g@a.example' }, 'g@a.example'],
  [{ id: 1, order_number: 'SO-1239', title: 'Chairs' }, 'SO-1239'],
  [{ id: 1, number: 1239 }, '1239'],
  [{ id: 1, subject: 'Broken lamp' }, 'Broken lamp'],
  [{ id: 1, properties: { email: 'g@a.example' } }, 'g@a.example'],
  [{ id: 1, title: 'Chairs', customer: { name: 'Greta' } }, 'Chairs'],
  [{ id: 1 }, null],
  [{ name: { first: 'x' }, list: ['y'] }, null],
  [null, null],
  [['name'], null],
  ['name', null],
])('of %j it is %s', (record, name) => expect(recordNameOf(record)).toBe(name))

it('is bounded, whatever a record holds', () => {
  const wide = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, { a: at }]))
  expect(recordNameOf({ ...wide, name: 'late' })).toBeNull()
  expect(recordNameOf({ name: 'x'.repeat(100_000) })).toHaveLength(80)
})

it('stands before the key in lists, and a place in the run is never shown for a key', () => {
  const transactionId = '01980000-0000-7000-8000-000000000006'
  const labelOf = (recordKey: string, recordName: string | null) => recordLabel({ transactionId, recordKey, recordName })
  expect(labelOf('SO-1', 'Greta Holm')).toBe('Greta Holm SO-1')
  expect(labelOf('6', 'Greta Holm')).toBe('Greta Holm')
  expect(labelOf('6', null)).toBe('No key')
  expect([labelOf('7', null), labelOf('SO-1', null)]).toEqual(['7', 'SO-1'])
})
