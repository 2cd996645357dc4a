import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { oneTimeCodeMachine } from '#src/machines/kit/one-time-code.machine.ts'
import { OneTimeCode } from '#src/views/kit/feedback/OneTimeCode.tsx'
import { press, write } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { offline } from './samples/public-pages.ts'
import { verifyShape } from './shape.ts'

const until = '2026-11-25T12:00:00.000Z'
const digits = '012345'
const sent = { subject: '+49', isSent: true, lifetime: 600_000, until }

const fixture: Fixture<typeof oneTimeCodeMachine> = {
  view: (actor) => <OneTimeCode actor={actor} hint="Enter the 6 digits." />,
  inputs: { 'a code that was sent': sent, 'an authenticator': { subject: 'app', isSent: false, lifetime: 900_000, until } },
  answers: {
    verifyCode: {
      asks: ({ context: { subject } }) => ({ subject, code: digits }),
      answers: { 'it is right': { success: true } },
      problems: { 'it is wrong': refusal('mfa/code-wrong'), 'the net is down': offline },
    },
    resendCode: {
      asks: { subject: '+49' },
      answers: { 'it is on its way': 30_000 },
      problems: { 'too many were sent': refusal('auth/codes-used-up') },
    },
  },
  drivers: {
    'user.wroteCode': {
      ...write(digits, 'Code'),
      event: { type: 'user.wroteCode', code: digits },
      when: ({ context }) => context.code === '',
    },
    'user.submitted': press('Verify'),
    'user.requestedAgain': press('Resend Code'),
  },
  assertions: {
    'open.entry.writing': () => screen.getByRole('button', { name: 'Verify' }),
    'open.entry.verifying': () => screen.getByRole('button', { name: 'Verifying…' }),
    'open.sending.opening': 'passing',
    'open.sending.none': () => expect(screen.queryByRole('button', { name: 'Resend Code' })).toBeNull(),
    'open.sending.pausing': () => expect(screen.getByRole('status', { hidden: true }).textContent).toContain('in half a minute'),
    'open.sending.ready': () => expect(screen.getByRole('status', { hidden: true }).textContent).not.toContain('half a minute'),
    'open.sending.resending': () => screen.getByRole('button', { name: 'Sending…' }),
    expired: () => expect(screen.getByRole('status', { hidden: true }).textContent).toContain('expired'),
    verified: () => {},
  },
  delays: { codeLifetime: ({ context }) => (context.isSent ? 600_000 : 900_000), resendPause: 30_000 },
  project: ({ isSent, code, problem, wasSentAgain, sendingProblem, result }) => ({
    ...{ isSent, typed: code.length, told: problem?.code ?? false, wasSentAgain },
    ...{ toldOfSending: sendingProblem !== null, isDone: result !== null },
  }),
  invariants: {
    'nothing is verified but by the word of the server': {
      when: ({ after }) => after.matches('verified'),
      holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.verifyCode'),
    },
    'what was typed stays through every failure': {
      when: ({ event }) => event.type.startsWith('xstate.error.'),
      holds: ({ before, after }) => expect(after.context.code).toBe(before.context.code),
    },
    'a failure is said in its own words': {
      when: ({ event }) => event.type.startsWith('xstate.error.'),
      holds: ({ event }) =>
        expect(
          screen
            .getAllByRole('alert')
            .map((alert) => alert.textContent)
            .join(),
        ).toContain(Object(event['error']).problem.message),
    },
    'the time of a code ends it wherever it stands': {
      when: ({ event }) => event.type.startsWith('xstate.after.codeLifetime'),
      holds: ({ after }) => expect(after.matches('expired')).toBe(true),
    },
  },
}

describe('a one-time code', () => {
  verifyShape(oneTimeCodeMachine)
  verifyEveryEdge(oneTimeCodeMachine, fixture)
})

it.each([
  ['012 345', '012345', true],
  ['01234', '01234', false],
  ['0123456789', '012345', true],
  ['１２３４５６', '', false],
  ['12a45b6', '12456', false],
])('keeps the digits of what is pasted, six at most, and takes six only: %s', (pasted, kept, isComplete) => {
  const actor = createActor(oneTimeCodeMachine, { input: sent }).start()
  actor.send({ type: 'user.wroteCode', code: pasted })
  expect(actor.getSnapshot().context.code).toBe(kept)
  expect(actor.getSnapshot().can({ type: 'user.submitted' })).toBe(isComplete)
})
