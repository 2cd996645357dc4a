/** What the product promises of a connector, whatever the chart says: data hangs on each of these. */
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import type { Connector } from '#contract/connectors/details/connector.ts'
import { problem, toProblem } from '#contract/kit/problem.ts'
import type { ConnectorSnapshot, connectorMachine } from '#src/machines/connectors/details/connector.machine.ts'
import { selectStage } from '#src/machines/connectors/details/connector.machine.ts'
import { fieldName } from '#src/views/kit/text/field-names.ts'
import type { Fixture } from '../../kit/fixture.ts'

/** The stage and the word for each thing that the server can say of a connector at rest. */
const standings: Readonly<Record<Connector['status'], readonly [stage: string, word: string]>> = {
  Draft: ['draft', 'Draft'],
  Deploying: ['deploying', 'Deploying…'],
  Active: ['active', 'Active'],
  Pause: ['paused', 'Paused'],
  Failed: ['failed', 'Failed'],
}

/** What is said when the server does not answer in time. */
export const invariants: NonNullable<Fixture<typeof connectorMachine>['invariants']> = {
  'it rests where the server has it, and says so': {
    when: ({ after }) => after.matches('resting'),
    holds: ({ after }) => {
      const [stage, word] = standings[after.context.connector.status]
      expect(selectStage(after)).toBe(stage)
      expect(screen.getByRole('status').textContent).toBe(word)
    },
  },
  'what the server reports is what a person reads': {
    when: ({ event }) => event.type === 'server.reported',
    holds: ({ event, after }) => {
      expect(after.context.connector).toEqual(event['connector'])
      expect(screen.getByRole('status').textContent).toBe(standings[after.context.connector.status][1])
      if (after.matches('resting')) screen.getByText(event['connector'].statusReason)
    },
  },
  'what the server answered to a move is what a person reads': {
    when: ({ event }) => connectorIn(event) !== undefined,
    holds: ({ event, after }) => {
      expect(after.context.connector).toEqual(connectorIn(event))
      screen.getByText(connectorIn(event)?.statusReason ?? '')
    },
  },
  'a move that fails or is late leaves the connector where the server has it': {
    when: ({ before, event }) => before.hasTag('busy') && /^xstate\.(error|after)\./.test(event.type),
    holds: ({ before, after }) => {
      expect(after.context.connector).toEqual(before.context.connector)
      expect(selectStage(after)).toBe(standings[before.context.connector.status][0])
    },
  },
  'only the server moves it': {
    when: ({ before, after }) => before.context.connector.status !== after.context.connector.status,
    holds: ({ event }) =>
      expect(event.type).toMatch(/^(server\.reported|xstate\.done\.actor\.(deployment|pauseConnector|resumeConnector))$/),
  },
  'nothing is deleted without a confirmation': {
    when: ({ before, after }) => after.matches('deleting') && !before.matches('deleting'),
    holds: ({ before, event }) => {
      expect(before.matches('confirming')).toBe(true)
      expect(event.type).toBe('user.confirmed')
    },
  },
  'it is gone only when the server said so': {
    when: ({ after }) => after.matches('deleted'),
    holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.removeConnector'),
  },
  'whoever keeps it has it as it was': {
    when: ({ event }) => event.type === 'user.cancelled',
    holds: ({ before, after }) => expect(after.context.connector).toEqual(before.context.connector),
  },
  'a failure is reported with its own message': {
    when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
    holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
  },
  'a deployment that ends badly says why, to the field': {
    when: ({ event }) => event.type === 'xstate.done.actor.deployment' && event['output'].problem !== null,
    holds: ({ event }) => {
      expect(alertText()).toContain(event['output'].problem.message)
      for (const { path, message } of event['output'].problem.errors ?? [])
        expect(alertText()).toContain(`${fieldName(path)} ${message}`)
    },
  },
  'a deployment that ends well leaves no alarm': {
    when: ({ event }) => event.type === 'xstate.done.actor.deployment' && event['output'].problem === null,
    holds: () => expect(screen.queryByRole('alert')).toBeNull(),
  },
  'a look that fails is reported with its message, and the connector stays as it was': {
    when: ({ event }) => event.type === 'server.failed',
    holds: ({ before, event, after }) => {
      expect(after.context.connector).toEqual(before.context.connector)
      expect(after.context.isStale).toBe(true)
      expect(alertText()).toContain(event['problem'].message)
    },
  },
  'a refusal names what is possible now': {
    when: ({ event }) => toProblem(event['error']).allowed !== undefined,
    holds: ({ event }) => expect(alertText()).toContain(`Available now: ${toProblem(event['error']).allowed?.join(', ')}.`),
  },
  'a deployment that takes too long is reported with the message of the catalogue': {
    when: ({ event }) => event.type.startsWith('xstate.after.deployLimit'),
    holds: () => expect(alertText()).toContain(problem('connector/deploy-timeout').message),
  },
  'a new attempt begins without the old alarm': {
    when: ({ event, after }) => event.type.startsWith('user.') && (after.hasTag('busy') || after.matches('confirming')),
    holds: () => expect(screen.queryByRole('alert')).toBeNull(),
  },
  'an outage is over as soon as the server says anything': {
    when: ({ before, event }) => before.context.isStale && event.type === 'server.reported',
    holds: ({ event, after }) => {
      expect(after.context.problem).toBeNull()
      expect(after.context.readAt).toBe(event['readAt'])
      expect(screen.queryByRole('alert')).toBeNull()
      expect(screen.queryByText(/^Updated .+ ago\.$/)).toBeNull()
    },
  },
  'an alarm of a move goes when the connector stands elsewhere, and stays while it does not': {
    when: ({ before, event }) => !before.context.isStale && before.context.problem !== null && event.type === 'server.reported',
    holds: ({ before, event, after }) => {
      const hasMoved = event['connector'].status !== before.context.connector.status
      expect(after.context.problem).toBe(hasMoved ? null : before.context.problem)
      expect(screen.queryAllByRole('alert')).toHaveLength(hasMoved ? 0 : 1)
    },
  },
  'a run that is over is in the way of nothing': {
    when: ({ event }) => event.type === 'run.ended',
    holds: ({ before, after }) => {
      expect(before.context.problem?.code).toBe('run/already-open')
      expect(after.context.problem).toBeNull()
      expect(screen.queryByRole('alert')).toBeNull()
    },
  },
  'a watch that failed is followed by another': {
    when: ({ event }) => event.type.startsWith('xstate.after.watchTerm'),
    holds: ({ before, after }) => {
      expect(after.children['watchConnector']?.getSnapshot().status).toBe('active')
      expect(after.context).toEqual(before.context)
    },
  },
  'whoever dismisses an alarm is not left with a page that grows old': {
    when: ({ event, after }) => event.type === 'user.dismissed' && after.matches('resting'),
    holds: ({ after }) => expect(after.children['watchConnector']?.getSnapshot().status).toBe('active'),
  },
}

type Happening = Parameters<(typeof invariants)[string]['holds']>[0]['event']

function connectorIn(event: Happening): Connector | undefined {
  if (!event.type.startsWith('xstate.done.actor.')) return undefined
  const brought = event['output']?.connector ?? event['output']
  return brought?.statusReason === undefined ? undefined : (brought as ConnectorSnapshot['context']['connector'])
}

function alertText(): string {
  return screen.getByRole('alert').textContent ?? ''
}
