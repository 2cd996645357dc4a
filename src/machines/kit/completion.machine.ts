import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { type Completion, completed, type Offered } from './completion.ts'

type Context = {
  readonly text: string
  readonly caret: number
  readonly completion: Completion | null
  /** The option that Enter takes. */
  readonly active: number
}

export type CompletionEvent =
  /** `completion`: what fits at the caret. */
  | { readonly type: 'user.wrote'; readonly text: string; readonly caret: number; readonly completion: Completion | null }
  | { readonly type: 'user.moved'; readonly by: 1 | -1 }
  | { readonly type: 'user.took' }
  | { readonly type: 'user.closed' }

const optionsOf = ({ completion }: Context): readonly Offered[] => completion?.options ?? []

/** The names that a box offers while somebody writes in it (a combobox by the ARIA pattern). The text itself belongs to the page. */
export const completionMachine = setup({
  types: { context: {} as Context, events: {} as CompletionEvent },
  guards: {
    somethingFits: (_, { completion }: { readonly completion: Completion | null }) => completion !== null,
  },
  actions: {
    offer: assign((_, { text, caret, completion }: Omit<Context, 'active'>) => ({ text, caret, completion, active: 0 })),
    move: assign(({ context }, { by }: { readonly by: 1 | -1 }) => {
      const { length } = optionsOf(context)
      return { active: (context.active + by + length) % length }
    }),
    forget: assign({ completion: null, active: 0 }),
  },
}).createMachine({
  id: 'completion',
  context: { text: '', caret: 0, completion: null, active: 0 },
  initial: 'closed',
  on: {
    'user.wrote': [
      {
        guard: { type: 'somethingFits', params: ({ event }) => event },
        target: '.offering',
        actions: { type: 'offer', params: ({ event }) => event },
      },
      { target: '.closed' },
    ],
  },
  states: {
    closed: { entry: 'forget' },
    offering: {
      on: {
        'user.moved': { actions: { type: 'move', params: ({ event }) => event } },
        'user.took': 'closed',
        'user.closed': 'closed',
      },
    },
  },
})

export type CompletionActor = ActorRefFrom<typeof completionMachine>
export type CompletionSnapshot = SnapshotFrom<typeof completionMachine>

export const selectOptions = ({ context }: CompletionSnapshot): readonly Offered[] => optionsOf(context)

/** The text with an option taken, and where the caret stands then; null where nothing is offered. */
export function takenFrom({ context: { text, caret, completion } }: CompletionSnapshot, option: Offered) {
  return completion === null ? null : completed(text, caret, completion, option)
}
