import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { defaultPolicy } from '#contract/auth/password.ts'
import { ProblemError, problem, refusal } from '#contract/kit/problem.ts'
import { passwordChangeMachine } from '#src/machines/account/security/password-change.machine.ts'
import { PasswordCard } from '#src/views/account/security/PasswordCard.tsx'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { fitting, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const faulty = (path: string, message: string) => new ProblemError(problem('auth/prove-again', { errors: [{ path, message }] }))
const old = 'The-old-one-1'

const fixture: Fixture<typeof passwordChangeMachine> = {
  view: (actor) => <PasswordCard actor={actor} since="Last changed yesterday" />,
  inputs: {
    'somebody with a password': { policy: defaultPolicy, asksPassword: true },
    'somebody of single sign-on': { policy: defaultPolicy, asksPassword: false },
  },
  answers: {
    changePassword: {
      asks: ({ context: { code, asksPassword } }) => ({
        ...(asksPassword ? { password: old } : {}),
        new: fitting,
        ...(code === '' ? {} : { code: '123456' }),
      }),
      answers: { 'it is changed': 2 },
      problems: {
        'the password is wrong': faulty('/password', 'The password is wrong.'),
        'a code is asked for': faulty('/code', 'Enter the code from your authenticator app.'),
        'it is one of the common ones': refusal('password/weak'),
        'the net is down': offline,
      },
    },
  },
  drivers: {
    'user.wrote': [
      {
        ...write(old, 'Current password'),
        event: { type: 'user.wrote', field: 'password', text: old },
        when: ({ context }) => context.asksPassword && context.password === '',
        behind: ({ context }) => !context.asksPassword,
      },
      {
        ...write(fitting, 'New password'),
        event: { type: 'user.wrote', field: 'new', text: fitting },
        when: ({ context }) => context.new === '',
      },
    ],
    'user.wroteCode': {
      ...write('123456', 'Code'),
      event: { type: 'user.wroteCode', code: '123456' },
      when: ({ context }) => context.code === '',
    },
    'user.toggledPassword': press('Show password'),
    'user.submitted': press('Save password'),
    'user.discarded': press('Cancel'),
  },
  assertions: {
    writing: ({ context: { codeHint, asksPassword } }) => {
      expect(screen.queryByLabelText('Current password', { exact: true }) !== null).toBe(asksPassword)
      screen.getByRole('button', { name: 'Save password' })
      expect(screen.queryByRole('textbox', { name: 'Code' }) !== null).toBe(codeHint !== null)
    },
    changing: () => screen.getByRole('button', { name: 'Saving…' }),
  },
  delays: {},
  project: ({ asksPassword, password, new: next, code, codeHint, isShown, problem: it }) => ({
    asksPassword,
    ...{ password: password !== '', next: next !== '', code: code !== '', asksCode: codeHint !== null, isShown },
    ...{ told: it?.code ?? false, fields: it?.errors?.map(({ path }) => path).join() ?? '' },
  }),
  invariants: {
    'what was typed stays through every failure': {
      when: ({ event }) => event.type === 'xstate.error.actor.changePassword',
      holds: ({ before, after }) => {
        for (const field of ['password', 'new', 'code'] as const) expect(after.context[field]).toBe(before.context[field])
      },
    },
    'nothing typed is left after it was changed': {
      when: ({ event }) => event.type === 'xstate.done.actor.changePassword',
      holds: ({ after: { context } }) => expect(context.password + context.new + context.code).toBe(''),
    },
    'a failure is said': {
      when: ({ event }) => event.type === 'xstate.error.actor.changePassword',
      holds: ({ after: { context } }) => {
        const said = context.problem?.errors?.[0]?.message ?? context.problem?.message ?? context.codeHint
        expect(document.body.textContent).toContain(said)
      },
    },
  },
}

describe('a change of the password', () => {
  verifyShape(passwordChangeMachine)
  verifyEveryEdge(passwordChangeMachine, fixture)
})
