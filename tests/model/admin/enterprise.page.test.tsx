/** The Enterprise Library with stub children: what it sends to one part when another has news. `enterprise.page.parts.test.ts` runs it with the real ones. */
import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import { type EnterpriseFact, type EnterprisePlace, enterprisePageMachine } from '#src/machines/admin/enterprise.page.machine.ts'
import { entryDialogMachine } from '#src/machines/kit/entry-dialog.machine.ts'
import { listMachine } from '#src/machines/kit/list.machine.ts'
import { EnterpriseLibrary, messageOf } from '#src/views/admin/library/EnterpriseRoute.tsx'
import { press } from '../kit/drivers.ts'
import type { Fixture } from '../kit/fixture.ts'
import { verifyEveryEdge } from '../kit/harness.ts'
import { alertText, bug } from '../kit/samples/public-pages.ts'
import { verifyShape } from '../kit/shape.ts'

const place: EnterprisePlace = { search: '', page: 1, open: null }
const listed = listMachine.resolveState({
  value: 'showing',
  context: { query: {}, page: { items: [], total: 15, readAt: '2026-01-12T08:00:00.000Z' }, problem: null, isMoved: false },
})
const closed = entryDialogMachine.resolveState({
  value: 'closed',
  context: { entry: {}, begun: {}, kept: {}, problem: null },
})
/** Of a part that never ends without a fault. */
const part = { answers: {}, problems: { 'a bug': bug } } as const
const entry = (decision: string) => ({ type: 'decision.saved' as const, entry: { decision }, output: null })

const fixture: Fixture<typeof enterprisePageMachine> = {
  view: (actor) => <EnterpriseLibrary page={actor} />,
  inputs: { 'the first page': place, 'an open entry': { ...place, open: 'e1' } },
  answers: {
    entries: { ...part, asks: ({ context: { search, page } }) => ({ query: { search, page } }), shows: listed },
    entry: { ...part, asks: ({ context: { open } }) => ({ query: { id: open ?? '' } }) },
    offer: {
      ...part,
      asks: undefined,
      shows: closed,
      says: { 'the audience is saved': { type: 'offer.saved', entry: {}, output: null } },
    },
    decision: {
      ...part,
      asks: undefined,
      shows: closed,
      says: { 'it is approved': entry('approve'), 'it is declined': entry('decline') },
    },
    address: {
      ...{ asks: undefined, problems: { 'a bug': bug } },
      says: {
        'the first page': { type: 'place.changed', query: place },
        'the second page': { type: 'place.changed', query: { ...place, page: 2 } },
        'one entry': { type: 'place.changed', query: { ...place, open: 'e1' } },
        'another entry': { type: 'place.changed', query: { ...place, open: 'e2' } },
      },
    },
  },
  drivers: { 'user.reloaded': press('Retry') },
  assertions: {
    broken: ({ context: { problem } }) => expect(alertText()).toContain(problem?.message),
    'running.place': ({ context: { page } }) => screen.getByText(page === 1 ? /^1.10 of 15/ : /^11.15 of 15/),
    'running.entries.listing': () => screen.getByRole('treegrid', { name: 'published connectors' }),
    'running.entry.choosing': 'passing',
    // Rows are drawn where there is a layout: the browser test opens one.
    'running.entry.closed': () => expect(screen.queryByRole('region', { name: 'Linked connector' })).toBeNull(),
    'running.entry.open': () => screen.getByRole('region', { name: 'Linked connector' }),
    'running.dialogs': () => expect(screen.queryByRole('dialog')).toBeNull(),
  },
  delays: {},
  parts: ['published connectors'],
  project: ({ page, open }) => ({ page, open }),
  invariants: {
    'what a dialog changed is read again: the list, and the entry that is open': {
      when: ({ event: { type } }) => type.endsWith('.saved'),
      holds: ({ before, sent }) => {
        const reads = ['entries', ...(before.context.open === null ? [] : ['entry'])]
        expect(sent.toSorted()).toEqual(reads.map((id) => `${id}: user.refreshed`))
      },
    },
    'what was done is emitted once, and has a message': {
      when: ({ event: { type } }) => type.endsWith('.saved'),
      holds: ({ event, emitted }) => {
        const words = { approve: 'Public connector approved', decline: 'Public connector declined' }
        const expected = words[event['entry'].decision as keyof typeof words] ?? 'Companies saved'
        expect(emitted.map((fact) => messageOf(fact as EnterpriseFact))).toEqual([expected])
      },
    },
    'a part lives until the address names something else': {
      when: ({ before, after }) => before.matches('running') && after.matches('running'),
      holds: ({ before, after }) => {
        const begun = Object.entries(after.children).filter(([id, child]) => child !== before.children[id as 'entry'])
        const anew = [
          ...(after.context.page === before.context.page ? [] : ['entries']),
          ...(after.context.open === before.context.open || after.context.open === null ? [] : ['entry']),
        ]
        expect(begun.map(([id]) => id).toSorted()).toEqual(anew)
      },
    },
    'an entry is read while the address names one': {
      when: ({ after }) => after.matches('running'),
      holds: ({ after }) => expect(after.children.entry === undefined).toBe(after.context.open === null),
    },
    'a part that breaks ends the page, and Retry begins it with the same place': {
      when: ({ event: { type } }) => type.startsWith('xstate.error.') || type === 'user.reloaded',
      holds: ({ before, after, emitted }) => {
        expect(after.context).toMatchObject({ page: before.context.page, open: before.context.open })
        expect(emitted).toEqual([])
      },
    },
  },
}

describe('the Enterprise Library', () => {
  verifyShape(enterprisePageMachine)
  verifyEveryEdge(enterprisePageMachine, fixture)
})
