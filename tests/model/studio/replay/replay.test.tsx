import { screen, within } from '@testing-library/react'
import { useActorRef } from '@xstate/react'
import { useMemo } from 'react'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'

import { refusal, toProblem } from '#contract/kit/problem.ts'
import {
  type ReplayActor,
  type ReplaySnapshot,
  type ReplayStock,
  replayMachine,
  selectCanOrder,
} from '#src/machines/studio/replay/replay.machine.ts'
import { replayFormMachine } from '#src/machines/studio/replay/replay-form.machine.ts'
import { blankReplay, orderOf } from '#src/machines/studio/replay/replay-rules.ts'
import { RefreshData, ReplayForm } from '#src/views/studio/replay/ReplayForm.tsx'
import { ReplayWarning } from '#src/views/studio/replay/ReplayWarning.tsx'
import { isReachable, press } from '../../kit/drivers.ts'
import type { Fixture, Gesture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { emptyStock, filledStock } from './replays.ts'

const order = orderOf(blankReplay, null, [])
const isEmpty = ({ context }: ReplaySnapshot) => context.stock?.transactions === 0
const form = () => screen.getByRole('form', { name: 'Replay transactions' })
const notice = () => screen.queryByRole('status', { name: 'No transactions yet' })

const fixture: Fixture<typeof replayMachine> = {
  view: (actor) => <Scene replay={actor} />,
  inputs: { 'a connector': { waiting: null }, 'a link that wants the plan at once': { waiting: order } },
  answers: {
    readStock: {
      asks: undefined,
      answers: { 'there are transactions': filledStock, 'there are none': emptyStock },
      problems: { 'the net is down': offline },
    },
    planReplay: {
      asks: { order },
      answers: { 'a plan': { replayId: 'r1' } },
      problems: { 'nobody is signed in': refusal('replay/not-signed-in'), 'it is gone': refusal('connector/not-found') },
    },
    joinProgress: {
      asks: undefined,
      says: { 'records move': { type: 'replay.began' }, 'nothing moves': { type: 'replay.rested' } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.ordered': { ...press('Start Replay'), event: { type: 'user.ordered', order, isOfLedger: true } },
    'user.cancelled': press('Cancel'),
    'user.reset': press('Reset'),
    'user.refreshed': [
      refreshes('in the form', () => form()),
      { ...refreshes('where nothing is', notice), behind: (snapshot) => !isEmpty(snapshot) },
    ],
  },
  assertions: {
    reading: () => {
      expect(form().getAttribute('aria-busy')).toBe('true')
      within(form()).getByText('Wait until the records are loaded.')
    },
    editing: (snapshot) => {
      expect(form().getAttribute('aria-busy')).toBe('false')
      expect(notice() !== null).toBe(isEmpty(snapshot))
    },
    planning: () => {
      expect(form().getAttribute('aria-busy')).toBe('true')
      within(form()).getByText('Creating the plan.')
    },
    following: () => within(form()).getByText('A replay is in progress. Wait for it to end, or stop it.'),
  },
  delays: {},
  project: ({ stock, problem: told, waiting }) => ({
    ...{ stock: stock?.transactions ?? 'unknown', told: told?.code ?? false },
    waits: waiting !== null,
  }),
  invariants: {
    'that it sends real data is said before anything else': {
      when: () => true,
      holds: () => screen.getByRole('note', { name: 'Replay sends actual data' }),
    },
    'a plan is made by a press, here or on the link that leads here, and only one at a time': {
      when: ({ before, after }) => after.matches('planning') && !before.matches('planning'),
      holds: ({ before, event }) => {
        const isByLink = before.context.waiting !== null
        expect(event.type).toBe(isByLink ? 'xstate.done.actor.readStock' : 'user.ordered')
        expect(before.matches(isByLink ? 'reading' : 'editing')).toBe(true)
      },
    },
    'where there are no transactions none can be replayed, and the page says what to do': {
      when: ({ after }) => after.matches('editing') && isEmpty(after),
      holds: () => {
        expect(screen.getByRole('button', { name: 'Start Replay' }).getAttribute('aria-disabled')).toBe('true')
        expect(notice()?.textContent).toContain('Run the connector and refresh, or replay your own records.')
        within(form()).getByText('There are no transactions to replay.')
      },
    },
    'a failure is reported with its own message': {
      when: ({ event }) => /^xstate\.error\.actor\.(readStock|planReplay)/.test(event.type),
      holds: ({ event }) => expect(screen.getByRole('alert').textContent).toContain(toProblem(event['error']).message),
    },
    'whoever is not signed in reads the sentence of the specification': {
      when: ({ after }) => after.context.problem?.code === 'replay/not-signed-in',
      holds: () => screen.getByText('You must be logged in to perform this action'),
    },
    'a new attempt begins without the old alarm': {
      when: ({ event }) => ['user.ordered', 'user.refreshed', 'user.reset'].includes(event.type),
      holds: () => expect(screen.queryByRole('alert')).toBeNull(),
    },
  },
}

describe('from what is to be replayed to a plan', () => {
  verifyShape(replayMachine)
  verifyEveryEdge(replayMachine, fixture)
})

it('lets records be replayed that somebody writes, although there are no transactions', async () => {
  const actor = createActor(provided(), { input: { waiting: null } }).start()
  await expect.poll(() => actor.getSnapshot().value).toBe('editing')
  expect(selectCanOrder(true)(actor.getSnapshot())).toBe(false)
  expect(selectCanOrder(false)(actor.getSnapshot())).toBe(true)
})

it('tells the address of a plan once, and of a failure that it failed', async () => {
  const heard: string[] = []
  let answer: () => Promise<{ replayId: string }> = async () => ({ replayId: 'r1' })
  const machine = provided().provide({
    actors: { planReplay: fromPromise(() => answer()) },
    actions: {
      tellPlanned: (_, { replayId }) => heard.push(replayId),
      tellFailed: (_, { problem: it }) => heard.push(it.code),
      tellReset: () => heard.push('reset'),
    },
  })
  const actor = createActor(machine, { input: { waiting: null } }).start()
  const plan = async () => {
    await expect.poll(() => actor.getSnapshot().value).toBe('editing')
    actor.send({ type: 'user.ordered', order, isOfLedger: false })
    actor.send({ type: 'user.ordered', order, isOfLedger: false })
    await expect.poll(() => actor.getSnapshot().value).toBe('editing')
  }
  await plan()
  answer = () => Promise.reject(refusal('connector/not-found'))
  await plan()
  actor.send({ type: 'user.reset' })
  expect(heard).toEqual(['r1', 'connector/not-found', 'reset'])
})

function provided() {
  return replayMachine.provide({
    actors: {
      readStock: fromPromise<ReplayStock, void>(async () => emptyStock),
      joinProgress: fromCallback(() => {}),
    },
  })
}

/** With a form that is filled in as it opens. */
function Scene({ replay }: { readonly replay: ReplayActor }) {
  const machine = useMemo(
    () =>
      replayFormMachine.provide({
        actions: {
          tellOrder: (_, told) => replay.send({ type: 'user.ordered', ...told }),
          tellReset: () => replay.send({ type: 'user.reset' }),
        },
      }),
    [replay],
  )
  const own = useActorRef(machine, { input: { typed: null, chosen: null, examples: [] } })
  return (
    <>
      <ReplayWarning />
      <ReplayForm replay={replay} form={own} fields={null} refresh={<RefreshData replay={replay} />} />
    </>
  )
}

function refreshes(where: string, place: () => HTMLElement | null): Gesture {
  return {
    says: `press Refresh Data ${where}`,
    find: () => {
      const own = place()
      const found = own === null ? [] : within(own).queryAllByRole('button', { name: 'Refresh Data' }).filter(isReachable)
      return found.at(-1) ?? null
    },
    use: (control, user) => user.click(control),
  }
}
