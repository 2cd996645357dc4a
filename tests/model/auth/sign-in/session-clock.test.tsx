import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { type SessionReading, sessionClockMachine } from '#src/machines/auth/sign-in/session-clock.machine.ts'
import { SessionClock } from '#src/views/auth/sign-in/SessionClock.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const full: SessionReading = {
  stage: 'full',
  endsAt: '2026-11-25T13:00:00.000Z',
  endsIn: 3_600_000,
  canStay: true,
  mfaDueAt: null,
}
const soon = { ...full, endsIn: 120_000 }
const readings = {
  'an hour is left': full,
  'it has no end, and a factor is due': { ...full, endsAt: null, endsIn: null, mfaDueAt: '2026-12-02T12:00:00.000Z' },
  'it ends soon without use': soon,
  'it ends soon in any case': { ...soon, canStay: false },
  'a factor is to be set up': { ...full, stage: 'set-up-mfa' },
  'the password has expired': { ...full, stage: 'change-password' },
} as const satisfies Readonly<Record<string, SessionReading>>
const answers = { asks: undefined, answers: readings, problems: { 'the net is down': offline } }

const asks = ({ context }: { readonly context: { readonly reading: SessionReading | null } }) => {
  screen.getByRole('dialog', { name: 'Are you still there?' })
  expect(screen.queryByRole('button', { name: /Stay/ }) !== null).toBe(context.reading?.canStay)
}
const sets = ({ context }: { readonly context: { readonly reading: SessionReading | null } }) =>
  screen.getByRole('dialog', {
    name: context.reading?.stage === 'set-up-mfa' ? 'Set up multi-factor authentication' : 'Your password has expired',
  })

const fixture: Fixture<typeof sessionClockMachine> = {
  view: (actor) => <SessionClock actor={actor} draw={(stage) => <p>{`Here is how: ${stage}`}</p>} />,
  inputs: { 'a page inside': undefined },
  answers: { readSession: answers, stay: answers },
  drivers: { 'user.stayed': press('Stay signed in'), 'user.finished': press('Continue') },
  assertions: {
    reading: () => expect(document.body.textContent).not.toContain('Loading'),
    resting: ({ context }) => {
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.queryByRole('link', { name: 'Set up' }) !== null).toBe((context.reading?.mfaDueAt ?? null) !== null)
    },
    preparing: sets,
    rereading: sets,
    asking: asks,
    checking: asks,
    staying: () => screen.getByRole('button', { name: 'Staying…' }),
  },
  delays: {
    restPause: ({ context }) => Math.min(60_000, (context.reading?.endsIn ?? Number.POSITIVE_INFINITY) - 120_000),
    askPause: 10_000,
  },
  project: ({ reading, wasUnprepared, problem }) => ({
    ...{ stage: reading?.stage ?? null, endsIn: reading?.endsIn ?? null, canStay: reading?.canStay ?? null },
    ...{ due: reading?.mfaDueAt ?? null, wasUnprepared, told: problem?.code ?? null },
  }),
  exits: ['Set up'],
  invariants: {
    'a person is asked two minutes before the end, and not earlier': {
      when: ({ after }) => after.matches('asking'),
      holds: ({ after }) => expect(after.context.reading?.endsIn).toBeLessThanOrEqual(120_000),
    },
    'a failure to stay is said': {
      when: ({ event }) => event.type === 'xstate.error.actor.stay',
      holds: ({ after }) => expect(document.body.textContent).toContain(after.context.problem?.message),
    },
  },
}

describe('the clock of a session', () => {
  verifyShape(sessionClockMachine)
  verifyEveryEdge(sessionClockMachine, fixture)
})
