import { screen } from '@testing-library/react'
import { beforeAll, describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { BulkOutcome } from '#contract/connectors/list/connector-bulk.ts'
import { problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { type BulkMoveActor, type BulkMoveSnapshot, bulkMoveMachine } from '#src/machines/connectors/list/bulk-move.machine.ts'
import { type Chosen, chosenMax } from '#src/machines/connectors/list/chosen.ts'
import { BulkPanel } from '#src/views/connectors/list/BulkPanel.tsx'
import { dataColumns } from '#src/views/connectors/list/OverviewCells.tsx'
import { OverviewRows } from '#src/views/connectors/list/OverviewRows.tsx'
import { OverviewTable } from '#src/views/connectors/list/OverviewTable.tsx'
import { useChoice } from '#src/views/connectors/list/use-choice.ts'
import { press, tick } from '../../kit/drivers.ts'
import type { Fixture, Gesture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'
import { invoices, itemOf, makeRoom, orders, pageOf, plainQuery } from './overviews.ts'

const chosenOf = ({ id, name, status }: Chosen): Chosen => ({ id, name, status })
const both = [chosenOf(orders), chosenOf(invoices)]
const why = problem('connector/not-allowed-now', { message: "You can't pause this connector because it is a draft." })
const mixed: readonly BulkOutcome[] = [
  { id: orders.id, outcome: 'done', status: 'Pause' },
  { id: invoices.id, outcome: 'refused', status: 'Draft', problem: why },
]
const same: readonly BulkOutcome[] = [{ id: orders.id, outcome: 'unchanged', status: 'Pause' }]

const all = 'Select all connectors (up to the limit)'
const isChosen =
  ({ id }: Chosen) =>
  (snapshot: BulkMoveSnapshot) =>
    snapshot.context.chosen.some((it) => it.id === id)
const isNotChosen = (connector: Chosen) => (snapshot: BulkMoveSnapshot) => !isChosen(connector)(snapshot)
const someAreChosen = ({ context }: BulkMoveSnapshot) => context.chosen.length > 0

const fixture: Fixture<typeof bulkMoveMachine> = {
  view: (actor) => <Scene actor={actor} />,
  inputs: { 'a list of two': undefined },
  answers: {
    gatherAll: {
      asks: { query: plainQuery },
      answers: { both, none: [] },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    moveAll: {
      asks: ({ context: { action, chosen } }) => ({ action: action ?? 'pause', ids: chosen.map(({ id }) => id) }),
      answers: { 'one moved, one refused': mixed, 'one stood there already': same },
      problems: { 'the server is gone': refusal('server/unavailable') },
    },
  },
  drivers: {
    'user.chose': [chooses(orders), chooses(invoices)],
    'user.dropped': [drops(orders), drops(invoices)],
    'user.choseAll': { ...tick(all, false), event: { type: 'user.choseAll', query: plainQuery }, behind: someAreChosen },
    'user.cleared': [press('Clear choice'), tick(all, true)],
    'user.requested': [
      { ...press('Pause…'), event: { type: 'user.requested', action: 'pause' } },
      { ...press('Resume…'), event: { type: 'user.requested', action: 'resume' } },
    ],
    'user.confirmed': confirms(),
    'user.cancelled': leaves(['Cancel', 'Stop']),
    'user.retried': press('Retry'),
    'user.closed': press('Close'),
  },
  assertions: {
    choosing: (snapshot) => {
      const { chosen } = snapshot.context
      expect(screen.queryByRole('group', { name: 'Chosen connectors' }) !== null).toBe(chosen.length > 0)
      if (chosen.length > 0) screen.getByText(chosen.length === 1 ? '1 connector chosen' : '2 connectors chosen')
      expect(screen.queryByRole('dialog')).toBeNull()
    },
    gathering: () => screen.getByText('Selecting all…'),
    asking: () => screen.getByText('Statuses at the time you selected them.'),
    moving: () => screen.getByText(/^(Pausing|Resuming) \d connectors?…$/),
    failed: ({ context }) => expect(screen.getByRole('alert').textContent).toContain(context.problem?.message),
    told: () => screen.getByText(/^\d connectors? (was|were) (paused|resumed)\.$/),
  },
  delays: {},
  project: ({ chosen, action, results, problem: it }) => ({
    chosen: chosen.length,
    action,
    results: results.length,
    alarmed: it !== null,
  }),
  invariants: {
    'nothing is moved before it was said how many': {
      when: ({ after }) => after.matches('asking'),
      holds: ({ after: { context } }) => {
        const count = context.chosen.length === 1 ? '1 connector' : `${context.chosen.length} connectors`
        screen.getByRole('heading', { name: `${context.action === 'pause' ? 'Pause' : 'Resume'} ${count}?` })
        const active = context.chosen.filter(({ status }) => status === 'Active').length
        const paused = context.chosen.filter(({ status }) => status === 'Pause').length
        const said = screen.getAllByRole('listitem').map(({ textContent }) => Number.parseInt(textContent ?? '', 10))
        const expected = context.action === 'pause' ? [active, paused] : [paused, active]
        expect(said).toEqual(expected.filter((number, at) => at === 0 || number > 0))
      },
    },
    'each that was not possible is named with its reason': {
      when: ({ after }) => after.matches('told'),
      holds: ({ after: { context } }) => {
        const refused = context.results.filter(({ outcome }) => outcome === 'refused')
        const said = screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
        const nameOf = (id: string) => context.chosen.find((it) => it.id === id)?.name ?? id
        expect(said).toEqual(refused.map(({ id, problem: it }) => `${nameOf(id)}: ${it?.message}`))
        const done = context.results.filter(({ outcome }) => outcome === 'done').length
        screen.getByText(new RegExp(`^${done} connectors? (was|were) `))
      },
    },
    'a failure is reported with its own message, and what was chosen stays chosen': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
      holds: ({ before, event, after }) => {
        expect(screen.getByRole('alert').textContent).toContain(toProblem(event['error']).message)
        expect(after.context.chosen).toEqual(before.context.chosen)
      },
    },
    'after what was done nothing is chosen by accident': {
      when: ({ before, event }) => before.matches('told') && event.type === 'user.closed',
      holds: ({ after }) => expect(after.context.chosen).toEqual([]),
    },
  },
  exits: ['Orders', 'Invoices'],
  parts: ['Actions for Orders', 'Actions for Invoices'],
}

describe('many connectors at once', () => {
  beforeAll(makeRoom)
  verifyShape(bulkMoveMachine)
  verifyEveryEdge(bulkMoveMachine, fixture)
})

it('takes as many as one call moves, and no more', () => {
  const actor = createActor(bulkMoveMachine).start()
  for (let number = 0; number <= chosenMax; number += 1)
    actor.send({ type: 'user.chose', connector: chosenOf(itemOf(number, `Number ${number}`)) })
  expect(actor.getSnapshot().context.chosen).toHaveLength(chosenMax)
})

it('tells the list once a move has ended, however it ended', async () => {
  let told = 0
  const machine = bulkMoveMachine.provide({
    actors: { moveAll: fromPromise(() => Promise.reject(refusal('server/unavailable'))) },
    actions: {
      tellMoved: () => {
        told += 1
      },
    },
  })
  const actor = createActor(machine).start()
  actor.send({ type: 'user.chose', connector: chosenOf(orders) })
  actor.send({ type: 'user.requested', action: 'pause' })
  actor.send({ type: 'user.confirmed' })
  await expect.poll(() => actor.getSnapshot().value).toBe('failed')
  expect(told).toBe(1)
})

function Scene({ actor }: { readonly actor: BulkMoveActor }) {
  const choice = useChoice(actor, () => plainQuery)
  return (
    <>
      <BulkPanel actor={actor} />
      <OverviewTable
        rows={OverviewRows}
        columns={dataColumns}
        page={pageOf([orders, invoices])}
        query={plainQuery}
        choice={choice}
        onSort={null}
        onOpen={() => {}}
        onVisible={() => {}}
      />
    </>
  )
}

function chooses(connector: Chosen) {
  return {
    ...tick(`Choose ${connector.name}`, false),
    event: { type: 'user.chose', connector: chosenOf(connector) } as const,
    behind: isChosen(connector),
  }
}

function drops(connector: Chosen) {
  return {
    ...tick(`Choose ${connector.name}`, true),
    event: { type: 'user.dropped', id: connector.id } as const,
    when: isChosen(connector),
    behind: isNotChosen(connector),
  }
}

function confirms(): Gesture {
  return { ...oneOf(/^(Pause|Resume) \d connectors?$/), says: 'confirm' }
}

function leaves(names: readonly string[]): Gesture {
  return { ...oneOf(new RegExp(`^(${names.join('|')})$`)), says: 'leave it' }
}

function oneOf(name: RegExp): Omit<Gesture, 'says'> {
  return { find: () => screen.queryByRole('button', { name }), use: (control, user) => user.click(control) }
}
