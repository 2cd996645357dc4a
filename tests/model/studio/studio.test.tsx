import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'

import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { refusal, toProblem } from '#contract/kit/problem.ts'
import { type StudioEmitted, studioMachine } from '#src/machines/studio/studio.machine.ts'
import { StudioFrame } from '#src/views/studio/StudioFrame.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { verifyShape } from '../kit/shape.ts'
import { detailsOf, readingOf } from './studios.ts'

const day = { past: 86_400_000 }
const week = { past: 604_800_000 }
const active = detailsOf('Active')
const some = readingOf({ records: { delivered: 12_345 }, lastRecordAt: '2026-11-20T10:00:00.000Z' })
const none = readingOf()

const fixture: Fixture<typeof studioMachine> = {
  view: (actor) => (
    <StudioFrame actor={actor} detailsHref="/details/orders" range={<p>Past 1 Day</p>}>
      {({ name }) => <p>The tabs of {name}</p>}
    </StudioFrame>
  ),
  inputs: { 'of the last day': { connectorId: 'orders', range: day } },
  answers: {
    readConnector: {
      asks: { connectorId: 'orders' },
      answers: { 'an active connector': active, 'a connector without configuration': null },
      problems: {
        'it is gone': refusal('connector/not-found'),
        'its id is none': refusal('request/malformed'),
        'the server is broken': refusal('bug/unexpected'),
      },
    },
    readFigures: {
      asks: ({ context }) => ({ connectorId: 'orders', range: context.range }),
      answers: { 'some transactions': some, 'no transaction': none },
      problems: { 'it is gone': refusal('connector/not-found'), 'the time is none': refusal('request/malformed') },
    },
    announce: {
      asks: undefined,
      says: { 'another time is chosen': { type: 'range.chosen', range: week } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.retried': press('Retry'),
    'user.reloaded': press('Reload Page'),
    'user.loaded': [
      press('Load Analytics Data'),
      // The alert alone offers it.
      { ...press('Load From Analytics'), behind: ({ context }) => context.problem === null },
    ],
  },
  assertions: {
    loading: () => {
      expect(screen.getByRole('status').textContent).toBe('Loading the integration…')
      expect(screen.queryByRole('alert')).toBeNull()
      expect(tabs()).toBeNull()
    },
    failed: ({ context }) => {
      expect(told()).toContain('Failed to load integration')
      expect(told()).toContain(context.problem?.message)
      expect(tabs()).toBeNull()
    },
    unconfigured: () => {
      expect(told()).toContain('Configuration Not Found')
      expect(tabs()).toBeNull()
    },
    missing: () => {
      screen.getByText('Connector not found')
      expect(tabs()).toBeNull()
    },
    'open.counting': () => {
      seesTabs()
      screen.getByText('Counting the transactions…')
    },
    'open.ready': ({ context }) => {
      seesTabs()
      expect(screen.queryByRole('alert')).toBeNull()
      const text =
        context.reading?.records.total === 0 ? /^No transactions in this period · counted/ : /^12,345 transactions, newest/
      screen.getByText((_, element) => element?.tagName === 'SPAN' && text.test(element.textContent))
    },
    'open.refreshing': () => {
      seesTabs()
      expect(screen.queryByText('Counting the transactions…')).toBeNull()
    },
    'open.gone': () => {
      seesTabs()
      expect(told()).toContain('Connector not found')
    },
    'open.uncounted': ({ context }) => {
      seesTabs()
      const alert = screen.getByText('Transaction Data Error').closest<HTMLElement>('[role=alert]')
      if (alert === null) throw new Error('it is no alert')
      within(alert).getByText('Failed to load transactions')
      within(alert).getByText('Could not fetch transaction data. Please try again later')
      within(alert).getByText(context.problem?.message ?? '')
      expect(within(alert).getByRole('link', { name: 'Go to Details Page' }).getAttribute('href')).toBe('/details/orders')
    },
  },
  delays: { refreshPause: 15_000 },
  project: ({ range, details, reading, problem: it, isAsked }) => ({
    of: range.past === week.past ? 'a week' : 'a day',
    read: details !== null,
    counted: reading?.records.total ?? false,
    alarmed: it !== null,
    asked: isAsked,
  }),
  invariants: {
    'a number of transactions is shown only of the time that is chosen': {
      when: ({ event }) => event.type === 'range.chosen',
      holds: ({ after }) => {
        expect(after.context.reading).toBeNull()
        expect(after.matches('open') ? after.matches({ open: 'counting' }) : true).toBe(true)
      },
    },
    'figures that cannot be read again stay, with the instant that they are of': {
      when: ({ before, after }) => before.matches({ open: 'refreshing' }) && after.matches({ open: 'uncounted' }),
      holds: ({ before, after }) => expect(after.context.reading).toBe(before.context.reading),
    },
    'whatever becomes of the transactions, and of the connector, no tab is lost': {
      when: ({ before }) => before.matches('open'),
      holds: () => seesTabs(),
    },
    'a connector that is deleted meanwhile is said to be gone': {
      when: ({ event }) => event['error'] !== undefined && toProblem(event['error']).code === 'connector/not-found',
      holds: ({ after }) => expect(after.matches('missing') || after.matches({ open: 'gone' })).toBe(true),
    },
    'nobody is told twice of what they asked for once': {
      when: ({ after }) => after.matches({ open: 'ready' }) || after.matches({ open: 'uncounted' }),
      holds: ({ after }) => expect(after.context.isAsked).toBe(false),
    },
  },
  exits: ['Go Back', 'Go to Details Page', 'All connectors'],
}

describe('the studio', () => {
  verifyShape(studioMachine)
  verifyEveryEdge(studioMachine, fixture)
})

it('tells that transactions are there to whoever asked for them, and to nobody else', async () => {
  const heard: StudioEmitted[] = []
  const machine = studioMachine.provide({
    actors: {
      readConnector: fromPromise<ConnectorDetails | null, { readonly connectorId: string }>(async () => active),
      readFigures: fromPromise(async () => some),
      announce: fromCallback<StudioEmitted, void>(({ receive }) => receive((told) => heard.push(told))),
    },
  })
  const actor = createActor(machine, { input: { connectorId: 'orders', range: day } }).start()
  const ready = () => expect.poll(() => actor.getSnapshot().matches({ open: 'ready' })).toBe(true)
  await ready()
  expect(heard).toEqual([])
  actor.send({ type: 'user.loaded' })
  await ready()
  expect(heard).toEqual([{ type: 'transactions.loaded' }])
  actor.send({ type: 'range.chosen', range: week })
  await ready()
  expect(heard).toHaveLength(1)
})

const tabs = () => screen.queryByText('The tabs of Shop orders to CRM')
const told = () => screen.getByRole('alert').textContent

function seesTabs() {
  expect(tabs()).not.toBeNull()
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Integration Studio: Shop orders to CRM')
}
