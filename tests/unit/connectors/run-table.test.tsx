// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { RunTable } from '#src/views/connectors/runs/RunTable.tsx'

afterEach(cleanup)

it.each([
  ['run', 'Run it now'],
  ['send', 'Send an event to'],
  ['deploy', 'Deploy the connector; then run it.'],
] as const)('before the first run of a connector that starts by this: %s, it says: %s', async (firstStep, step) => {
  const readPage = fromPromise<Page<unknown>, Query>(async () => ({ items: [], total: 0, readAt: '2026-01-01T00:00:00.000Z' }))
  const machine = listMachine.provide({ actors: { readPage } })
  const actor = createActor(machine, { input: { query: { connectorId: '7', page: 1, limit: 20 } } }).start()
  render(<RunTable actor={actor} firstStep={firstStep} page={1} pageSize={20} onPage={() => {}} onOpen={() => {}} />)
  await screen.findByText('No runs yet')
  expect(screen.getByText(/^Every run/).textContent).toContain(step)
  expect(screen.getByText(/^Every run/).textContent?.includes('Deploy')).toBe(firstStep === 'deploy')
  actor.stop()
})
