import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'
import { chosenRecordsMax } from '#contract/connectors/runs/transaction.ts'

export const selectChosen = ({ context }: RecordChoiceSnapshot) => context.chosen
export const selectIsFull = ({ context }: RecordChoiceSnapshot) => context.chosen.length >= chosenRecordsMax

type ById = { readonly transactionId: string }
export type RecordChoiceEvent =
  | ({ readonly type: 'user.chose' } & ById)
  | ({ readonly type: 'user.dropped' } & ById)
  | { readonly type: 'user.cleared' }

type Choice = { readonly chosen: readonly string[] }

const save = { type: 'saveChosen', params: ({ context: { chosen } }: { readonly context: Choice }) => ({ chosen }) } as const

/** Transactions that are chosen one by one, on any page of what is found. */
export const recordChoiceMachine = setup({
  types: {
    context: {} as { readonly chosen: readonly string[] },
    input: {} as { readonly chosen?: readonly string[] } | undefined,
    events: {} as RecordChoiceEvent,
  },
  guards: {
    thereIsRoom: ({ context: { chosen } }, { transactionId }: ById) =>
      chosen.length < chosenRecordsMax && !chosen.includes(transactionId),
  },
  actions: {
    choose: assign(({ context }, { transactionId }: ById) => ({ chosen: [...context.chosen, transactionId] })),
    drop: assign(({ context }, { transactionId }: ById) => ({ chosen: context.chosen.filter((id) => id !== transactionId) })),
    clear: assign({ chosen: [] }),
    /** Saves the selection, so that a reload does not lose it. */
    saveChosen: (_, _params: { readonly chosen: readonly string[] }) => {},
  },
}).createMachine({
  id: 'record-choice',
  context: ({ input }) => ({ chosen: input?.chosen ?? [] }),
  initial: 'choosing',
  states: {
    choosing: {
      on: {
        'user.chose': {
          guard: { type: 'thereIsRoom', params: ({ event }) => event },
          actions: [{ type: 'choose', params: ({ event }) => event }, save],
        },
        'user.dropped': { actions: [{ type: 'drop', params: ({ event }) => event }, save] },
        'user.cleared': { actions: ['clear', save] },
      },
    },
  },
})

export type RecordChoiceActor = ActorRefFrom<typeof recordChoiceMachine>
export type RecordChoiceSnapshot = SnapshotFrom<typeof recordChoiceMachine>
