// @vitest-environment happy-dom
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { RunPage } from '#contract/connectors/runs/run-list.ts'
import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { RunTable } from '#src/views/connectors/runs/RunTable.tsx'

const at = '2026-01-01T00:00:00.000Z'
async function show(isFiltered: boolean) {
  const page: RunPage = { data: [], total: 0, page: 1, limit: 20, totalPages: 1, counts: [] }
  const readPage = fromPromise<Page<unknown>, Query>(async () => ({ items: [page], total: 1, readAt: at }))
  const actor = createActor(listMachine.provide({ actors: { readPage } }), { input: { query: {} } }).start()
  render(
    <RunTable
      {...{ actor, columns: [], isFiltered, page: 1, pageSize: 20, onPage: () => {}, onOpen: () => {} }}
      empty={<p>Run it first.</p>}
      filters={null}
      range={null}
    />,
  )
  await expect.poll(() => screen.queryByText('Loading', { exact: false })).toBeNull()
  actor.stop()
}

it('tells what to do before there is a run, and something else where only the filter leaves none', async () => {
  await show(false)
  screen.getByText('Run it first.')
  await show(true)
  screen.getByText('No matching runs')
})
