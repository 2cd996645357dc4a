/** The page of a customer with stub children: what it sends to one part when another has news. `customer.page.parts.test.ts` runs it with the real ones. */
import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { CustomerSummary } from '#contract/admin/customer-page.ts'
import type { CustomerDetails } from '#contract/admin/customers.ts'
import { type CustomerFact, customerPageMachine } from '#src/machines/admin/customer.page.machine.ts'
import { confirmedActionMachine } from '#src/machines/kit/confirmed-action.machine.ts'
import { entryDialogMachine } from '#src/machines/kit/entry-dialog.machine.ts'
import { listMachine } from '#src/machines/kit/list.machine.ts'
import { Customer, messageOf } from '#src/views/admin/customer/CustomerRoute.tsx'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture, Gesture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, bug } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const at = '2026-01-12T08:00:00.000Z'
const id = '00000000-0000-4000-8000-000000000001'
const look = { companyId: id, reason: 'Ticket 12', beganAt: at, until: '2126-01-12T08:30:00.000Z' }
const harbor: CustomerDetails = {
  ...{ id, name: 'Harbor & Pine', plan: 'Professional', requestedPlan: null, status: 'active', statusSince: at },
  ...{
    people: 12,
    connectors: 2,
    activeConnectors: 1,
    alerts: 0,
    failed: 0,
    records: 0,
    attempts: 0,
    failedAttempts: 0,
    openInvoices: 0,
  },
  ...{ lastActiveAt: null, createdAt: at, workspaceName: 'harbor', isOperator: false, suspension: null, deletion: null },
  ...{ limits: [], administrators: [], invited: [], isMailed: true, look: null, openRuns: 0, heldEvents: 0 },
}
const summary: CustomerSummary = {
  ...{
    bill: null,
    prices: null,
    plans: [],
    unpaid: [],
    records: 0,
    failedRecords: 0,
    deliveredLater: 0,
    failing: 1,
    usage: [],
    connectors: [],
    openRequests: 0,
  },
  people: { first: [], total: 0, withoutSecondFactor: 0 },
  ...{ invoices: { first: [], total: 0 }, notes: [], limits: [] },
}
const pageOf = (items: readonly unknown[], total = items.length) => ({ items, total, readAt: at })
const listed = (items: readonly unknown[], total?: number) =>
  listMachine.resolveState({
    value: 'showing',
    context: { query: {}, page: pageOf(items, total), problem: null, isMoved: false },
  })
const action = { kind: 'reactivate', id, choice: 'Harbor & Pine' }
/** Of a part that never ends without a fault. */
const part = { answers: {}, problems: { 'a bug': bug } } as const

const tab = (name: string): Gesture => ({
  says: `open ${name}`,
  find: () => screen.queryByRole('tab', { name: new RegExp(`^${name}`) }),
  use: (control, user) => user.click(control),
})

const fixture: Fixture<typeof customerPageMachine> = {
  view: (actor) => (
    <Customer
      page={actor}
      drawTab={{
        invoices: () => <Button onPress={() => actor.send({ type: 'user.changed' })}>Settle</Button>,
        support: () => 'requests',
      }}
    />
  ),
  inputs: { 'the first tab': { tab: 'overview', page: 1 } },
  answers: {
    customer: {
      ...part,
      asks: { query: {} },
      shows: listed([harbor]),
      says: {
        'the company': { type: 'customer.read', page: pageOf([harbor]) },
        'the company is looked into': { type: 'customer.read', page: pageOf([{ ...harbor, look }]) },
      },
    },
    summary: { ...part, asks: { query: {} }, shows: listed([summary]) },
    exportFile: { ...part, asks: { query: {} } },
    form: {
      ...part,
      asks: undefined,
      shows: entryDialogMachine.resolveState({
        value: 'closed',
        context: { entry: {}, begun: {}, kept: {}, problem: null },
      }),
      says: { 'a note is added': { type: 'form.saved', entry: { form: 'note', name: 'Harbor & Pine' }, output: null } },
    },
    decision: {
      ...part,
      asks: undefined,
      shows: confirmedActionMachine.resolveState({ value: 'idle', context: { action: null, problem: null } }),
      says: { 'it is reactivated': { type: 'decision.done', action, output: null } },
    },
    rows: { ...part, asks: ({ context: { tab, page } }) => ({ query: { tab, page } }), shows: listed([], 15) },
    looked: { ...part, asks: { query: {} } },
    address: {
      ...{ asks: undefined, problems: { 'a bug': bug } },
      says: {
        'the overview': { type: 'place.changed', query: { tab: 'overview', page: 1 } },
        'the invoices': { type: 'place.changed', query: { tab: 'invoices', page: 1 } },
        'the second page of people': { type: 'place.changed', query: { tab: 'people', page: 2 } },
      },
    },
  },
  drivers: {
    'user.opened': [
      { ...tab('Overview'), event: { type: 'user.opened', tab: 'overview' } },
      { ...tab('People'), event: { type: 'user.opened', tab: 'people' } },
    ],
    'user.turned': [
      {
        ...press('Next page'),
        event: { type: 'user.turned', page: 2 },
        behind: ({ context }) => context.tab !== 'people' || context.page === 2,
      },
      {
        ...press('Previous page'),
        event: { type: 'user.turned', page: 1 },
        behind: ({ context }) => context.tab !== 'people' || context.page === 1,
      },
    ],
    'user.changed': { ...press('Settle'), behind: ({ context }) => context.tab !== 'invoices' },
    'user.reloaded': press('Retry'),
  },
  assertions: {
    broken: ({ context: { problem } }) => expect(alertText()).toContain(problem?.message),
    'running.record': () => screen.getByRole('heading', { name: 'Harbor & Pine' }),
    'running.look.away': () => {},
    'running.look.looking': () => {},
    'running.tab.choosing': 'passing',
    'running.tab.plain': () => screen.getByRole('tab', { name: /^(Overview|Invoices)/, selected: true }),
    'running.tab.listing': () => screen.getByRole('tab', { name: /^People/, selected: true }),
  },
  delays: {},
  parts: ['Harbor & Pine', 'Connectors', 'Notes', 'People'],
  project: ({ tab, page }) => ({ tab, page }),
  invariants: {
    'what an action changed is read again': {
      when: ({ event: { type } }) => type === 'form.saved' || type === 'decision.done',
      holds: ({ event: { type }, before, sent }) => {
        const reads = ['customer', 'summary', ...(type === 'form.saved' ? ['exportFile'] : [])]
        if (before.matches({ running: { tab: 'listing' } })) reads.push('rows')
        expect(sent.toSorted()).toEqual(reads.map((of) => `${of}: user.refreshed`).toSorted())
      },
    },
    'what was done is said once, in words': {
      when: ({ event: { type } }) => type === 'form.saved' || type === 'decision.done',
      holds: ({ emitted }) => {
        expect(emitted).toHaveLength(1)
        expect(messageOf(emitted[0] as CustomerFact)).toMatch(/^\w/)
      },
    },
    'a tab that a person opens has an address, and one that the address opens has it already': {
      when: ({ event: { type }, before, after }) =>
        /^(user\.(opened|turned)|place\.changed)$/.test(type) && before.context !== after.context,
      holds: ({ event: { type }, sent }) => expect(sent.includes('address: query.placed')).toBe(type !== 'place.changed'),
    },
    'a part lives until it shows something else: a dialog stays open': {
      when: ({ before, after }) => before.matches('running') && after.matches('running'),
      holds: ({ before, after }) => {
        const begun = Object.entries(after.children).filter(([of, child]) => child !== before.children[of as 'customer'])
        for (const [of] of begun) expect(['rows', 'looked']).toContain(of)
      },
    },
    'a look ends when the server says so': {
      when: ({ event: { type } }) => type === 'customer.read',
      holds: ({ event, after }) => {
        const { page } = event as unknown as { page: { items: readonly CustomerDetails[] } }
        expect(after.matches({ running: { look: 'looking' } })).toBe(page.items[0]?.look != null)
      },
    },
  },
}

describe('the page of a customer', () => {
  verifyShape(customerPageMachine)
  verifyEveryEdge(customerPageMachine, fixture)
})
