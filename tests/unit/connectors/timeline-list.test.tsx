// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { TimelineEntry, TimelineRun } from '#contract/connectors/runs/timeline.ts'
import { listMachine, type Page, type Query } from '#src/machines/kit/list.machine.ts'
import { type KindFilter, TimelineList } from '#src/views/connectors/runs/TimelineList.tsx'

afterEach(cleanup)

function listOf(items: readonly unknown[], total = items.length) {
  const readPage = fromPromise<Page<unknown>, Query>(async () => ({ items, total, readAt: '2026-01-01T00:00:00.000Z' }))
  return createActor(listMachine.provide({ actors: { readPage } }), { input: { query: {} } }).start()
}
const happened = { id: 'x', at: '2026-11-20T10:00:00.000Z', actor: 'Ann Lee' } as const
const run: TimelineRun = {
  ...{
    status: 'succeeded',
    result: 'completedWithErrors',
    trigger: 'schedule',
    version: 3,
    statusReason: 'It has ended.',
    recordsRead: 1_200,
  },
  ...{
    recordsDelivered: 1_190,
    recordsSkipped: 4,
    recordsFailed: 6,
    recordsUnknown: 0,
    recordsUnchanged: 0,
    recordsLeftOut: 0,
    sourceRecordsRead: null,
  },
}

/** What was drawn last. Toasts of other files stand beside it. */
let page: HTMLElement

async function timelineOf(entries: readonly TimelineEntry[], kind: KindFilter = 'all') {
  const actor = listOf(entries)
  const props = { actor, page: 1, pageSize: 50, onPage: () => {}, kind, onKind: () => {}, hrefOf: (id: string) => `#${id}` }
  page = render(<TimelineList {...props} />).container
  if (entries.length > 0) await screen.findByRole('list', { name: 'Activity, newest first' })
}
const entry = (at: number) => within(within(page).getAllByRole('listitem')[at] as HTMLElement)

it('tells who did what, from where to where', async () => {
  await timelineOf([
    { ...happened, kind: 'change', what: 'paused', from: 'Active', to: 'Pause', detail: 'The connector was paused.' },
    { ...happened, id: 'c2', kind: 'change', what: 'moved to the moon', from: null, to: 'Draft', detail: '' },
  ])
  entry(0).getByText('Paused')
  entry(0).getByText('Status: Active → Pause')
  entry(0).getByText(/by Ann Lee$/)
  entry(1).getByText('moved to the moon')
  entry(1).getByText('Status: none → Draft')
})

it('tells the sum of a run, who started it, and leads to its records', async () => {
  await timelineOf([
    { ...happened, id: 'r1', kind: 'run', actor: null, run },
    { ...happened, id: 'r2', kind: 'run', actor: null, run: { ...run, trigger: 'manual' } },
  ])
  entry(0).getByText(/1,190 delivered,? 4 skipped,? 6 failed of 1,200 read/)
  entry(0).getByText(/by Datacrane$/)
  expect(entry(0).getByRole('link', { name: 'Its records' }).getAttribute('href')).toBe('#r1')
  entry(1).getByText(/unknown author$/)
})

it('tells what a deployment changed, and that a failed one leaves the old version live', async () => {
  const deployment = { ...happened, kind: 'deployment', detail: "The source can't be reached." } as const
  await timelineOf([
    { ...deployment, isLive: true, fromVersion: 2, toVersion: 3, changed: ['source', 'dataMapping'] },
    { ...deployment, id: 'd2', isLive: true, fromVersion: 2, toVersion: 3, changed: [] },
    { ...deployment, id: 'd3', isLive: true, fromVersion: null, toVersion: 1, changed: [] },
    { ...deployment, id: 'd4', isLive: false, fromVersion: 2, toVersion: null, changed: [] },
  ])
  entry(0).getByText('Live version: 2 → 3')
  entry(0).getByText(/^Changed: source,? data mapping\.$/)
  entry(1).getByText('The configuration is unchanged.')
  entry(2).getByText('Live version: none → 1')
  expect(entry(2).queryByText(/configuration|Changed/)).toBeNull()
  entry(3).getByText('Deployment failed')
  entry(3).getByText(/The source can't be reached\. Version 2 stays live\./)
})

it('says of an empty timeline what would be there, and of an empty kind that there is none', async () => {
  await timelineOf([])
  await screen.findByText(/^Runs, changes and deployments appear here/)
  cleanup()
  await timelineOf([], 'deployment')
  await screen.findByText('No matching activity.')
})
