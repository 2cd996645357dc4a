import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import { type InvestigatorSnapshot, investigatorMachine } from '#src/machines/studio/investigator/investigator.machine.ts'
import { blankQuery } from '#src/machines/studio/investigator/investigator-place.ts'
import { FoundFrame } from '#src/views/studio/investigator/FoundFrame.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { foundOf } from './investigations.ts'

const { open: _, ...query } = { ...blankQuery, search: 'ORD-1' }
const asked = { connectorId: '01a1f9dd-286f-7175-987c-000000000001', range: { past: 86_400_000 }, query }
const cut = foundOf([1], { total: 12, isMore: true, searchedUntil: '2026-11-19T10:00:00.000Z', beginning: 'or' })

const fixture: Fixture<typeof investigatorMachine> = {
  view: (actor) => (
    <FoundFrame actor={actor} order="newest">
      {({ transactions }) => transactions.map(({ recordKey }) => <p key={recordKey}>{recordKey}</p>)}
    </FoundFrame>
  ),
  inputs: { 'a key in the last day': asked },
  answers: {
    search: {
      asks: asked,
      answers: { two: foundOf([1, 2]), 'more than was searched': cut, nothing: foundOf([]) },
      problems: { 'the net is down': refusal('net/unreachable'), 'the connector is gone': refusal('connector/not-found') },
    },
  },
  drivers: { 'user.refreshed': press('Refresh Data'), 'user.retried': press('Retry') },
  assertions: {
    searching: (snapshot) => {
      sees(snapshot, true)
      const isFirst = snapshot.context.found === null
      expect(screen.getByRole('status').textContent).toBe(isFirst ? 'Loading transactions…' : 'Searching…')
    },
    showing: (snapshot) => {
      sees(snapshot, false)
      expect(screen.queryByRole('alert')).toBeNull()
      screen.getByText(/^Updated .+ ago$/)
    },
    failed: (snapshot) => {
      sees(snapshot, false)
      expect(alertText()).toContain(snapshot.context.problem?.message)
    },
  },
  delays: {},
  project: ({ found, problem: known }) => ({
    shows: found?.total ?? false,
    alarmed: known !== null,
  }),
  invariants: {
    'what the server found is what a person reads, and what it did not search': {
      when: ({ event }) => event.type === 'xstate.done.actor.search',
      holds: ({ event, after }) => {
        const { isMore, searchedUntil, beginning } = event['output']
        expect(after.context.found).toEqual(event['output'])
        expect(screen.queryByText(/^Too many to count/) !== null).toBe(isMore)
        expect(screen.queryByText(/^Searched back to/) !== null).toBe(searchedUntil !== null)
        expect(screen.queryByText(/^No transaction contains the whole word/) !== null).toBe(beginning !== null)
      },
    },
    'what was found stays when it cannot be asked again': {
      when: ({ before, event }) => before.context.found !== null && /^xstate\.(error|after)\./.test(event.type),
      holds: ({ before }) => expect(keysShown()).toHaveLength(before.context.found?.transactions.length ?? 0),
    },
    'a failure is reported with its own message': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
      holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
    },
  },
}

describe('the investigator', () => {
  verifyShape(investigatorMachine)
  verifyEveryEdge(investigatorMachine, fixture)
})

function keysShown() {
  return screen.queryAllByText(/^ORD-\d+$/).map(({ textContent }) => textContent)
}

function sees({ context: { found } }: InvestigatorSnapshot, isBusy: boolean) {
  expect(screen.getByRole('region', { name: 'Transactions found' }).getAttribute('aria-busy')).toBe(String(isBusy))
  expect(keysShown()).toEqual(found?.transactions.map(({ recordKey }) => recordKey) ?? [])
}
