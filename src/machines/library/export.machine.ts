import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

type Input = { readonly connectorId: string }

/** The draft of a connector is taken out as a file. */
export const exportMachine = setup({
  types: {
    context: {} as Input & { readonly fileName: string | null; readonly problem: Problem | null },
    events: {} as { readonly type: 'user.exported' } | { readonly type: 'user.cancelled' },
    input: {} as Input,
    tags: {} as 'busy',
  },
  actors: {
    /** Hands the file to the browser; answers what it is called. */
    exportConnector: unprovidedActor<{ readonly fileName: string }, Input>('exportConnector'),
  },
  actions: {
    rememberFile: assign((_, { fileName }: { readonly fileName: string }) => ({ fileName })),
    rememberProblem: assign(keepProblem),
    forgetAll: assign({ problem: null, fileName: null }),
  },
}).createMachine({
  id: 'export',
  context: ({ input }) => ({ ...input, fileName: null, problem: null }),
  initial: 'resting',
  states: {
    resting: { on: { 'user.exported': 'exporting' } },
    exporting: {
      tags: 'busy',
      entry: 'forgetAll',
      invoke: {
        id: 'exportConnector',
        src: 'exportConnector',
        input: ({ context: { connectorId } }) => ({ connectorId }),
        onDone: { target: 'resting', actions: { type: 'rememberFile', params: ({ event }) => event.output } },
        onError: { target: 'resting', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'resting' },
    },
  },
})

export type ExportActor = ActorRefFrom<typeof exportMachine>
export type ExportSnapshot = SnapshotFrom<typeof exportMachine>
