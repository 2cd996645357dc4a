/** What a sign-up promises whatever its chart says. */
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import type { RegistrationSnapshot } from '#src/machines/auth/sign-up/registration.machine.ts'
import { selectStep } from '#src/machines/auth/sign-up/registration.machine.ts'
import type { Invariant, Samples } from '../../kit/fixture.ts'
import { alertText, fieldAt } from '../../kit/samples/public-pages.ts'

/** As the fields stand on the pages, from the top. */
export const labels = {
  email: 'Email',
  password: 'Password',
  firstName: 'First name',
  lastName: 'Last name',
  companyName: 'Company',
} as const

const headings = {
  account: 'Create your account',
  details: 'About you',
  product: 'Choose your plan',
  success: 'Check your inbox',
} as const

export const invariants: Samples<Invariant<RegistrationSnapshot>> = {
  'what was typed stays until a company is made of it': {
    when: ({ event, after }) => !event.type.startsWith('user.') && !after.matches('registered'),
    holds: ({ before, after }) => {
      expect(after.context.written).toEqual(before.context.written)
      expect([after.context.tier, after.context.paymentMethodId]).toEqual([before.context.tier, before.context.paymentMethodId])
    },
  },
  'who is signed up leaves no password on the page': {
    when: ({ after }) => after.matches('registered'),
    holds: ({ after }) => expect(after.context.written.password).toBe(''),
  },
  'the page is that of the step': {
    when: () => true,
    holds: ({ after }) => expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(headings[selectStep(after)]),
  },
  'a failure is told in the words of the catalogue': {
    when: ({ event }) => /^xstate\.(error\.actor\.register|after\.registrationLimit)/.test(event.type),
    holds: ({ after }) => expect(alertText()).toContain(`Registration failed: ${after.context.problem?.message}`),
  },
  'payment methods that could not be read are told of': {
    when: ({ after }) => after.matches({ product: 'failed' }),
    holds: ({ after }) =>
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(
        expect.stringContaining(`Failed to fetch payment methods: ${after.context.methodsProblem?.message}`),
      ),
  },
  'no step is reached before those that lead to it are complete': {
    when: ({ after }) => selectStep(after) !== 'account' && !after.matches('registered'),
    holds: ({ after: { context } }) => {
      expect([context.written.email, context.written.password]).not.toContain('')
      expect(context.written.password).not.toBe('Correct-horse-')
    },
  },
  'no company is asked for that could not be billed': {
    when: ({ after }) => after.matches('submitting'),
    holds: ({ after: { context } }) => {
      expect(context.tier === 'Basic' || context.paymentMethodId === 'invoice').toBe(true)
      expect(context.tier === 'Basic' || context.prices?.version === 4, 'its price was shown').toBe(true)
    },
  },
  'what is chosen is what is shown': {
    when: ({ after }) => after.matches({ product: 'choosing' }),
    holds: ({ after: { context } }) => {
      const chosen = screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked)
      const paidBy = context.tier === 'Basic' ? null : context.paymentMethodId
      expect(chosen.map(({ value }) => value)).toEqual([context.tier, paidBy].filter((it) => it !== null))
    },
  },
  'a password is shown only to whom asks for it': {
    when: ({ event }) => event.type === 'user.toggledPassword',
    holds: ({ before }) => {
      expect(before.context.isPasswordShown).toBe(false)
      expect(fieldAt('Password').type).toBe('text')
    },
  },
  'a link that was sent again is said to be so, and no other': {
    when: ({ after }) => after.matches({ registered: 'waiting' }),
    holds: ({ after }) => {
      expect(screen.getByRole('status').textContent).toBe(
        after.context.isSentAgain ? 'New email requested. You can request five emails an hour.' : '',
      )
      expect(alertText() !== null).toBe(after.context.problem !== null)
    },
  },
}
