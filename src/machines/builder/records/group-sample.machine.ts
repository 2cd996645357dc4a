import { assign, setup } from 'xstate'
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'
import { groupsOf } from './group.machine.ts'

type Sample = { readonly group: RecordGroup; readonly examples: readonly unknown[] }

type Context = Sample & {
  /** The groups of the examples; empty before they are known. */
  readonly groups: readonly unknown[]
}

/** The groups of the sample records, once: the mapping shows and tries its fields on them. */
export const groupSampleMachine = setup({
  types: { context: {} as Context, input: {} as Sample, tags: {} as 'busy' },
  actors: { tryGroup: unprovidedActor<DryRun, Sample>('tryGroup') },
  guards: { nothingToTry: ({ context }) => context.examples.length === 0 },
  actions: {
    rememberGroups: assign((_, { answer }: { readonly answer: DryRun }) => ({ groups: groupsOf(answer) })),
  },
}).createMachine({
  id: 'group-sample',
  context: ({ input }) => ({ ...input, groups: [] }),
  initial: 'deciding',
  states: {
    deciding: { always: [{ guard: 'nothingToTry', target: 'known' }, { target: 'trying' }] },
    trying: {
      tags: 'busy',
      invoke: {
        id: 'tryGroup',
        src: 'tryGroup',
        input: ({ context: { group, examples } }) => ({ group, examples }),
        onDone: { target: 'known', actions: { type: 'rememberGroups', params: ({ event }) => ({ answer: event.output }) } },
        // The panel of the groups says why. Fields are mapped without samples then.
        onError: 'known',
      },
    },
    known: {},
  },
})
