import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import { type Problem, problem, toProblem } from '../../../contract/problem.ts'
import { unprovidedPromise } from '../unprovided.ts'
import { changed, type Draft, type DraftChange } from './draft.ts'

export type BuilderEvent =
  | { readonly type: 'user.changed'; readonly change: DraftChange }
  | { readonly type: 'user.retried' }
  /** Somebody else saved meanwhile: what stands here is saved over it. */
  | { readonly type: 'user.keptMine' }
  /** Somebody else saved meanwhile: what stands here is given up for it. */
  | { readonly type: 'user.tookTheirs' }

/** What a tab kept of an earlier visit comes with the draft, and is saved first. */
export type Opened = { readonly draft: Draft; readonly isAhead: boolean }

type Context = {
  readonly connectorId: string
  readonly draft: Draft | null
  /** Changes since the draft was opened, and how many of them were under way in the last save. */
  readonly changes: number
  readonly sent: number
  readonly problem: Problem | null
}

/** One draft while somebody works on it: every change is saved by itself, soon, on the revision it started from. */
export const builderMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { readonly connectorId: string },
    events: {} as BuilderEvent,
    tags: {} as 'busy' | 'writable',
  },
  actors: {
    openDraft: unprovidedPromise<Opened, { readonly connectorId: string }>('openDraft'),
    /** Answers the draft as the server has it now. */
    saveDraft: unprovidedPromise<Draft, { readonly draft: Draft }>('saveDraft'),
  },
  guards: {
    isAhead: (_, { isAhead }: Opened) => isAhead,
    moreWasChanged: ({ context }) => context.changes > context.sent,
    isStale: (_, params: { readonly problem: Problem }) => params.problem.code === 'connector/stale',
    isGone: (_, params: { readonly problem: Problem }) => params.problem.code === 'connector/not-found',
    isRetryable: (_, params: { readonly problem: Problem }) => params.problem.retryable,
  },
  actions: {
    open: assign((_, { draft }: Opened) => ({ draft, changes: 0, sent: 0, problem: null })),
    change: assign(({ context }, { change }: { readonly change: DraftChange }) =>
      context.draft === null ? {} : { draft: changed(context.draft, change), changes: context.changes + 1 },
    ),
    countAsSent: assign(({ context }) => ({ sent: context.changes, problem: null })),
    /** What was typed while the save was under way stays; what was saved is as the server has it, secrets as marks. */
    adopt: assign(({ context }, { saved }: { readonly saved: Draft }) =>
      context.draft === null || context.changes > context.sent
        ? { draft: context.draft && { ...context.draft, revision: saved.revision } }
        : { draft: saved },
    ),
    /** The next save goes on top of what somebody else saved. */
    overtake: assign(({ context }, { draft }: Opened) => ({
      draft: context.draft && { ...context.draft, revision: draft.revision },
    })),
    rememberProblem: assign((_, params: { readonly problem: Problem }) => ({ problem: params.problem })),
    forgetProblem: assign({ problem: null }),
    /** Before anything is asked of the server: a page that is closed at this moment loses nothing. */
    keepInTab: (_, _params: { readonly draft: Draft | null }) => {},
    forgetInTab: (_, _params: { readonly connectorId: string }) => {},
  },
  delays: { savePause: 800, retryPause: 5_000, updateLimit: 60_000 },
}).createMachine({
  id: 'builder',
  context: ({ input }) => ({ ...input, draft: null, changes: 0, sent: 0, problem: null }),
  initial: 'opening',
  states: {
    opening: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'openDraft',
        src: 'openDraft',
        input: ({ context }) => ({ connectorId: context.connectorId }),
        onDone: [
          {
            guard: { type: 'isAhead', params: ({ event }) => event.output },
            target: 'saving',
            actions: { type: 'open', params: ({ event }) => event.output },
          },
          { target: 'saved', actions: { type: 'open', params: ({ event }) => event.output } },
        ],
        onError: [
          {
            guard: { type: 'isGone', params: ({ event }) => ({ problem: toProblem(event.error) }) },
            target: 'gone',
          },
          {
            target: 'failed',
            actions: { type: 'rememberProblem', params: ({ event }) => ({ problem: toProblem(event.error) }) },
          },
        ],
      },
    },
    failed: { on: { 'user.retried': 'opening' } },
    saved: {
      tags: 'writable',
      on: { 'user.changed': { target: 'waiting', actions: { type: 'change', params: ({ event }) => event } } },
    },
    waiting: {
      tags: 'writable',
      entry: { type: 'keepInTab', params: ({ context }) => ({ draft: context.draft }) },
      after: { savePause: 'saving' },
      on: {
        'user.changed': {
          target: 'waiting',
          reenter: true,
          actions: { type: 'change', params: ({ event }) => event },
        },
      },
    },
    saving: {
      tags: ['busy', 'writable'],
      entry: 'countAsSent',
      after: {
        updateLimit: {
          target: 'unsaved',
          actions: { type: 'rememberProblem', params: { problem: problem('connector/update-timeout') } },
        },
      },
      invoke: {
        id: 'saveDraft',
        src: 'saveDraft',
        input: ({ context }) => ({ draft: context.draft as Draft }),
        onDone: [
          {
            guard: 'moreWasChanged',
            target: 'waiting',
            actions: { type: 'adopt', params: ({ event }) => ({ saved: event.output }) },
          },
          {
            target: 'saved',
            actions: [
              { type: 'adopt', params: ({ event }) => ({ saved: event.output }) },
              { type: 'forgetInTab', params: ({ context }) => ({ connectorId: context.connectorId }) },
            ],
          },
        ],
        onError: [
          { guard: { type: 'isStale', params: ({ event }) => ({ problem: toProblem(event.error) }) }, target: 'stale' },
          { guard: { type: 'isGone', params: ({ event }) => ({ problem: toProblem(event.error) }) }, target: 'gone' },
          {
            guard: { type: 'isRetryable', params: ({ event }) => ({ problem: toProblem(event.error) }) },
            target: 'unsaved',
            actions: { type: 'rememberProblem', params: ({ event }) => ({ problem: toProblem(event.error) }) },
          },
          {
            target: 'refused',
            actions: { type: 'rememberProblem', params: ({ event }) => ({ problem: toProblem(event.error) }) },
          },
        ],
      },
      on: { 'user.changed': { actions: { type: 'change', params: ({ event }) => event } } },
    },
    /** It will be tried again by itself. */
    unsaved: {
      tags: 'writable',
      entry: { type: 'keepInTab', params: ({ context }) => ({ draft: context.draft }) },
      after: { retryPause: 'saving' },
      on: {
        'user.retried': 'saving',
        'user.changed': {
          actions: [
            { type: 'change', params: ({ event }) => event },
            { type: 'keepInTab', params: ({ context }) => ({ draft: context.draft }) },
          ],
        },
      },
    },
    /** The server does not take it as it stands: the next change is the next try. */
    refused: {
      tags: 'writable',
      entry: { type: 'keepInTab', params: ({ context }) => ({ draft: context.draft }) },
      on: {
        'user.retried': 'saving',
        'user.changed': { target: 'waiting', actions: { type: 'change', params: ({ event }) => event } },
      },
    },
    stale: {
      entry: { type: 'keepInTab', params: ({ context }) => ({ draft: context.draft }) },
      on: {
        'user.keptMine': 'overtaking',
        'user.tookTheirs': {
          target: 'opening',
          actions: { type: 'forgetInTab', params: ({ context }) => ({ connectorId: context.connectorId }) },
        },
      },
    },
    overtaking: {
      tags: 'busy',
      invoke: {
        id: 'readNewest',
        src: 'openDraft',
        input: ({ context }) => ({ connectorId: context.connectorId }),
        onDone: { target: 'saving', actions: { type: 'overtake', params: ({ event }) => event.output } },
        onError: {
          target: 'stale',
          actions: { type: 'rememberProblem', params: ({ event }) => ({ problem: toProblem(event.error) }) },
        },
      },
    },
    /** Somebody deleted the connector. What was typed is still in this tab. */
    gone: {},
  },
})

export type BuilderActor = ActorRefFrom<typeof builderMachine>
export type BuilderSnapshot = SnapshotFrom<typeof builderMachine>
