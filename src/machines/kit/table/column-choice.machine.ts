import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

type Columns = {
  /** Ids in their order; the first one names the row and is always shown. */
  readonly all: readonly string[]
  readonly hidden: readonly string[]
}

export type ColumnChoiceEvent =
  /** Shows a column that is hidden, or hides one that is shown. */
  { readonly type: 'user.turned'; readonly column: string } | { readonly type: 'user.reset' }

/** Which columns of a table are shown; the browser keeps it. */
export const columnChoiceMachine = setup({
  types: { context: {} as Columns, input: {} as Columns, events: {} as ColumnChoiceEvent },
  guards: {
    canTurn: ({ context: { all } }, { column }: { readonly column: string }) => all.indexOf(column) > 0,
    someAreHidden: ({ context: { hidden } }) => hidden.length > 0,
  },
  actions: {
    turn: assign(({ context: { hidden } }, { column }: { readonly column: string }) => ({
      hidden: hidden.includes(column) ? hidden.filter((it) => it !== column) : [...hidden, column],
    })),
    showAll: assign({ hidden: [] }),
    keep: (_, _params: { readonly hidden: readonly string[] }) => {},
  },
}).createMachine({
  id: 'column-choice',
  // A column that is no longer there is not hidden either.
  context: ({ input: { all, hidden } }) => ({ all, hidden: hidden.filter((column) => all.indexOf(column) > 0) }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'user.turned': {
          guard: { type: 'canTurn', params: ({ event }) => event },
          actions: [
            { type: 'turn', params: ({ event }) => event },
            { type: 'keep', params: ({ context }) => ({ hidden: context.hidden }) },
          ],
        },
        'user.reset': {
          guard: 'someAreHidden',
          actions: ['showAll', { type: 'keep', params: { hidden: [] } }],
        },
      },
    },
  },
})

export type ColumnChoiceActor = ActorRefFrom<typeof columnChoiceMachine>
export type ColumnChoiceSnapshot = SnapshotFrom<typeof columnChoiceMachine>

export const selectHidden = ({ context }: ColumnChoiceSnapshot) => context.hidden
