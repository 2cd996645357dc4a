import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { lazy } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { createActor, type EventObject, fromCallback, fromPromise } from 'xstate'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import {
  type OverviewEmitted,
  type OverviewPage,
  type OverviewRequest,
  type OverviewSnapshot,
  overviewMachine,
} from '#src/machines/connectors/list/overview.machine.ts'
import type { OverviewQuery } from '#src/machines/connectors/list/overview-place.ts'
import { ConnectorOverview } from '#src/views/connectors/list/ConnectorOverview.tsx'
import { dataColumns } from '#src/views/connectors/list/OverviewCells.tsx'
import { OverviewRows } from '#src/views/connectors/list/OverviewRows.tsx'
import { OverviewTable } from '#src/views/connectors/list/OverviewTable.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture, Gesture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'
import { invoices, itemOf, makeRoom, orders, pageOf, plainQuery } from './overviews.ts'

const page = pageOf([orders, invoices], 250)
const sought = { ...plainQuery, search: 'crm' }

/** Rows are 400 px high here once they were drawn, and 40 before: so far down lies the row of about this number. */
const heightOf = (row: number) => (row === 0 ? 0 : 16 * 400 + (row - 16) * 40)

const asked = ({ query, offset }: OverviewSnapshot['context']) =>
  offset > 0 ? 'further' : JSON.stringify(query) === JSON.stringify(plainQuery) ? 'all' : 'some'
const isAsked = (which: ReturnType<typeof asked>) => (snapshot: OverviewSnapshot) => asked(snapshot.context) === which
const isBare = ({ context }: OverviewSnapshot) => context.page === null

const fixture: Fixture<typeof overviewMachine> = {
  view: (actor) => (
    <ConnectorOverview
      actor={actor}
      rows={OverviewRows}
      columns={dataColumns}
      onOpen={() => {}}
      empty={<p>No connectors yet</p>}
    />
  ),
  inputs: { 'all connectors': { query: plainQuery } },
  answers: {
    readWindow: {
      asks: ({ context: { query, offset } }) => ({ query, offset }),
      answers: { 'two of 250': page },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    // Its failure moves nothing: the list is there without its address.
    joinPlace: {
      asks: undefined,
      says: {
        'Back led to a search': { type: 'place.changed', query: sought },
        'some were paused from here': { type: 'connectors.moved' },
      },
      problems: {},
      isLasting: true,
    },
    watchStarts: {
      asks: undefined,
      says: { 'one was run from here': { type: 'connectors.moved' } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.sought': [
      { ...seek('crm'), event: { type: 'user.sought', text: 'crm' }, when: isAsked('all') },
      { ...seek(''), event: { type: 'user.sought', text: '' }, when: ({ context }) => context.query.search === 'crm' },
    ],
    'user.filtered': {
      ...press(/^Failing/),
      event: { type: 'user.filtered', filter: { condition: 'failing' } },
      when: isAsked('all'),
    },
    'user.sorted': [
      sorts('Name', 'name'),
      sorts('Health', 'condition'),
      sorts('Last run', 'lastRun'),
      sorts('Records, 24 h', 'throughput'),
    ],
    'user.scrolled': [
      { ...scrollTo(200), event: { type: 'user.scrolled', offset: 150 }, when: isAsked('all'), behind: isBare },
      { ...scrollTo(0), event: { type: 'user.scrolled', offset: 0 }, when: isAsked('further'), behind: isBare },
    ],
    'user.refreshed': press('Refresh connectors'),
    'user.retried': press('Retry'),
  },
  assertions: {
    reading: (snapshot) => {
      sees(snapshot, true)
      const { page: known, problem: alertText } = snapshot.context
      expect(screen.queryByText('Loading connectors…') !== null).toBe(known === null && alertText === null)
    },
    showing: (snapshot) => {
      sees(snapshot, false)
      expect(screen.queryByRole('alert')).toBeNull()
    },
    settling: (snapshot) => sees(snapshot, false),
    failed: (snapshot) => {
      sees(snapshot, false)
      expect(alertText()).toContain(snapshot.context.problem?.message)
      expect(screen.queryByText(/^Last updated .+ ago\.$/) !== null).toBe(snapshot.context.page !== null)
    },
  },
  delays: { refreshPause: 5_000, retryPause: 10_000, settlingPause: 150 },
  project: (context) => ({ asks: asked(context), shows: context.page !== null, alarmed: context.problem !== null }),
  invariants: {
    'what the server answered is what a person reads': {
      when: ({ event }) => event.type === 'xstate.done.actor.readWindow',
      holds: ({ after }) => {
        screen.getByText('250 connectors')
        expect(screen.queryByRole('alert')).toBeNull()
        if (after.context.offset === 0) expect(rowsShown()).toEqual(['Orders', 'Invoices'])
      },
    },
    'what was read stays when it cannot be read again': {
      when: ({ before, event }) => before.context.page !== null && /^xstate\.(error|after)\./.test(event.type),
      holds: () => screen.getByText('250 connectors'),
    },
    'a failure is reported with its own message': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.readWindow'),
      holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
    },
    'another question begins with its first row': {
      when: ({ event }) => /^(user\.(sought|filtered|sorted)|place\.changed)$/.test(event.type),
      holds: ({ after }) => {
        expect(after.context.offset).toBe(0)
        const grid = screen.queryByRole('grid')
        if (grid !== null) expect(grid.scrollTop).toBe(0)
      },
    },
    'the tools hold what is asked for': {
      when: () => true,
      holds: ({ after: { context } }) => {
        expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe(context.query.search)
        const pressed = screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent?.split(' ')[0])
        expect(pressed).toEqual([context.query.condition === null ? 'All' : 'Failing'])
        const heads = screen.queryAllByRole('columnheader').filter((head) => head.getAttribute('aria-sort') !== null)
        if (context.page !== null) expect(heads.map((head) => head.getAttribute('aria-sort'))).toEqual([context.query.direction])
      },
    },
  },
  exits: ['Orders', 'Invoices'],
  // The other conditions are chosen as the one above; the entries of a row lead to other pages.
  parts: ['Filter by health', 'Actions for Orders', 'Actions for Invoices'],
}

describe('the list of connectors', () => {
  beforeAll(makeRoom)
  verifyShape(overviewMachine)
  verifyEveryEdge(overviewMachine, fixture)
})

it('shows its first rows before all of them can be scrolled through', () => {
  cleanup()
  const AllRows = lazy(() => new Promise<never>(() => {}))
  const items = Array.from({ length: 40 }, (_, at) => itemOf(at, `Number ${at}`))
  render(
    <OverviewTable
      {...{ rows: AllRows, columns: dataColumns, page: pageOf(items, 250), query: plainQuery, choice: null }}
      {...{ onSort: null, onOpen: () => {}, onVisible: () => {} }}
    />,
  )
  expect(rowsShown()).toEqual(items.slice(0, 12).map(({ name }) => name))
  expect(screen.getByRole('grid').getAttribute('aria-rowcount')).toBe('251')
})

it('hides columns that a person does not want, and never the menu of a row', () => {
  cleanup()
  const columns = dataColumns.filter(({ id }) => id === 'name' || id === 'records')
  const busy = itemOf(1, 'Orders', { hours: [2, ...new Array<number>(22).fill(0), 3] })
  render(
    <OverviewTable
      {...{ rows: OverviewRows, columns, page: pageOf([busy]), query: plainQuery, choice: null }}
      {...{ onSort: null, onOpen: () => {}, onVisible: () => {} }}
    />,
  )
  expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Name', 'Records, 24 h', 'Actions'])
  expect(screen.getAllByRole('gridcell').map((cell) => cell.getAttribute('data-column'))).toEqual(['name', 'records', 'more'])
  expect(columns.map(({ text }) => text?.(busy))).toEqual(['Orders', 5])
})

it('says what would be here where there is nothing, and what was asked for where nothing was found', () => {
  const shown = (query: OverviewQuery) => {
    cleanup()
    const readWindow = fromPromise<OverviewPage, OverviewRequest>(() => new Promise(() => {}))
    const joinPlace = fromCallback<OverviewEmitted, void>(() => {})
    const machine = overviewMachine.provide({
      actors: { readWindow, joinPlace, watchStarts: fromCallback<EventObject, void>(() => {}) },
    })
    const actor = createActor(machine, { input: { query } }).start()
    const read = { type: 'xstate.done.actor.readWindow', output: pageOf([]) } as never
    actor.send(read)
    render(
      <ConnectorOverview
        actor={actor}
        rows={OverviewRows}
        columns={dataColumns}
        onOpen={() => {}}
        empty={<p>No connectors yet</p>}
      />,
    )
    return document.body.textContent
  }
  expect(shown(plainQuery)).toContain('No connectors yet')
  expect(shown(sought)).toContain('Searched names and URLs for “crm”')
  expect(shown({ ...sought, condition: 'paused' })).toContain('Searched names and URLs for “crm”, only paused connectors')
})

function seek(text: string): Gesture {
  return {
    says: text === '' ? 'empty the search' : `search "${text}"`,
    find: () => screen.queryByRole('searchbox', { name: 'Search by name or URL' }),
    use: async (control, user) => {
      await user.tripleClick(control)
      await (text === '' ? user.keyboard('{Delete}') : user.paste(text))
    },
  }
}

function sorts(title: string, by: 'name' | 'condition' | 'lastRun' | 'throughput') {
  return { ...press(title), event: { type: 'user.sorted', by } as const, when: isAsked('all'), behind: isBare }
}

function scrollTo(row: number): Gesture {
  return {
    says: `scroll to row ${row}`,
    find: () => screen.queryByRole('grid'),
    use: async (grid) => {
      grid.scrollTop = heightOf(row)
      fireEvent.scroll(grid)
    },
  }
}

function sees({ context }: OverviewSnapshot, isBusy: boolean) {
  expect(screen.getByRole('region', { name: 'connectors' }).getAttribute('aria-busy')).toBe(String(isBusy))
  expect(screen.queryByRole('grid') !== null).toBe(context.page !== null)
}

function rowsShown() {
  return within(screen.getByRole('grid'))
    .queryAllByRole('row')
    .flatMap((row) => within(row).queryAllByRole('link')[0]?.textContent ?? [])
}

function alertText() {
  return screen.getByRole('alert').textContent
}
