import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { type ConfirmationSnapshot, confirmationMachine } from '#src/machines/auth/sign-up/confirmation.machine.ts'
import { ConfirmationPage } from '#src/views/auth/sign-up/ConfirmationPage.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, bug, frameExits, heading, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const token = 'the-token-of-the-email'

const fixture: Fixture<typeof confirmationMachine> = {
  view: (actor) => <ConfirmationPage actor={actor} />,
  inputs: { 'a link': { token }, 'a link without a token': { token: null } },
  answers: {
    confirmAccount: {
      asks: { token },
      answers: { 'it is confirmed': undefined },
      problems: { 'the link is dead': refusal('confirmation/dead'), 'the net is down': offline, 'a bug': bug },
    },
  },
  drivers: { 'user.retried': press('Retry') },
  assertions: {
    opening: 'passing',
    linkless: sees(
      'Invalid Confirmation Link',
      'No confirmation token was provided. Please check your email and try again.',
      'Sign In',
    ),
    confirming: () => {
      expect(screen.getByRole('status').textContent).toBe('Confirming your account…')
      expect(alertText()).toBeNull()
    },
    confirmed: sees('Account Confirmed', 'Your account has been successfully confirmed. You can now sign in.', 'Sign In'),
    failed: () => {
      sees(
        'Account Confirmation Failed',
        "We couldn't confirm your account. Please try signing in or contact support.",
        'Sign In',
      )()
      const another = screen.getByRole('link', { name: 'Send a reset link' })
      expect(another.getAttribute('href')).toBe('/forgot-password')
    },
    unreachable: ({ context }: ConfirmationSnapshot) =>
      expect(alertText()).toContain(`User confirmation failed: ${context.problem?.message}`),
  },
  delays: {},
  project: ({ token: it, problem: met }) => ({ linkless: it === null, told: met?.code ?? false }),
  exits: [...frameExits, 'Sign In', 'Send a reset link'],
  invariants: {
    'only the server says that an account is confirmed': {
      when: ({ after }) => after.matches('confirmed'),
      holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.confirmAccount'),
    },
    'a link is called dead only when the server was heard': {
      when: ({ event }) => 'error' in event && event['error'] === offline,
      holds: ({ after }) => expect(after.value).toBe('unreachable'),
    },
  },
}

describe('a confirmation', () => {
  verifyShape(confirmationMachine)
  verifyEveryEdge(confirmationMachine, fixture)
})

function sees(title: string, sentence: string, exit: string) {
  return () => {
    expect(heading()).toBe(title)
    screen.getByText(sentence)
    expect(screen.getByRole('link', { name: exit }).getAttribute('href')).toBe('/sign-in')
  }
}
