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
  ...{ provider: 'sandbox', holder: 'Ada' },
}

const mailed = 'Email invoices to the administrators'

type Written = ProfileEntrySnapshot
const has = (field: string, text: string) => (snapshot: Written) => snapshot.context.entry[field] === text

/*
 * What is written of an address or a card, a message of what went wrong, a kept entry and the primary profile do not depend on each other: what could be
 * done alike in each of their combinations is done in these.
 */
const isUndrafted = ({ context: { entry: it } }: Written) => (it['draftAddress'] ?? '') === '' && it['holder'] !== ' '
const isPlain = (it: Written) => isUndrafted(it) && it.context.problem === null
const isOrdinary = ({ context: { entry: it, hasPrimary, kept } }: Written) =>
  (it['isPrimary'] ?? '') === '' && !hasPrimary && Object.keys(kept).length === 0
const isReopenable = (it: Written) => isPlain(it) && (it.context.entry['isPrimary'] ?? '') === ''
const isPlainAndOrdinary = (it: Written) => isPlain(it) && isOrdinary(it)

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
  when: isPlain,
})
const picks = (field: string, label: string, option: string, text: string) => ({
  ...choose(option, label),
  event: { type: 'user.wrote', field, text } as const,
  when: isPlainAndOrdinary,
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
      <ProfileDialog actor={actor} provider="sandbox" cards={[card]} countries={{ DE: 'Germany', US: 'USA' }} />
    </>
  ),
  inputs: { 'the list': undefined },
  answers: {
    addCard: {
      asks: ({ context }) => context.entry,
      answers: { 'it is saved': { methodId: 'card' }, 'it is typed elsewhere': { methodId: null } },
      problems: { 'the net is down': offline },
    },
    saveProfile: {
      asks: ({ context }) => context.entry,
      answers: { 'it is saved': null },
      problems: { 'the net is down': offline },
    },
  },
  drivers: {
    'user.opened': [
      { ...press('Open beside a primary one'), event: opens(true), when: isReopenable },
      { ...press('Open the first one'), event: opens(false), when: isReopenable },
    ],
    'user.wrote': [
      {
        ...write(' ', 'Name'),
        event: { type: 'user.wrote', field: 'name', text: ' ' },
        when: (it) => isUndrafted(it) && !has('name', ' ')(it),
      },
      turn('isPrimary', 'Use as primary', false),
      turn('isPrimary', 'Use as primary', true),
      {
        says: `turn "${mailed}" on`,
        find: () => screen.queryByRole('switch', { name: mailed }),
        use: async (control: HTMLElement, user: UserEvent) => user.click(control),
        event: { type: 'user.wrote', field: 'receiveInvoices', text: 'yes' },
        when: (it) => isPlainAndOrdinary(it) && !has('receiveInvoices', 'yes')(it),
      },
      picks('country', 'Country', 'Germany', 'DE'),
      picks('methodId', 'Payment method', 'Visa ••4242', 'card'),
      // Wrong in every country.
      { ...write('D', 'VAT number'), event: { type: 'user.wrote', field: 'vatNumber', text: 'D' }, when: isPlainAndOrdinary },
    ],
    'user.openedAddress': {
      ...press('Add address'),
      find: () => screen.queryByRole('button', { name: /^(Add|Change) address$/ }),
      when: (it) => isOrdinary(it) && it.context.problem === null && it.context.entry['holder'] !== ' ',
    },
    'user.addedAddress': press('Use Address'),
    'user.openedCard': {
      ...press('Add card'),
      when: (it) => isOrdinary(it) && (it.context.entry['draftAddress'] ?? '') === '',
    },
    'user.addedCard': press('Add Card'),
    'user.wroteAddress': [
      {
        ...write('1 Main Street', 'Address'),
        event: { type: 'user.wroteAddress', field: 'draftAddress', text: '1 Main Street' },
        when: (it) => !has('draftAddress', '1 Main Street')(it),
      },
      {
        ...choose('Germany', 'Country or region'),
        event: { type: 'user.wroteAddress', field: 'draftCountry', text: 'DE' },
      },
    ],
    'user.wroteCard': [
      {
        ...write(' ', 'Cardholder'),
        event: { type: 'user.wroteCard', field: 'holder', text: ' ' },
        when: (it) => !has('holder', ' ')(it),
      },
      {
        ...choose('Visa ••0002: declined, insufficient funds', 'Payment result'),
        event: { type: 'user.wroteCard', field: 'card', text: 'declined' },
      },
    ],
    'user.returned': press('Back'),
    'user.submitted': { ...press('Create'), when: isUndrafted },
    'user.replaced': press('Yes'),
    'user.kept': press('No'),
    'user.left': { ...pressEscape('Name'), when: isPlain },
    'user.cancelled': { ...press('Cancel'), when: isUndrafted },
  },
  assertions: {
    closed: () => expect(screen.queryByRole('dialog')).toBeNull(),
    open: () => screen.getByRole('dialog', { name: 'Create billing profile' }),
    addressing: () => screen.getByRole('dialog', { name: 'Billing address' }),
    choosingCard: () => screen.getByRole('dialog', { name: 'Add a TEST card' }),
    addingCard: () => screen.getByRole('button', { name: 'Working…' }),
    asking: () => screen.getByText('You already have a primary profile. Do you want to replace it?'),
    saving: () => screen.getByRole('button', { name: 'Working…' }),
  },
  delays: {},
  project: ({ entry: it, kept, hasPrimary, problem }) => ({
    ...{
      isComplete: it['name'] !== ' ' && it['vatNumber'] !== 'D',
      isPrimary: it['isPrimary'] ?? null,
      hasPrimary,
      told: problem?.code ?? null,
      hasAddress: (it['draftAddress'] ?? '') !== '',
      hasHolder: it['holder'] !== ' ',
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
    'the profile stays as it was written behind its address and its card': {
      when: ({ before }) => before.matches('addressing') || before.matches('addingCard'),
      holds: ({ before, after: { context } }) => expect(context.entry['name']).toBe(before.context.entry['name']),
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
