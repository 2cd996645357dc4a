import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'

import type { EnrichmentConfig, Lookup } from '#contract/connectors/config/config.ts'
import {
  type EnrichmentsEmitted,
  type EnrichmentsSnapshot,
  enrichmentsMachine,
  enrichmentsMax,
} from '#src/machines/builder/enrichment/enrichments.machine.ts'
import { EnrichmentList } from '#src/views/builder/enrichment/EnrichmentList.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const lookup: Lookup = {
  per: 'record',
  parameters: [{ in: 'query', name: 'id', sourcePath: 'id' }],
  resultPath: '',
  targetPath: 'customer.details',
  notFound: 'fail',
}
const customer: EnrichmentConfig = { id: 'a', title: 'Customer', type: 'http', url: 'https://crm.test/customers', lookup }
const price: EnrichmentConfig = { id: 'b', title: 'Price', type: 'http' }
const titles: Readonly<Record<string, string>> = { a: 'Customer', b: 'Price' }
const order = (items: readonly EnrichmentConfig[]) => items.map(({ title }) => title).join(', ')

const placeOf = (id: string, { context: { items } }: EnrichmentsSnapshot) => items.findIndex((item) => item.id === id)
const isGone = (at: number) => at < 0
const isFirst = (at: number) => at <= 0
const isLast = (at: number, { context: { items } }: EnrichmentsSnapshot) => at < 0 || at === items.length - 1

const fixture: Fixture<typeof enrichmentsMachine> = {
  view: (actor) => <EnrichmentList actor={actor} />,
  inputs: { 'two enrichments': { items: [customer, price] }, none: { items: [] } },
  answers: {
    // Its failure moves nothing and tells nothing: the list stays on the page.
    joinDraft: {
      asks: undefined,
      says: {
        'there are two': { type: 'draft.changed', items: [customer, price] },
        'there is one': { type: 'draft.changed', items: [price] },
      },
      problems: {},
      isLasting: true,
    },
  },
  drivers: {
    'user.added': press('Add enrichment'),
    'user.opened': [
      of('a', (name) => `Open ${name}`, { type: 'user.opened', id: 'a' }, isGone),
      of('b', (name) => `Open ${name}`, { type: 'user.opened', id: 'b' }, isGone),
    ],
    'user.raised': [
      of('a', (name) => `Move ${name} up`, { type: 'user.raised', id: 'a' }, isFirst),
      of('b', (name) => `Move ${name} up`, { type: 'user.raised', id: 'b' }, isFirst),
    ],
    'user.lowered': [
      of('a', (name) => `Move ${name} down`, { type: 'user.lowered', id: 'a' }, isLast),
      of('b', (name) => `Move ${name} down`, { type: 'user.lowered', id: 'b' }, isLast),
    ],
    'user.removed': [
      of('a', (name) => `Remove ${name}`, { type: 'user.removed', id: 'a' }, isGone),
      of('b', (name) => `Remove ${name}`, { type: 'user.removed', id: 'b' }, isGone),
    ],
    'user.restored': press('Undo'),
  },
  assertions: {
    listed: (snapshot) => {
      seesItems(snapshot)
      expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    },
    removed: (snapshot) => {
      seesItems(snapshot)
      expect(screen.getByRole('status').textContent).toContain(`${snapshot.context.removed?.item.title} removed.`)
    },
  },
  delays: {},
  project: ({ items, removed }) => ({ items: order(items), removed: removed?.item.id ?? false }),
  invariants: {
    'what is removed can be had again, at its place': {
      when: ({ event }) => event.type === 'user.restored',
      holds: ({ before, after }) => {
        const { removed } = before.context
        expect(after.context.items[removed?.at ?? -1]).toEqual(removed?.item)
      },
    },
    'nothing gets lost by an order': {
      when: ({ event }) => event.type === 'user.raised' || event.type === 'user.lowered',
      holds: ({ before, after }) => {
        expect(new Set(after.context.items)).toEqual(new Set(before.context.items))
        expect(order(after.context.items)).not.toEqual(order(before.context.items))
      },
    },
  },
}

describe('enrichments', () => {
  verifyShape(enrichmentsMachine)
  verifyEveryEdge(enrichmentsMachine, fixture)
})

it('tells the draft of each change, and who opens one where it goes', () => {
  const told: EnrichmentsEmitted[] = []
  const joinDraft = fromCallback<EnrichmentsEmitted, void>(({ receive }) => receive((it) => told.push(it)))
  const actor = createActor(enrichmentsMachine.provide({ actors: { joinDraft } }), {
    input: { items: [customer, price] },
  }).start()
  actor.send({ type: 'user.lowered', id: 'a' })
  actor.send({ type: 'user.removed', id: 'a' })
  actor.send({ type: 'user.restored' })
  actor.send({ type: 'user.opened', id: 'b' })
  actor.send({ type: 'user.added' })
  expect(told).toEqual([
    { type: 'enrichments.changed', items: [price, customer] },
    { type: 'enrichments.changed', items: [price] },
    { type: 'enrichments.changed', items: [price, customer] },
    { type: 'enrichment.opened', id: 'b' },
    { type: 'enrichment.added' },
  ])
})

it('has room for sixteen, and says so when they are there', () => {
  const items = Array.from({ length: enrichmentsMax }, (_, at): EnrichmentConfig => ({ id: `m${at}`, type: 'http' }))
  const joinDraft = fromCallback<EnrichmentsEmitted, void>(() => {})
  const machine = enrichmentsMachine.provide({ actors: { joinDraft } })
  const actor = createActor(machine, { input: { items: items.slice(1) } }).start()
  expect(actor.getSnapshot().can({ type: 'user.added' })).toBe(true)
  const full = createActor(machine, { input: { items } }).start()
  expect(full.getSnapshot().can({ type: 'user.added' })).toBe(false)
  render(<EnrichmentList actor={full} />)
  screen.getByText('You can add up to 16 enrichments.')
  screen.getByRole('button', { name: 'Open Enrichment 16' })
})

/** What is done with one of the list; `isBarred` where its button does nothing, or is not there. */
function of<E>(
  id: string,
  name: (title: string) => string,
  event: E,
  isBarred: (at: number, snapshot: EnrichmentsSnapshot) => boolean,
) {
  return {
    ...press(name(titles[id] ?? '')),
    event,
    behind: (snapshot: EnrichmentsSnapshot) => isBarred(placeOf(id, snapshot), snapshot),
  }
}

/** In their order, and what of them is complete. */
function seesItems({ context: { items } }: EnrichmentsSnapshot): void {
  if (items.length === 0) screen.getByText('No enrichment yet')
  const shown = screen.queryAllByRole('listitem')
  expect(shown.length).toBe(items.length)
  for (const [at, item] of items.entries()) {
    expect(shown[at]?.textContent).toContain(item.title)
    expect(shown[at]?.textContent).toContain(item.lookup === undefined ? 'Incomplete' : 'Complete')
  }
}
