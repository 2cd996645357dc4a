import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { type JsonReason, placeIn } from '../../kit/json-read.ts'
import { checked } from '../../kit/json-text.ts'
import { known } from '../../kit/known.ts'
import { rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectTaken = (snapshot: UploadSnapshot) => snapshot.context.taken

/** As much of a browser's file as is needed. */
export type PayloadFile = { readonly name: string; readonly size: number; readonly text: () => Promise<string> }

/** Characters; more is not shown. */
export const payloadMax = 5_000_000

type How = 'upload' | 'paste'
/** Why and where it is no JSON; `line` and `column` from 1. */
type Fault = { readonly reason: JsonReason; readonly line: number; readonly column: number }
/** JSON in lines. A new one each time, also of the same text. */
type Taken = { readonly text: string; readonly how: How }

export type UploadEvent =
  | { readonly type: 'user.chose'; readonly file: PayloadFile }
  | { readonly type: 'user.pasted' }
  | { readonly type: 'user.wrote'; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }

type Context = {
  /** While it is read. */
  readonly file: PayloadFile | null
  readonly written: string
  readonly taken: Taken | null
  readonly problem: Problem | null
  readonly fault: Fault | null
}
type Text = { readonly text: string; readonly how: How }

const notJson = { upload: 'renderer/upload-failed', paste: 'renderer/parse-error' } as const
const tooLarge = { upload: 'renderer/upload-too-large', paste: 'renderer/paste-too-large' } as const

function judged({ text, how }: Text): Pick<Context, 'taken' | 'problem' | 'fault'> {
  if (text.length > payloadMax) return { taken: null, problem: problem(tooLarge[how]), fault: null }
  const found = checked(text)
  if ('text' in found) return { taken: { text: found.text, how }, problem: null, fault: null }
  const { reason, at } = found.fault
  return { taken: null, problem: problem(notJson[how]), fault: { reason, ...placeIn(text, at) } }
}

/** JSON of one's own on its way in: a file, the clipboard, or what is written into a box. What is shown stays until there is other JSON. */
export const uploadMachine = setup({
  types: {
    context: {} as Context,
    events: {} as UploadEvent,
    /** What was written before and not shown. */
    input: {} as { readonly written: string },
    tags: {} as 'busy',
  },
  actors: {
    readFile: unprovidedActor<string, { readonly file: PayloadFile }>('readFile'),
    readClipboard: unprovidedActor<string, void>('readClipboard'),
  },
  guards: { somethingIsWritten: ({ context }) => context.written.trim() !== '' },
  actions: {
    rememberFile: assign((_, { file }: { readonly file: PayloadFile }) => ({ file })),
    forgetFile: assign({ file: null }),
    rememberText: assign((_, { text }: { readonly text: string }) => ({ written: text, problem: null, fault: null })),
    /** For when the box is opened again. */
    keepText: (_, _text: { readonly text: string }) => {},
    take: assign((_, params: Text) => judged(params)),
    forgetProblem: assign({ problem: null, fault: null }),
    rememberProblem: assign((_, params: { readonly problem: Problem }) => ({ problem: params.problem, fault: null })),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ file: null, written: input.written, taken: null, problem: null, fault: null }),
  initial: 'resting',
  states: {
    resting: {
      on: {
        'user.chose': { target: 'readingFile', actions: { type: 'rememberFile', params: ({ event }) => event } },
        'user.pasted': 'readingClipboard',
        'user.wrote': {
          actions: [
            { type: 'rememberText', params: ({ event }) => event },
            { type: 'keepText', params: ({ event }) => event },
          ],
        },
        'user.submitted': {
          guard: 'somethingIsWritten',
          actions: { type: 'take', params: ({ context }) => ({ text: context.written, how: 'paste' }) },
        },
      },
    },
    readingFile: {
      tags: 'busy',
      entry: 'forgetProblem',
      exit: 'forgetFile',
      invoke: {
        id: 'readFile',
        src: 'readFile',
        input: ({ context }) => ({ file: known(context.file, 'file') }),
        onDone: { target: 'resting', actions: { type: 'take', params: ({ event }) => ({ text: event.output, how: 'upload' }) } },
        onError: { target: 'resting', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'resting' },
    },
    readingClipboard: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'readClipboard',
        src: 'readClipboard',
        onDone: { target: 'resting', actions: { type: 'take', params: ({ event }) => ({ text: event.output, how: 'paste' }) } },
        onError: { target: 'resting', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'resting' },
    },
  },
})

export type UploadActor = ActorRefFrom<typeof uploadMachine>
export type UploadSnapshot = SnapshotFrom<typeof uploadMachine>
