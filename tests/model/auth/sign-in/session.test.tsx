import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { ProblemError, problem } from '#contract/kit/problem.ts'
import { type SessionSnapshot, sessionMachine } from '#src/machines/auth/sign-in/session.machine.ts'
import { SessionGate } from '#src/views/auth/sign-in/SessionGate.tsx'
import { SessionGuard } from '#src/views/auth/sign-in/SessionGuard.tsx'
import { ProfileCard } from '#src/views/shell/ProfileCard.tsx'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { ada, bob, challengeOf, sessionStateOf } from '../../kit/samples/people.ts'
import { verifyShape } from '../../kit/shape.ts'
import { invariants } from './session.invariants.ts'

const password = 'correct horse'
const unreached = new ProblemError(problem('net/unreachable'))
const refused = new ProblemError(problem('auth/invalid-credentials'))
const ended = new ProblemError(problem('auth/token-invalid'))

const fixture: Fixture<typeof sessionMachine> = {
  view: (actor) => (
    <SessionGate actor={actor} challenge={<p>A code is asked for</p>} isAtChallenge={false} providers={null}>
      <SessionGuard actor={actor} challenge={<p>A code is asked for</p>}>
        <ProfileCard actor={actor} />
        <h1>The page</h1>
      </SessionGuard>
    </SessionGate>
  ),
  inputs: { 'a browser': undefined },
  answers: {
    restoreSession: {
      asks: undefined,
      answers: { 'Ada was here': sessionStateOf(ada), 'nobody was here': null },
      problems: { 'the net is down': unreached, 'the session has ended': ended },
    },
    signIn: {
      asks: ({ context }) => ({ email: context.email, password }),
      answers: { 'it is Ada': sessionStateOf(ada), 'a code is asked for': challengeOf('app') },
      problems: { 'the password is wrong': refused, 'a bug': new TypeError('x is undefined') },
    },
    refreshSession: {
      asks: ({ context }) => ({ standing: context.standing ?? sessionStateOf(ada) }),
      answers: { 'a new pair': sessionStateOf(ada) },
      problems: { 'the net is down': unreached, 'the session has ended': ended },
    },
    signOut: {
      asks: ({ context }) => context.standing ?? sessionStateOf(ada),
      answers: { 'it is over': undefined },
      problems: { 'the net is down': unreached },
    },
    watchBrowser: {
      asks: undefined,
      says: {
        'Bob signed in elsewhere': { type: 'browser.replaced', standing: sessionStateOf(bob) },
        'somebody signed out elsewhere': { type: 'browser.cleared' },
        'a call was refused': { type: 'browser.asked' },
        'a provider asks for a code': { type: 'provider.challenged', challenge: challengeOf('app') },
        'the tries are used up': { type: 'challenge.ended', problem: problem('auth/challenge-over') },
      },
      problems: { 'the storage is closed': new Error('denied') },
      isLasting: true,
    },
  },
  drivers: {
    'user.wroteEmail': [writesEmail(ada.email), writesEmail('')],
    'user.wrotePassword': {
      ...write(password, 'Password'),
      event: { type: 'user.wrotePassword', password },
      when: ({ context }) => context.password === '',
    },
    'user.toggledPassword': press('Show password'),
    'user.submitted': press('Sign in'),
    'user.cancelled': press('Cancel'),
    'user.retried': press('Retry'),
    'user.signedOut': press('Sign Out'),
  },
  assertions: {
    checking: () => expect(said()).toBe('Checking your session…'),
    unreachable: ({ context }) => expect(told()).toContain(context.problem?.message),
    signedOut: seesForm('Sign in', false),
    signingIn: seesForm('Signing in…', true),
    challenged: seesChallenge,
    returning: 'passing',
    'signedIn.fresh': seesPage(''),
    'signedIn.refreshing': seesPage('Renewing your session…'),
    'signedIn.retrying': (snapshot) => {
      seesPage('')(snapshot)
      expect(told()).toContain("Can't reach the server.")
    },
    signingOut: () => expect(said()).toBe('Signing out…'),
    expired: (snapshot) => {
      seesForm('Sign in', false)(snapshot)
      expect(screen.getByRole('dialog', { name: 'Sign in again to continue' })).not.toBeNull()
    },
  },
  delays: {
    refreshPause: 600_000,
    retryPause: 10_000,
  },
  project: ({ standing, email, password, problem }) => ({
    someone: standing !== null,
    addressed: email !== '',
    keyed: password !== '',
    alarmed: problem !== null,
  }),
  exits: [
    'Create an account',
    'Forgot password?',
    'Datacrane',
    'Terms of Service',
    'Privacy Policy',
    'Account Settings',
    'Billing',
    'Help Center',
    'FAQ',
  ],
  invariants,
}

describe('a session', () => {
  verifyShape(sessionMachine)
  verifyEveryEdge(sessionMachine, fixture)
})

function writesEmail(email: string) {
  return {
    ...write(email, 'Email'),
    event: { type: 'user.wroteEmail', email } as const,
    when: ({ context }: SessionSnapshot) => (email === '' ? context.email !== '' : context.email === ''),
  }
}

function seesForm(button: string, isBusy: boolean) {
  return ({ context }: SessionSnapshot) => {
    expect(screen.getByRole('form', { name: 'Sign in' }).getAttribute('aria-busy')).toBe(String(isBusy))
    screen.getByRole('button', { name: button })
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Email' }).value).toBe(context.email)
    const written = screen.getByLabelText<HTMLInputElement>('Password')
    expect([written.value, written.type]).toEqual([context.password, context.isPasswordShown ? 'text' : 'password'])
  }
}

/** On a page of its own, or in the dialog above the page that waits. */
function seesChallenge({ context }: SessionSnapshot) {
  const question = screen.getByText('A code is asked for')
  expect(question.closest('dialog') !== null).toBe(context.standing !== null)
  expect(screen.queryByRole('form')).toBeNull()
}

function seesPage(status: string) {
  return ({ context }: SessionSnapshot) => {
    expect(screen.getByRole('status', { name: 'Session' }).textContent).toBe(status)
    screen.getByText(`${context.standing?.user.firstName} ${context.standing?.user.lastName}`)
    screen.getByRole('heading', { name: 'The page' })
  }
}

const said = () => screen.getByRole('status').textContent
const told = () =>
  screen
    .getAllByRole('alert')
    .map(({ textContent }) => textContent)
    .join(' ')
