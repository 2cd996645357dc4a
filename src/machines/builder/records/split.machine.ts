import { type ActorRefFrom, assign, setup } from 'xstate'
import { lineMembers } from '#contract/builder/sample-lines.ts'
import { namesIn } from '#contract/builder/suggestions/value-at.ts'
import type { RecordSplit } from '#contract/connectors/config/records/record-split.ts'

/** The split as it is edited. `key` is empty where the number of the item names its line. */
export type SplitForm = Required<RecordSplit>
export type SplitFault = 'path' | 'notField'

type Context = {
  readonly form: SplitForm
  /** Somebody wanted to apply a form that is not complete: what it lacks is shown. */
  readonly isChecked: boolean
}

export type SplitEvent =
  /** `proposed`: the list that is likely meant; empty where none was found. */
  | { readonly type: 'user.opened'; readonly split: RecordSplit | null; readonly proposed: string }
  | { readonly type: 'user.wrote'; readonly change: Partial<SplitForm> }
  | { readonly type: 'user.applied' }
  | { readonly type: 'user.cleared' }
  | { readonly type: 'user.cancelled' }

const formOf = (split: RecordSplit | null, path = ''): SplitForm => ({
  path: split?.path ?? path,
  key: split?.key ?? '',
  keep: split?.keep ?? 'parent',
  empty: split?.empty ?? 'leaveOut',
})

/** What the form says; members that are as usual are left out. */
export const splitOfForm = ({ path, key, keep, empty }: SplitForm): RecordSplit => ({
  path: path.trim(),
  ...(key.trim() === '' ? {} : { key: key.trim() }),
  ...(keep === 'parent' ? {} : { keep }),
  empty,
})

/** What is wrong with the path of the list; null when it can be read. */
export function faultOfSplit({ path }: SplitForm): SplitFault | null {
  const text = path.trim()
  if (text === '') return 'path'
  return namesIn(text) === null || lineMembers.some((name) => name === text) ? 'notField' : null
}

/** The list whose items become lines, while a person selects it. Only Apply changes the draft. */
export const splitMachine = setup({
  types: { context: {} as Context, events: {} as SplitEvent },
  guards: { isComplete: ({ context }) => faultOfSplit(context.form) === null },
  actions: {
    open: assign((_, { split, proposed }: { readonly split: RecordSplit | null; readonly proposed: string }) => ({
      form: formOf(split, proposed),
      isChecked: false,
    })),
    write: assign(({ context: { form } }, { change }: { readonly change: Partial<SplitForm> }) => ({
      // Another list has other items.
      form: { ...form, ...(change.path === undefined || change.path === form.path ? {} : { key: '' }), ...change },
    })),
    showFaults: assign({ isChecked: true }),
    forget: assign({ form: formOf(null), isChecked: false }),
    /** Null: each record is one line. */
    tellSplit: (_, _params: { readonly split: RecordSplit | null }) => {},
  },
}).createMachine({
  id: 'split',
  context: { form: formOf(null), isChecked: false },
  initial: 'closed',
  states: {
    closed: {
      entry: 'forget',
      on: { 'user.opened': { target: 'open', actions: { type: 'open', params: ({ event }) => event } } },
    },
    open: {
      on: {
        'user.wrote': { actions: { type: 'write', params: ({ event }) => event } },
        'user.applied': [
          {
            guard: 'isComplete',
            target: 'closed',
            actions: { type: 'tellSplit', params: ({ context }) => ({ split: splitOfForm(context.form) }) },
          },
          { actions: 'showFaults' },
        ],
        'user.cleared': { target: 'closed', actions: { type: 'tellSplit', params: { split: null } } },
        'user.cancelled': 'closed',
      },
    },
  },
})

export type SplitActor = ActorRefFrom<typeof splitMachine>
