import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { Problem } from '#contract/kit/problem.ts'
import type { TakeAwayCheck } from '#contract/library/take-away.ts'
import type { ChosenFile } from '../kit/chosen-file.ts'
import { known } from '../kit/known.ts'
import { keepProblem, rememberProblem } from '../kit/problem.ts'
import { unprovidedActor } from '../kit/unprovided-actor.ts'

export type ImportEvent =
  | { readonly type: 'user.chose'; readonly file: ChosenFile }
  | { readonly type: 'user.wrote'; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.tookIn' }
  | { readonly type: 'user.cancelled' }

/** A take-away file on its way in: chosen or pasted, checked by the server, and then made a draft of. */
export const importMachine = setup({
  types: {
    context: {} as {
      /** While it is read. */
      readonly file: ChosenFile | null
      /** Whose text it is; null of what was written. */
      readonly fileName: string | null
      /** As it was read or pasted, whatever comes back. */
      readonly text: string
      readonly check: TakeAwayCheck | null
      /** Of the draft that was made. */
      readonly connectorId: string | null
      readonly problem: Problem | null
    },
    events: {} as ImportEvent,
    tags: {} as 'busy',
  },
  actors: {
    readText: unprovidedActor<string, { readonly file: ChosenFile }>('readText'),
    checkFile: unprovidedActor<TakeAwayCheck, { readonly text: string }>('checkFile'),
    importFile: unprovidedActor<{ readonly connectorId: string }, { readonly text: string }>('importFile'),
  },
  guards: {
    somethingIsWritten: ({ context: { text } }) => text.trim() !== '',
    checkIsGood: ({ context: { check } }) => check?.isValid === true,
  },
  actions: {
    rememberFile: assign((_, { file }: { readonly file: ChosenFile }) => ({ file, check: null })),
    forgetFile: assign({ file: null }),
    rememberText: assign(({ context: { file } }, { text }: { readonly text: string }) => ({
      text,
      fileName: file?.name ?? null,
      file: null,
    })),
    write: assign((_, { text }: { readonly text: string }) => ({ text, fileName: null, check: null, problem: null })),
    rememberCheck: assign((_, { check }: { readonly check: TakeAwayCheck }) => ({ check })),
    forgetCheck: assign({ check: null }),
    rememberConnector: assign((_, { connectorId }: { readonly connectorId: string }) => ({ connectorId })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
}).createMachine({
  id: 'import',
  context: { file: null, fileName: null, text: '', check: null, connectorId: null, problem: null },
  initial: 'writing',
  states: {
    writing: {
      on: {
        'user.chose': { target: 'reading', actions: { type: 'rememberFile', params: ({ event }) => event } },
        'user.wrote': { actions: { type: 'write', params: ({ event }) => event } },
        'user.submitted': { guard: 'somethingIsWritten', target: 'checking' },
      },
    },
    reading: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'readText',
        src: 'readText',
        input: ({ context }) => ({ file: known(context.file, 'file') }),
        onDone: { target: 'checking', actions: { type: 'rememberText', params: ({ event }) => ({ text: event.output }) } },
        onError: {
          target: 'writing',
          actions: ['forgetFile', rememberProblem],
        },
      },
      on: { 'user.cancelled': { target: 'writing', actions: 'forgetFile' } },
    },
    checking: {
      tags: 'busy',
      entry: ['forgetProblem', 'forgetCheck'],
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context: { text } }) => ({ text }),
        onDone: { target: 'checked', actions: { type: 'rememberCheck', params: ({ event }) => ({ check: event.output }) } },
        onError: { target: 'writing', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'writing' },
    },
    checked: {
      on: {
        'user.chose': { target: 'reading', actions: { type: 'rememberFile', params: ({ event }) => event } },
        'user.wrote': { target: 'writing', actions: { type: 'write', params: ({ event }) => event } },
        'user.submitted': { guard: 'somethingIsWritten', target: 'checking' },
        'user.tookIn': { guard: 'checkIsGood', target: 'importing' },
      },
    },
    importing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'importFile',
        src: 'importFile',
        input: ({ context: { text } }) => ({ text }),
        onDone: { target: 'imported', actions: { type: 'rememberConnector', params: ({ event }) => event.output } },
        onError: { target: 'checked', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'checked' },
    },
    imported: { type: 'final' },
  },
})

export type ImportActor = ActorRefFrom<typeof importMachine>
export type ImportSnapshot = SnapshotFrom<typeof importMachine>
