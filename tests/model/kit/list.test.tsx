import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import { type ListSnapshot, listMachine, type Page } from '#src/machines/kit/list.machine.ts'
import { ListFrame } from '#src/views/kit/layout/ListFrame.tsx'
import { press } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { verifyShape } from './shape.ts'

const three = pageOf(['Orders', 'Customers', 'Invoices'])
const two = pageOf(['Orders', 'Customers'])
const none = pageOf([])
const query = { page: 2, status: 'failed' }

const fixture: Fixture<typeof listMachine> = {
  view: (actor) => (
    <ListFrame<string> actor={actor} name="connectors" empty={<p>There are no connectors yet.</p>}>
      {({ items, total }) => (
        <ul aria-label={`${total} connectors`}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </ListFrame>
  ),
  inputs: { 'the failed ones, page 2': { query } },
  answers: {
    readPage: {
      asks: query,
      answers: { three, 'two are left': two, none },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    // Without it nothing is heard of what moves.
    watchMoves: { asks: undefined, says: { 'records moved': { type: 'records.moved' } }, problems: {}, isLasting: true },
  },
  drivers: {
    'user.refreshed': press('Refresh connectors'),
    'user.retried': press('Retry'),
  },
  assertions: {
    loading: (snapshot) => {
      sees(snapshot, true)
      expect(screen.getByRole('status').textContent).toBe('Loading connectors…')
    },
    failed: (snapshot) => {
      sees(snapshot, false)
      expect(alertText()).toContain(snapshot.context.problem?.message)
    },
    showing: (snapshot) => {
      sees(snapshot, false)
      expect(screen.queryByRole('alert')).toBeNull()
    },
    moved: (snapshot) => sees(snapshot, false),
    refreshing: (snapshot) => sees(snapshot, true),
    stale: (snapshot) => {
      sees(snapshot, false)
      screen.getByText(/^Last updated .+ ago\.$/)
    },
  },
  delays: { refreshPause: 2_000, movedPause: 1_000, retryPause: 10_000 },
  project: ({ page, problem, isMoved }) => ({ shows: page?.total ?? false, alarmed: problem !== null, isMoved }),
  invariants: {
    'what the server answered is what a person reads': {
      when: ({ event }) => event.type === 'xstate.done.actor.readPage',
      holds: ({ event, after }) => {
        expect(shown()).toEqual(event['output'].items)
        expect(after.context.page).toEqual(event['output'])
        expect(screen.queryByRole('alert')).toBeNull()
      },
    },
    'what was read stays when it cannot be read again': {
      when: ({ before, event }) => before.context.page !== null && /^xstate\.(error|after)\./.test(event.type),
      holds: ({ before }) => expect(shown()).toEqual(before.context.page?.items),
    },
    'a failure is reported with its own message': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
      holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
    },
    'a person who sees a failure can try again': {
      when: ({ after }) => after.context.problem !== null && !after.matches('loading') && !after.matches('refreshing'),
      holds: ({ after }) => {
        expect(after.can({ type: 'user.retried' })).toBe(true)
        expect(screen.getByRole('button', { name: 'Retry' }).getAttribute('aria-disabled')).toBe('false')
      },
    },
    'an empty list is said only when the server said so': {
      when: () => true,
      holds: ({ after }) =>
        expect(screen.queryByText('There are no connectors yet.') !== null).toBe(after.context.page?.total === 0),
    },
  },
}

describe('a list', () => {
  verifyShape(listMachine)
  verifyEveryEdge(listMachine, fixture)
})

function pageOf(items: readonly string[]): Page<string> {
  return { items, total: items.length, readAt: '2026-11-20T10:00:00.000Z' }
}

function sees({ context }: ListSnapshot, isBusy: boolean) {
  expect(screen.getByRole('region', { name: 'connectors' }).getAttribute('aria-busy')).toBe(String(isBusy))
  expect(shown()).toEqual(context.page?.items ?? [])
}

function shown() {
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
}

function alertText() {
  return screen.getByRole('alert').textContent
}
