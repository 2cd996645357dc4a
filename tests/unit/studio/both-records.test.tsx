// @vitest-environment happy-dom
/** A refused record beside the one that has its value already. */
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { type BothRecords, comparedFields, fieldValue, type ShownRecord } from '#src/machines/studio/both-records.ts'
import { BothRecordsSheet } from '#src/views/studio/BothRecordsMount.tsx'

afterEach(cleanup)

const customers = { one: 'customer', other: 'customers' }
const record = (recordKey: string, recordName: string, city: string): ShownRecord => ({
  ...{ recordKey, recordName, transactionId: `t-${recordKey}` },
  stages: { read: { email: 'a@x.test', address: { city } }, made: { email: 'a@x.test', city }, answered: undefined },
})

async function open(both: Partial<BothRecords>) {
  const item = { field: 'email', value: 'a@x.test', refused: record('7', 'Luca', 'Rome'), other: null, ...both }
  const readPage = fromPromise<Page<unknown>, Query>(async () => ({
    items: [item],
    total: 1,
    readAt: '2026-01-01T00:00:00.000Z',
  }))
  const actor = createActor(listMachine.provide({ actors: { readPage } }), { input: { query: {} } }).start()
  render(<BothRecordsSheet actor={actor} noun={customers} onClose={() => {}} />)
  return within(await screen.findByRole('dialog', { name: 'Both customers' }))
}

describe('two records', () => {
  it('are compared field by field, in the order of the first', () => {
    expect(comparedFields({ a: 1, b: { c: 'x' }, l: [1, 2] }, { b: { c: 'y' }, a: 1, d: null, l: [1, 2] })).toEqual([
      { path: 'a', mine: '1', theirs: '1', isDifferent: false },
      { path: 'b.c', mine: 'x', theirs: 'y', isDifferent: true },
      { path: 'l', mine: '[1,2]', theirs: '[1,2]', isDifferent: false },
      { path: 'd', mine: null, theirs: 'null', isDifferent: true },
    ])
    expect(comparedFields({ a: 1 }, undefined)).toEqual([{ path: 'a', mine: '1', theirs: null, isDifferent: false }])
    expect(fieldValue({ b: { c: 'x' } }, 'b.c')).toBe('x')
    expect(fieldValue({}, 'b.c')).toBeNull()
  })

  it('stand beside each other with what differs marked, as read, as sent and as answered', async () => {
    const sheet = await open({ other: record('3', 'Luca', 'Milan') })
    await sheet.findByText('Both have “a@x.test” in email. Fields that differ are marked.')
    const read = within(sheet.getByRole('region', { name: 'As read' }))
    expect(read.getAllByText('Differs')).toHaveLength(1)
    expect(read.getByText('address.city').closest('[data-different]')?.textContent).toBe('address.cityDiffersRomeMilan')
    within(sheet.getByRole('region', { name: 'As sent' })).getByText('city')
    within(sheet.getByRole('region', { name: 'Response' })).getByText('Not stored.')
  })

  it('without a second one it says where that may be', async () => {
    const sheet = await open({})
    await sheet.findByText(/We found no delivered customer with “a@x.test” in email/)
    expect(sheet.queryByText('Differs')).toBeNull()
  })
})
