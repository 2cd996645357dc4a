import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { plainNoun } from '#contract/connectors/runs/record-noun.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { ReplayLine } from '#contract/studio/replay.ts'
import { known } from '#src/machines/kit/known.ts'
import {
  partsOf,
  type RetryPlanSnapshot,
  retryPlanMachine,
  selectCount,
  selectRefusal,
} from '#src/machines/studio/retry/retry-plan.machine.ts'
import { countOf, isOn, linesOf } from '#src/machines/studio/retry/selection.ts'
import { problemLinks } from '#src/views/connectors/problems/problem-links.ts'
import { RetryPlanSheet } from '#src/views/studio/retry/RetryPlanSheet.tsx'
import { press, tick } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { asks, failing, pending, plans, replays, sent, tried, unclear } from './retry-plans.ts'

const sheet = () => within(screen.getByRole('dialog'))
const nameOf = ({ recordName, recordKey }: ReplayLine) => `Send ${recordName} ${recordKey}`
const isShown = (line: ReplayLine) => (it: RetryPlanSnapshot) =>
  it.context.plan !== null && linesOf(it.context.plan).some(({ number }) => number === line.number)
const isTicked = (line: ReplayLine) => (it: RetryPlanSnapshot) => isOn(line, it.context.picks)

const selected = ({ context: { plan, picks } }: RetryPlanSnapshot) => ({
  ...asks,
  selection: { ...picks, count: countOf(known(plan, 'plan'), picks) },
})

const turn = (line: ReplayLine, isWanted: boolean) => ({
  ...tick(nameOf(line), !isWanted),
  event: { type: 'user.picked' as const, line, isWanted },
  behind: (it: RetryPlanSnapshot) => !isShown(line)(it) || isTicked(line)(it) === isWanted,
})

const everyFailing = (isWanted: boolean) => ({
  ...tick('Send all 2 that will probably fail again', !isWanted),
  event: { type: 'user.pickedFailing' as const, isWanted },
  behind: (it: RetryPlanSnapshot) => it.context.picks.withFailing === isWanted,
})

const fixture: Fixture<typeof retryPlanMachine> = {
  view: (actor) => <RetryPlanSheet actor={actor} noun={plainNoun} links={problemLinks('shop')} />,
  inputs: { 'a plan': asks },
  answers: {
    readPlan: {
      asks,
      answers: {
        'some would fail': plans.planned,
        'all would fail': plans.allFail,
        'another version is live': plans.stale,
        'it is being sent': plans.sending,
      },
      problems: { 'the net is down': offline, 'it is gone': refusal('replay/not-found') },
    },
    readReplay: {
      asks,
      answers: { 'it is being sent': replays.sending, 'it is complete': replays.completed, 'it is stopped': replays.stopped },
      problems: { 'the net is down': offline },
    },
    tryPlan: { asks: selected, answers: { 'one would fail': tried }, problems: { 'a look-up fails': refusal('lookup/failing') } },
    sendPlan: {
      asks: selected,
      answers: { 'it is being sent': replays.sending },
      problems: { 'a record arrived meanwhile': refusal('replay/selection-changed') },
    },
    stopReplay: {
      asks,
      answers: { 'it is stopped': replays.stopped, 'it is discarded': replays.discarded },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.picked': [turn(sent, true), turn(sent, false), turn(failing, true), turn(failing, false)],
    'user.pickedFailing': [everyFailing(true), everyFailing(false)],
    'user.triedOut': press('Dry run'),
    'user.cancelled': press('Cancel'),
    'user.sent': press(/^Send (\d+ )?records?$/),
    'user.stopped': press('Stop'),
    'user.discarded': press('Discard'),
    'user.plannedAgain': press('Plan again'),
    'user.retried': press('Try again'),
    'user.closed': press('Close'),
  },
  assertions: {
    judging: 'passing',
    reading: () => screen.getByRole('dialog'),
    unread: () => expect(sheet().getAllByRole('alert').length).toBeGreaterThan(0),
    'ready.still': seesPlan,
    'ready.looking': seesPlan,
    trying: () => sheet().getByRole('button', { name: 'Checking…' }),
    starting: () => sheet().getByRole('button', { name: 'Starting…' }),
    'sending.waiting': () => sheet().getByRole('list', { name: 'Replay steps' }),
    'sending.checking': () => sheet().getByRole('list', { name: 'Replay steps' }),
    stopping: ({ context: { plan } }) =>
      sheet().getByRole('button', { name: plan?.replay.state === 'planned' ? 'Discarding…' : 'Stopping…' }),
    stale: () => {
      sheet().getByText('Version 5 was deployed since.')
      expect(sheet().queryByRole('button', { name: /^Send (\d|records?$)/ })).toBeNull()
    },
    ended: ({ context: { plan } }) => expect(sheet().getByRole('status').textContent).toBe(endings[plan?.replay.state ?? '']),
  },
  delays: { planPause: 10_000, pollPause: 1_000 },
  exits: ['Open in Replay', 'Fix mapping', 'See the run'],
  project: ({ plan, picks }) => ({
    ...{ replay: plan?.replay.state ?? false, isStartable: plan?.replay.isStartable ?? false },
    allFail: plan !== null && plan.replay.decisions.send === 0,
    // Once it was sent, they are what was sent.
    ...(plan?.replay.state === 'planned' && plan.replay.isStartable
      ? { on: [sent, failing].map((line) => isOn(line, picks)).join(), withFailing: picks.withFailing }
      : {}),
  }),
  invariants: {
    'the bar and the button count the same records': {
      when: ({ after }) => after.hasTag('planned') && !after.matches('stale'),
      holds: ({ after }) => {
        const counts = partsOf(after.context).map(({ count }) => count)
        const { decisions } = known(after.context.plan, 'plan').replay
        expect(counts[0]).toBe(selectCount(after))
        expect(counts.reduce((all, count) => all + count, 0)).toBe(
          Object.values(decisions).reduce((all, count) => all + count, 0),
        )
        expect(counts.every((count) => count >= 0)).toBe(true)
      },
    },
    'what was refused is shown with the plan': {
      when: ({ event }) => event.type === 'xstate.error.actor.sendPlan',
      holds: ({ after }) => expect(selectRefusal(after)?.code).toBe('replay/selection-changed'),
    },
  },
}

describe('the plan of a retry', () => {
  verifyShape(retryPlanMachine)
  verifyEveryEdge(retryPlanMachine, fixture)
})

it('forgets the tick of a record that stands otherwise when the plan is read again', async () => {
  const arrived = { ...unclear, standing: 'arrived', decision: 'left-out' } as const
  const later = { ...plans.mixed, exceptions: { items: [arrived, failing], total: 2 } }
  const read = [plans.mixed, later]
  const machine = retryPlanMachine.provide({
    actors: {
      readPlan: fromPromise(async () => known(read.shift(), 'plan')),
      sendPlan: fromPromise(() => Promise.reject(refusal('replay/selection-changed'))),
    },
  })
  const actor = createActor(machine, { input: asks }).start()
  await expect.poll(() => actor.getSnapshot().matches('ready')).toBe(true)
  for (const line of [unclear, failing]) actor.send({ type: 'user.picked', line, isWanted: true })
  actor.send({ type: 'user.picked', line: pending, isWanted: true })
  expect(selectCount(actor.getSnapshot())).toBe(3)
  actor.send({ type: 'user.sent' })
  await expect.poll(() => read.length).toBe(0)
  await expect.poll(() => actor.getSnapshot().matches('ready')).toBe(true)
  expect(actor.getSnapshot().context.picks.add).toEqual([{ number: failing.number, standing: failing.standing }])
  expect(selectCount(actor.getSnapshot())).toBe(2)
})

function seesPlan({ context }: RetryPlanSnapshot): void {
  const { decisions } = known(context.plan, 'plan').replay
  const isAll = decisions.send === 0
  expect(sheet().queryByText('All 2 records will probably fail again.') !== null).toBe(isAll)
  sheet().getByText(
    isAll
      ? 'country is empty, phone stays as it is'
      : context.dryRun === null
        ? 'phone becomes +49 176'
        : 'Phone must be a text.',
  )
  sheet().getByText(isAll ? '1 of 2 · more in Replay' : '2 of 2 · the exceptions are always shown')
}

const endings: Readonly<Record<string, string>> = {
  completed: '2 of 2 delivered.',
  stopped: 'Stopped: 1 of 2 delivered.',
  discarded: 'Discarded. Nothing was sent.',
}
