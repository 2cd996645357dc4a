import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Problem } from '#contract/kit/problem.ts'
import type { ExportFormat, FileCut } from '#contract/studio/investigation.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

/** `bytes` of a file that was handed to the browser; `cut` tells why it does not hold everything, null when it does. */
export type Saved = { readonly fileName: string; readonly bytes: number; readonly cut: FileCut | null }

export type RecordFileEvent =
  | { readonly type: 'user.exported'; readonly format: ExportFormat; readonly transactionIds: readonly string[] }
  | { readonly type: 'user.cancelled' }

/** The transactions that the file holds; everything that is found when none is named. */
export type Wanted = { readonly format: ExportFormat; readonly transactionIds: readonly string[] }
type Context = Wanted & { readonly saved: Saved | null; readonly problem: Problem | null }

/** What was found, or what of it is chosen, is taken along as a file. */
export const recordFileMachine = setup({
  types: { context: {} as Context, events: {} as RecordFileEvent, tags: {} as 'busy' },
  actors: {
    /** Knows what is searched for; hands the file to the browser. */
    saveFile: unprovidedActor<Saved, Wanted>('saveFile'),
  },
  actions: {
    begin: assign((_, { format, transactionIds }: Wanted) => ({ format, transactionIds, saved: null, problem: null })),
    rememberFile: assign((_, { saved }: { readonly saved: Saved }) => ({ saved })),
    rememberProblem: assign(keepProblem),
  },
}).createMachine({
  id: 'record-file',
  context: { format: 'ndjson', transactionIds: [], saved: null, problem: null },
  initial: 'resting',
  states: {
    resting: { on: { 'user.exported': { target: 'saving', actions: { type: 'begin', params: ({ event }) => event } } } },
    saving: {
      tags: 'busy',
      invoke: {
        id: 'saveFile',
        src: 'saveFile',
        input: ({ context: { format, transactionIds } }) => ({ format, transactionIds }),
        onDone: { target: 'resting', actions: { type: 'rememberFile', params: ({ event }) => ({ saved: event.output }) } },
        onError: { target: 'resting', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'resting' },
    },
  },
})

export type RecordFileActor = ActorRefFrom<typeof recordFileMachine>
export type RecordFileSnapshot = SnapshotFrom<typeof recordFileMachine>
