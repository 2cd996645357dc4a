import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise, SimulatedClock } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import { type PasswordRequestSnapshot, passwordRequestMachine } from '#src/machines/auth/reset/password-request.machine.ts'
import { PasswordRequestPage } from '#src/views/auth/reset/PasswordRequestPage.tsx'
import { pass } from '../../kit/clock.ts'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import {
  alertText,
  bug,
  faultAtField,
  fieldAt,
  frameExits,
  heading,
  offline,
  seesForm,
  wrongAt,
} from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const email = 'ada@example.test'

const fixture: Fixture<typeof passwordRequestMachine> = {
  view: (actor) => <PasswordRequestPage actor={actor} />,
  inputs: { 'a forgotten password': undefined },
  answers: {
    requestReset: {
      asks: { email },
      answers: { 'what it always answers': { isKept: false }, 'what it answers where nothing sends': { isKept: true } },
      problems: {
        'the address is none': wrongAt('/email'),
        'too many were asked for': refusal('auth/too-many-attempts'),
        'the net is down': offline,
        'a bug': bug,
      },
    },
  },
  drivers: {
    'user.wrote': [writes(email), writes('ada at example')],
    'user.submitted': press('Send the link'),
    'user.cancelled': press('Cancel'),
    'user.returned': press('Try again'),
  },
  assertions: {
    writing: (snapshot) => sees('Send the link', false, snapshot),
    requesting: (snapshot) => sees('Sending…', true, snapshot),
    requested: ({ context }) => {
      expect(heading()).toBe(context.isKept ? 'Get your link from the operator' : 'Check your inbox')
      const kept = 'No mail server is set up. Ask your operator for the message in the outbox.'
      expect(screen.queryByText(kept) !== null).toBe(context.isKept)
      expect(screen.queryByText(/spam/) === null).toBe(context.isKept)
      if (context.isKept) return
      screen.getByText(
        `If an account exists for ${email}, we'll send a link. It works once, for 30 minutes. You can request five links an hour.`,
      )
    },
  },
  delays: {},
  project: ({ email: written, problem, isKept }) => ({
    written,
    kept: isKept,
    told: problem?.code ?? false,
    atField: problem?.errors !== undefined,
  }),
  exits: [...frameExits, 'Back to sign in'],
  invariants: {
    'what was typed stays, whatever comes back': {
      when: ({ before }) => before.matches('requesting'),
      holds: ({ before, after }) => expect(after.context.email).toBe(before.context.email),
    },
    'what failed is told as the catalogue says': {
      when: ({ event }) => /^xstate\.(error|after)/.test(event.type),
      holds: ({ after }) => expect(alertText()).toContain(`Password reset failed: ${after.context.problem?.message}`),
    },
    'what is wrong with the address stands at it, until it is changed': {
      when: () => true,
      holds: ({ after }) => {
        if (after.matches('requested')) return
        const isTold = after.context.problem?.errors !== undefined
        expect(faultAtField('Email')).toBe(isTold ? 'Email what /email must be' : '')
        if (isTold) expect(document.activeElement).toBe(fieldAt('Email'))
      },
    },
    'a changed address takes what was said of it away': {
      when: ({ before, event }) => event.type === 'user.wrote' && before.context.problem?.errors !== undefined,
      holds: () => expect(alertText()).toBeNull(),
    },
  },
}

describe('a request for a new password', () => {
  verifyShape(passwordRequestMachine)
  verifyEveryEdge(passwordRequestMachine, fixture)
})

it('asks without the blanks around the address', async () => {
  const asked: string[] = []
  const requestReset = fromPromise<{ isKept: boolean }, { email: string }>(async ({ input }) => {
    asked.push(input.email)
    return { isKept: false }
  })
  const actor = createActor(passwordRequestMachine.provide({ actors: { requestReset } })).start()
  actor.send({ type: 'user.wrote', text: ` ${email} ` })
  actor.send({ type: 'user.submitted' })
  await pass(new SimulatedClock(), 0)
  expect(asked).toEqual([email])
})

function writes(text: string) {
  return {
    ...write(text, 'Email'),
    event: { type: 'user.wrote', text } as const,
    when: ({ context }: PasswordRequestSnapshot) => context.email !== text,
  }
}

function sees(button: string, isBusy: boolean, { context }: PasswordRequestSnapshot) {
  seesForm('Reset your password', button, isBusy)
  expect(fieldAt('Email').value).toBe(context.email)
}
