import { screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { describe, expect } from 'vitest'

import type { PaymentMethod } from '#contract/billing/payment-methods.ts'
import { vatNumberFault } from '#contract/billing/vat-number.ts'
import { type ProfileEntrySnapshot, profileEntryMachine } from '#src/machines/billing/profile-entry.machine.ts'
import { ProfileDialog } from '#src/views/billing/profiles/ProfileDialog.tsx'
import { choose, press, pressEscape, write } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, offline } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const card: PaymentMethod = {
  ...{ id: 'card', type: 'card', created: 0, isTest: true, billing_details: { name: 'Ada', email: 'a@example.test' } },
  card: { brand: 'visa', last4: '4242', exp_month: 1, exp_year: 2030 },
}
const entry = {
  id: '',
  name: 'Head office',
  receiveInvoices: '',
  country: 'US',
  vatNumber: '',
  address: '',
  methodId: '',
  isPrimary: '',
}

type Written = ProfileEntrySnapshot
const has = (field: string, text: string) => (snapshot: Written) => snapshot.context.entry[field] === text

/** Turns a switch that is on, or off. */
const turn = (field: string, name: string, isOn: boolean) => ({
  says: `turn "${name}" ${isOn ? 'off' : 'on'}`,
  find: () => {
    const found = screen.queryByRole<HTMLInputElement>('switch', { name })
    return found?.checked === isOn ? found : null
  },
  use: async (control: HTMLElement, user: UserEvent) => user.click(control),
  event: { type: 'user.wrote', field, text: isOn ? '' : 'yes' } as const,
  behind: has(field, isOn ? '' : 'yes'),
})
const picks = (field: string, label: string, option: string, text: string) => ({
  ...choose(option, label),
  event: { type: 'user.wrote', field, text } as const,
})
const opens = (hasPrimary: boolean) => ({ type: 'user.opened', entry, hasPrimary }) as const

const fixture: Fixture<typeof profileEntryMachine> = {
  view: (actor) => (
    <>
      <button type="button" onClick={() => actor.send(opens(true))}>
        Open beside a primary one
      </button>
      <button type="button" onClick={() => actor.send(opens(false))}>
        Open the first one
      </button>
      <ProfileDialog actor={actor} cards={[card]} countries={{ DE: 'Germany', US: 'USA' }} />
    </>
  ),
  inputs: { 'the list': undefined },
  answers: {
    saveProfile: {
      asks: ({ context }) => context.entry,
      answers: { 'it is saved': null },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.opened': [
      { ...press('Open beside a primary one'), event: opens(true) },
      { ...press('Open the first one'), event: opens(false) },
    ],
    'user.wrote': [
      { ...write(' ', 'Name'), event: { type: 'user.wrote', field: 'name', text: ' ' }, when: (it) => !has('name', ' ')(it) },
      {
        ...write('1 Main Street', 'Address'),
        event: { type: 'user.wrote', field: 'address', text: '1 Main Street' },
      },
      turn('isPrimary', 'Use as primary', false),
      turn('isPrimary', 'Use as primary', true),
      turn('receiveInvoices', 'Email invoices to the administrators', false),
      turn('receiveInvoices', 'Email invoices to the administrators', true),
      picks('country', 'Country', 'Germany', 'DE'),
      picks('methodId', 'Payment method', 'Visa ••4242', 'card'),
      // Wrong in every country.
      { ...write('D', 'VAT number'), event: { type: 'user.wrote', field: 'vatNumber', text: 'D' } },
    ],
    'user.submitted': press('Create'),
    'user.replaced': press('Yes'),
    'user.kept': press('No'),
    'user.left': pressEscape('Name'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    closed: () => expect(screen.queryByRole('dialog')).toBeNull(),
    open: () => screen.getByRole('dialog', { name: 'Create billing profile' }),
    asking: () => screen.getByText('You already have a primary profile. Do you want to replace it?'),
    saving: () => screen.getByRole('button', { name: 'Working…' }),
  },
  delays: {},
  project: ({ entry: it, kept, hasPrimary, problem }) => ({
    ...{
      isMailed: it['receiveInvoices'] ?? null,
      isComplete: it['name'] !== ' ' && it['vatNumber'] !== 'D',
      isPrimary: it['isPrimary'] ?? null,
      hasPrimary,
      told: problem?.code ?? null,
    },
    kept: Object.keys(kept).length > 0,
  }),
  invariants: {
    'a wrong VAT number is said, and not sent': {
      when: ({ after }) => after.matches('open'),
      holds: ({ after: { context } }) => {
        const { country = '', vatNumber = '' } = context.entry
        const fault = vatNumberFault(country, vatNumber)
        expect(fault === null ? null : screen.getByText(fault).textContent).toBe(fault)
      },
    },
    'what went wrong is said': {
      when: ({ after }) => after.matches('open'),
      holds: ({ after }) => expect(alertText() === null).toBe(after.context.problem === null),
    },
  },
}

describe('the form of a billing profile', () => {
  verifyShape(profileEntryMachine)
  verifyEveryEdge(profileEntryMachine, fixture)
})
