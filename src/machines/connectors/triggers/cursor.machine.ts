import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Cursor, CursorPreview, CursorStart } from '#contract/connectors/triggers/cursor.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

export const selectStage = (snapshot: CursorSnapshot) => snapshot.value

export type CursorEvent =
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.chose'; readonly from: CursorStart['from'] }
  | { readonly type: 'user.wrote'; readonly value: string }
  | { readonly type: 'user.previewed' }
  | { readonly type: 'user.confirmed' }
  | { readonly type: 'user.cancelled' }

type ById = { readonly connectorId: string }
type CursorChange = ById & { readonly start: CursorStart }
type Confirmed = CursorChange & { readonly revision: string }

type Context = ById & {
  /** Null until it was read. */
  readonly cursor: Cursor | null
  readonly from: CursorStart['from']
  readonly value: string
  /** What setting it means; there while somebody is asked to confirm that. */
  readonly preview: CursorPreview | null
  /** Whether a value was asked for that is not there. */
  readonly isValueMissing: boolean
  readonly isDone: boolean
  readonly problem: Problem | null
}

/** Where reading begins, as it was chosen. */
const startOf = ({ from, value }: Context): CursorStart =>
  from === 'value' ? { from, value: value.trim() } : { from: 'beginning' }

/** The cursor of a connector: seen, and set by a person who has seen what that means. */
export const cursorMachine = setup({
  types: { context: {} as Context, input: {} as ById, events: {} as CursorEvent, tags: {} as 'busy' },
  actors: {
    readCursor: unprovidedActor<Cursor, ById>('readCursor'),
    previewCursor: unprovidedActor<CursorPreview, CursorChange>('previewCursor'),
    setCursor: unprovidedActor<Cursor, Confirmed>('setCursor'),
  },
  guards: {
    canBeSet: ({ context: { cursor } }) => cursor?.canBeSet ?? false,
    canStartAtValue: ({ context: { cursor } }, { from }: { readonly from: CursorStart['from'] }) =>
      (cursor?.canBeSet ?? false) && (from === 'beginning' || (cursor?.canStartAtValue ?? false)),
    valueIsAsked: ({ context: { from } }) => from === 'value',
    startIsWhole: ({ context: { cursor, from, value } }) =>
      (cursor?.canBeSet ?? false) && (from !== 'value' || value.trim() !== ''),
  },
  actions: {
    rememberCursor: assign(({ context }, { cursor }: { readonly cursor: Cursor }) => ({
      cursor,
      // What cannot be chosen any more is not chosen.
      from: cursor.canStartAtValue ? context.from : 'beginning',
    })),
    rememberStart: assign((_, { from }: { readonly from: CursorStart['from'] }) => ({ from, isValueMissing: false })),
    rememberValue: assign((_, { value }: { readonly value: string }) => ({ value, isValueMissing: false })),
    rememberMissing: assign({ isValueMissing: true }),
    rememberPreview: assign((_, { preview }: { readonly preview: CursorPreview }) => ({ preview })),
    rememberDone: assign({ isDone: true, value: '', from: 'beginning' }),
    forgetDone: assign({ isDone: false, problem: null }),
    forgetPreview: assign({ preview: null }),
    rememberProblem: assign(keepProblem),
  },
  delays: { askLimit: 60_000 },
}).createMachine({
  id: 'cursor',
  context: ({ input }) => ({
    ...input,
    ...{ cursor: null, from: 'beginning', value: '', preview: null, isValueMissing: false, isDone: false, problem: null },
  }),
  initial: 'opening',
  states: {
    opening: {
      tags: 'busy',
      invoke: {
        id: 'readCursor',
        src: 'readCursor',
        input: ({ context: { connectorId } }) => ({ connectorId }),
        onDone: { target: 'shown', actions: { type: 'rememberCursor', params: ({ event }) => ({ cursor: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.retried': { target: 'opening', actions: 'forgetDone' } } },
    shown: {
      on: {
        'user.chose': {
          guard: { type: 'canStartAtValue', params: ({ event }) => event },
          actions: ['forgetDone', { type: 'rememberStart', params: ({ event }) => event }],
        },
        'user.wrote': {
          guard: 'valueIsAsked',
          actions: ['forgetDone', { type: 'rememberValue', params: ({ event }) => event }],
        },
        'user.previewed': [
          { guard: 'startIsWhole', target: 'previewing', actions: 'forgetDone' },
          { guard: 'canBeSet', actions: ['forgetDone', 'rememberMissing'] },
        ],
      },
    },
    previewing: {
      tags: 'busy',
      invoke: {
        id: 'previewCursor',
        src: 'previewCursor',
        input: ({ context }) => ({ connectorId: context.connectorId, start: startOf(context) }),
        onDone: {
          target: 'confirming',
          actions: { type: 'rememberPreview', params: ({ event }) => ({ preview: event.output }) },
        },
        onError: { target: 'shown', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'shown' },
    },
    /** Nothing is set before this is answered. */
    confirming: {
      on: { 'user.confirmed': 'setting', 'user.cancelled': { target: 'shown', actions: 'forgetPreview' } },
    },
    /** Refused where the cursor has moved since it was looked at: then it is read anew, and the refusal stays told. */
    setting: {
      tags: 'busy',
      exit: 'forgetPreview',
      after: {
        askLimit: { target: 'shown', actions: { type: 'rememberProblem', params: { problem: problem('net/timeout') } } },
      },
      invoke: {
        id: 'setCursor',
        src: 'setCursor',
        input: ({ context }) => ({
          connectorId: context.connectorId,
          start: startOf(context),
          revision: known(context.preview, 'preview').revision,
        }),
        onDone: {
          target: 'shown',
          actions: [{ type: 'rememberCursor', params: ({ event }) => ({ cursor: event.output }) }, 'rememberDone'],
        },
        onError: { target: 'opening', actions: rememberProblem },
      },
    },
  },
})

export type CursorActor = ActorRefFrom<typeof cursorMachine>
export type CursorSnapshot = SnapshotFrom<typeof cursorMachine>
