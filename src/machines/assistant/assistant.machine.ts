import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Conversation, Message } from '#contract/assistant/assistant.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { failure } from '../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../kit/unprovided-actor.ts'
import {
  type AssistantRequest,
  blank,
  type Done,
  doneIn,
  type Loaded,
  type Place,
  type Pressed,
  proposalAt,
  turnsOf,
} from './turns.ts'

/** The panel of the assistant: one conversation, and the list of the others. */
export const assistantMachine = setup({
  types: {
    context: {} as {
      readonly place: Place
      readonly draft: string
      /** What another page handed over, until it can be asked. */
      readonly waiting: string | null
      readonly conversationId: string | null
      readonly messages: readonly Message[]
      readonly asked: AssistantRequest | null
      readonly conversations: readonly Conversation[]
      readonly chosen: string | null
      readonly pressed: Pressed | null
      /** By the key of the proposal. */
      readonly done: Readonly<Record<string, Done>>
      readonly problem: Problem | null
    },
    input: {} as { readonly place: Place; readonly draft: string },
    events: {} as
      | { readonly type: 'user.opened' }
      | { readonly type: 'user.closed' }
      | { readonly type: 'user.typed'; readonly text: string }
      | { readonly type: 'user.asked' }
      | { readonly type: 'user.suggested'; readonly text: string }
      | { readonly type: 'user.stopped' }
      | { readonly type: 'user.startedNew' }
      | { readonly type: 'user.listed' }
      | { readonly type: 'user.returned' }
      | { readonly type: 'user.chose'; readonly id: string }
      | { readonly type: 'user.removed'; readonly id: string }
      | { readonly type: 'user.pressed'; readonly key: string }
      /** A page hands a question over; an empty one only opens the panel. */
      | { readonly type: 'page.asked'; readonly text: string }
      /** Another page is shown. */
      | { readonly type: 'page.moved'; readonly place: Place }
      /** The tab came to the front: another one may have asked meanwhile. */
      | { readonly type: 'browser.asked' },
    tags: {} as 'busy',
  },
  actors: {
    /** Null: the newest conversation. */
    load: unprovidedActor<Loaded, { readonly conversationId: string | null }>('load'),
    ask: unprovidedActor<Loaded, AssistantRequest>('ask'),
    list: unprovidedActor<readonly Conversation[], void>('list'),
    remove: unprovidedActor<void, { readonly id: string }>('remove'),
    press: unprovidedActor<Done, Pressed>('press'),
    watchPlace: unprovidedCallbackActor<void>('watchPlace'),
    watchQuestions: unprovidedCallbackActor<void>('watchQuestions'),
    watchFront: unprovidedCallbackActor<void>('watchFront'),
  },
  actions: {
    rememberDraft: assign((_, { text }: { readonly text: string }) => ({ draft: text })),
    rememberPlace: assign((_, { place }: { readonly place: Place }) => ({ place })),
    rememberLoaded: assign(({ context: { done } }, loaded: Loaded) => ({ ...loaded, chosen: null, done: doneIn(loaded, done) })),
    beginAsking: assign(({ context: { place, conversationId, messages } }, { text }: { readonly text: string }) => ({
      asked: { message: text.trim(), place, conversationId, turns: turnsOf(messages) },
      waiting: null,
    })),
    emptyDraft: assign({ draft: '' }),
    keepDraft: () => {},
    rememberWaiting: assign((_, { text }: { readonly text: string }) => (blank(text) ? {} : { waiting: text })),
    rememberAnswer: assign(({ context: { messages } }, answered: Loaded) => ({
      conversationId: answered.conversationId,
      // The same answer again, of a call that was repeated, is one.
      messages: [...messages.filter(({ id }) => answered.messages.every((it) => it.id !== id)), ...answered.messages],
      asked: null,
    })),
    /** What was asked stands in the field again, unless something else was written meanwhile. */
    giveBack: assign(({ context: { asked, draft } }) => ({ asked: null, draft: blank(draft) ? (asked?.message ?? '') : draft })),
    startNew: assign({ conversationId: null, messages: [], done: {} }),
    rememberList: assign((_, { conversations }: { readonly conversations: readonly Conversation[] }) => ({ conversations })),
    forgetList: assign({ conversations: [] }),
    rememberChosen: assign((_, { id }: { readonly id: string }) => ({ chosen: id })),
    forgetChosen: assign({ chosen: null }),
    forgetRemoved: assign(({ context: { chosen, conversationId, messages } }) => ({
      chosen: null,
      conversationId: conversationId === chosen ? null : conversationId,
      messages: conversationId === chosen ? [] : messages,
    })),
    rememberPressed: assign(({ context: { messages } }, { key }: { readonly key: string }) => {
      const proposal = proposalAt(messages, key)
      return { pressed: proposal === null ? null : { key, proposal } }
    }),
    rememberDone: assign(({ context: { done, pressed } }, { href }: Done) => ({
      ...{ done: pressed === null ? done : { ...done, [pressed.key]: { href } }, pressed: null },
    })),
    forgetPressed: assign({ pressed: null }),
    rememberProblem: assign((_, { problem }: { readonly problem: Problem }) => ({ problem })),
    forgetProblem: assign({ problem: null }),
  },
  guards: {
    isWaiting: ({ context: { waiting } }) => waiting !== null,
    hasText: ({ context: { draft } }) => !blank(draft),
    isOffered: ({ context: { done, messages } }, { key }: { readonly key: string }) =>
      done[key] === undefined && proposalAt(messages, key) !== null,
    isListed: ({ context: { conversations } }, { id }: { readonly id: string }) => conversations.some((it) => it.id === id),
    hasMessages: ({ context: { messages } }) => messages.length > 0,
  },
}).createMachine({
  id: 'assistant',
  context: ({ input: { place, draft } }) => ({
    ...{ place, draft, waiting: null, conversationId: null, messages: [], asked: null, conversations: [], chosen: null },
    ...{ pressed: null, done: {}, problem: null },
  }),
  invoke: [
    { id: 'watchPlace', src: 'watchPlace', onError: {} },
    { id: 'watchQuestions', src: 'watchQuestions', onError: {} },
    { id: 'watchFront', src: 'watchFront', onError: {} },
  ],
  on: {
    'page.moved': { actions: { type: 'rememberPlace', params: ({ event }) => event } },
    'page.asked': { actions: { type: 'rememberWaiting', params: ({ event }) => event } },
  },
  initial: 'loading',
  states: {
    closed: {
      entry: 'forgetList',
      on: {
        'user.opened': 'loading',
        'page.asked': { target: 'loading', actions: { type: 'rememberWaiting', params: ({ event }) => event } },
      },
    },
    loading: {
      tags: 'busy',
      entry: ['forgetProblem', 'forgetList'],
      invoke: {
        id: 'load',
        src: 'load',
        input: ({ context: { chosen, conversationId } }) => ({ conversationId: chosen ?? conversationId }),
        onDone: { target: 'ready', actions: { type: 'rememberLoaded', params: ({ event }) => event.output } },
        onError: { target: 'ready', actions: ['forgetChosen', { type: 'rememberProblem', params: failure }] },
      },
      on: { 'user.closed': 'closed' },
    },
    refreshing: {
      invoke: {
        id: 'refresh',
        src: 'load',
        input: ({ context: { conversationId } }) => ({ conversationId }),
        onDone: { target: 'ready', actions: { type: 'rememberLoaded', params: ({ event }) => event.output } },
        // What is shown is from before, and still true.
        onError: 'ready',
      },
      on: {
        'user.closed': 'closed',
        'user.typed': { actions: [{ type: 'rememberDraft', params: ({ event }) => event }, 'keepDraft'] },
      },
    },
    ready: {
      entry: 'forgetList',
      always: {
        guard: 'isWaiting',
        target: 'asking',
        actions: { type: 'beginAsking', params: ({ context: { waiting } }) => ({ text: waiting ?? '' }) },
      },
      on: {
        'user.closed': 'closed',
        'user.typed': { actions: [{ type: 'rememberDraft', params: ({ event }) => event }, 'keepDraft'] },
        'user.asked': {
          guard: 'hasText',
          target: 'asking',
          actions: [{ type: 'beginAsking', params: ({ context: { draft } }) => ({ text: draft }) }, 'emptyDraft', 'keepDraft'],
        },
        'user.suggested': { target: 'asking', actions: { type: 'beginAsking', params: ({ event }) => event } },
        'user.startedNew': { guard: 'hasMessages', actions: ['startNew', 'forgetProblem'] },
        'user.listed': 'listing',
        'user.pressed': {
          guard: { type: 'isOffered', params: ({ event }) => event },
          target: 'pressing',
          actions: { type: 'rememberPressed', params: ({ event }) => event },
        },
        'browser.asked': { guard: 'hasMessages', target: 'refreshing' },
      },
    },
    asking: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'ask',
        src: 'ask',
        input: ({ context: { asked } }) => {
          if (asked === null) throw new Error('invariant: something is asked')
          return asked
        },
        onDone: { target: 'ready', actions: { type: 'rememberAnswer', params: ({ event }) => event.output } },
        onError: { target: 'ready', actions: ['giveBack', 'keepDraft', { type: 'rememberProblem', params: failure }] },
      },
      on: {
        'user.stopped': { target: 'ready', actions: ['giveBack', 'keepDraft'] },
        'user.typed': { actions: [{ type: 'rememberDraft', params: ({ event }) => event }, 'keepDraft'] },
      },
    },
    pressing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'press',
        src: 'press',
        input: ({ context: { pressed } }) => {
          if (pressed === null) throw new Error('invariant: something was pressed')
          return pressed
        },
        onDone: { target: 'ready', actions: { type: 'rememberDone', params: ({ event }) => event.output } },
        onError: { target: 'ready', actions: ['forgetPressed', { type: 'rememberProblem', params: failure }] },
      },
    },
    listing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'list',
        src: 'list',
        onDone: { target: 'listed', actions: { type: 'rememberList', params: ({ event }) => ({ conversations: event.output }) } },
        onError: { target: 'ready', actions: { type: 'rememberProblem', params: failure } },
      },
    },
    listed: {
      always: { guard: 'isWaiting', target: 'ready' },
      on: {
        'page.asked': { target: 'ready', actions: { type: 'rememberWaiting', params: ({ event }) => event } },
        'user.returned': 'ready',
        'user.closed': 'closed',
        'user.chose': {
          guard: { type: 'isListed', params: ({ event }) => event },
          target: 'loading',
          actions: { type: 'rememberChosen', params: ({ event }) => event },
        },
        'user.removed': {
          guard: { type: 'isListed', params: ({ event }) => event },
          target: 'removing',
          actions: { type: 'rememberChosen', params: ({ event }) => event },
        },
      },
    },
    removing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'remove',
        src: 'remove',
        input: ({ context: { chosen } }) => ({ id: chosen ?? '' }),
        onDone: { target: 'listing', actions: 'forgetRemoved' },
        onError: { target: 'listed', actions: ['forgetChosen', { type: 'rememberProblem', params: failure }] },
      },
    },
  },
})

export type AssistantActor = ActorRefFrom<typeof assistantMachine>
export type AssistantSnapshot = SnapshotFrom<typeof assistantMachine>

export const selectIsOpen = (snapshot: AssistantSnapshot): boolean => !snapshot.matches('closed')
export const selectIsList = ({ value }: AssistantSnapshot): boolean =>
  value === 'listed' || value === 'listing' || value === 'removing'

const none: readonly string[] = []
/** What the newest answer offers to ask next. */
export function selectSuggestions({ context: { messages } }: AssistantSnapshot): readonly string[] {
  const last: Message | undefined = messages.at(-1)
  return last?.type === 'assistant' ? last.answer.suggestions : none
}
