/** Joins the chart of the filter to the draft and to the engine. */
import { conditionsOf } from '#contract/connectors/config/records/conditions.ts'
import type { RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import type { BuilderActor } from '../../machines/builder/draft/builder.machine.ts'
import { filterMachine } from '../../machines/builder/records/filter.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { tryExamples } from './example-run.service.ts'
import { lookupsReading } from './mapping.actors.ts'

const pathsOf = (filter: RecordFilter) =>
  conditionsOf(filter).flatMap(({ path, to }) =>
    typeof to === 'object' && !Array.isArray(to) && 'path' in to ? [path, to.path] : [path],
  )

export const liveFilterMachine = (access: Access, builder: BuilderActor) =>
  filterMachine.provide({
    actors: {
      tryFilter: actorFrom(({ filter, examples }, signal) => {
        const { draft } = builder.getSnapshot().context
        if (draft === null) return new Promise<never>(() => {})
        const config = {
          ...draft.config,
          // Only the filter is tried: what the mapping or the destination lacks is said elsewhere.
          ...{ records: { only: filter }, dataMapping: [], destination: { type: 'http', requestMethod: 'POST' } as const },
          enrichment: lookupsReading(draft.config, pathsOf(filter)),
        }
        return tryExamples(access, { connectorId: draft.connectorId, config, examples }, signal)
      }),
    },
    actions: {
      tellFilter: (_, { filter }) =>
        builder.send({ type: 'user.changed', change: { config: { records: filter === null ? {} : { only: filter } } } }),
    },
  })
