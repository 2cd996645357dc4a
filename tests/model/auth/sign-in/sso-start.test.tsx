import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { type SsoStartSnapshot, ssoStartMachine } from '#src/machines/auth/sign-in/sso-start.machine.ts'
import { SsoPage } from '#src/views/auth/sign-in/SsoPage.tsx'
import { press, write } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, fieldAt, frameExits, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const email = 'ada@acme.test'
const writes = (text: string) => ({
  ...write(text, 'Email'),
  event: { type: 'user.wrote', text } as const,
  when: ({ context }: SsoStartSnapshot) => context.email !== text,
})

const fixture: Fixture<typeof ssoStartMachine> = {
  view: (actor) => <SsoPage actor={actor} />,
  inputs: { 'a page that was wanted': { to: '/runs' } },
  answers: {
    startAtCompany: {
      asks: { email, to: '/runs' },
      answers: { 'the page leaves': undefined },
      problems: { 'no company has it': refusal('sso/not-set-up'), 'the net is down': offline },
    },
  },
  drivers: {
    'user.wrote': [writes(email), writes('ada at acme')],
    'user.submitted': press('Continue'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    writing: ({ context }) => {
      expect(fieldAt('Email').value).toBe(context.email)
      expect(alertText() === null).toBe(context.problem === null)
    },
    starting: () => screen.getByRole('button', { name: 'Redirecting to the provider…' }),
    leaving: () => screen.getByRole('button', { name: 'Redirecting to the provider…' }),
  },
  delays: { leaveLimit: 20_000 },
  project: ({ email: written, problem }) => ({ written, told: problem?.code ?? false }),
  exits: [...frameExits, 'Back to sign in'],
  invariants: {
    'the page leaves only for the provider of a company': {
      when: ({ after }) => after.matches('leaving'),
      holds: ({ event }) => expect(event.type).toBe('xstate.done.actor.startAtCompany'),
    },
  },
}

describe('single sign-on from the sign-in page', () => {
  verifyShape(ssoStartMachine)
  verifyEveryEdge(ssoStartMachine, fixture)
})
