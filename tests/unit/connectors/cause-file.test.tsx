// @vitest-environment happy-dom
/** The records of a cause as CSV: all that its card counts, or those that are chosen. */

import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import { plainNoun } from '#contract/connectors/runs/record-noun.ts'
import { CauseMount } from '#src/views/connectors/problems/CauseMount.tsx'
import { problemLinks } from '#src/views/connectors/problems/problem-links.ts'
import { AccessContext } from '#src/views/kit/actors/use-access.ts'
import { makeRoom } from '../../model/connectors/list/overviews.ts'
import { transaction } from '../../model/connectors/runs/transactions.ts'
import { json, type ScriptServer, startScriptServer } from '../kit/script-server.ts'

declare const happyDOM: { readonly setURL: (url: string) => void }

let server: ScriptServer
beforeAll(makeRoom)
afterEach(async () => {
  cleanup()
  await server.close()
})

const [from, to] = ['2026-11-22T10:00:00.000Z', '2026-11-23T10:00:00.000Z']
const group: ProblemGroup = {
  ...{ id: 'c'.repeat(32), state: 'open', code: 'destination/refused', message: 'No.', answerStatus: 422 },
  ...{ isMixed: false, field: null, records: 2, openRecords: 2, arrivedRun: null, arrivedRuns: 0 },
  ...{ failed: 2, unknown: 0, arrived: 0, arrivedAt: null, replayId: null, firstAt: from, lastAt: from },
  example: { transactionId: 'id-B', recordKey: 'B', message: 'No.', answer: null },
}

async function exportOf(choose: readonly string[], button: string) {
  server = await startScriptServer()
  const { origin } = location
  vi.unstubAllGlobals()
  // The address of the page is one of the server, and moves.
  happyDOM.setURL(`${origin}/details/7?tab=problems`)
  const transactions = ['A', 'B'].map((key, at) =>
    transaction(key, { status: 'failure', transactionId: `01a1f9dd-286f-7175-987c-3afdb61ae67${at}` }),
  )
  server.answers((reply, asked) => {
    if (asked.path.includes('/export'))
      return void reply.writeHead(200, { 'content-type': 'text/csv' }).end('"transactionId"\r\n')
    if (asked.path.includes('/evidence')) return void reply.writeHead(503).end()
    json({ transactions, pagination: { total: 2, page: 1, pageSize: 5, totalPages: 1 } })(reply, asked)
  })
  const exports = () => server.asked.filter(({ path }) => path.includes('/export')).map(({ path }) => new URL(path, origin))
  const user = userEvent.setup()
  const access = { bearer: () => 'token', renew: async () => {} }
  render(
    <AccessContext value={access}>
      <CauseMount {...{ group, from, to }} connectorId="7" links={problemLinks('7')} noun={plainNoun} isExplained={false} />
    </AccessContext>,
  )
  for (const name of choose) await user.click(await screen.findByRole('checkbox', { name }))
  await user.click(await screen.findByRole('button', { name: button }))
  await screen.findByText('records-destination-refused-422.csv (17 B) downloaded.')
  return exports().map(({ pathname, searchParams }) => ({ pathname, query: Object.fromEntries(searchParams) }))
}

const pathname = '/api-connectors/7/investigation/export'

it('exports the cause of its time', async () => {
  expect(await exportOf([], 'Export 2 records as CSV')).toEqual([
    { pathname, query: { problem: group.id, startDate: from, endDate: to, format: 'csv' } },
  ])
})

it('exports the records that are chosen alone', async () => {
  expect(await exportOf(['Select A'], 'Export 1 record as CSV')).toEqual([
    { pathname, query: { transactionIds: '01a1f9dd-286f-7175-987c-3afdb61ae670', format: 'csv' } },
  ])
})
