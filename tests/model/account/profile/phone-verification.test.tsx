import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { phoneVerificationMachine } from '#src/machines/account/profile/phone-verification.machine.ts'
import { PhoneVerification } from '#src/views/account/profile/PhoneVerification.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText, bug } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const timed = { lifetime: 600_000, until: '2026-11-25T12:00:00.000Z' }
const sent = { ...timed, isKept: false }
const kept = { ...timed, isKept: true }
const phone = '+491701234567'
const name = 'Verify phone number'

const fixture: Fixture<typeof phoneVerificationMachine> = {
  view: (actor) => <PhoneVerification actor={actor} />,
  inputs: { 'a number that is not verified': { phone }, 'no number': { phone: '' } },
  answers: {
    prove: {
      asks: { request: phone },
      answers: { 'the code was sent': { result: sent }, 'nothing can send it': { result: kept }, 'it was cancelled': null },
      problems: { 'a bug': bug },
    },
    enterCode: {
      asks: { subject: phone, isSent: true, ...timed },
      answers: { 'the code was right': { result: undefined } },
      problems: { 'a bug': bug },
    },
  },
  drivers: { 'user.asked': press(name), 'user.left': press('Cancel verification') },
  parts: ['Verification code', 'Confirm your identity'],
  assertions: {
    closed: ({ context: { isPhoneMissing } }) => {
      expect(screen.queryByRole('dialog')).toBeNull()
      if (isPhoneMissing) expect(alertText()).toBe('Please enter a phone number first')
    },
    proving: () => screen.getByText(/six-digit code to \+491701234567/),
    verifying: ({ context }) => {
      const { textContent } = screen.getByRole('dialog', { name })
      expect(textContent?.includes('Verification code sent to your phone!')).toBe(context.sent?.isKept === false)
      expect(textContent?.includes('no SMS provider is set up.')).toBe(context.sent?.isKept === true)
      expect(textContent).toContain('The code expires in 10 minutes.')
      expect(textContent?.includes(phone)).toBe(context.sent?.isKept === false)
    },
  },
  delays: {},
  project: ({ isPhoneMissing, sent: it, problem }) => ({
    isPhoneMissing,
    isSent: it?.isKept ?? 'no',
    told: problem?.code ?? false,
  }),
  invariants: {
    'nothing is sent without a number': {
      when: ({ before }) => before.context.phone === '',
      holds: ({ after }) => expect(after.value).toBe('closed'),
    },
    'a code is written down only after it was sent': {
      when: ({ before, after }) => !before.matches('verifying') && after.matches('verifying'),
      holds: ({ event, after }) => {
        expect(event.type).toBe('xstate.done.actor.prove')
        expect([sent, kept]).toContainEqual(after.context.sent)
      },
    },
    'a failure is said': {
      when: ({ event }) => event.type.startsWith('xstate.error.actor.'),
      holds: ({ after }) => expect(alertText()).toContain(after.context.problem?.message),
    },
  },
}

describe('the verification of a phone number', () => {
  verifyShape(phoneVerificationMachine)
  verifyEveryEdge(phoneVerificationMachine, fixture)
})
