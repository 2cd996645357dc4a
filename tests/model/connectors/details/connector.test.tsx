import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { problem, refusal } from '#contract/kit/problem.ts'
import { type ConnectorSnapshot, connectorMachine } from '#src/machines/connectors/details/connector.machine.ts'
import { DeploymentProgress } from '#src/views/connectors/deployments/DeploymentProgress.tsx'
import { ConnectorBadges } from '#src/views/connectors/details/head/ConnectorBadges.tsx'
import { ConnectorButtons } from '#src/views/connectors/details/head/ConnectorButtons.tsx'
import { ConnectorNotices } from '#src/views/connectors/details/head/ConnectorNotices.tsx'
import { StatusFacts } from '#src/views/connectors/details/StatusFacts.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { orders } from '../../kit/samples/orders.ts'
import { verifyShape } from '../../kit/shape.ts'
import { invariants } from './connector.invariants.ts'

const unreached = { 'the net is down': refusal('net/unreachable') }
const asks = { connectorId: 'orders' }
const readAt = '2026-11-20T10:00:00.000Z'
const later = '2026-11-20T10:00:02.000Z'
const invalid = problem('connector/invalid', { errors: [{ path: '/source/url', message: 'There is no address.' }] })

const fixture: Fixture<typeof connectorMachine> = {
  view: (actor) => (
    <>
      <ConnectorBadges actor={actor} />
      <ConnectorButtons actor={actor} />
      <ConnectorNotices actor={actor} drawDeployment={(child) => <DeploymentProgress actor={child} />} />
      <StatusFacts actor={actor} />
    </>
  ),
  exits: ['Edit', 'Integration Studio', 'Export'],
  inputs: {
    'a draft': { connector: orders('Draft'), readAt },
    'an active connector': { connector: orders('Active'), readAt },
    'a paused connector': { connector: orders('Pause'), readAt },
    'a failed connector': { connector: orders('Failed'), readAt },
    'a connector that is being deployed': { connector: orders('Deploying'), readAt },
  },
  answers: {
    deployment: {
      asks: ({ context }) => ({ ...asks, revision: 3, isUnderWay: context.connector.status === 'Deploying' }),
      answers: {
        'it is live': { connector: orders('Active', { liveVersion: 1, statusReason: 'version 1 is live' }), problem: null },
        'it was refused': { connector: orders('Failed'), problem: invalid },
        'nobody knows how it stands': { connector: null, problem: problem('net/unreachable') },
      },
      problems: { 'a bug': new TypeError('x is undefined') },
    },
    pauseConnector: {
      asks,
      answers: { 'it is paused': orders('Pause', { statusReason: 'Ada paused it' }) },
      problems: { ...unreached, 'not now': refusal('connector/not-allowed-now', { allowed: ['deploy', 'delete'] }) },
    },
    resumeConnector: { asks, answers: { 'it runs': orders('Active', { statusReason: 'Ada resumed it' }) }, problems: unreached },
    startRun: { asks, answers: { 'a run has begun': undefined }, problems: { 'one is open': refusal('run/already-open') } },
    removeConnector: { asks, answers: { 'it is gone': undefined }, problems: unreached },
    watchConnector: {
      asks,
      says: {
        'it is paused': { type: 'server.reported', connector: orders('Pause', { statusReason: 'Bob paused it' }), readAt: later },
        'it is active': {
          type: 'server.reported',
          connector: orders('Active', { statusReason: 'retry 3 of 5 at 10:42' }),
          readAt: later,
        },
        'it is being deployed': { type: 'server.reported', connector: orders('Deploying'), readAt: later },
        'it cannot be read': { type: 'server.failed', problem: problem('net/unreachable') },
        'the run is over': { type: 'run.ended' },
      },
      problems: { 'a bug': new TypeError('x is undefined') },
    },
  },
  drivers: {
    'user.deployed': press('Deploy'),
    'user.paused': press('Pause'),
    'user.resumed': press('Resume'),
    'user.ran': press('Run now'),
    'user.removed': press('Delete'),
    'user.confirmed': press('Delete connector'),
    'user.cancelled': press('Keep it'),
    'user.dismissed': press('Dismiss'),
  },
  assertions: {
    'resting.opening': 'passing',
    'resting.draft': rests('Draft'),
    'resting.active': rests('Active'),
    'resting.paused': rests('Paused'),
    'resting.failed': rests('Failed'),
    deploying: (snapshot) => {
      works('Deploying…')(snapshot)
      within(screen.getByRole('group', { name: 'Deployment' })).getByText('Deployment not started yet.')
    },
    starting: works('Starting a run…'),
    pausing: works('Pausing…'),
    resuming: works('Resuming…'),
    confirming: () => {
      const question = within(screen.getByRole('dialog', { name: 'Delete Shop orders to CRM?' }))
      question.getByText(/This cannot be undone\./)
    },
    deleting: works('Deleting…'),
    deleted: () => expect(screen.getByRole('status').textContent).toBe('Deleted'),
  },
  delays: { deployLimit: 60_000, watchTerm: 30_000 },
  project: ({ connector, problem, isStale }) => ({
    status: connector.status,
    alarm: problem === null ? null : isStale ? 'outage' : problem.code === 'run/already-open' ? 'open run' : 'move',
  }),
  invariants,
}

describe('a connector', () => {
  verifyShape(connectorMachine)
  verifyEveryEdge(connectorMachine, fixture)
})

/** Where it stands, why, and what happens next. */
function rests(word: string) {
  return ({ context }: ConnectorSnapshot) => {
    sees(word, false)
    screen.getByText(context.connector.statusReason)
    screen.getByText(context.connector.statusNext)
    expect(document.querySelector('time')?.dateTime).toBe(context.connector.statusSince)
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryAllByText(/^Updated .+ ago\.$/)).toHaveLength(context.isStale ? 1 : 0)
  }
}

function works(word: string) {
  return ({ context }: ConnectorSnapshot) => {
    sees(word, true)
    expect(screen.queryByText(context.connector.statusReason), 'a standing that may be over').toBeNull()
  }
}

function sees(word: string, isBusy: boolean) {
  expect(screen.queryAllByText('Updating.')).toHaveLength(isBusy ? 1 : 0)
  expect(screen.getByRole('status').textContent).toBe(word)
}
