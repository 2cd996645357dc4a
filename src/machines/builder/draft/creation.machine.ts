import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Trigger } from '#contract/connectors/config/config.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { type Failure, failure, keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import { lacksOfTrigger } from './trigger.ts'

export const selectStage = (snapshot: CreationSnapshot) => snapshot.value

export type CreationField = 'name' | 'details'
export type Written = Readonly<Record<CreationField, string>> & {
  /** What starts the connector: it decides what its source is. */
  readonly trigger: Trigger
}

export type CreationEvent =
  | { readonly type: 'user.wrote'; readonly field: CreationField; readonly text: string }
  | { readonly type: 'user.choseTrigger'; readonly trigger: Trigger }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }

type Context = {
  /** As it was typed, through every failure. */
  readonly written: Written
  /** The session was renewed after a refusal: the same can be sent again. */
  readonly isRenewed: boolean
  readonly problem: Problem | null
  readonly connectorId: string | null
}

/** From a name and a trigger to a connector that the server keeps. `core-platform.md` section 8, "On a create 401". */
export const creationMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly written: Written },
    events: {} as CreationEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** Answers the id of the connector. */
    createConnector: unprovidedActor<string, Written>('createConnector'),
    renewSession: unprovidedActor<void, void>('renewSession'),
  },
  guards: {
    nothingIsMissing: ({ context: { written } }) => written.name.trim() !== '' && lacksOfTrigger(written.trigger).length === 0,
    isUnknownPerson: (_, { problem }: Failure) => problem.status === 401,
  },
  actions: {
    remember: assign(({ context }, { field, text }: { readonly field: CreationField; readonly text: string }) => ({
      written: { ...context.written, [field]: text },
    })),
    rememberTrigger: assign(({ context }, { trigger }: { readonly trigger: Trigger }) => ({
      written: { ...context.written, trigger },
    })),
    rememberRenewed: assign({ isRenewed: true, problem: null }),
    forgetRenewed: assign({ isRenewed: false }),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    rememberConnector: assign((_, { connectorId }: { readonly connectorId: string }) => ({ connectorId })),
    keepInTab: () => {},
    forgetInTab: () => {},
    signOut: () => {},
  },
  delays: { signOutPause: 3_000 },
}).createMachine({
  id: 'creation',
  context: ({ input }) => ({ ...input, isRenewed: false, problem: null, connectorId: null }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'user.wrote': { actions: [{ type: 'remember', params: ({ event }) => event }, 'keepInTab'] },
        'user.choseTrigger': { actions: [{ type: 'rememberTrigger', params: ({ event }) => event }, 'keepInTab'] },
        'user.submitted': { guard: 'nothingIsMissing', target: 'creating' },
      },
    },
    creating: {
      tags: 'busy',
      entry: ['forgetProblem', 'forgetRenewed'],
      invoke: {
        id: 'createConnector',
        src: 'createConnector',
        input: ({ context: { written } }) => ({
          ...written,
          name: written.name.trim(),
          details: written.details.trim(),
        }),
        onDone: {
          target: 'created',
          actions: { type: 'rememberConnector', params: ({ event }) => ({ connectorId: event.output }) },
        },
        onError: [
          {
            guard: { type: 'isUnknownPerson', params: failure },
            target: 'renewing',
            actions: { type: 'rememberProblem', params: { problem: problem('connector/create-refused') } },
          },
          { target: 'writing', actions: rememberProblem },
        ],
      },
      on: { 'user.cancelled': 'writing' },
    },
    renewing: {
      tags: 'busy',
      invoke: {
        id: 'renewSession',
        src: 'renewSession',
        onDone: { target: 'writing', actions: 'rememberRenewed' },
        onError: {
          target: 'rejected',
          actions: { type: 'rememberProblem', params: { problem: problem('auth/not-known-any-more') } },
        },
      },
      on: { 'user.cancelled': 'writing' },
    },
    /** Long enough to read why. What was typed is still in this tab. */
    rejected: { after: { signOutPause: 'signedOut' } },
    signedOut: { entry: 'signOut' },
    created: { entry: 'forgetInTab' },
  },
})

export type CreationActor = ActorRefFrom<typeof creationMachine>
export type CreationSnapshot = SnapshotFrom<typeof creationMachine>
