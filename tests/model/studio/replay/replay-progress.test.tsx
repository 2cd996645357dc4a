import { cleanup, render, screen, within } from '@testing-library/react'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import { ProblemError, problem, refusal } from '#contract/kit/problem.ts'
import {
  type ReplayProgressSnapshot,
  type ReplayReading,
  replayProgressMachine,
} from '#src/machines/studio/replay/replay-progress.machine.ts'
import { ReplayProgress } from '#src/views/studio/replay/ReplayProgress.tsx'
import { pass } from '../../kit/clock.ts'
import { isReachable, press } from '../../kit/drivers.ts'
import type { Fixture, Gesture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'
import { invariants } from './replay-progress.invariants.ts'
import { asks, readings, triedPlan } from './replays.ts'

const isIncluded = ({ context }: ReplayProgressSnapshot) => context.include.arrived
const card = () => screen.getByRole('region', { name: 'Replay' })
const plan = () => within(screen.getByRole('group', { name: 'Plan' }))
const arrived = 'Also send records that already arrived'
const gone = refusal('replay/not-found')
const asked = ({ context }: ReplayProgressSnapshot) => ({ ...asks, include: context.include })

const fixture: Fixture<typeof replayProgressMachine> = {
  view: (actor) => <ReplayProgress actor={actor} lines={null} />,
  inputs: { 'an address': asks },
  answers: {
    readReplay: {
      asks,
      answers: {
        'it is planned': readings.planned,
        'everything of it arrived already': readings.arrived,
        'it is too old': readings.old,
        'it sends': readings.sending,
        'everything is sent': readings.processing,
        'it is complete': readings.completed,
        'it failed': readings.failed,
      },
      problems: { 'the net is down': offline, 'it is gone': gone },
    },
    tryReplay: {
      asks: asked,
      answers: { 'one record': triedPlan },
      problems: { 'the enrichment fails': refusal('lookup/failing') },
    },
    startReplay: {
      asks: asked,
      answers: { 'it sends': readings.sending },
      problems: {
        'another version is live': new ProblemError({
          ...problem('replay/version-changed'),
          title: problem('replay/failed').title,
        }),
      },
    },
    stopReplay: {
      asks,
      answers: { 'it is stopped': readings.stopped, 'it is discarded': readings.discarded },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.included': [
      { ...tick(arrived, false), event: { type: 'user.included', what: 'arrived', isIncluded: true }, behind: isIncluded },
      {
        ...tick(arrived, true),
        event: { type: 'user.included', what: 'arrived', isIncluded: false },
        behind: (snapshot) => !isIncluded(snapshot),
      },
    ],
    'user.triedOut': press('Dry run'),
    'user.cancelled': press('Cancel'),
    'user.started': presses('Send', /^Send (\d+ )?records?$/),
    'user.stopped': presses('Stop replay or Discard', /^(Stop replay|Discard)$/),
    'user.retried': press('Retry'),
  },
  assertions: {
    judging: 'passing',
    loading: () => expect(card().getAttribute('aria-busy')).toBe('true'),
    unread: () => screen.getByRole('button', { name: 'Retry' }),
    'planned.still': seesPlan,
    'planned.looking': seesPlan,
    trying: () => plan().getByRole('button', { name: 'Reading and mapping…' }),
    starting: () => plan().getByRole('button', { name: 'Starting…' }),
    'moving.waiting': () => within(card()).getByRole('progressbar'),
    'moving.checking': () => within(card()).getByRole('progressbar'),
    'moving.lost': () => {
      expect(screen.getByRole('alert').textContent).toContain('so the progress is unknown')
      screen.getByText(/^Last updated .+ ago\.$/)
    },
    stopping: ({ context: { reading } }) =>
      within(card()).getByRole('button', { name: reading?.replay.state === 'planned' ? 'Discarding…' : 'Stopping…' }),
    ended: () => screen.getByRole('region', { name: 'Results' }),
  },
  delays: { planPause: 5_000, pollPause: 1_000, againPause: 5_000 },
  project: ({ reading, include }) => {
    const { state, plan: held, endedAt, isStartable } = reading?.replay ?? {}
    const isPlanned = state === 'planned'
    return {
      replay: isPlanned ? state : state === undefined ? 'unknown' : endedAt === null ? 'open' : 'ended',
      nothingNew: isPlanned && held?.neverArrived === 0,
      tooOld: isPlanned && !isStartable,
      included: isPlanned && include.arrived,
    }
  },
  invariants,
}

describe('a replay from its plan to its end', () => {
  verifyShape(replayProgressMachine)
  verifyEveryEdge(replayProgressMachine, fixture)
})

describe('what is told beside the page', () => {
  it('is the end of a replay that was seen moving, once', async () => {
    const { heard, pressStart, clock } = followed([readings.planned, readings.sending, readings.processing, readings.completed])
    await pressStart()
    for (let second = 0; second < 4; second += 1) await pass(clock, 1_000)
    expect(heard.filter((it) => !it.startsWith('moves'))).toEqual(['rests', 'successful', 'rests'])
  })

  it.each([
    ['completed', readings.completed],
    ['failed', readings.failed],
    ['stopped', readings.stopped],
  ])('is nothing of one that had ended before: %s', async (_, reading) => {
    const { heard } = followed([reading])
    await expect.poll(() => heard).toEqual(['rests'])
  })

  it('is that it failed', async () => {
    const { heard, clock } = followed([readings.sending, readings.failed])
    await expect.poll(() => heard).toEqual(['moves'])
    await pass(clock, 1_000)
    expect(heard).toEqual(['moves', 'failed', 'rests'])
  })
})

it('follows what another tab has started, and goes on after the connection is back', async () => {
  const { actor, clock, answers } = followed([readings.planned, readings.sending])
  await expect.poll(() => actor.getSnapshot().value).toEqual({ planned: 'still' })
  await pass(clock, 5_000)
  expect(actor.getSnapshot().value).toEqual({ moving: 'waiting' })
  answers.push(() => Promise.reject(refusal('net/unreachable')))
  await pass(clock, 1_000)
  expect(actor.getSnapshot().value).toEqual({ moving: 'lost' })
  answers.push(async () => readings.completed)
  await pass(clock, 4_999)
  expect(actor.getSnapshot().value).toEqual({ moving: 'lost' })
  await pass(clock, 1)
  expect(actor.getSnapshot().value).toBe('ended')
})

it('says how many of the records that somebody wrote are in the plan', async () => {
  const { actor } = followed([readings.own])
  onTestFinished(cleanup)
  render(<ReplayProgress actor={actor} lines={null} />)
  await screen.findByText('The first 2 of 3 that you wrote are in this plan. This plan contains:')
})

function followed(told: readonly ReplayReading[]) {
  const answers: (() => Promise<ReplayReading>)[] = told.map((reading) => async () => reading)
  const heard: string[] = []
  const clock = new SimulatedClock()
  const next = () => answers.shift()?.() ?? new Promise<never>(() => {})
  const machine = replayProgressMachine.provide({
    actors: { readReplay: fromPromise(next), startReplay: fromPromise(next) },
    actions: {
      tellBegan: () => heard.push('moves'),
      tellRested: () => heard.push('rests'),
      tellEnd: (_, { end }) => heard.push(String(end)),
    },
  })
  const actor = createActor(machine, { input: asks, clock }).start()
  const pressStart = async () => {
    await expect.poll(() => actor.getSnapshot().value).toEqual({ planned: 'still' })
    actor.send({ type: 'user.started' })
    actor.send({ type: 'user.started' })
    await expect.poll(() => actor.getSnapshot().value).toEqual({ moving: 'waiting' })
  }
  return { actor, answers, heard, clock, pressStart }
}

function tick(name: string, isTicked: boolean): Gesture {
  return {
    says: `${isTicked ? 'untick' : 'tick'} "${name}"`,
    find: () => {
      const box = screen.queryByRole<HTMLInputElement>('checkbox', { name })
      return box?.checked === isTicked ? box : null
    },
    use: (control, user) => user.click(control),
  }
}

function presses(says: string, name: RegExp): Gesture {
  return {
    says: `press ${says}`,
    find: () => screen.queryAllByRole('button', { name }).find(isReachable) ?? null,
    use: (control, user) => user.click(control),
  }
}

function seesPlan({ context: { reading } }: ReplayProgressSnapshot): void {
  plan().getByText(
    /^[57] of 12 matching transactions are in this plan: the newest, and one for each key that is in several runs\. If those are different records, plan each run separately\. This plan contains:$/,
  )
  const warning = plan().queryByText(/ will probably fail again\.$/)?.textContent
  expect(warning).toBe(reading?.replay.isStartable ? 'All 2 records will probably fail again.' : undefined)
}
