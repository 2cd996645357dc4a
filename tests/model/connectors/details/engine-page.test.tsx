/** The page of the engine tells what the server said of each connector, and nothing else. */
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { ConnectorListItem } from '#contract/connectors/details/connector.ts'
import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { EngineView } from '#src/views/connectors/list/EngineView.tsx'
import { orders } from '../../kit/samples/orders.ts'

afterEach(cleanup)

const side = { url: 'https://shop.example.test', requestMethod: 'GET', type: 'http' }
const sums = { recordsRead: 12, recordsDelivered: 7, recordsSkipped: 0, recordsFailed: 0, recordsUnknown: 0 }

function item(name: string, status: ConnectorListItem['status'], more: Partial<ConnectorListItem> = {}): ConnectorListItem {
  const { integrationName, connectorType, ...standing } = orders(status)
  return {
    ...standing,
    _id: name,
    name,
    connectorType,
    integrationProfile: { integrationName, connectorType },
    sourceConfiguration: side,
    destinationConfiguration: side,
    health: { level: 'noRecentData', reason: 'No completed run in the last 35 days.', runId: null, measuredAt: null },
    undeployedChanges: [],
    failedDeployment: null,
    lastRun: null,
    ...more,
  }
}

const runs = (status: string) => ({
  lastRun: { runId: 'r', status, startedAt: '2026-11-20T10:00:00.000Z', endedAt: null, ...sums } as NonNullable<
    ConnectorListItem['lastRun']
  >,
})
const due = (nextRunAt: string | null) => ({
  schedule: { nextRunAt, lastRunAt: null, skippedStarts: 0, skippedSince: null, missedStarts: 0, missedSince: null },
})

async function show(items: readonly ConnectorListItem[]) {
  const readPage = fromPromise<Page<unknown>, Query>(async () => ({
    items,
    total: items.length,
    readAt: '2026-11-20T10:00:00.000Z',
  }))
  const actor = createActor(listMachine.provide({ actors: { readPage } }), { input: { query: {} } }).start()
  render(<EngineView actor={actor} />)
  await screen.findByRole('region', { name: 'Waits' })
  actor.stop()
}

const namesIn = (part: string) =>
  within(screen.getByRole('region', { name: part }))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent)

it('puts each connector where it stands, the soonest first, and says why it waits', async () => {
  await show([
    item('running', 'Active', runs('running')),
    item('later', 'Active', due('2026-11-20T12:00:00.000Z')),
    item('sooner', 'Active', due('2026-11-20T11:00:00.000Z')),
    item('queued', 'Active', runs('queued')),
    item('held', 'Pause', { heldEvents: 3 }),
    item('draft', 'Draft', due(null)),
    item('idle', 'Active', runs('succeeded')),
  ])
  expect(namesIn('Runs now')).toEqual(['running'])
  expect(namesIn('Due next')).toEqual(['sooner', 'later'])
  expect(namesIn('Waits')).toEqual(['queued', 'held', 'draft'])
  const waits = screen.getByRole('region', { name: 'Waits' }).textContent
  for (const said of ['because it is Pause', 'what follows Pause', '3 events held', 'Its run is queued'])
    expect(waits).toContain(said)
  expect(screen.getByRole('region', { name: 'Runs now' }).textContent).toMatch(/7 delivered.*12/)
  expect(screen.queryByText('idle')).toBeNull()
})

it('says where there is nothing', async () => {
  await show([item('idle', 'Active')])
  screen.getByText('Nothing runs at the moment.')
  screen.getByText('Nothing is due by itself: no active connector has a schedule.')
  screen.getByText('Nothing waits.')
})
