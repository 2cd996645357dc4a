/** Joins the charts of the groups to the draft and to the engine. */
import type { DryRun } from '#contract/builder/dry-run.ts'
import type { RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import type { BuilderActor } from '../../machines/builder/draft/builder.machine.ts'
import { groupMachine } from '../../machines/builder/records/group.machine.ts'
import { groupSampleMachine } from '../../machines/builder/records/group-sample.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { tryExamples } from './example-run.service.ts'
import { unmapped } from './filter.actors.ts'

type Order = { readonly group: RecordGroup; readonly examples: readonly unknown[] }

/** The groups of examples, after the filter and the lines of the draft. Enrichments are asked: a group may add up what they bring. */
function tryGroup(access: Access, builder: BuilderActor, { group, examples }: Order, signal: AbortSignal): Promise<DryRun> {
  const { draft } = builder.getSnapshot().context
  if (draft === null) return new Promise<never>(() => {})
  const { records, enrichment } = draft.config
  const config = { ...unmapped(draft.config), records: { ...records, group }, enrichment }
  return tryExamples(access, { connectorId: draft.connectorId, config, examples }, signal)
}

export const liveGroupMachine = (access: Access, builder: BuilderActor) =>
  groupMachine.provide({
    actors: { tryGroup: actorFrom((order, signal) => tryGroup(access, builder, order, signal)) },
    actions: {
      tellGroup: (_, { group }) => {
        const { group: _before, ...others } = builder.getSnapshot().context.draft?.config.records ?? {}
        const records = group === null ? others : { ...others, group }
        builder.send({ type: 'user.changed', change: { config: { records } } })
      },
    },
  })

export const liveGroupSampleMachine = (access: Access, builder: BuilderActor) =>
  groupSampleMachine.provide({
    actors: { tryGroup: actorFrom((order, signal) => tryGroup(access, builder, order, signal)) },
  })
