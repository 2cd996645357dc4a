import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { confirmationResendMachine } from '#src/machines/auth/sign-in/confirmation-resend.machine.ts'
import { ConfirmationAgain } from '#src/views/auth/sign-up/ConfirmationAgain.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const email = 'ada@acme.test'

const fixture: Fixture<typeof confirmationResendMachine> = {
  view: (actor) => <ConfirmationAgain actor={actor} email={` ${email}`} />,
  inputs: { 'a refused sign-in': { email } },
  answers: {
    send: {
      asks: { email },
      answers: { 'it is sent': { isKept: false }, 'nothing can send it': { isKept: true } },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.requested': {
      ...press('Send the confirmation email again'),
      event: { type: 'user.requested', change: { email } },
    },
    'user.cancelled': press('Stop'),
  },
  assertions: {
    idle: ({ context: { response, problem } }) => {
      const said = screen.getByRole('status').textContent
      if (response === null) expect(said).toBe('')
      else expect(said).toContain(response.isKept ? 'No mail server is set up' : 'Email requested.')
      expect(alertText() === null).toBe(problem === null)
    },
    sending: () => screen.getByRole('button', { name: 'Sending…' }),
  },
  delays: {},
  project: ({ response, problem }) => ({ isKept: response?.isKept ?? null, told: problem?.code ?? null }),
}

describe('the confirmation email, sent again at sign-in', () => {
  verifyShape(confirmationResendMachine)
  verifyEveryEdge(confirmationResendMachine, fixture)
})
