/** A fixture that leaves something out does not compile: each line below is one omission. */
import { expect, it } from 'vitest'
import type { sessionMachine } from '#src/machines/auth/sign-in/session.machine.ts'
import type { connectorMachine } from '#src/machines/connectors/details/connector.machine.ts'
import { press } from './drivers.ts'
import type { Fixture } from './fixture.ts'

type Parts = Fixture<typeof connectorMachine>
type Without<T, K extends keyof T> = Omit<T, K>
type SessionDrivers = Fixture<typeof sessionMachine>['drivers']

type Ports = Parts['answers']

const whole = {} as Parts
const asks = { connectorId: '' }
const lacks = {
  // @ts-expect-error an assertion
  assertions: {} as Without<Parts['assertions'], 'resting.paused'> satisfies Parts['assertions'],
  // @ts-expect-error a driver
  drivers: {} as Without<Parts['drivers'], 'user.paused'> satisfies Parts['drivers'],
  // @ts-expect-error the answers of an actor
  answers: {} as Without<Ports, 'pauseConnector'> satisfies Ports,
  // @ts-expect-error the failures of an actor
  problems: { asks, answers: {} } satisfies Ports['startRun'],
  // @ts-expect-error a delay
  delays: { answerLimit: 1 } satisfies Parts['delays'],
  // @ts-expect-error what the actor is asked
  asks: { asks: {}, answers: {}, problems: {} } satisfies Ports['startRun'],
  // @ts-expect-error what a child machine is asked
  child: { asks: { ...asks, revision: 1 }, answers: {}, problems: {} } satisfies Ports['deployment'],
  // @ts-expect-error an answer of the right shape
  answer: { asks, answers: { paused: { _id: '' } }, problems: {} } satisfies Ports['pauseConnector'],
  // @ts-expect-error a news of the right shape
  news: { asks, says: { hm: { type: 'server.slept' } }, problems: {} } satisfies Ports['watchConnector'],
  // @ts-expect-error the payload of an event that has one
  payload: press('Write') satisfies SessionDrivers['user.wroteEmail'],
  // @ts-expect-error an assertion for a state that exists
  extra: { ...whole.assertions, 'resting.dreaming': () => {} } satisfies Parts['assertions'],
}

it('is checked by the compiler', () => expect(Object.keys(lacks)).toHaveLength(11))
