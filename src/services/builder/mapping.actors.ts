/** Joins the charts of the mapping and of its rules to the draft and to the calls. */
import { fromCallback } from 'xstate'

import type { ConnectorConfig, MappingEdge } from '#contract/connectors/config/config.ts'
import type { BuilderActor } from '../../machines/builder/draft/builder.machine.ts'
import { type MappingActor, mappingMachine } from '../../machines/builder/mapping/mapping.machine.ts'
import { ruleMachine } from '../../machines/builder/mapping/rule.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { previewMapping, validateDataMapping } from './mapping.service.ts'
import { deleteMappingRule, listMappingRules, saveMappingRule, validateMappingRule } from './mapping-rule.service.ts'

/** What this page has of the lines, or told of them last, is not told to it again. */
export function liveMappingMachine(access: Access, builder: BuilderActor) {
  let told: string | undefined
  return mappingMachine.provide({
    actors: {
      previewMapping: actorFrom(({ edges, examples }, signal) => {
        const { draft } = builder.getSnapshot().context
        if (draft === null) return new Promise<never>(() => {})
        const config = { ...draft.config, dataMapping: [...edges], enrichment: lookupsFor(draft.config, edges) }
        return previewMapping(access, { connectorId: draft.connectorId, config, examples }, signal)
      }),
      watchDraft: fromCallback(({ sendBack }) => {
        told ??= contentOf(edgesOf(builder))
        const { unsubscribe } = builder.subscribe(() => {
          const edges = edgesOf(builder)
          const content = contentOf(edges)
          if (content === told) return
          told = content
          sendBack({ type: 'draft.replaced', edges })
        })
        return unsubscribe
      }),
      checkMapping: actorFrom(
        ({ edges }, signal) => {
          const { connectorId } = builder.getSnapshot().context
          return validateDataMapping(access, { connectorId, dataMapping: edges }, signal)
        },
        { limit: 15_000, late: 'mapping/check-timeout' },
      ),
    },
    actions: {
      tellEdges: (_, { edges }) => {
        told = contentOf(edges)
        builder.send({ type: 'user.changed', change: { config: { dataMapping: [...edges] } } })
      },
      tellDestination: (_, { destination }) => {
        if (destination === undefined) return
        // Whoever types the first field says so now.
        const isFirst = destination.origin === 'typed' && destination.fields.length === 1
        const shape = isFirst ? { ...destination, takenAt: new Date().toISOString() } : destination
        builder.send({ type: 'user.changed', change: { shapes: { destination: shape } } })
      },
    },
  })
}

const edgesOf = (builder: BuilderActor): readonly MappingEdge[] => builder.getSnapshot().context.draft?.config.dataMapping ?? []

/** The server may answer the members of a line in another order than they were sent in. */
const contentOf = (edges: readonly MappingEdge[]): string =>
  JSON.stringify(edges.map((edge) => Object.entries(edge).toSorted(([one], [other]) => (one < other ? -1 : 1))))

/** Other systems are asked only where a line needs what they answer; what a rule reads is not known here. */
function lookupsFor({ enrichment }: ConnectorConfig, edges: readonly MappingEdge[]): ConnectorConfig['enrichment'] {
  const places = enrichment.flatMap(({ lookup }) => lookup?.targetPath ?? [])
  const isNeeded = edges.some(
    ({ sourcePath, ruleId }) =>
      ruleId !== undefined ||
      places.some(
        (place) => sourcePath === place || (/^[.[]/.test(sourcePath.slice(place.length)) && sourcePath.startsWith(place)),
      ),
  )
  return isNeeded ? enrichment : []
}

/** `mapping` gets what is picked for a field. */
export const liveRuleMachine = (access: Access, mapping: MappingActor) =>
  ruleMachine.provide({
    actors: {
      listRules: actorFrom((_, signal) => listMappingRules(access, signal), { late: 'mapping-rule/list-failed' }),
      validateRule: actorFrom((rule, signal) => validateMappingRule(access, rule, signal), { late: 'mapping-rule/save-failed' }),
      saveRule: actorFrom((rule, signal) => saveMappingRule(access, rule, signal), { late: 'mapping-rule/save-failed' }),
      deleteRule: actorFrom(({ ruleId }, signal) => deleteMappingRule(access, ruleId, signal), {
        late: 'mapping-rule/delete-failed',
      }),
    },
    actions: {
      tellRule: (_, { targetPath, ruleId }) => mapping.send({ type: 'user.ruled', targetPath, ruleId }),
    },
  })
