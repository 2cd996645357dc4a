// @vitest-environment happy-dom
/** A group of the engine says what the server said of each of its runs, and nothing else. */
import { render, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { ListedRun, ScheduledStart } from '#contract/connectors/runs/run-list.ts'
import { problem } from '#contract/kit/problem.ts'
import { EngineGroup, type GroupName, RunLine, StartLine } from '#src/views/connectors/list/EngineGroup.tsx'

const at = '2026-11-20T10:00:00.000Z'
const run = (more: Partial<ListedRun>): ListedRun => ({
  ...{ runId: 'r1', connectorId: 'c1', connectorName: 'Orders', version: 1, trigger: 'manual', status: 'running', result: null },
  ...{
    statusSince: at,
    statusReason: 'It reads.',
    statusNext: '',
    waiting: null,
    isReadToEnd: false,
    startedAt: at,
    endedAt: null,
    error: null,
    pagesRead: 1,
  },
  ...{
    recordsRead: 12,
    sourceRecordsRead: null,
    recordsDelivered: 7,
    recordsSkipped: 0,
    recordsFailed: 0,
    recordsUnknown: 0,
    recordsUnchanged: 0,
    recordsLeftOut: 0,
    recordsPossiblyTwice: 0,
  },
  startedBy: null,
  ...more,
})

const show = (name: GroupName, line: React.ReactNode, total = 1) =>
  render(<EngineGroup {...{ name, total, page: 1, pageSize: 10, onPage: () => {} }}>{line}</EngineGroup>)
const text = () => screen.getByRole('listitem').textContent

it('tells of a run that moves how far it is, and leads to it', () => {
  show('running', <RunLine run={run({ recordsFailed: 2 })} />)
  expect(text()).toContain('7 delivered, 2 failed of 12 read')
  expect(screen.getByRole('link', { name: 'Running' }).getAttribute('href')).toBe('/details/c1/runs/r1')
})

it('tells of what waits why, and of what failed the error', () => {
  show('queued', <RunLine run={run({ status: 'queued', statusReason: 'It waits.', statusNext: 'Soon.' })} />)
  expect(text()).toContain('It waits. Soon.')
})

it('tells of a run that failed its error', () => {
  const error = problem('source/refused', { message: 'The source returned 401.' })
  show('failed', <RunLine run={run({ status: 'failed', result: 'failed', endedAt: at, error })} />)
  expect(text()).toContain('The source returned 401.')
})

it('counts all of a group and draws one page of it', () => {
  const start: ScheduledStart = { connectorId: 'c1', connectorName: 'Orders', at }
  show('scheduled', <StartLine start={start} />, 31)
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('Scheduled 31')
  within(screen.getByRole('navigation')).getByText(/of 31/)
})
