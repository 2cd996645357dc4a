/** Joins the charts of the mapping and of its rules to the draft and to the calls. */
import { fromCallback } from 'xstate'
import type { ConnectorConfig, MappingEdge } from '#contract/connectors/config/config.ts'
import { validationEndpoints } from '#contract/connectors/config/validation.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import type { BuilderActor } from '../../machines/builder/draft/builder.machine.ts'
import { sourceOf, targetOf } from '../../machines/builder/mapping/lines.ts'
import { type MappingActor, mappingMachine } from '../../machines/builder/mapping/mapping.machine.ts'
import { ruleMachine } from '../../machines/builder/mapping/rule.machine.ts'
import { samplesOf } from '../../machines/builder/mapping/samples.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import { tryExamples } from './example-run.service.ts'
import {
  changeMappingRule,
  deleteMappingRule,
  listMappingRules,
  saveMappingRule,
  validateMappingRule,
} from './mapping-rule.service.ts'

/** What this page has of the lines, or told of them last, is not told to it again. */
export function liveMappingMachine(access: Access, builder: BuilderActor) {
  let told: string | undefined
  return mappingMachine.provide({
    actors: {
      previewMapping: actorFrom(({ edges, examples }, signal) => {
        const { draft } = builder.getSnapshot().context
        if (draft === null) return new Promise<never>(() => {})
        const { records, ...unfiltered } = draft.config
        // Every example is mapped: which of them go, the filter says beside it. Groups were enriched before.
        const enrichment = records?.group === undefined ? lookupsFor(draft.config, edges) : []
        const config = { ...unfiltered, dataMapping: [...edges], enrichment }
        return tryExamples(access, { connectorId: draft.connectorId, config, examples }, signal)
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
export function lookupsFor(config: ConnectorConfig, edges: readonly MappingEdge[]): ConnectorConfig['enrichment'] {
  if (edges.some(({ ruleId }) => ruleId !== undefined)) return config.enrichment
  return lookupsReading(
    config,
    edges.map(({ sourcePath }) => sourcePath),
  )
}

/** The enrichments, where one of the paths reads what they bring. */
export function lookupsReading({ enrichment }: ConnectorConfig, paths: readonly string[]): ConnectorConfig['enrichment'] {
  const places = enrichment.flatMap(({ lookup }) => lookup?.targetPath ?? [])
  const isNeeded = paths.some((path) =>
    places.some((place) => path === place || (/^[.[]/.test(path.slice(place.length)) && path.startsWith(place))),
  )
  return isNeeded ? enrichment : []
}

/** Examples that a transform is tried on while it is written. */
const triedExamples = 4
const triedPath = 'value'

/** `mapping` gets what is written or picked for a field, and gives the examples that it is tried on. */
export const liveRuleMachine = (access: Access, mapping: MappingActor, builder: BuilderActor) =>
  ruleMachine.provide({
    actors: {
      listRules: actorFrom((_, signal) => listMappingRules(access, signal), { late: 'mapping-rule/list-failed' }),
      validateRule: actorFrom((rule, signal) => validateMappingRule(access, rule, signal), { late: 'mapping-rule/save-failed' }),
      saveRule: actorFrom(
        ({ ruleId, rule }, signal) =>
          ruleId === null ? saveMappingRule(access, rule, signal) : changeMappingRule(access, ruleId, rule, signal),
        { late: 'mapping-rule/save-failed' },
      ),
      deleteRule: actorFrom(({ ruleId }, signal) => deleteMappingRule(access, ruleId, signal), {
        late: 'mapping-rule/delete-failed',
      }),
      previewRule: actorFrom(async (rule, signal) => {
        const { source } = mapping.getSnapshot().context.shapes
        const examples = source?.examples.slice(0, triedExamples) ?? []
        const { draft } = builder.getSnapshot().context
        if (draft === null || source === undefined || examples.length === 0) return []
        const { isList, listPath = '' } = draft.config.source
        const line: MappingEdge = {
          ...{ id: 'tried', source: '', target: triedPath, sourcePath: '', targetPath: triedPath, rule },
          ...(isList ? { isList, listPath } : {}),
        }
        const { records, ...unfiltered } = draft.config
        const config = {
          ...{ ...unfiltered, dataMapping: [line] },
          ...(records?.group === undefined ? {} : { enrichment: [] }),
        }
        const answer = await tryExamples(access, { connectorId: draft.connectorId, config, examples }, signal)
        return samplesOf({ shapes: { source: { ...source, examples } }, answer, previewed: [line] }, line, rule).samples
      }),
    },
    actions: {
      tellRule: (_, { targetPath, ruleId }) => mapping.send({ type: 'user.ruled', targetPath, ruleId }),
      tellRemoval: (_, { targetPath }) => {
        const line = mapping.getSnapshot().context.edges.find((edge) => targetOf(edge) === targetPath)
        if (line === undefined) return
        const isEmpty = sourceOf(line) === ''
        mapping.send(
          isEmpty
            ? { type: 'user.disconnected', id: line.id }
            : { type: 'user.changedEdge', id: line.id, change: { ruleId: null } },
        )
      },
    },
  })

/** Whether the lines are sound, by the server's rules. */
function validateDataMapping(
  access: Access,
  body: { readonly connectorId: string; readonly dataMapping: readonly MappingEdge[] },
  signal: AbortSignal,
): Promise<ValidationResult> {
  return call(validationEndpoints.validateDataMapping, { access, body, signal })
}
