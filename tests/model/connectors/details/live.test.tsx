import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, type EventObject, fromCallback, SimulatedClock } from 'xstate'

import type { LiveChange, LiveConnector } from '#contract/connectors/details/live.graphql.ts'
import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import { problem, refusal } from '#contract/kit/problem.ts'
import {
  isAsRead,
  type LiveEvent,
  type LiveSnapshot,
  liveMachine,
  selectConnector,
  selectStaleSince,
} from '#src/machines/connectors/details/live.machine.ts'
import { LiveMark } from '#src/views/connectors/details/LiveMark.tsx'
import { pass } from '../../kit/clock.ts'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const id = '0198f0aa-0000-7000-8000-000000000001'
const at = '2026-03-01T10:00:00.000Z'
const connector: LiveConnector = {
  ...{ id, name: 'Orders', status: 'Active', statusSince: at, statusReason: 'It runs.', statusNext: 'Next run soon.' },
  ...{ liveVersion: 1, newestRun: null },
}
const told = (it: Partial<LiveChange>): Extract<LiveEvent, { type: 'stream.told' }> => ({
  type: 'stream.told',
  change: { at, id: null, connector: null, missed: false, ...it },
})

const fixture: Fixture<typeof liveMachine> = {
  view: (actor) => <LiveMark actor={actor} />,
  inputs: { 'one connector': { ids: [id] } },
  answers: {
    watchConnectors: {
      asks: { ids: [id] },
      says: {
        'how it is now': told({ id, connector }),
        'that it is gone': told({ id }),
        'a sign of life': told({}),
        'that something was missed': told({ missed: true }),
        'of a connector that is not watched': told({ id: '0198f0aa-0000-7000-8000-000000000002', connector }),
        'that the server restarts': { type: 'stream.ended', problem: problem('live/ended') },
        'that the connector is nobody here knows': { type: 'stream.ended', problem: problem('connector/not-found') },
      },
      problems: { 'a bug': refusal('bug/unexpected') },
    },
    watchNetwork: {
      asks: undefined,
      says: { 'the network is gone': { type: 'network.lost' }, 'the network is back': { type: 'network.back' } },
      problems: {},
      isLasting: true,
    },
  },
  drivers: { 'user.reconnected': press('Reconnect now') },
  assertions: {
    'open.connecting': (snapshot) => sees(snapshot, 'Connecting'),
    'open.live': (snapshot) => sees(snapshot, 'Live'),
    waiting: (snapshot) => sees(snapshot, 'Not live'),
    offline: (snapshot) => sees(snapshot, 'Offline'),
    refused: (snapshot) => sees(snapshot, 'Not live'),
  },
  delays: { openLimit: 20_000, silenceLimit: 40_000, againPause: ({ context }) => pauses[context.ends - 1] ?? 0 },
  project: ({ connectors, heardAt }) => ({
    of: Object.values(connectors)
      .map((it) => it?.name ?? 'gone')
      .join(),
    heard: heardAt !== null,
  }),
  invariants: {
    'what is not watched is not kept': {
      when: () => true,
      holds: ({ after }) => expect(Object.keys(after.context.connectors).every((each) => each === id)).toBe(true),
    },
    'only the server says how a connector stands': {
      when: ({ before, after }) => before.context.connectors !== after.context.connectors,
      holds: ({ event }) => expect(event.type).toBe('stream.told'),
    },
    'what was true stays on the page when it is not live any more': {
      when: ({ before, after }) => before.matches({ open: 'live' }) && !after.matches({ open: 'live' }),
      holds: ({ before, after }) => {
        expect(after.context.connectors).toBe(before.context.connectors)
        expect(screen.getByRole('status').textContent).toContain('As of')
      },
    },
    'a refusal that would be repeated is not asked for again by itself': {
      when: ({ after }) => after.matches('refused'),
      holds: ({ after }) => expect(screen.getByRole('status').textContent).toContain(after.context.problem?.message),
    },
  },
}

/** Milliseconds before each try, as the decision has them. */
const pauses = [1_000, 2_000, 4_000, 8_000, 16_000]

describe('live reading', () => {
  verifyShape(liveMachine)
  verifyEveryEdge(liveMachine, fixture)
})

/** The machine on a clock that is turned by hand; `say` speaks for the stream that is open. */
function started() {
  const clock = new SimulatedClock()
  const opened: { readonly at: number; isOpen: boolean; readonly say: (event: LiveEvent) => void }[] = []
  const watchConnectors = fromCallback<EventObject, { readonly ids: readonly string[] }>(({ sendBack }) => {
    const stream = { at: clock.now(), isOpen: true, say: sendBack }
    opened.push(stream)
    return () => {
      stream.isOpen = false
    }
  })
  let tellNetwork: (event: LiveEvent) => void = () => {}
  const watchNetwork = fromCallback<EventObject, void>(({ sendBack }) => {
    tellNetwork = sendBack
  })
  const machine = liveMachine.provide({ actors: { watchConnectors, watchNetwork } })
  const actor = createActor(machine, { clock, input: { ids: [id] } }).start()
  const say = (event: LiveEvent) => opened.at(-1)?.say(event)
  return { actor, clock, opened, say, network: (event: LiveEvent) => tellNetwork(event) }
}

it('tries again after 1, 2, 4, 8 and 16 s, then every 16 s, and after 1 s once it was live', async () => {
  const { actor, clock, opened, say } = started()
  for (let tries = 0; tries < 7; tries += 1) {
    say({ type: 'stream.ended', problem: problem('net/unreachable') })
    await pass(clock, 16_000)
  }
  const gaps = opened.slice(1).map((stream, before) => stream.at - (opened[before]?.at ?? 0))
  // Each stream ended when 16 s of the pass before were over: what is left of a pass is the pause.
  expect(opened).toHaveLength(8)
  expect(gaps.slice(-3)).toEqual([16_000, 16_000, 16_000])
  say(told({ id, connector }))
  expect(actor.getSnapshot().value).toEqual({ open: 'live' })
  say({ type: 'stream.ended', problem: problem('live/ended') })
  const before = opened.length
  await pass(clock, 999)
  expect(opened).toHaveLength(before)
  await pass(clock, 1)
  expect(opened).toHaveLength(before + 1)
})

it('takes 40 s without a sign of life for a lost connection, and a sign of life for 40 more', async () => {
  const { actor, clock, opened, say } = started()
  say(told({ id, connector }))
  await pass(clock, 39_999)
  say(told({ at: '2026-03-01T10:00:39.000Z' }))
  await pass(clock, 39_999)
  expect(actor.getSnapshot().value).toEqual({ open: 'live' })
  await pass(clock, 1)
  expect(actor.getSnapshot().value).toBe('waiting')
  expect(opened.map(({ isOpen }) => isOpen)).toEqual([false])
  expect(selectStaleSince(actor.getSnapshot())).toBe('2026-03-01T10:00:39.000Z')
  expect(selectConnector(id)(actor.getSnapshot())).toEqual(connector)
})

it('gives up to connect after 20 s', async () => {
  const { actor, clock } = started()
  await pass(clock, 19_999)
  expect(actor.getSnapshot().value).toEqual({ open: 'connecting' })
  await pass(clock, 1)
  expect(actor.getSnapshot().value).toBe('waiting')
})

it('waits for the network as long as there is none, and reads at once when it is back', async () => {
  const { actor, clock, opened, say, network } = started()
  say(told({ id, connector }))
  network({ type: 'network.lost' })
  await pass(clock, 3_600_000)
  expect([actor.getSnapshot().value, opened.length]).toEqual(['offline', 1])
  network({ type: 'network.back' })
  expect([actor.getSnapshot().value, opened.length]).toEqual([{ open: 'connecting' }, 2])
})

it('opens one stream at a time, and holds no more after a day of changes than after a minute', async () => {
  const { actor, clock, opened, say } = started()
  const sizes: number[] = []
  const day = 24 * 3_600
  for (let second = 1; second <= day; second += 1) {
    const change = { ...connector, statusReason: `It has run for ${String(second).padStart(6, '0')} s.` }
    say(told({ id, connector: change, at: new Date(Date.parse(at) + second * 1_000).toISOString() }))
    if (second % 600 === 0) {
      say({ type: 'stream.ended', problem: problem('auth/token-expired') })
      await pass(clock, 1_000)
    }
    if (second === 60 || second === day) sizes.push(JSON.stringify(actor.getPersistedSnapshot()).length)
  }
  expect(opened.filter(({ isOpen }) => isOpen)).toHaveLength(1)
  expect(opened).toHaveLength(day / 600 + 1)
  // The last end counts as one.
  expect(sizes[1]).toBeLessThanOrEqual((sizes[0] ?? 0) + 400)
})

function sees(snapshot: LiveSnapshot, word: string) {
  const status = screen.getByRole('status')
  expect(status.textContent?.startsWith(word)).toBe(true)
  const isStale = !snapshot.matches({ open: 'live' }) && snapshot.context.heardAt !== null
  expect(status.textContent?.includes('As of')).toBe(isStale)
}

it('what a stream tells first is read again only where it differs from what was read', () => {
  const counts = { recordsRead: 5, recordsDelivered: 4, recordsSkipped: 0, recordsFailed: 1, recordsUnknown: 0 }
  const run = { status: 'succeeded', result: 'completedWithErrors', statusSince: at, ...counts }
  const told = { ...connector, newestRun: { ...run, id: 'run-1' } } as LiveConnector
  const read = { details: { connector }, newestRun: { ...run, runId: 'run-1' } } as unknown as ConnectorReading
  expect(isAsRead(told, read)).toBe(true)
  expect(isAsRead({ ...told, status: 'Pause' }, read)).toBe(false)
  expect(isAsRead({ ...told, newestRun: { ...run, id: 'run-2' } as LiveConnector['newestRun'] }, read)).toBe(false)
  expect(isAsRead({ ...told, newestRun: { ...run, id: 'run-1', recordsRead: 6 } as LiveConnector['newestRun'] }, read)).toBe(
    false,
  )
  expect(isAsRead({ ...told, newestRun: null }, read)).toBe(false)
  expect(isAsRead({ ...told, newestRun: null }, { ...read, newestRun: null })).toBe(true)
})
