import { type ActorRefFrom, assign, setup } from 'xstate'

import type { ShownBundle } from '#contract/help/support.ts'
import { supportLimits } from '#contract/help/support-limits.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { withoutFault } from '../kit/field-fault.ts'
import { known } from '../kit/known.ts'
import { type Failure, failure, keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

/** `connectorId` is empty where the request is about no connector. */
export type SupportEntry = { readonly subject: string; readonly text: string; readonly connectorId: string }
export type SupportField = keyof SupportEntry
export const emptyEntry: SupportEntry = { subject: '', text: '', connectorId: '' }

export type SupportEvent =
  | { readonly type: 'user.opened' }
  | { readonly type: 'user.wrote'; readonly field: SupportField; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.retried' }

type Context = { readonly entry: SupportEntry; readonly shown: ShownBundle | null; readonly problem: Problem | null }
type Wrote = { readonly field: SupportField; readonly text: string }
type Looked = { readonly shown: ShownBundle }

const fits = (text: string, max: number) => text.trim() !== '' && text.length <= max

/** A request to support: written, shown with what is sent along, sent. What was written stays until it is sent. */
export const supportRequestMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SupportEvent,
    input: {} as { readonly entry: SupportEntry },
    tags: {} as 'busy',
  },
  actors: {
    /** What would be sent along. */
    look: unprovidedActor<ShownBundle, { readonly connectorId: string }>('look'),
    send: unprovidedActor<unknown, { readonly entry: SupportEntry; readonly shown: ShownBundle }>('send'),
  },
  guards: {
    isAnotherConnector: (_, { field }: Wrote) => field === 'connectorId',
    isComplete: ({ context: { entry } }) =>
      fits(entry.subject, supportLimits.subjectMax) && fits(entry.text, supportLimits.textMax),
    /** What was shown is not what would be sent any more. */
    isOutdated: (_, { problem }: Failure) => problem.code === 'support/bundle-changed',
  },
  actions: {
    write: assign(({ context }, { field, text }: Wrote) => ({
      entry: { ...context.entry, [field]: text },
      problem: withoutFault(context.problem, `/${field}`),
    })),
    keepEntry: (_, _params: { readonly entry: SupportEntry }) => {},
    rememberShown: assign((_, { shown }: Looked) => ({ shown })),
    forgetShown: assign({ shown: null }),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    forgetEntry: assign({ entry: emptyEntry }),
    announceSent: () => {},
  },
}).createMachine({
  id: 'support-request',
  context: ({ input }) => ({ entry: input.entry, shown: null, problem: null }),
  initial: 'closed',
  states: {
    closed: { entry: ['forgetShown', 'forgetProblem'], on: { 'user.opened': 'open' } },
    open: {
      initial: 'looking',
      on: {
        'user.cancelled': 'closed',
        'user.wrote': [
          {
            guard: { type: 'isAnotherConnector', params: ({ event }) => event },
            target: '.looking',
            actions: [
              { type: 'write', params: ({ event }) => event },
              { type: 'keepEntry', params: ({ context }) => context },
              'forgetShown',
            ],
          },
          {
            actions: [
              { type: 'write', params: ({ event }) => event },
              { type: 'keepEntry', params: ({ context }) => context },
            ],
          },
        ],
      },
      states: {
        looking: {
          invoke: {
            id: 'look',
            src: 'look',
            input: ({ context }) => ({ connectorId: context.entry.connectorId }),
            onDone: { target: 'ready', actions: { type: 'rememberShown', params: ({ event }) => ({ shown: event.output }) } },
            onError: { target: 'blind', actions: rememberProblem },
          },
        },
        /** Nothing is sent that was not shown. */
        blind: { exit: 'forgetProblem', on: { 'user.retried': 'looking' } },
        ready: { on: { 'user.submitted': { guard: 'isComplete', target: '#support-request.sending' } } },
      },
    },
    sending: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'send',
        src: 'send',
        input: ({ context }) => ({ entry: context.entry, shown: known(context.shown, 'shown') }),
        onDone: {
          target: 'closed',
          actions: ['forgetEntry', { type: 'keepEntry', params: () => ({ entry: emptyEntry }) }, 'announceSent'],
        },
        onError: [
          {
            guard: { type: 'isOutdated', params: failure },
            target: 'open.looking',
            actions: [rememberProblem, 'forgetShown'],
          },
          { target: 'open.ready', actions: rememberProblem },
        ],
      },
    },
  },
})

export type SupportRequestActor = ActorRefFrom<typeof supportRequestMachine>
