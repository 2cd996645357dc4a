import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import { faultAt, withoutFault } from '../kit/field-fault.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export const selectFault = (snapshot: TemplateSnapshot) => faultAt(snapshot.context.problem, '/name')

export type TemplateEvent =
  | { readonly type: 'user.wrote'; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }

type Input = {
  readonly templateId: string
  /** What the new connector is called unless somebody writes something else. */
  readonly name: string
}

/** Configure and start: a draft is made from a public connector or a ready-made definition, under a name. */
export const templateMachine = setup({
  types: {
    context: {} as Input & {
      /** Of the draft that was made. */
      readonly connectorId: string | null
      readonly problem: Problem | null
    },
    events: {} as TemplateEvent,
    input: {} as Input,
    tags: {} as 'busy',
  },
  actors: {
    startTemplate: unprovidedActor<{ readonly connectorId: string }, Input>('startTemplate'),
  },
  guards: {
    nameIsWritten: ({ context: { name } }) => name.trim() !== '',
  },
  actions: {
    rememberName: assign(({ context }, { text }: { readonly text: string }) => ({
      name: text,
      problem: withoutFault(context.problem, '/name'),
    })),
    rememberConnector: assign((_, { connectorId }: { readonly connectorId: string }) => ({ connectorId })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'template',
  context: ({ input }) => ({ ...input, connectorId: null, problem: null }),
  initial: 'writing',
  states: {
    writing: {
      on: {
        'user.wrote': { actions: { type: 'rememberName', params: ({ event }) => event } },
        'user.submitted': { guard: 'nameIsWritten', target: 'starting' },
      },
    },
    starting: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'startTemplate',
        src: 'startTemplate',
        input: ({ context: { templateId, name } }) => ({ templateId, name: name.trim() }),
        onDone: { target: 'started', actions: { type: 'rememberConnector', params: ({ event }) => event.output } },
        onError: { target: 'writing', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'writing' },
    },
    started: { type: 'final' },
  },
})

export type TemplateActor = ActorRefFrom<typeof templateMachine>
export type TemplateSnapshot = SnapshotFrom<typeof templateMachine>
