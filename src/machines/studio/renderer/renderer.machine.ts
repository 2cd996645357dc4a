import { type ActorRefFrom, assign, type SnapshotFrom, sendTo, setup } from 'xstate'
import { unprovidedCallbackActor } from '../../kit/unprovided-actor.ts'
import type { SampleName } from './samples.ts'

/** Whether what is shown came through the connector, and so is read from the server. */
export const selectIsTransaction = (snapshot: RendererSnapshot) => snapshot.matches('latest') || snapshot.matches('recent')

export const sourceNames = ['latest', 'recent', 'custom', 'sample'] as const
export type SourceName = (typeof sourceNames)[number]
export const viewNames = ['json', 'table', 'chart'] as const
export type ViewName = (typeof viewNames)[number]

/** What somebody looks at, and how: kept for each connector. */
export type RendererChoice = {
  readonly source: SourceName
  /** One of the recent ones; null until one is chosen. */
  readonly transactionId: string | null
  readonly sample: SampleName
  readonly view: ViewName
  /** JSON of one's own, in lines; null until there is some. */
  readonly custom: string | null
}

export const firstChoice: RendererChoice = {
  source: 'latest',
  transactionId: null,
  sample: 'order',
  view: 'json',
  custom: null,
}

export type RendererEvent =
  | { readonly type: 'user.choseSource'; readonly source: SourceName }
  | { readonly type: 'user.choseTransaction'; readonly transactionId: string }
  | { readonly type: 'user.choseSample'; readonly sample: SampleName }
  | { readonly type: 'user.choseView'; readonly view: ViewName }
  /** It was uploaded or pasted, and is JSON. */
  | { readonly type: 'custom.taken'; readonly text: string }
  /** The browser does not keep so much; until the page is left, everything is there. */
  | { readonly type: 'browser.forgot' }

export type RendererEmitted =
  | { readonly type: 'choice.changed'; readonly choice: RendererChoice }
  | { readonly type: 'sample.loaded' }

type Context = { readonly choice: RendererChoice; readonly isForgotten: boolean }
type Change = { readonly change: Partial<RendererChoice> }

/** Which payload is shown and how. Where recent ones and one's own come from are charts of their own. */
export const rendererMachine = setup({
  types: { context: {} as Context, events: {} as RendererEvent, input: {} as { readonly kept: RendererChoice | null } },
  actors: { joinTab: unprovidedCallbackActor<void, RendererEmitted>('joinTab') },
  guards: { sourceIs: ({ context }, { source }: { readonly source: SourceName }) => context.choice.source === source },
  actions: {
    remember: assign(({ context }, { change }: Change) => ({
      choice: { ...context.choice, ...change },
      isForgotten: context.isForgotten && change.custom === undefined,
    })),
    markForgotten: assign({ isForgotten: true }),
    tellChoice: sendTo('joinTab', ({ context }) => ({ type: 'choice.changed', choice: context.choice })),
    tellSample: sendTo('joinTab', { type: 'sample.loaded' }),
  },
}).createMachine({
  id: 'renderer',
  context: ({ input }) => ({ choice: input.kept ?? firstChoice, isForgotten: false }),
  invoke: { id: 'joinTab', src: 'joinTab', onError: {} },
  on: {
    'user.choseSource': [
      {
        guard: ({ event }) => event.source === 'sample',
        target: '.sample',
        actions: [{ type: 'remember', params: ({ event: { source } }) => ({ change: { source } }) }, 'tellChoice', 'tellSample'],
      },
      {
        target: '.opening',
        actions: [{ type: 'remember', params: ({ event: { source } }) => ({ change: { source } }) }, 'tellChoice'],
      },
    ],
    'user.choseView': {
      actions: [{ type: 'remember', params: ({ event: { view } }) => ({ change: { view } }) }, 'tellChoice'],
    },
    'custom.taken': {
      target: '.custom',
      actions: [
        { type: 'remember', params: ({ event: { text } }) => ({ change: { source: 'custom', custom: text } }) },
        'tellChoice',
      ],
    },
    'browser.forgot': { actions: 'markForgotten' },
  },
  initial: 'opening',
  states: {
    opening: {
      always: [
        { guard: { type: 'sourceIs', params: { source: 'latest' } }, target: 'latest' },
        { guard: { type: 'sourceIs', params: { source: 'recent' } }, target: 'recent' },
        { guard: { type: 'sourceIs', params: { source: 'custom' } }, target: 'custom' },
        { target: 'sample' },
      ],
    },
    latest: {},
    recent: {
      on: {
        'user.choseTransaction': {
          actions: [
            { type: 'remember', params: ({ event: { transactionId } }) => ({ change: { transactionId } }) },
            'tellChoice',
          ],
        },
      },
    },
    custom: {},
    sample: {
      on: {
        'user.choseSample': {
          actions: [
            { type: 'remember', params: ({ event: { sample } }) => ({ change: { sample } }) },
            'tellChoice',
            'tellSample',
          ],
        },
      },
    },
  },
})

export type RendererActor = ActorRefFrom<typeof rendererMachine>
export type RendererSnapshot = SnapshotFrom<typeof rendererMachine>
