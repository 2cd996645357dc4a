import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'

import { defaultPolicy } from '#contract/auth/password.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type PasswordResetSnapshot, passwordResetMachine } from '#src/machines/auth/reset/password-reset.machine.ts'
import { PasswordResetPage } from '#src/views/auth/reset/PasswordResetPage.tsx'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import {
  alertText,
  bug,
  faultAtField,
  fieldAt,
  fitting,
  frameExits,
  heading,
  offline,
  rules,
  seesForm,
  unfit,
  wrongAt,
} from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const token = 'the-token-of-the-email'

const fixture: Fixture<typeof passwordResetMachine> = {
  view: (actor) => <PasswordResetPage actor={actor} />,
  inputs: { 'a link': { token, policy: defaultPolicy }, 'a link without a token': { token: null, policy: null } },
  answers: {
    updatePassword: {
      asks: { token, password: fitting },
      answers: { 'it is set': undefined },
      problems: {
        'the link is dead': refusal('password/reset-dead'),
        'the password is a known one': wrongAt('/password/new'),
        'the net is down': offline,
        'a bug': bug,
      },
    },
  },
  drivers: {
    'user.wrote': [writes(fitting), writes(unfit)],
    'user.toggledPassword': press('Show password'),
    'user.submitted': press('Save the password'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    opening: 'passing',
    linkless: seesNoWay('This link is incomplete'),
    writing: (snapshot) => sees('Save the password', false, snapshot),
    saving: (snapshot) => sees('Saving…', true, snapshot),
    saved: () => {
      expect(heading()).toBe('Password updated')
      expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in')
    },
    dead: seesNoWay('Link no longer works'),
  },
  delays: {},
  project: ({ token: it, password, problem: met }) => ({
    linkless: it === null,
    password: password === fitting ? 'fits' : password === '' ? false : 'lacks a number',
    told: met?.code ?? false,
    atField: met?.errors !== undefined,
  }),
  exits: [...frameExits, 'Back to sign in', 'Sign in', 'Request a new link'],
  invariants: {
    'what was typed stays, whatever comes back': {
      when: ({ before, after }) => before.matches('saving') && after.matches('writing'),
      holds: ({ before, after }) => expect(after.context.password).toBe(before.context.password),
    },
    'a page that is done keeps no password': {
      when: ({ after }) => after.matches('saved') || after.matches('dead'),
      holds: ({ after }) => expect(after.context).toMatchObject({ password: '', isPasswordShown: false }),
    },
    'what failed is told as the catalogue says': {
      when: ({ event, after }) => /^xstate\.(error|after)/.test(event.type) && after.matches('writing'),
      holds: ({ after }) => expect(alertText()).toContain(`Password update failed: ${after.context.problem?.message}`),
    },
    'what the server says of the password stands at it': {
      when: ({ after }) => after.matches('writing'),
      holds: ({ after }) =>
        expect(faultAtField('New password')).toBe(
          after.context.problem?.errors === undefined ? '' : 'New password what /password/new must be',
        ),
    },
    'the rules say live what is missing': {
      when: ({ event }) => event.type === 'user.wrote',
      holds: ({ event }) =>
        expect(rules()).toEqual([
          'At least 8 characters (done)',
          'An uppercase letter (done)',
          'A lowercase letter (done)',
          `A number (${event['text'] === fitting ? 'done' : 'missing'})`,
          'A special character (done)',
        ]),
    },
    'a password is shown only to whom asks for it': {
      when: ({ event }) => event.type === 'user.toggledPassword',
      holds: ({ before }) => {
        expect(before.context.isPasswordShown).toBe(false)
        expect(fieldAt('New password').type).toBe('text')
      },
    },
  },
}

describe('a new password', () => {
  verifyShape(passwordResetMachine)
  verifyEveryEdge(passwordResetMachine, fixture)
})

it('is hidden again by the same button', () => {
  const actor = createActor(passwordResetMachine, { input: { token, policy: null } }).start()
  actor.send({ type: 'user.toggledPassword' })
  actor.send({ type: 'user.toggledPassword' })
  expect(actor.getSnapshot().context.isPasswordShown).toBe(false)
})

function writes(text: string) {
  return {
    ...write(text, 'New password'),
    says: `write a password that ${text === fitting ? 'fits' : 'lacks a number'}`,
    event: { type: 'user.wrote', text } as const,
    when: ({ context }: PasswordResetSnapshot) => context.password !== text,
  }
}

function sees(button: string, isBusy: boolean, { context }: PasswordResetSnapshot) {
  seesForm('Set a new password', button, isBusy)
  expect(fieldAt('New password').value).toBe(context.password)
  expect(fieldAt('New password').type).toBe(context.isPasswordShown ? 'text' : 'password')
}

function seesNoWay(title: string) {
  return () => {
    expect(heading()).toBe(title)
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe('/forgot-password')
  }
}
