/** The page of a connection with stub children: what it sends to one part when another has news. `connection.page.parts.test.ts` runs it with the real ones. */
import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'
import type { ConnectionDetails, ConnectionUse } from '#contract/connections/connection.ts'
import type { ReplacedConnector } from '#contract/connections/connection-page.ts'
import { type ConnectionFact, connectionPageMachine } from '#src/machines/connections/connection.page.machine.ts'
import { confirmedActionMachine } from '#src/machines/kit/confirmed-action.machine.ts'
import { entryDialogMachine } from '#src/machines/kit/entry-dialog.machine.ts'
import { listMachine } from '#src/machines/kit/list.machine.ts'
import { settingsSectionMachine } from '#src/machines/kit/settings-section.machine.ts'
import { Connection, messageOf } from '#src/views/connections/page/ConnectionRoute.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture, Gesture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, bug } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const at = '2026-01-12T08:00:00.000Z'
const id = '00000000-0000-4000-8000-000000000001'
const person = { _id: '00000000-0000-4000-8000-000000000002', name: 'Ada Lovelace' }
const check = { at, works: true, message: 'The system accepted the credentials.', by: person.name }
const shop: ConnectionDetails = {
  ...{ id, name: 'Webshop', kind: 'http', system: 'Shopify', address: 'shop.example.test', url: 'https://shop.example.test' },
  ...{ database: null, gateway: null, authType: 'bearer', owner: person, visibility: 'everyone', state: 'working', stateAt: at },
  ...{ check, checks: [check], usedBy: 1, usedAt: at, account: null, revision: 1, isYours: true, people: [], createdAt: at },
  form: {
    ...{ name: 'Webshop', kind: 'http', url: 'https://shop.example.test', visibility: 'everyone', people: [] },
    auth: { type: 'bearer', token: { set: true, last4: 'abcd' } },
  },
}
const use: ConnectionUse = {
  ...{ connectorId: id, name: 'Orders', status: 'Active', roles: ['source'], inDraft: true, isLive: true, liveVersion: 1 },
  isSeen: true,
}
const replaced: ReplacedConnector = { connectorId: id, name: 'Orders', result: 'changed', message: 'The draft was changed.' }
const output = { data: [replaced], total: 1 }
const action = { kind: 'off', id }
const pageOf = (items: readonly unknown[]) => ({ items, total: items.length, readAt: at })
const listed = (items: readonly unknown[], total = items.length) =>
  listMachine.resolveState({
    value: 'showing',
    context: { query: {}, page: { ...pageOf(items), total }, problem: null, isMoved: false },
  })
const closed = entryDialogMachine.resolveState({ value: 'closed', context: { entry: {}, begun: {}, kept: {}, problem: null } })
const idle = confirmedActionMachine.resolveState({ value: 'idle', context: { action: null, problem: null } })
const section = { value: { visibility: 'everyone', people: [] }, revision: 1 }
/** Of a part that never ends without a fault. */
const part = { answers: {}, problems: { 'a bug': bug } } as const

const tab = (name: string): Gesture => ({
  says: `open ${name}`,
  find: () => screen.queryByRole('tab', { name: new RegExp(`^${name}`) }),
  use: (control, user) => user.click(control),
})

const fixture: Fixture<typeof connectionPageMachine> = {
  view: (actor) => <Connection page={actor} />,
  inputs: { 'the first tab': { tab: 'overview', page: 1 } },
  answers: {
    connection: { ...part, asks: { query: {} }, shows: listed([shop]) },
    form: {
      ...part,
      ...{ asks: undefined, shows: closed, says: { 'it is saved': { type: 'form.saved', entry: {}, output: null } } },
    },
    decision: {
      ...part,
      ...{ asks: undefined, shows: idle },
      says: { 'it is switched off': { type: 'decision.done', action, output: null } },
    },
    test: { asks: undefined, answers: { 'it works': check }, problems: { 'a bug': bug } },
    uses: { ...part, asks: { query: {} }, shows: listed([use]) },
    candidates: { ...part, asks: { query: {} }, shows: listed([]) },
    others: { ...part, asks: { query: {} }, shows: listed([]) },
    replacement: {
      ...part,
      ...{ asks: undefined, shows: closed },
      says: { 'it is replaced': { type: 'replacement.saved', entry: {}, output } },
    },
    adoption: {
      ...part,
      ...{ asks: undefined, shows: idle },
      says: { 'it is used': { type: 'adoption.done', action, output } },
    },
    access: {
      ...part,
      asks: { kept: null },
      shows: settingsSectionMachine.resolveState({
        value: 'pristine',
        context: { isReadFirst: false, saved: section, changes: {}, problem: null, theirs: null, isCompared: false },
      }),
      says: { 'it is shared': { type: 'access.saved', section } },
    },
    members: { ...part, asks: { query: {} }, shows: listed([]) },
    history: { ...part, asks: ({ context: { page } }) => ({ query: { page } }), shows: listed([], 25) },
    address: {
      ...{ asks: undefined, problems: { 'a bug': bug } },
      says: {
        'the overview': { type: 'place.changed', query: { tab: 'overview', page: 1 } },
        'the second page of the history': { type: 'place.changed', query: { tab: 'history', page: 2 } },
      },
    },
  },
  drivers: {
    'user.opened': [
      { ...tab('Overview'), event: { type: 'user.opened', tab: 'overview' } },
      { ...tab('Used by'), event: { type: 'user.opened', tab: 'uses' } },
      { ...tab('Access'), event: { type: 'user.opened', tab: 'access' } },
      { ...tab('History'), event: { type: 'user.opened', tab: 'history' } },
    ],
    'user.turned': [
      {
        ...press('Next page'),
        event: { type: 'user.turned', page: 2 },
        behind: ({ context }) => context.tab !== 'history' || context.page === 2,
      },
      {
        ...press('Previous page'),
        event: { type: 'user.turned', page: 1 },
        behind: ({ context }) => context.tab !== 'history' || context.page === 1,
      },
    ],
    'user.tested': press('Test'),
    'user.dismissed': press('Close'),
    'user.reloaded': press('Retry'),
  },
  assertions: {
    broken: ({ context: { problem } }) => expect(alertText()).toContain(problem?.message),
    'running.record': () => screen.getByRole('heading', { name: 'Webshop' }),
    'running.testing.idle': ({ context: { testProblem } }) =>
      testProblem === null ? undefined : expect(alertText()).toContain(testProblem.message),
    'running.testing.sending': () => screen.getAllByRole('button', { name: 'Testing…' }),
    'running.tab.choosing': 'passing',
    'running.tab.overview': () => screen.getByRole('tab', { name: 'Overview', selected: true }),
    'running.tab.uses': ({ context: { results } }) =>
      results === null
        ? screen.getByRole('tab', { name: /^Used by/, selected: true })
        : expect(screen.getByRole('status', { name: 'Results by connector' }).textContent).toContain('The draft was changed.'),
    'running.tab.access': () => screen.getByRole('tab', { name: 'Access', selected: true }),
    'running.tab.history': () => screen.getByRole('tab', { name: 'History', selected: true }),
  },
  delays: {},
  exits: ['Orders'],
  parts: ['Webshop', 'Owner', 'Last test', 'Role', 'connectors', 'More actions', 'People', 'changes'],
  project: ({ tab, page, results, testProblem }) => ({ tab, page, results, testProblem }),
  invariants: {
    'what an action changed is read again': {
      when: ({ event: { type } }) => /\.(saved|done)$/.test(type),
      holds: ({ event: { type }, before, sent }) => {
        const reads = ['connection']
        const isReplaced = type === 'replacement.saved' || type === 'adoption.done'
        if (isReplaced) reads.push('uses', 'candidates')
        else if (before.matches({ running: { tab: 'history' } }) && type !== 'access.saved') reads.push('history')
        expect(sent.toSorted()).toEqual(reads.map((of) => `${of}: user.refreshed`).toSorted())
      },
    },
    'what was done is said once, in words': {
      when: ({ event: { type } }) => /^(form|access|decision)\.(saved|done)$/.test(type),
      holds: ({ emitted }) => {
        expect(emitted).toHaveLength(1)
        expect(messageOf(emitted[0] as ConnectionFact)).toMatch(/^\w/)
      },
    },
    'a tab that a person opens has an address, and one that the address opens has it already': {
      when: ({ event: { type }, before, after }) =>
        /^(user\.(opened|turned)|place\.changed)$/.test(type) && before.context !== after.context,
      holds: ({ event: { type }, sent }) => expect(sent.includes('address: query.placed')).toBe(type !== 'place.changed'),
    },
    'results are said on the tab where they were made, and are gone when it is left': {
      when: () => true,
      holds: ({ after }) => {
        if (!after.matches({ running: { tab: 'uses' } })) expect(after.context.results).toBeNull()
      },
    },
  },
}

describe('the page of a connection', () => {
  verifyShape(connectionPageMachine)
  verifyEveryEdge(connectionPageMachine, fixture)
})
