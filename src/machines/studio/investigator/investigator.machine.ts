import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import type { Investigation } from '#contract/studio/investigation.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import type { StudioRange } from '../studio.machine.ts'
import type { InvestigatorQuery } from './investigator-place.ts'

/** Null until something was found, or nothing. */
export const selectFound = ({ context }: InvestigatorSnapshot) => context.found
export const selectProblem = ({ context }: InvestigatorSnapshot) => context.problem

/** `readAt` is when the server answered, ISO 8601. */
export type Found = Investigation & { readonly readAt: string }
export type InvestigatorRequest = {
  readonly connectorId: string
  readonly range: StudioRange
  readonly query: Omit<InvestigatorQuery, 'open'>
}

/** What a search among the transactions of a connector finds. Another question is another input, and so another actor. */
export const investigatorMachine = setup({
  types: {
    context: {} as InvestigatorRequest & { readonly found: Found | null; readonly problem: Problem | null },
    events: {} as { readonly type: 'user.refreshed' } | { readonly type: 'user.retried' },
    input: {} as InvestigatorRequest,
    tags: {} as 'busy',
  },
  actors: { search: unprovidedActor<Found, InvestigatorRequest>('search') },
  actions: {
    rememberFound: assign((_, { found }: { readonly found: Found }) => ({ found, problem: null })),
    rememberProblem: assign(keepProblem),
  },
}).createMachine({
  id: 'investigator',
  context: ({ input }) => ({ ...input, found: null, problem: null }),
  initial: 'searching',
  states: {
    /** What was found before stays on the page meanwhile. */
    searching: {
      tags: 'busy',
      invoke: {
        id: 'search',
        src: 'search',
        input: ({ context: { connectorId, range, query } }) => ({ connectorId, range, query }),
        onDone: { target: 'showing', actions: { type: 'rememberFound', params: ({ event }) => ({ found: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    showing: { on: { 'user.refreshed': 'searching' } },
    failed: { on: { 'user.retried': 'searching' } },
  },
})

export type InvestigatorActor = ActorRefFrom<typeof investigatorMachine>
export type InvestigatorSnapshot = SnapshotFrom<typeof investigatorMachine>
