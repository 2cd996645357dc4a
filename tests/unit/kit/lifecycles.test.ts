/** The charts that both sides obey, held against tables written by hand: each state with each event, and nothing else. */
import { describe, expect, it } from 'vitest'
import type { AnyStateMachine } from 'xstate'

import { alarmLifecycle, alarmStates } from '#contract/alerts/alarm.lifecycle.ts'
import {
  deploymentLifecycle,
  deploymentProgress,
  deploymentStates,
} from '#contract/connectors/deployments/deployment.lifecycle.ts'
import { connectorLifecycle, connectorMoveNames, connectorStates } from '#contract/connectors/details/connector.lifecycle.ts'
import { causeLifecycle, causeStates } from '#contract/connectors/problems/cause.lifecycle.ts'
import { openRunStates, runLifecycle, runStates } from '#contract/connectors/runs/run.lifecycle.ts'
import { supportLifecycle, supportStates } from '#contract/help/support-request.lifecycle.ts'
import { allowedMoves, moved, statesAllowing } from '#contract/kit/lifecycle.ts'
import { openReplayStates, replayLifecycle, replayStates, replaySteps } from '#contract/studio/replay.lifecycle.ts'

type Oracle = {
  readonly machine: AnyStateMachine
  readonly context?: object
  readonly events: readonly string[]
  /** From → event → to; what does not stand here is forbidden. */
  readonly moves: Readonly<Record<string, Readonly<Record<string, string>>>>
}

const connectorEvents = [
  'user.deployed',
  'user.paused',
  'user.resumed',
  'user.ran',
  'user.edited',
  'user.deleted',
  'engine.activated',
  'engine.refused',
]

const connectorMoves = {
  Draft: { 'user.deployed': 'Deploying', 'user.edited': 'Draft', 'user.deleted': 'Deleted' },
  Active: {
    'user.deployed': 'Deploying',
    'user.paused': 'Pause',
    'user.ran': 'Active',
    'user.edited': 'Active',
    'user.deleted': 'Deleted',
  },
  Pause: { 'user.deployed': 'Deploying', 'user.resumed': 'Active', 'user.edited': 'Pause', 'user.deleted': 'Deleted' },
  Failed: { 'user.deployed': 'Deploying', 'user.edited': 'Failed', 'user.deleted': 'Deleted' },
  Deleted: {},
}

/** A deployment leads back to where it started, unless it is the first one or a new beginning after a failure. */
const connectorsBefore = [
  ['Draft', { 'engine.activated': 'Active', 'engine.refused': 'Failed' }],
  ['Failed', { 'engine.activated': 'Active', 'engine.refused': 'Failed' }],
  ['Active', { 'engine.activated': 'Active', 'engine.refused': 'Active' }],
  ['Pause', { 'engine.activated': 'Pause', 'engine.refused': 'Pause' }],
] as const

const alarmEvents = [
  ...['judge.found', 'judge.foundNothing', 'connector.rested', 'connector.deleted', 'clock.muteEnded'],
  ...['user.acknowledged', 'user.muted', 'user.unmuted', 'user.switchedOff', 'user.switchedOn'],
]

/** Whatever is judged can be muted and switched off. */
const alarmAnywhere = { 'user.muted': 'muted', 'user.switchedOff': 'off', 'connector.deleted': 'gone' }

const replayEvents = [
  ...['user.started', 'user.stopped', 'connector.paused', 'connector.resumed'],
  ...['engine.claimed', 'engine.madeAll', 'engine.finished', 'engine.failed'],
]

const oracles: readonly (readonly [string, Oracle])[] = [
  ...connectorsBefore.map(([before, Deploying]): readonly [string, Oracle] => [
    `a connector that was ${before} before its deployment`,
    { machine: connectorLifecycle, context: { before }, events: connectorEvents, moves: { ...connectorMoves, Deploying } },
  ]),
  [
    'a deployment',
    {
      machine: deploymentLifecycle,
      events: ['engine.claimed', 'engine.validated', 'engine.provisioned', 'engine.activated', 'engine.refused'],
      moves: {
        queued: { 'engine.claimed': 'validating', 'engine.refused': 'failed' },
        validating: { 'engine.validated': 'provisioning', 'engine.refused': 'failed' },
        provisioning: { 'engine.provisioned': 'activating', 'engine.refused': 'failed' },
        activating: { 'engine.activated': 'live', 'engine.refused': 'failed' },
        live: {},
        failed: {},
      },
    },
  ],
  [
    'an alarm',
    {
      machine: alarmLifecycle,
      events: alarmEvents,
      moves: {
        off: { 'user.switchedOn': 'watching', 'connector.deleted': 'gone' },
        watching: { 'judge.found': 'raised', ...alarmAnywhere },
        raised: {
          'judge.foundNothing': 'cleared',
          'user.acknowledged': 'acknowledged',
          'connector.rested': 'watching',
          ...alarmAnywhere,
        },
        acknowledged: { 'judge.foundNothing': 'cleared', 'connector.rested': 'watching', ...alarmAnywhere },
        muted: { 'clock.muteEnded': 'watching', 'user.unmuted': 'watching', ...alarmAnywhere },
        cleared: { 'judge.found': 'raised', 'connector.rested': 'watching', ...alarmAnywhere },
        gone: {},
      },
    },
  ],
  [
    'a request to support',
    {
      machine: supportLifecycle,
      events: ['operator.answered', 'operator.closed', 'person.added', 'person.closed'],
      moves: {
        open: { 'operator.answered': 'answered', 'operator.closed': 'closed', 'person.added': 'open', 'person.closed': 'closed' },
        answered: {
          'operator.answered': 'answered',
          'operator.closed': 'closed',
          'person.added': 'open',
          'person.closed': 'closed',
        },
        closed: {},
      },
    },
  ],
  [
    'a cause',
    {
      machine: causeLifecycle,
      events: ['user.assigned', 'user.resolved', 'user.reopened', 'user.muted', 'records.lostAgain'],
      moves: {
        open: { 'user.assigned': 'assigned', 'user.resolved': 'resolved', 'user.muted': 'muted' },
        assigned: { 'user.assigned': 'assigned', 'user.resolved': 'resolved', 'user.muted': 'muted' },
        resolved: { 'user.resolved': 'resolved', 'user.reopened': 'reopened', 'records.lostAgain': 'reopened' },
        reopened: {
          'user.assigned': 'assigned',
          'user.resolved': 'resolved',
          'user.reopened': 'reopened',
          'user.muted': 'muted',
        },
        muted: { 'user.muted': 'muted', 'user.resolved': 'resolved', 'user.reopened': 'reopened' },
      },
    },
  ],
  [
    'a run',
    {
      machine: runLifecycle,
      events: ['engine.claimed', 'engine.finished', 'engine.failed', 'user.paused', 'user.resumed', 'user.cancelled'],
      moves: {
        queued: { 'engine.claimed': 'running', 'user.paused': 'paused', 'user.cancelled': 'cancelled' },
        running: {
          'engine.finished': 'succeeded',
          'engine.failed': 'failed',
          'user.paused': 'paused',
          'user.cancelled': 'cancelled',
        },
        paused: { 'user.resumed': 'queued', 'user.cancelled': 'cancelled' },
        succeeded: {},
        failed: {},
        cancelled: {},
      },
    },
  ],
  [
    'a replay',
    {
      machine: replayLifecycle,
      events: replayEvents,
      moves: {
        planned: { 'user.started': 'queued', 'user.stopped': 'discarded' },
        queued: { 'engine.claimed': 'sending', 'connector.paused': 'paused', 'user.stopped': 'stopped' },
        sending: {
          'engine.madeAll': 'processing',
          'engine.failed': 'failed',
          'connector.paused': 'paused',
          'user.stopped': 'stopped',
        },
        processing: {
          'engine.finished': 'completed',
          'engine.failed': 'failed',
          'connector.paused': 'paused',
          'user.stopped': 'stopped',
        },
        paused: { 'connector.resumed': 'queued', 'user.stopped': 'stopped' },
        completed: {},
        failed: {},
        stopped: {},
        discarded: {},
      },
    },
  ],
]

describe.each(oracles)('%s', (_, { machine, context, events, moves }) => {
  const cells = Object.keys(moves).flatMap((from) => events.map((type) => [from, type, moves[from]?.[type] ?? null] as const))

  it('has the states and the events of the table, and no others', () => {
    expect(Object.keys(machine.states).sort()).toEqual(Object.keys(moves).sort())
    expect([...machine.events].sort()).toEqual([...events].sort())
  })

  it.each(cells)('%s and %s lead to %s', (from, type, to) => {
    expect(moved(machine, from, { type }, context)).toBe(to)
  })

  it.each(Object.keys(moves))('names what is allowed in %s', (from) => {
    expect(allowedMoves(machine, from).toSorted()).toEqual(Object.keys(moves[from] ?? {}).sort())
  })

  it.each(events)('names the states that allow %s', (type) => {
    const allowing = Object.keys(moves).filter((from) => moves[from]?.[type] !== undefined)
    expect(statesAllowing(machine, type).toSorted()).toEqual(allowing.sort())
  })
})

describe('the words of the contract', () => {
  it('are the states of the charts; a deleted connector has no row', () => {
    expect(Object.keys(connectorLifecycle.states)).toEqual([...connectorStates, 'Deleted'])
    expect(Object.keys(deploymentLifecycle.states)).toEqual([...deploymentStates])
    expect(Object.keys(runLifecycle.states)).toEqual([...runStates])
    expect(Object.keys(replayLifecycle.states)).toEqual([...replayStates])
    expect(Object.keys(alarmLifecycle.states)).toEqual([...alarmStates])
    expect(Object.keys(causeLifecycle.states)).toEqual([...causeStates])
    expect(Object.keys(supportLifecycle.states)).toEqual([...supportStates])
  })

  it('call a run open exactly while it may still move', () => {
    const open = runStates.filter((state) => runLifecycle.states[state]?.type !== 'final')
    expect([...openRunStates].toSorted()).toEqual(open.toSorted())
  })

  it('call a replay open while it may still send, and show its fourth step at its own end only', () => {
    const open = replayStates.filter((state) => state !== 'planned' && replayLifecycle.states[state]?.type !== 'final')
    expect([...openReplayStates].toSorted()).toEqual(open.toSorted())
    expect(replayStates.filter((state) => replaySteps[state] === 4)).toEqual(['completed'])
  })

  it('name every move that a person can make', () => {
    const byPerson = connectorLifecycle.events.filter((type) => type.startsWith('user.'))
    expect(Object.keys(connectorMoveNames).sort()).toEqual([...byPerson].sort())
  })

  it('show a progress that only grows on the way to live', () => {
    const way = ['queued', 'validating', 'provisioning', 'activating', 'live'] as const
    const shown = way.map((state) => deploymentProgress[state])
    expect(shown).toEqual(shown.toSorted((one, other) => one - other))
    expect(new Set(shown).size).toBe(way.length)
    expect([shown.at(0), shown.at(-1)]).toEqual([0, 100])
  })
})
