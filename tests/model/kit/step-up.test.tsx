import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { ProblemError, problem, refusal } from '#contract/kit/problem.ts'
import { type StepUpSnapshot, stepUpMachine } from '#src/machines/kit/step-up.machine.ts'
import { StepUpDialog } from '#src/views/kit/feedback/StepUpDialog.tsx'
import { press, write } from './drivers.ts'
import type { Fixture } from './fixture.ts'
import { verifyEveryEdge } from './harness.ts'
import { alertText, offline } from './samples/public-pages.ts'
import { verifyShape } from './shape.ts'

const faulty = (path: string, message: string) => new ProblemError(problem('auth/prove-again', { errors: [{ path, message }] }))

const fixture: Fixture<typeof stepUpMachine> = {
  view: (actor) => (
    <StepUpDialog actor={actor} title="Disable MFA" confirm="Disable">
      Your password alone will be enough.
    </StepUpDialog>
  ),
  inputs: { 'something to do': { request: 'disable' } },
  answers: {
    perform: {
      asks: ({ context: { code, isWithoutPassword } }) => ({
        request: 'disable',
        ...(isWithoutPassword ? {} : { password: 'Right-one-1' }),
        ...(code === '' ? {} : { code: '123456' }),
      }),
      answers: { 'it is done': true },
      problems: {
        'the password is wrong': faulty('/password', 'The password is wrong.'),
        'a code is asked for': faulty('/code', 'Enter the code from your authenticator app.'),
        'the net is down': offline,
        'it was locked': refusal('auth/codes-used-up'),
      },
    },
  },
  drivers: {
    'user.wrotePassword': {
      ...write('Right-one-1', 'Your password'),
      event: { type: 'user.wrotePassword', password: 'Right-one-1' },
      when: ({ context }) => context.password === '' && !context.isWithoutPassword,
      behind: ({ context }) => context.isWithoutPassword,
    },
    'user.wroteCode': {
      ...write('123456', 'Code'),
      event: { type: 'user.wroteCode', code: '123456' },
      when: ({ context }) => context.code === '',
    },
    'user.hasNoPassword': press('I use single sign-on and have no password'),
    'user.submitted': press('Disable'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    asking: ({ context: { codeHint } }) => {
      screen.getByRole('dialog', { name: 'Disable MFA' })
      expect(screen.queryByRole('textbox', { name: 'Code' }) !== null).toBe(codeHint !== null)
    },
    performing: () => screen.getByRole('button', { name: 'Working…' }),
    done: noDialog,
    cancelled: noDialog,
  },
  delays: {},
  project: ({ password, code, isWithoutPassword, codeHint, problem: it, outcome }) => ({
    ...{ password: isWithoutPassword ? 'none' : password !== '', code: code !== '', asksCode: codeHint !== null },
    ...{ told: it?.code ?? false, fields: it?.errors?.map(({ path }) => path).join() ?? '', isDone: outcome !== null },
  }),
  invariants: {
    'nothing is done but by the word of the server': {
      when: ({ after }) => after.matches('done'),
      holds: ({ event, after }) => {
        expect(event.type).toBe('xstate.done.actor.perform')
        expect(after.output).toEqual({ result: true })
      },
    },
    'a password is asked for unless the person has said that there is none': {
      when: ({ after }) => after.matches('asking'),
      holds: ({ after }) => expect(screen.queryByLabelText('Your password') !== null).toBe(!after.context.isWithoutPassword),
    },
    'who cancels has done nothing': {
      when: ({ after }) => after.matches('cancelled'),
      holds: ({ after }) => expect(after.output).toBeNull(),
    },
    'no proof is kept after the end': {
      when: ({ after }) => after.status === 'done',
      holds: ({ after: { context } }) => expect([context.password, context.code]).toEqual(['', '']),
    },
    'what was typed stays through every failure': {
      when: isFailure,
      holds: ({ before, after }) => {
        expect(after.context.password).toBe(before.context.password)
        expect(after.context.code).toBe(before.context.code)
      },
    },
    'a failure is said: at its field, as a question for the code, or as an alert': {
      when: isFailure,
      holds: ({ after }) => {
        const fault = after.context.problem?.errors?.[0]?.message
        if (after.context.problem === null) expect(document.body.textContent).toContain(after.context.codeHint)
        else if (fault === undefined) expect(alertText()).toContain(after.context.problem.message)
        else expect(document.body.textContent).toContain(fault)
      },
    },
  },
}

function isFailure({ event }: { readonly event: { readonly type: string } }) {
  return event.type === 'xstate.error.actor.perform'
}

function noDialog(_: StepUpSnapshot) {
  expect(screen.queryByRole('dialog')).toBeNull()
}

describe('a step-up', () => {
  verifyShape(stepUpMachine)
  verifyEveryEdge(stepUpMachine, fixture)
})
