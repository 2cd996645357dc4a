import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import { refusal, toProblem } from '#contract/kit/problem.ts'
import {
  type TransactionsPage,
  type TransactionsSnapshot,
  transactionsCacheMachine,
} from '#src/machines/connectors/runs/transactions-cache.machine.ts'
import { TransactionsFrame } from '#src/views/connectors/runs/TransactionsFrame.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'
import { pageOf } from './transactions.ts'

const query = { connectorId: '7', page: 1, pageSize: 100, past: 3_600_000 }
const kept = pageOf(['kept'], 'run 1')
const two = pageOf(['a', 'b'], 'run 1')
const none = pageOf([], 'run 1')
const left = 60_000

const fixture: Fixture<typeof transactionsCacheMachine> = {
  view: (actor) => (
    <TransactionsFrame actor={actor} empty={<p>Nothing was moved.</p>}>
      {({ items }) => (
        <ul>
          {items.map(({ recordKey }) => (
            <li key={recordKey}>{recordKey}</li>
          ))}
        </ul>
      )}
    </TransactionsFrame>
  ),
  inputs: {
    'the first time': { query, kept: null },
    'again within 15 minutes': { query, kept: { page: kept, left } },
    'again after 15 minutes': { query, kept: { page: kept, left: 0 } },
  },
  answers: {
    readPage: {
      asks: query,
      answers: { two, none },
      problems: { 'the list is missing': refusal('transaction/malformed-page') },
    },
    // Without it nothing is heard of the runs; the page is read again as it grows old.
    watchRuns: {
      asks: undefined,
      says: {
        'the runs are further': { type: 'records.moved', mark: 'run 2' },
        'a record is opened': { type: 'address.opened' },
      },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.refreshed': press('Refresh transactions'),
    'user.retried': press('Retry'),
  },
  assertions: {
    opening: 'passing',
    loading: (snapshot) => {
      sees(snapshot, true)
      expect(screen.getByRole('status').textContent).toBe('Loading transactions…')
    },
    failed: (snapshot) => {
      sees(snapshot, false)
      expect(shown()).toEqual([])
      expect(alertText()).toContain(snapshot.context.problem?.message)
    },
    fresh: (snapshot) => {
      sees(snapshot, false)
      screen.getByText(/^Loaded .+ ago\. Reloads when records are processed/)
    },
    cached: (snapshot) => {
      sees(snapshot, false)
      screen.getByText(/^Loaded .+ ago\. Refresh to load the latest\./)
    },
    refreshing: (snapshot) => sees(snapshot, true),
    stale: (snapshot) => {
      sees(snapshot, false)
      screen.getByText(/^Last updated .+ ago\.$/)
    },
  },
  delays: {
    freshLimit: 900_000,
    keptLimit: left,
    retryPause: 10_000,
  },
  project: ({ page, isKept, mark, problem }) => ({
    shows: page?.total ?? false,
    kept: isKept,
    alarmed: problem !== null,
    moved: page !== null && mark !== null && mark !== page.mark,
    known: mark !== null,
  }),
  invariants: {
    'what the server answered is what a person reads': {
      when: ({ event }) => event.type === 'xstate.done.actor.readPage',
      holds: ({ event }) => {
        const { items } = event['output'] as TransactionsPage
        expect(shown()).toEqual(items.map(({ recordKey }: Transaction) => recordKey))
        expect(screen.queryByRole('alert')).toBeNull()
      },
    },
    'the last true page stays with its age when it cannot be read again': {
      when: ({ before, event }) => before.context.page !== null && /^xstate\.(error|after)\./.test(event.type),
      holds: ({ before, after }) => {
        expect(after.context.page).toEqual(before.context.page)
        screen.getByText(/ ago[. ]/)
      },
    },
    'a failure is reported with its own message': {
      when: ({ event }) => event.type === 'xstate.error.actor.readPage',
      holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
    },
    'records that moved are never hidden by what was read before': {
      when: ({ event }) => event.type === 'records.moved' && event['mark'] === 'run 2',
      holds: ({ after }) => expect(after.matches('fresh') || after.matches('cached')).toBe(false),
    },
    'what is kept by the tab says so, and what was read says so': {
      when: ({ after }) => after.context.page !== null && after.context.problem === null,
      holds: ({ after }) => expect(screen.queryByText(/Refresh to load the latest/) !== null).toBe(after.context.isKept),
    },
    'whoever opens a record that is kept without its payload has it read': {
      when: ({ before, event }) => event.type === 'address.opened' && before.matches('cached'),
      holds: ({ after }) => expect(after.matches('refreshing')).toBe(true),
    },
    'an empty list is said only when the server said so': {
      when: () => true,
      holds: ({ after }) => expect(screen.queryByText('Nothing was moved.') !== null).toBe(after.context.page?.total === 0),
    },
  },
}

describe('transactions', () => {
  verifyShape(transactionsCacheMachine)
  verifyEveryEdge(transactionsCacheMachine, fixture)
})

function sees({ context }: TransactionsSnapshot, isBusy: boolean) {
  expect(screen.getByRole('region', { name: 'transactions' }).getAttribute('aria-busy')).toBe(String(isBusy))
  expect(shown()).toEqual(context.page?.items.map(({ recordKey }) => recordKey) ?? [])
}

function shown() {
  return screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
}

function alertText() {
  return screen.getByRole('alert').textContent
}
