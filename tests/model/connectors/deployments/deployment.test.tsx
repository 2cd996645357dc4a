import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { type DeploymentSnapshot, deploymentMachine } from '#src/machines/connectors/deployments/deployment.machine.ts'
import { connectorMachine } from '#src/machines/connectors/details/connector.machine.ts'
import { DeploymentProgress } from '#src/views/connectors/deployments/DeploymentProgress.tsx'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { deploymentOf, orders } from '../../kit/samples/orders.ts'
import { verifyShape } from '../../kit/shape.ts'

const where = 'Start of reading'
const asks = { connectorId: 'orders' }
const unreached = { 'the net is down': refusal('net/unreachable') }
const missing = { 'it does not exist': refusal('connector/not-found') }
const readsOtherwise = refusal('cursor/would-drop', { allowed: ['beginning', 'value'] })
const invalid = problem('connector/invalid', { message: 'The mapping is incomplete.' })

const fixture: Fixture<typeof deploymentMachine> = {
  view: (actor) => <DeploymentProgress actor={actor} />,
  inputs: {
    'a press on Deploy': { ...asks, revision: 3, isUnderWay: false },
    'a deployment that is under way': { ...asks, revision: 3, isUnderWay: true },
  },
  answers: {
    deployConnector: {
      asks: ({ context: { reading } }) => ({ ...asks, revision: 3, ...(reading === null ? {} : { reading }) }),
      answers: { 'it is queued': deploymentOf('queued') },
      problems: {
        'the plan is refused': refusal('connector/invalid'),
        'it reads something else': readsOtherwise,
        ...unreached,
      },
    },
    checkDeployment: {
      asks,
      answers: {
        'it is being provisioned': deploymentOf('provisioning'),
        'it is live': deploymentOf('live'),
        'it has failed, and why': deploymentOf('failed', invalid),
        'it has failed': deploymentOf('failed'),
      },
      problems: { ...unreached, ...missing },
    },
    question: {
      asks: { question: toProblem(readsOtherwise) },
      answers: { 'a value': { from: 'value', value: '7' }, 'not to deploy': null },
      problems: { 'a bug': new TypeError('x is undefined') },
    },
    readConnector: { asks, answers: { 'it is active': orders('Active') }, problems: unreached },
  },
  drivers: {},
  parts: [where],
  assertions: {
    opening: 'passing',
    asking: does('Sending the configuration'),
    choosing: does(null),
    waiting: does(null),
    checking: does('Checking the progress'),
    reading: does('Loading the current position'),
    ended: does(null),
  },
  delays: { pollPause: 1_000 },
  project: ({ deployment, problem, isUnderWay, reading }) => ({
    isAnswered: reading !== null,
    at: deployment?.status ?? 'unknown',
    told: problem?.code ?? false,
    isUnderWay,
  }),
  invariants: {
    'what the server reports is what a person reads': {
      when: ({ event }) => /^xstate\.done\.actor\.(deployConnector|checkDeployment)$/.test(event.type),
      holds: ({ event }) => {
        screen.getByText(event['output'].message)
        const bar = screen.getByRole('progressbar', { name: 'Deployment progress' })
        expect(bar.getAttribute('value')).toBe(String(event['output'].progress))
      },
    },
    'it ends as live only when the server said so': {
      when: ({ after }) => after.status === 'done' && after.output?.problem === null,
      holds: ({ after }) => expect(after.context.deployment?.status).toBe('live'),
    },
    'a failed deployment ends with its own reason': {
      when: ({ event }) => event.type === 'xstate.done.actor.checkDeployment' && event['output'].status === 'failed',
      holds: ({ event, after }) => {
        const { error, message } = event['output']
        expect(after.context.problem?.message).toBe(error?.message ?? message)
        expect(after.context.problem?.code).toBe(error?.code ?? 'connector/deploy-failed')
      },
    },
    'a refusal is what it ends with, whatever fails afterwards': {
      when: ({ before, after }) => before.context.problem !== null && after.status === 'done',
      holds: ({ before, after }) => expect(after.output?.problem).toEqual(before.context.problem),
    },
    'it always ends by looking where the connector stands': {
      when: ({ after }) => after.status === 'done',
      holds: ({ before, event, after }) => {
        expect(before.matches('reading')).toBe(true)
        expect(after.output?.connector).toEqual(event['output'] ?? null)
      },
    },
    'a connector that could not be read is no success': {
      when: ({ event }) => event.type === 'xstate.error.actor.readConnector',
      holds: ({ before, event, after }) =>
        expect(after.output?.problem).toEqual(before.context.problem ?? toProblem(event['error'])),
    },
    'a net that is down for one look is no end': {
      when: ({ event }) => event.type === 'xstate.error.actor.checkDeployment' && toProblem(event['error']).retryable,
      holds: ({ before, after }) => {
        expect(after.matches('waiting')).toBe(true)
        expect(after.context).toEqual(before.context)
      },
    },
    'a press deploys once, even when it fails': {
      when: ({ event }) => event.type !== 'xstate.done.actor.question',
      holds: ({ after }) => expect(after.matches('asking')).toBe(false),
    },
    'what it reads otherwise is asked before it is handed over again': {
      when: ({ after }) => after.matches('choosing'),
      holds: ({ after }) => {
        screen.getByText(after.context.question?.message ?? '')
        expect(after.context.deployment).toBeNull()
      },
    },
  },
}

describe('a deployment', () => {
  verifyShape(deploymentMachine, connectorMachine)
  verifyEveryEdge(deploymentMachine, fixture)
})

const stepNames = {
  queued: 'Queued',
  validating: 'Validating',
  provisioning: 'Provisioning',
  activating: 'Activating',
  live: 'Live',
}

/** What stands under each state of the server, step by step; the word after the step is what the mark means. */
const marks: Readonly<Record<string, string>> = {
  unknown: 'to come, to come, to come, to come, to come',
  queued: 'now, to come, to come, to come, to come',
  provisioning: 'done, done, now, to come, to come',
  live: 'done, done, done, done, done',
  failed: 'done, failed, to come, to come, to come',
}

function does(activity: string | null) {
  return ({ context }: DeploymentSnapshot) => {
    const group = within(screen.getByRole('group', { name: 'Deployment' }))
    expect(group.queryByRole('img')?.getAttribute('aria-label') ?? null).toBe(activity)
    const steps = group.getAllByRole('listitem').map(({ textContent }) => textContent)
    const words = marks[context.deployment?.status ?? 'unknown']?.split(', ') ?? []
    expect(steps).toEqual(Object.values(stepNames).map((name, index) => `${name} ${words[index]}`))
  }
}
