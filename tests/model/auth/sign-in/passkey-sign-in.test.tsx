import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { passkeySignInMachine } from '#src/machines/auth/sign-in/passkey-sign-in.machine.ts'
import { PasskeyButton } from '#src/views/auth/sign-in/PasskeyButton.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const second = { challengeId: 'challenge', userId: 'ada' }

const fixture: Fixture<typeof passkeySignInMachine> = {
  view: (actor) => <PasskeyButton actor={actor} label="Sign in with a passkey" />,
  inputs: { 'the whole sign-in': { second: null }, 'the second factor': { second } },
  answers: {
    signInWithPasskey: {
      asks: ({ context }) => ({ second: context.second }),
      answers: { 'the person is signed in': undefined },
      problems: { 'the device did not sign': refusal('passkey/not-used'), 'it is not accepted': refusal('passkey/invalid') },
    },
  },
  drivers: { 'user.chose': press('Sign in with a passkey'), 'user.cancelled': press('Stop') },
  assertions: {
    offering: ({ context: { problem } }) => {
      expect(alertText()?.includes(problem?.message ?? '')).toBe(problem === null ? undefined : true)
      screen.getByRole('button', { name: 'Sign in with a passkey' })
    },
    signing: () => screen.getByRole('button', { name: 'Confirm on your device…' }),
    passed: () => expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull(),
  },
  delays: {},
  project: ({ second: of, problem }) => ({ isSecond: of !== null, told: problem?.code ?? null }),
  invariants: {
    'nobody passes but by the word of the server': {
      when: ({ after }) => after.matches('passed'),
      holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.signInWithPasskey'),
    },
  },
}

describe('a sign-in with a passkey', () => {
  verifyShape(passkeySignInMachine)
  verifyEveryEdge(passkeySignInMachine, fixture)
})
