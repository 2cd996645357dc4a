import { type ActorRefFrom, assign, type SnapshotFrom, setup } from 'xstate'

import type { MappingEdge } from '#contract/connectors/config/config.ts'
import { unprovidedActor } from '../../kit/unprovided-actor.ts'

/** What fills one field of the destination: in the version that failed, in the version that runs, and in the draft. */
export type AdvisedMapping = {
  readonly failed: readonly MappingEdge[]
  readonly live: readonly MappingEdge[]
  readonly draft: readonly MappingEdge[]
  /** Null where none runs. */
  readonly liveVersion: number | null
}

/** How far advice about a field was followed. */
export type AdviceStage = 'proposed' | 'drafted' | 'deployed'

/** What a person changes of a field in the mapping; a version has its rules copied, so the rule counts by its id. */
const wayOf = (mapping: readonly MappingEdge[], path: string) =>
  JSON.stringify(
    mapping
      .filter(({ targetPath }) => targetPath === path)
      .map(({ sourcePath, ruleId, targetDataType }) => [sourcePath, ruleId ?? null, targetDataType ?? null]),
  )

/** A change that is in the draft only was not deployed, whatever was deployed before. */
export function adviceStage({ failed, live, draft }: AdvisedMapping, path: string): AdviceStage {
  if (wayOf(draft, path) !== wayOf(live, path)) return 'drafted'
  return wayOf(live, path) === wayOf(failed, path) ? 'proposed' : 'deployed'
}

/** `version`: the newest one that a record failed in. */
type Input = { readonly connectorId: string; readonly path: string; readonly version: number }
type Context = Input & { readonly stage: AdviceStage; readonly liveVersion: number | null }

/** Whether the mapping of a field was changed since records failed: looked at again while the card is open. */
export const adviceMachine = setup({
  types: { context: {} as Context, input: {} as Input, tags: {} as 'busy' },
  actors: { readMapping: unprovidedActor<AdvisedMapping, Omit<Input, 'path'>>('readMapping') },
  actions: {
    rememberStage: assign(({ context: { path } }, mapping: AdvisedMapping) => ({
      stage: adviceStage(mapping, path),
      liveVersion: mapping.liveVersion,
    })),
  },
  delays: { refreshPause: 30_000 },
}).createMachine({
  id: 'advice',
  context: ({ input }) => ({ ...input, stage: 'proposed', liveVersion: null }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      invoke: {
        id: 'readMapping',
        src: 'readMapping',
        input: ({ context: { connectorId, version } }) => ({ connectorId, version }),
        onDone: { target: 'shown', actions: { type: 'rememberStage', params: ({ event }) => event.output } },
        // The advice stays as it was last known: it is no worse for that.
        onError: 'shown',
      },
    },
    shown: { after: { refreshPause: 'reading' } },
  },
})

export type AdviceActor = ActorRefFrom<typeof adviceMachine>
export type AdviceSnapshot = SnapshotFrom<typeof adviceMachine>

export const selectStage = ({ context }: AdviceSnapshot) => context.stage
export const selectLiveVersion = ({ context }: AdviceSnapshot) => context.liveVersion
