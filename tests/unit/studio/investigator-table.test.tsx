// @vitest-environment happy-dom
/** What the columns of the Investigator are called is what their cells hold. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'

import { blankQuery } from '#src/machines/studio/investigator/investigator-place.ts'
import { FoundTable } from '#src/views/studio/investigator/FoundTable.tsx'
import { makeRoom } from '../../model/connectors/list/overviews.ts'
import { foundOf } from '../../model/studio/investigator/investigations.ts'

beforeAll(makeRoom)
afterEach(cleanup)

it('the source is the record and where it was read, the destination what became of it and where', () => {
  const found = foundOf([1])
  const transactions = found.transactions.map((row) => ({
    ...row,
    sourceStartpoint: 'GET https://shop.example.com/orders?limit=30',
    destinationEndpoint: 'POST https://crm.example.com/contacts',
  }))
  render(<FoundTable found={{ ...found, transactions }} query={blankQuery} onQuery={() => {}} drawChoice={() => null} />)
  const [, row] = screen.getAllByRole('row')
  expect(row?.textContent).toContain('shop.example.com/orders')
  expect(row?.textContent).toContain('crm.example.com/contacts')
})

it('beside the time of reading it says when the last outcome was', () => {
  const found = foundOf([1])
  const transactions = found.transactions.flatMap((row) => [
    { ...row, transactionId: 'a', startDate: '2026-03-01T10:00:00.000Z', endDate: '2026-03-01T10:07:00.000Z' },
    { ...row, transactionId: 'b', startDate: '2026-03-01T10:00:00.000Z', endDate: null },
  ])
  render(<FoundTable found={{ ...found, transactions }} query={blankQuery} onQuery={() => {}} drawChoice={() => null} />)
  const [head, ended, open] = screen.getAllByRole('row')
  expect(head?.textContent).toMatch(/Read.*Last outcome/)
  expect(ended?.textContent).toMatch(/Last outcome.*10:07/)
  expect(open?.textContent).toContain('Not yet')
})
