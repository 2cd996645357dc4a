import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate'
import type { EnrichmentConfig } from '#contract/connectors/config/config.ts'
import { unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'

/** The one that was removed last; null when there is nothing to restore. */
export const selectRemoved = (snapshot: EnrichmentsSnapshot) => (snapshot.matches('removed') ? snapshot.context.removed : null)

/** Enrichments that one connector may have. */
export const enrichmentsMax = 16

export type EnrichmentsEvent =
  | { readonly type: 'user.added' }
  | { readonly type: 'user.opened'; readonly id: string }
  /** Earlier, and later, in the order in which they are made. */
  | { readonly type: 'user.raised'; readonly id: string }
  | { readonly type: 'user.lowered'; readonly id: string }
  | { readonly type: 'user.removed'; readonly id: string }
  | { readonly type: 'user.restored' }
  /** The draft has other enrichments than before, whoever changed it. */
  | { readonly type: 'draft.changed'; readonly items: readonly EnrichmentConfig[] }

export type EnrichmentsEmitted =
  | { readonly type: 'enrichments.changed'; readonly items: readonly EnrichmentConfig[] }
  /** Whoever hears it makes a new one and opens it. */
  | { readonly type: 'enrichment.added' }
  | { readonly type: 'enrichment.opened'; readonly id: string }

type Context = {
  readonly items: readonly EnrichmentConfig[]
  readonly removed: { readonly item: EnrichmentConfig; readonly at: number } | null
}
type ById = { readonly id: string }

const moved = (items: Context['items'], id: string, by: number): Context['items'] => {
  const at = items.findIndex((item) => item.id === id)
  const item = items[at]
  return item === undefined ? items : items.toSpliced(at, 1).toSpliced(at + by, 0, item)
}

/** The enrichments of a connector, in the order in which they are made: each sees what the one before it found. */
export const enrichmentsMachine = setup({
  types: { context: {} as Context, events: {} as EnrichmentsEvent, input: {} as Pick<Context, 'items'> },
  actors: { joinDraft: unprovidedCallbackActor<void, EnrichmentsEmitted>('joinDraft') },
  guards: {
    thereIsRoom: ({ context }) => context.items.length < enrichmentsMax,
    isKnown: ({ context }, { id }: ById) => context.items.some((item) => item.id === id),
    /** There is nothing to restore any more. */
    removedIsBack: ({ context: { removed } }, { items }: Pick<Context, 'items'>) =>
      items.some(({ id }) => id === removed?.item.id),
    isNotFirst: ({ context }, { id }: ById) => context.items.findIndex((item) => item.id === id) > 0,
    isNotLast: ({ context }, { id }: ById) => {
      const at = context.items.findIndex((item) => item.id === id)
      return at >= 0 && at < context.items.length - 1
    },
  },
  actions: {
    follow: assign((_, { items }: Pick<Context, 'items'>) => ({ items })),
    move: assign(({ context }, { id, by }: ById & { readonly by: number }) => ({ items: moved(context.items, id, by) })),
    remove: assign(({ context }, { id }: ById) => {
      const at = context.items.findIndex((item) => item.id === id)
      const item = context.items[at]
      return item === undefined ? {} : { items: context.items.toSpliced(at, 1), removed: { item, at } }
    }),
    forgetRemoved: assign({ removed: null }),
    restore: assign(({ context: { items, removed } }) =>
      removed === null ? {} : { items: items.toSpliced(removed.at, 0, removed.item), removed: null },
    ),
    tellItems: sendTo('joinDraft', ({ context }) => ({ type: 'enrichments.changed', items: context.items })),
    tellAdded: sendTo('joinDraft', { type: 'enrichment.added' }),
    tellOpened: sendTo('joinDraft', (_, { id }: ById) => ({ type: 'enrichment.opened', id })),
  },
}).createMachine({
  id: 'enrichments',
  context: ({ input }) => ({ items: input.items, removed: null }),
  invoke: { id: 'joinDraft', src: 'joinDraft', onError: {} },
  on: {
    'user.added': { guard: 'thereIsRoom', actions: 'tellAdded' },
    'user.opened': {
      guard: { type: 'isKnown', params: ({ event }) => event },
      actions: { type: 'tellOpened', params: ({ event }) => event },
    },
    'user.raised': {
      guard: { type: 'isNotFirst', params: ({ event }) => event },
      actions: [{ type: 'move', params: ({ event }) => ({ id: event.id, by: -1 }) }, 'tellItems'],
    },
    'user.lowered': {
      guard: { type: 'isNotLast', params: ({ event }) => event },
      actions: [{ type: 'move', params: ({ event }) => ({ id: event.id, by: 1 }) }, 'tellItems'],
    },
    'user.removed': {
      guard: { type: 'isKnown', params: ({ event }) => event },
      target: '.removed',
      actions: [{ type: 'remove', params: ({ event }) => event }, 'tellItems'],
    },
    'draft.changed': [
      {
        guard: { type: 'removedIsBack', params: ({ event }) => event },
        target: '.listed',
        actions: [{ type: 'follow', params: ({ event }) => event }, 'forgetRemoved'],
      },
      { actions: { type: 'follow', params: ({ event }) => event } },
    ],
  },
  initial: 'listed',
  states: {
    listed: {},
    /** The last one that was removed can be had again. */
    removed: { on: { 'user.restored': { guard: 'thereIsRoom', target: 'listed', actions: ['restore', 'tellItems'] } } },
  },
})

export type EnrichmentsActor = ActorRefFrom<typeof enrichmentsMachine>
export type EnrichmentsSnapshot = SnapshotFrom<typeof enrichmentsMachine>
