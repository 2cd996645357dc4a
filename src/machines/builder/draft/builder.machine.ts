import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { known } from '../../kit/known.ts'
import { type Failure, failure, keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import type { BuilderContext, BuilderEvent } from './builder.context.ts'
import { sameContent } from './comparison.ts'
import { changed, type Draft, type DraftChange } from './draft.ts'
import type { Opened } from './opened.ts'

export const selectStage = (snapshot: BuilderSnapshot) => snapshot.value
/** Null until it was opened. */
export const selectDraft = (snapshot: BuilderSnapshot) => snapshot.context.draft
/** Whether the server may not have what stands here, and will be asked to take it without anybody's doing. */
export const selectIsOnItsWay = (snapshot: BuilderSnapshot) => snapshot.matches('waiting') || snapshot.matches('saving')

/** Of the newest ones: a server that is away for an hour is sent hundreds. */
const unansweredMax = 20

/** One draft while somebody works on it: every change is saved by itself, soon, on the revision it started from. */
export const builderMachine = setup({
  types: {
    context: {} as BuilderContext,
    input: {} as { readonly connectorId: string },
    events: {} as BuilderEvent,
    tags: {} as 'busy' | 'writable',
  },
  actors: {
    openDraft: unprovidedActor<Opened, { readonly connectorId: string }>('openDraft'),
    /** Somebody saved meanwhile: as the server has it now. */
    readTheirs: unprovidedActor<Draft, { readonly connectorId: string }>('readTheirs'),
    /** Answers the draft as the server has it now. */
    saveDraft: unprovidedActor<Draft, { readonly draft: Draft; readonly saved: Draft | null }>('saveDraft'),
    watchLeaving: unprovidedCallbackActor<void>('watchLeaving'),
  },
  guards: {
    isOvertaken: (_, { theirs }: Opened) => theirs !== undefined,
    isAhead: (_, { isAhead }: Opened) => isAhead,
    draftIsOpen: ({ context }) => context.draft !== null,
    moreWasChanged: ({ context }) => context.draft !== context.sent,
    /** The answer to a save of ours was lost. */
    isOurs: ({ context }, { theirs }: { readonly theirs: Draft }) => context.unanswered.some((ours) => sameContent(ours, theirs)),
    theirsAreKnown: ({ context }) => context.theirs !== null,
    theirsAreUnknown: ({ context }) => context.theirs === null,
    isStale: (_, { problem }: Failure) => problem.code === 'connector/stale',
    isGone: (_, { problem }: Failure) => problem.code === 'connector/not-found',
    isNowhere: (_, { problem }: Failure) => problem.code === 'connector/not-found' || problem.code === 'request/malformed',
    mayPass: (_, { problem }: Failure) => problem.retryable || problem.code === 'connector/not-allowed-now',
  },
  actions: {
    open: assign((_, { draft, isAhead, theirs }: Opened) => ({
      draft,
      saved: isAhead ? null : draft,
      theirs: theirs ?? null,
      problem: null,
    })),
    change: assign(({ context }, { change }: { readonly change: DraftChange }) =>
      context.draft === null ? {} : { draft: changed(context.draft, change) },
    ),
    rememberSent: assign(({ context: { draft, unanswered } }) => ({
      sent: draft,
      unanswered: draft === null ? unanswered : [...unanswered, draft].slice(-unansweredMax),
    })),
    /** What was typed while the save was under way stays; what was saved is as the server has it, secrets as marks. */
    adopt: assign(({ context: { draft, sent } }, { saved }: { readonly saved: Draft }) => ({
      saved,
      draft: draft === null || draft === sent ? saved : { ...draft, revision: saved.revision },
      unanswered: [],
      problem: null,
    })),
    /** One of our own saves, maybe not the newest: what stands here goes on from it. */
    adoptOurs: assign(({ context: { draft } }, { saved }: { readonly saved: Draft }) => ({
      saved,
      draft: draft === null || sameContent(draft, saved) ? saved : { ...draft, revision: saved.revision },
      unanswered: [],
      problem: null,
    })),
    rememberTheirs: assign((_, { theirs }: { readonly theirs: Draft | null }) => ({ theirs, problem: null })),
    /** The next save goes on top of what somebody else saved. */
    overtake: assign(({ context: { draft, theirs } }) => ({
      saved: theirs,
      draft: draft && theirs && { ...draft, revision: theirs.revision },
      theirs: null,
    })),
    takeTheirs: assign(({ context: { theirs } }) => ({ draft: theirs, saved: theirs, theirs: null })),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
    /** Before anything is asked of the server: a page that is closed at this moment loses nothing. */
    keepInTab: () => {},
    forgetInTab: () => {},
  },
  delays: { savePause: 800, retryPause: 5_000 },
}).createMachine({
  id: 'builder',
  context: ({ input }) => ({ ...input, draft: null, saved: null, sent: null, unanswered: [], theirs: null, problem: null }),
  invoke: { id: 'watchLeaving', src: 'watchLeaving', onError: {} },
  on: {
    // A step may be told something late, e.g. the answer to a test request: it is lost in no state that has a draft.
    'user.changed': { guard: 'draftIsOpen', actions: [{ type: 'change', params: ({ event }) => event }, 'keepInTab'] },
  },
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
            guard: { type: 'isOvertaken', params: ({ event }) => event.output },
            target: 'stale',
            actions: { type: 'open', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isAhead', params: ({ event }) => event.output },
            target: 'saving',
            actions: { type: 'open', params: ({ event }) => event.output },
          },
          { target: 'saved', actions: { type: 'open', params: ({ event }) => event.output } },
        ],
        onError: [
          { guard: { type: 'isNowhere', params: failure }, target: 'gone' },
          { target: 'failed', actions: rememberProblem },
        ],
      },
    },
    failed: { on: { 'user.retried': 'opening' } },
    saved: {
      tags: 'writable',
      entry: 'forgetInTab',
      on: { 'user.changed': { target: 'waiting', actions: { type: 'change', params: ({ event }) => event } } },
    },
    waiting: {
      tags: 'writable',
      entry: 'keepInTab',
      after: { savePause: 'saving' },
      on: {
        'user.changed': {
          target: 'waiting',
          reenter: true,
          actions: { type: 'change', params: ({ event }) => event },
        },
        'browser.left': 'saving',
      },
    },
    saving: {
      tags: ['busy', 'writable'],
      entry: ['rememberSent', 'keepInTab'],
      invoke: {
        id: 'saveDraft',
        src: 'saveDraft',
        input: ({ context: { draft, saved } }) => ({ draft: known(draft, 'draft'), saved }),
        onDone: [
          {
            guard: 'moreWasChanged',
            target: 'waiting',
            actions: { type: 'adopt', params: ({ event }) => ({ saved: event.output }) },
          },
          { target: 'saved', actions: { type: 'adopt', params: ({ event }) => ({ saved: event.output }) } },
        ],
        onError: [
          { guard: { type: 'isStale', params: failure }, target: 'comparing' },
          { guard: { type: 'isGone', params: failure }, target: 'gone' },
          {
            guard: { type: 'mayPass', params: failure },
            target: 'unsaved',
            actions: rememberProblem,
          },
          { target: 'refused', actions: rememberProblem },
        ],
      },
    },
    /** It will be tried again by itself. */
    unsaved: {
      tags: 'writable',
      after: { retryPause: 'saving' },
      on: { 'user.retried': 'saving' },
    },
    /** The server does not take it as it stands: the next change is the next try. */
    refused: {
      tags: 'writable',
      on: {
        'user.retried': 'saving',
        'user.changed': { target: 'waiting', actions: { type: 'change', params: ({ event }) => event } },
      },
    },
    comparing: {
      tags: ['busy', 'writable'],
      entry: { type: 'rememberTheirs', params: { theirs: null } },
      invoke: {
        id: 'readTheirs',
        src: 'readTheirs',
        input: ({ context }) => ({ connectorId: context.connectorId }),
        onDone: [
          {
            guard: { type: 'isOurs', params: ({ event }) => ({ theirs: event.output }) },
            target: 'waiting',
            actions: { type: 'adoptOurs', params: ({ event }) => ({ saved: event.output }) },
          },
          { target: 'stale', actions: { type: 'rememberTheirs', params: ({ event }) => ({ theirs: event.output }) } },
        ],
        onError: [
          { guard: { type: 'isGone', params: failure }, target: 'gone' },
          { target: 'stale', actions: rememberProblem },
        ],
      },
    },
    stale: {
      on: {
        'user.keptMine': { guard: 'theirsAreKnown', target: 'saving', actions: 'overtake' },
        'user.tookTheirs': { guard: 'theirsAreKnown', target: 'saved', actions: 'takeTheirs' },
        'user.retried': { guard: 'theirsAreUnknown', target: 'comparing' },
      },
    },
    /** Somebody deleted the connector. What was typed is still in this tab. */
    gone: { on: { 'user.changed': {} } },
  },
})

export type BuilderActor = ActorRefFrom<typeof builderMachine>
export type BuilderSnapshot = SnapshotFrom<typeof builderMachine>
