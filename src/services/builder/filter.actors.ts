/** Joins the chart of the filter to the draft and to the engine. */

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { conditionsOf } from '#contract/connectors/config/records/conditions.ts'
import type { RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import { ProblemError } from '#contract/kit/problem.ts'
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

/** Only the records are asked for: what the mapping or the destination lacks is said elsewhere, and nothing is sent. */
export const unmapped = ({ routes: _, ...config }: ConnectorConfig) => ({
  ...config,
  ...{
    records: {},
    dataMapping: [],
    enrichment: [],
    destination: { type: 'http', url: 'https://destination.invalid', requestMethod: 'POST' } as const,
  },
})

type FilterOrder = { readonly filter: RecordFilter; readonly examples: readonly unknown[] }

/** What a filter does to records of the draft. */
export function tryFilterOn(access: Access, builder: BuilderActor, { filter, examples }: FilterOrder, signal: AbortSignal) {
  const { draft } = builder.getSnapshot().context
  if (draft === null) return new Promise<never>(() => {})
  const config = {
    ...unmapped(draft.config),
    records: { only: filter },
    enrichment: lookupsReading(draft.config, pathsOf(filter)),
  }
  return tryExamples(access, { connectorId: draft.connectorId, config, examples }, signal)
}

/** @param tell takes the filter over, where it is not the one of all records. */
export function liveFilterMachine(access: Access, builder: BuilderActor, tell?: (filter: RecordFilter | null) => void) {
  const draftOf = () => builder.getSnapshot().context.draft
  return filterMachine.provide({
    actors: {
      tryFilter: actorFrom((order, signal) => tryFilterOn(access, builder, order, signal)),
      readExamples: actorFrom(async (_, signal): Promise<readonly unknown[]> => {
        const draft = draftOf()
        if (draft === null) return new Promise<never>(() => {})
        const asked = { connectorId: draft.connectorId, config: unmapped(draft.config), examples: null }
        const { records, problem } = await tryExamples(access, asked, signal)
        if (problem !== null && records.length === 0) throw new ProblemError(problem)
        return records.map(({ record }) => record)
      }),
    },
    actions: {
      tellFilter: (_, { filter }) => {
        if (tell) return tell(filter)
        const { only: _before, ...others } = draftOf()?.config.records ?? {}
        const records = filter === null ? others : { ...others, only: filter }
        builder.send({ type: 'user.changed', change: { config: { records } } })
      },
    },
  })
}
