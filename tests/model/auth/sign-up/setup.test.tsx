import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'
import type { NewOperator } from '#contract/auth/setup.ts'
import { ProblemError, problem } from '#contract/kit/problem.ts'
import { type SetupField, type SetupSnapshot, setupMachine } from '#src/machines/auth/sign-up/setup.machine.ts'
import { SetupPage } from '#src/views/auth/sign-up/SetupRoute.tsx'
import { pass } from '../../kit/clock.ts'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { fieldAt, frameExits, rules, seesForm } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

/** As the fields stand on the page: a person fills them from the top. */
const labels: Readonly<Record<SetupField, string>> = {
  token: 'Setup token',
  companyName: 'Company',
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  password: 'Password',
}
const order = Object.keys(labels) as SetupField[]
const operator: NewOperator = {
  token: 'printed-at-the-start',
  companyName: 'Analytical Engines',
  firstName: 'Ada',
  lastName: 'Lovelace',
  email: 'ada@example.test',
  password: '8 Chars!',
}

const fixture: Fixture<typeof setupMachine> = {
  view: (actor) => <SetupPage actor={actor} />,
  inputs: { 'a first visit': undefined },
  answers: {
    setUp: {
      asks: operator,
      answers: { 'the operator is made': undefined },
      problems: {
        'the token is another one': new ProblemError(problem('setup/token-wrong')),
        'somebody was quicker': new ProblemError(problem('setup/done')),
        'the net is down': new ProblemError(problem('net/unreachable')),
        'a bug': new TypeError('x is undefined'),
      },
    },
  },
  drivers: {
    'user.wrote': [
      fills('token'),
      fills('companyName'),
      fills('firstName'),
      fills('lastName'),
      fills('email'),
      fills('password'),
      { ...writes('password', '7 Chars'), when: ({ context: { written } }) => written.password === operator.password },
      {
        ...writes('companyName', '  '),
        when: ({ context: { written } }) => written.companyName === operator.companyName && written.password !== '',
      },
    ],
    'user.toggledPassword': press('Show password'),
    'user.submitted': press('Set up'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    writing: sees('Set up', false),
    submitting: sees('Setting up…', true),
    done: () => expect(fieldAt('Password')).toMatchObject({ value: '', type: 'password' }),
  },
  delays: {},
  project: ({ written, problem }) => ({
    filled: order.filter((field) => written[field].trim() !== '').length,
    short: written.password !== '' && written.password !== operator.password,
    told: problem?.code ?? false,
  }),
  exits: [...frameExits, 'Sign in'],
  invariants: {
    'what was typed stays, whatever comes back': {
      when: ({ before, after }) => before.matches('submitting') && after.matches('writing'),
      holds: ({ before, after }) => expect(after.context.written).toEqual(before.context.written),
    },
    'what failed is told': {
      when: ({ event }) => /^xstate\.(error|after)/.test(event.type),
      holds: ({ after }) => expect(screen.getByRole('alert').textContent).toContain(after.context.problem?.message),
    },
    'a password is shown only to whom asks for it': {
      when: ({ event }) => event.type === 'user.toggledPassword',
      holds: ({ before }) => {
        expect(before.context.isPasswordShown).toBe(false)
        expect(fieldAt('Password').type).toBe('text')
      },
    },
    'the rules say live what is missing': {
      when: ({ event }) => event['field'] === 'password',
      holds: ({ event }) =>
        expect(rules()[0]).toBe(`At least 8 characters (${event['text'] === operator.password ? 'done' : 'missing'})`),
    },
    'who has left a try hears of no failure': {
      when: ({ event }) => event.type === 'user.cancelled',
      holds: () => expect(screen.queryByRole('alert')).toBeNull(),
    },
    'where somebody is already, the way to sign in is shown, and nowhere else': {
      when: () => true,
      holds: ({ after }) =>
        expect(screen.queryByRole('link', { name: 'Sign in' }) !== null).toBe(after.context.problem?.code === 'setup/done'),
    },
  },
}

describe('a set-up', () => {
  verifyShape(setupMachine)
  verifyEveryEdge(setupMachine, fixture)
})

it('asks without the blanks around names, and with the password as it was typed', async () => {
  const asked: NewOperator[] = []
  const setUp = fromPromise<void, NewOperator>(async ({ input }) => void asked.push(input))
  const actor = createActor(setupMachine.provide({ actors: { setUp } })).start()
  for (const field of order) actor.send({ type: 'user.wrote', field, text: ` ${operator[field]} ` })
  actor.send({ type: 'user.submitted' })
  await pass(new SimulatedClock(), 0)
  expect(asked).toEqual([{ ...operator, password: ` ${operator.password} ` }])
})

it('counts the characters of a password, not its halves', () => {
  const actor = createActor(setupMachine).start()
  for (const field of order) actor.send({ type: 'user.wrote', field, text: field === 'password' ? 'aA1!🔑🔑🔑' : 'x' })
  expect(actor.getSnapshot().can({ type: 'user.submitted' })).toBe(false)
})

function writes(field: SetupField, text: string) {
  return { ...write(text, labels[field]), event: { type: 'user.wrote', field, text } as const }
}

/** From the top to the bottom, so that the orders of six fields are one. */
function fills(field: SetupField) {
  const above = order.slice(0, order.indexOf(field))
  return {
    ...writes(field, operator[field]),
    when: ({ context: { written } }: SetupSnapshot) =>
      written[field] !== operator[field] && above.every((each) => written[each] === operator[each]),
  }
}

function sees(button: string, isBusy: boolean) {
  return ({ context: { written } }: SetupSnapshot) => {
    seesForm('Set up', button, isBusy)
    for (const field of order) expect(fieldAt(labels[field]).value).toBe(written[field])
  }
}
