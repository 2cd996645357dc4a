/** What the product promises of a session, whatever the chart says: identity hangs on each of these. */
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import { problem, toProblem } from '#contract/kit/problem.ts'
import type { SessionSnapshot, sessionMachine } from '#src/machines/auth/sign-in/session.machine.ts'
import { isReachable } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'

export const invariants: NonNullable<Fixture<typeof sessionMachine>['invariants']> = {
  'the page is open to somebody who is signed in, and to nobody else': {
    when: () => true,
    holds: ({ after }) => {
      expect(isPageOpen()).toBe(after.hasTag('inside'))
      if (after.hasTag('inside')) expect(after.context.standing).not.toBeNull()
    },
  },
  'nobody gets in but by the word of the server or of another tab': {
    when: ({ before, after }) => !before.hasTag('inside') && after.hasTag('inside'),
    holds: ({ event }) => expect(event.type).toMatch(/^(xstate\.done\.actor\.(restoreSession|signIn)|browser\.replaced)$/),
  },
  'whoever the server or another tab names is who is greeted': {
    when: ({ event, after }) => after.hasTag('inside') && sessionStateIn(event) !== undefined,
    holds: ({ event, after }) => {
      expect(after.context.standing).toEqual(sessionStateIn(event))
      screen.getByText(`${sessionStateIn(event)?.user.firstName} ${sessionStateIn(event)?.user.lastName}`)
    },
  },
  'a right password alone opens nothing where a second factor is asked for': {
    when: ({ event }) => event.type === 'xstate.done.actor.signIn' && 'mfaRequired' in Object(event['output']),
    holds: ({ after }) => {
      expect(after.matches('challenged')).toBe(true)
      expect(after.context.challenge).not.toBeNull()
    },
  },
  'a challenge is passed by the word of the server alone, and is gone once it is left': {
    when: ({ before, event }) => before.matches('challenged') && event.type !== 'xstate.error.actor.watchBrowser',
    holds: ({ event, after }) => {
      expect(after.context.challenge).toBeNull()
      expect(after.hasTag('inside')).toBe(event.type === 'browser.replaced')
    },
  },
  'the password does not wait beneath the challenge': {
    when: ({ after }) => after.matches('challenged'),
    holds: ({ after }) => expect(after.context.password).toBe(''),
  },
  'a challenge that is over says so, at the form that led to it': {
    when: ({ event, before }) => event.type === 'challenge.ended' && before.matches('challenged'),
    holds: ({ before, after }) => {
      expect(after.value).toBe(before.context.standing === null ? 'signedOut' : 'expired')
      expect(alertText()).toContain(problem('auth/challenge-over').message)
    },
  },
  'the password is forgotten once somebody is inside': {
    when: ({ after }) => after.hasTag('inside'),
    holds: ({ after }) => expect(after.context.password).toBe(''),
  },
  'the password does not wait for the next person after a sign-out': {
    when: ({ event }) => event.type === 'user.signedOut',
    holds: ({ after }) => expect(after.context.password).toBe(''),
  },
  'whoever signs out is out, whatever the server answers': {
    when: ({ before, event }) => before.matches('signingOut') && event.type !== 'xstate.error.actor.watchBrowser',
    holds: ({ event, after }) => {
      expect(after.hasTag('inside')).toBe(false)
      if (event.type !== 'browser.replaced') expect(isOut(after)).toBe(true)
    },
  },
  'a sign-out in another tab is a sign-out here': {
    when: ({ event }) => event.type === 'browser.cleared',
    holds: ({ after }) => expect(isOut(after)).toBe(true),
  },
  'no token is kept when nobody is here': {
    when: ({ after }) => after.matches('signedOut') || after.matches('unreachable'),
    holds: ({ after }) => expect(after.context.standing).toBeNull(),
  },
  'a refused refresh asks to sign in again, in the sentence of the catalogue': {
    when: ({ before, event }) => isErrorOf(event, 'refreshSession') && before.hasTag('inside') && !isRetryable(event),
    holds: ({ after }) => {
      expect(after.matches('expired')).toBe(true)
      expect(alertText()).toContain(problem('auth/refresh-failed').message)
    },
  },
  'a net that is down throws nobody out': {
    when: ({ before, event }) => before.hasTag('inside') && isRetryable(event),
    holds: ({ before, after }) => {
      expect(after.hasTag('inside')).toBe(true)
      expect(after.context.standing).toEqual(before.context.standing)
    },
  },
  'a session that could not be looked up is tried again, not ended': {
    when: ({ before, event }) => before.matches('checking') && isRetryable(event),
    holds: () => expect(screen.queryByRole('button', { name: 'Retry' })).not.toBeNull(),
  },
  'the page of an expired session stays beneath the dialog, as its person left it': {
    when: ({ after }) => after.context.standing !== null && (after.matches('expired') || after.matches('challenged')),
    holds: ({ before, after }) => {
      expect(screen.getByRole('heading', { name: 'The page' }).closest('[inert]')).not.toBeNull()
      expect(after.context.standing?.user).toEqual(before.context.standing?.user)
      expect(after.context.email).not.toBe(before.matches('expired') ? undefined : '')
    },
  },
  'an attempt that fails leads back to the form that it came from': {
    when: ({ before, after }) =>
      before.matches('signingIn') && !after.matches('challenged') && !after.hasTag('busy') && !after.hasTag('inside'),
    holds: ({ before, event, after }) => {
      if (event.type === 'browser.cleared') return expect(isOut(after)).toBe(true)
      expect(after.value).toBe(before.context.standing === null ? 'signedOut' : 'expired')
    },
  },
  'whoever is inside can have the session renewed at any time': {
    when: ({ after }) => after.hasTag('inside') && !after.hasTag('busy'),
    holds: ({ after }) => expect(after.can({ type: 'browser.asked' })).toBe(true),
  },
  'a failure is reported with its own message': {
    when: ({ event, after }) => event.type.startsWith('xstate.error.actor.') && !after.hasTag('busy') && !keepsQuiet(event),
    holds: ({ event }) => expect(alertText()).toContain(toProblem(event['error']).message),
  },
  'the email that was typed survives every failure': {
    when: ({ before, event }) => /^xstate\.(error|after)\./.test(event.type) && before.context.email !== '',
    holds: ({ before, after }) => expect(after.context.email).toBe(before.context.email),
  },
  'a new attempt begins without the old alarm': {
    when: ({ before, after }) => !before.hasTag('busy') && after.hasTag('busy') && !after.hasTag('inside'),
    holds: () => expect(screen.queryByRole('alert')).toBeNull(),
  },
}

type Happening = Parameters<(typeof invariants)[string]['holds']>[0]['event']

/** A refusal to renew has its own sentence, and what the server says of a sign-out no longer matters. */
function keepsQuiet(event: Happening): boolean {
  return isErrorOf(event, 'refreshSession') || isErrorOf(event, 'signOut')
}

function isErrorOf(event: Happening, port: string): boolean {
  return event.type === `xstate.error.actor.${port}`
}

function isRetryable(event: Happening): boolean {
  return event['error'] !== undefined && toProblem(event['error']).retryable
}

function sessionStateIn(event: Happening) {
  const brought = event['standing'] ?? event['output']
  return brought as SessionSnapshot['context']['standing'] | undefined
}

function isOut({ context, value }: SessionSnapshot): boolean {
  return value === 'signedOut' && context.standing === null
}

function isPageOpen(): boolean {
  const page = screen.queryByRole('heading', { name: 'The page' })
  return page !== null && isReachable(page)
}

function alertText(): string {
  return screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join(' ')
}
