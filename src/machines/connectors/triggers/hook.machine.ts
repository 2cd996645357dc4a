import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import type { Hook } from '#contract/connectors/triggers/hook.ts'
import type { Problem } from '#contract/kit/problem.ts'
import { known } from '../../kit/known.ts'
import { keepProblem, rememberProblem } from '../../kit/problem.ts'
import { unprovidedActor, unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'

export const selectStage = (snapshot: HookSnapshot) => snapshot.value

export type CopiedPart = 'url' | 'secret' | 'sample'

export type HookEvent =
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.renewed' }
  /** The secret that the sender made. */
  | { readonly type: 'user.wrote'; readonly text: string }
  | { readonly type: 'user.gave' }
  /** `text`: what the page shows. */
  | { readonly type: 'user.copiedSecret'; readonly text: string }
  | { readonly type: 'user.copiedUrl'; readonly text: string }
  | { readonly type: 'user.copiedSample'; readonly text: string }
  | { readonly type: 'user.sent' }
  | { readonly type: 'user.cancelled' }
  /** It was deployed, or its status changed otherwise. */
  | { readonly type: 'connector.moved' }

type Renewed = { readonly hook: Hook; readonly secret: string }
/** `held`: kept until the connector is resumed. */
type Taken = { readonly eventId: string; readonly held: boolean }
type ById = { readonly connectorId: string }
type Sent = ById & { readonly secret: string }

/** What the server takes as the secret of a sender (`GivenSecret`). */
const secretPattern = /^[\x21-\x7e]{8,512}$/
export const isGivenSecret = (text: string) => secretPattern.test(text.trim())

/** The webhook of a connector: its address, its secret, and a test event that proves itself as a sender would. */
export const hookMachine = setup({
  types: {
    context: {} as ById & {
      readonly hook: Hook | null
      /** Known while this page is open and no longer. */
      readonly secret: string | null
      /** What was copied last, and whether it is in the clipboard; null before somebody asked for it, `is` null meanwhile. */
      readonly copied: { readonly what: CopiedPart; readonly text: string; readonly is: boolean | null } | null
      /** A secret of the sender, while it is typed. */
      readonly typed: string
      readonly taken: Taken | null
      /** The last look failed: events may have come since. */
      readonly isOld: boolean
      readonly problem: Problem | null
    },
    input: {} as ById,
    events: {} as HookEvent,
    tags: {} as 'busy',
  },
  actors: {
    watchConnector: unprovidedCallbackActor<ById>('watchConnector'),
    readHook: unprovidedActor<Hook, ById>('readHook'),
    renewSecret: unprovidedActor<Renewed, ById>('renewSecret'),
    giveSecret: unprovidedActor<Hook, Sent>('giveSecret'),
    copy: unprovidedActor<boolean, { readonly text: string }>('copy'),
    sendEvent: unprovidedActor<Taken, Sent>('sendEvent'),
  },
  guards: {
    secretIsKnown: ({ context }) => context.secret !== null,
    secretIsTyped: ({ context }) => isGivenSecret(context.typed),
  },
  actions: {
    /** A secret that somebody replaced meanwhile is shown no longer. */
    rememberHook: assign(({ context: { secret } }, { hook }: { readonly hook: Hook }) => ({
      hook,
      isOld: false,
      secret: hook.secret !== null && secret?.endsWith(hook.secret.last4) ? secret : null,
    })),
    beginCopy: assign((_, { what, text }: { readonly what: CopiedPart; readonly text: string }) => ({
      copied: { what, text, is: null },
    })),
    rememberCopy: assign(({ context: { copied } }, { is }: { readonly is: boolean }) => ({
      copied: copied && { ...copied, is },
    })),
    rememberMiss: assign({ isOld: true }),
    rememberSecret: assign((_, { hook, secret }: Renewed) => ({ hook, secret, taken: null, copied: null })),
    rememberTyped: assign((_, { text }: { readonly text: string }) => ({ typed: text })),
    forgetTyped: assign({ typed: '' }),
    rememberTaken: assign((_, { taken }: { readonly taken: Taken }) => ({ taken })),
    forgetTaken: assign({ taken: null }),
    rememberProblem: assign(keepProblem),
    forgetProblem: assign({ problem: null }),
  },
  delays: { pause: 5_000 },
}).createMachine({
  id: 'hook',
  context: ({ input }) => ({
    ...input,
    hook: null,
    secret: null,
    copied: null,
    typed: '',
    taken: null,
    isOld: false,
    problem: null,
  }),
  initial: 'opening',
  states: {
    opening: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'readHook',
        src: 'readHook',
        input: ({ context: { connectorId } }) => ({ connectorId }),
        onDone: { target: 'shown', actions: { type: 'rememberHook', params: ({ event }) => ({ hook: event.output }) } },
        onError: { target: 'failed', actions: rememberProblem },
      },
    },
    failed: { on: { 'user.retried': 'opening' } },
    /** Senders write whenever they like, and somebody may deploy meanwhile: it is looked at again and again. */
    shown: {
      initial: 'resting',
      invoke: {
        id: 'watchConnector',
        src: 'watchConnector',
        input: ({ context: { connectorId } }) => ({ connectorId }),
        // It is looked at again and again anyway.
        onError: {},
      },
      on: {
        'connector.moved': '.looking',
        'user.renewed': 'renewing',
        'user.wrote': { actions: { type: 'rememberTyped', params: ({ event }) => event } },
        'user.gave': { guard: 'secretIsTyped', target: 'giving' },
        'user.copiedSecret': {
          guard: 'secretIsKnown',
          target: 'copying',
          actions: { type: 'beginCopy', params: ({ event: { text } }) => ({ what: 'secret', text }) },
        },
        'user.copiedUrl': {
          target: 'copying',
          actions: { type: 'beginCopy', params: ({ event: { text } }) => ({ what: 'url', text }) },
        },
        'user.copiedSample': {
          target: 'copying',
          actions: { type: 'beginCopy', params: ({ event: { text } }) => ({ what: 'sample', text }) },
        },
        'user.sent': { guard: 'secretIsKnown', target: 'sending' },
      },
      states: {
        resting: { after: { pause: 'looking' } },
        looking: {
          invoke: {
            id: 'lookAgain',
            src: 'readHook',
            input: ({ context: { connectorId } }) => ({ connectorId }),
            onDone: { target: 'resting', actions: { type: 'rememberHook', params: ({ event }) => ({ hook: event.output }) } },
            onError: { target: 'resting', actions: 'rememberMiss' },
          },
        },
      },
    },
    renewing: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'renewSecret',
        src: 'renewSecret',
        input: ({ context: { connectorId } }) => ({ connectorId }),
        onDone: { target: 'shown', actions: { type: 'rememberSecret', params: ({ event }) => event.output } },
        onError: { target: 'shown', actions: rememberProblem },
      },
    },
    giving: {
      tags: 'busy',
      entry: 'forgetProblem',
      invoke: {
        id: 'giveSecret',
        src: 'giveSecret',
        input: ({ context: { connectorId, typed } }) => ({ connectorId, secret: typed.trim() }),
        onDone: {
          target: 'shown',
          actions: [{ type: 'rememberHook', params: ({ event }) => ({ hook: event.output }) }, 'forgetTyped'],
        },
        onError: { target: 'shown', actions: rememberProblem },
      },
    },
    copying: {
      tags: 'busy',
      invoke: {
        id: 'copy',
        src: 'copy',
        input: ({ context: { copied } }) => ({ text: known(copied, 'text to copy').text }),
        onDone: { target: 'shown', actions: { type: 'rememberCopy', params: ({ event }) => ({ is: event.output }) } },
        onError: { target: 'shown', actions: { type: 'rememberCopy', params: { is: false } } },
      },
    },
    sending: {
      tags: 'busy',
      entry: ['forgetProblem', 'forgetTaken'],
      invoke: {
        id: 'sendEvent',
        src: 'sendEvent',
        input: ({ context: { connectorId, secret } }) => ({ connectorId, secret: known(secret, 'secret') }),
        onDone: { target: 'shown.looking', actions: { type: 'rememberTaken', params: ({ event }) => ({ taken: event.output }) } },
        onError: { target: 'shown', actions: rememberProblem },
      },
      on: { 'user.cancelled': 'shown' },
    },
  },
})

export type HookActor = ActorRefFrom<typeof hookMachine>
export type HookSnapshot = SnapshotFrom<typeof hookMachine>
