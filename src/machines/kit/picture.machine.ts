import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { chosenPictureMax } from '#contract/kit/files/image-limits.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { keepProblem, rememberProblem } from './problem.ts'
import { unprovidedActor } from './unprovided-actor.ts'

export const selectProblem = ({ context }: PictureSnapshot) => context.problem
/** Null while nothing was given since the page was opened. */
export const selectGiven = ({ context }: PictureSnapshot) => context.given

export type PictureEvent = { readonly type: 'user.chose'; readonly file: Blob } | { readonly type: 'user.removed' }
/** As it is now: a data URL; null: none. */
type Given = { readonly picture: string | null }
type Chosen = { readonly file: Blob | null }
const chosen = ({ event }: { readonly event: { readonly file: Blob } }): Chosen => ({ file: event.file })

/** A picture that a person chooses or removes. Cropping it to a square and giving it on is one step: nothing is in between for a person. */
export const pictureMachine = setup({
  types: {
    context: {} as Chosen & { readonly given: Given | null; readonly problem: Problem | null },
    events: {} as PictureEvent,
    tags: {} as 'busy',
  },
  actors: {
    /** Null removes it. */
    givePicture: unprovidedActor<string | null, Blob | null>('givePicture'),
  },
  guards: {
    isOther: (_, { file }: Chosen) => !file?.type.startsWith('image/'),
    isTooLarge: (_, { file }: Chosen) => (file?.size ?? 0) >= chosenPictureMax,
  },
  actions: {
    refuseOther: assign({ problem: () => problem('image/unusable') }),
    refuseLarge: assign({ problem: () => problem('image/too-large') }),
    begin: assign((_, { file }: Chosen) => ({ file, problem: null })),
    rememberProblem: assign(keepProblem),
    rememberGiven: assign((_, given: Given) => ({ given, file: null })),
    announceGiven: (_, _given: Given) => {},
  },
}).createMachine({
  id: 'picture',
  context: { file: null, given: null, problem: null },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'user.chose': [
          { guard: { type: 'isOther', params: chosen }, actions: 'refuseOther' },
          { guard: { type: 'isTooLarge', params: chosen }, actions: 'refuseLarge' },
          { target: 'giving', actions: { type: 'begin', params: chosen } },
        ],
        'user.removed': { target: 'giving', actions: { type: 'begin', params: { file: null } } },
      },
    },
    giving: {
      tags: 'busy',
      invoke: {
        id: 'givePicture',
        src: 'givePicture',
        input: ({ context }) => context.file,
        onDone: {
          target: 'idle',
          actions: [
            { type: 'rememberGiven', params: ({ event }) => ({ picture: event.output }) },
            { type: 'announceGiven', params: ({ event }) => ({ picture: event.output }) },
          ],
        },
        onError: { target: 'idle', actions: rememberProblem },
      },
    },
  },
})

export type PictureActor = ActorRefFrom<typeof pictureMachine>
export type PictureSnapshot = SnapshotFrom<typeof pictureMachine>
