import { assign, type SnapshotFrom, setup } from 'xstate'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'

/** Null until the first look. */
export const selectNewest = ({ context }: RevisionSnapshot) => context.newest

type ById = { readonly connectorId: string }

/** The newest save of a connector; `by`: who made it, null where nobody recorded that. */
export type NewestRevision = { readonly revision: number; readonly by: string | null }

/** The tab came to the front. */
export type RevisionEvent = { readonly type: 'browser.asked' }

/** Which save of a connector is the newest: looked at when the tab comes to the front, and again and again. A look that fails says nothing; the next one does. */
export const revisionMachine = setup({
  types: {
    context: {} as ById & { readonly newest: NewestRevision | null },
    events: {} as RevisionEvent,
    input: {} as ById,
    tags: {} as 'busy',
  },
  actors: {
    readNewest: unprovidedActor<NewestRevision, ById>('readNewest'),
    watchFront: unprovidedCallbackActor<void>('watchFront'),
  },
  actions: { rememberNewest: assign((_, { newest }: { readonly newest: NewestRevision }) => ({ newest })) },
  delays: { lookPause: 30_000 },
}).createMachine({
  id: 'revision',
  context: ({ input }) => ({ ...input, newest: null }),
  // Without the tab's word the pause alone says when to look.
  invoke: { id: 'watchFront', src: 'watchFront', onError: {} },
  initial: 'resting',
  states: {
    resting: { after: { lookPause: 'looking' }, on: { 'browser.asked': 'looking' } },
    looking: {
      tags: 'busy',
      invoke: {
        id: 'readNewest',
        src: 'readNewest',
        input: ({ context }) => ({ connectorId: context.connectorId }),
        onDone: { target: 'resting', actions: { type: 'rememberNewest', params: ({ event }) => ({ newest: event.output }) } },
        onError: 'resting',
      },
    },
  },
})

export type RevisionSnapshot = SnapshotFrom<typeof revisionMachine>
