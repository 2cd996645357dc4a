/** A configuration as the engine runs it: checked, and compiled once per version. */
import { addressOf } from '#contract/connectors/config/address.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { keysOf, onlyChangedOf } from '#contract/connectors/config/delivery-keys.ts'
import { batchSizeDefault } from '#contract/connectors/config/list-config.ts'
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { isFilled } from '#contract/connectors/config/open-questions.ts'
import type { AroundMember } from '#contract/connectors/config/operations/operation.ts'
import {
  addressesEach,
  fieldsOfAfterwards,
  fieldsOfFind,
  fieldsOfOperation,
  needsEachRecord,
} from '#contract/connectors/config/operations/record-urls.ts'
import { checkRhythm } from '#contract/connectors/config/rhythm.ts'
import { otherDestinations, withDestination } from '#contract/connectors/config/routes/routes.ts'
import { fieldsOfSubject } from '#contract/connectors/config/streams/nats.ts'
import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import { partsFault } from '#contract/connectors/runs/source-parts.ts'
import { senderOf } from '#contract/connectors/triggers/senders.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import { checkEnrichments } from '../enrichment/checking.ts'
import { checkGroup, compiledGroupOf, pathsBeside } from '../group/compiled-group.ts'
import { namesInStatement } from '../kinds/database/own-statement.ts'
import { hookSource, mappingOfEvents } from '../kinds/hook/hook-source.ts'
import { checkAfterwards } from '../kinds/http/afterwards/checking.ts'
import { afterwardsOf } from '../kinds/http/afterwards/making.ts'
import { openAfterwards } from '../kinds/http/afterwards/sending.ts'
import { httpAuthTypes } from '../kinds/http/checking.ts'
import { recordCheckOf } from '../kinds/http/operation.ts'
import { kinds } from '../kinds/kinds.ts'
import type { CompiledGroup } from '../kit/grouping.ts'
import { checkKeyFields, namingBy } from '../kit/key-fields.ts'
import type { Making, Output, Plan } from '../kit/plan.ts'
import { namesOf, withPut } from '../kit/record-values.ts'
import { compileMapping } from '../mapping/compile.ts'
import { compileRule } from '../mapping/rules.ts'
import { unmetSentence } from '../mapping/unmet.ts'
import { tellingLists } from '../read/whole-answers.ts'
import { beforeMapping, checkFilter } from './before-mapping.ts'
import { readsOf } from './cursors.ts'
import { checkRouting, readersOfRules, routingOf } from './routing.ts'
import { checkSplit, type LineReader, splitOf } from './splitting.ts'
import { usedFieldsOf } from './used-fields.ts'

/** What this engine can run, for everybody who checks a configuration before the engine does. */
const capabilities = {
  kinds: Object.keys(kinds),
  triggers: ['manual', 'schedule', 'webhook'],
  authTypes: httpAuthTypes,
  /** Enrichments in a third system. */
  enrichment: true,
} as const

export type CompiledPlan = { readonly plan: Plan } | { readonly errors: readonly FieldProblem[] }

const below = (path: string, errors: readonly FieldProblem[]) => errors.map((it) => ({ ...it, path: `${path}${it.path}` }))

function outputOf({ source: { isList, listConfig }, destination }: ConnectorConfig): Output {
  const { around = [] } = destination.operation ?? {}
  const { strategy, aggregateField } = listConfig?.outputConfig ?? { strategy: 'individual' }
  const isWhole = listConfig?.type === 'simple' && strategy === 'aggregate'
  return {
    strategy: isList ? strategy : 'individual',
    size: isWhole ? Number.POSITIVE_INFINITY : (listConfig?.batchSize ?? batchSizeDefault),
    field: aggregateField || 'items',
    ...(around.length === 0 ? {} : { around: aroundText(around) }),
  }
}

/** The members beside the list, as JSON. A member inside another one that is no object was refused before. */
const aroundText = (around: readonly AroundMember[]): string =>
  JSON.stringify(around.reduce<unknown>((made, { path, value }) => withPut(made, namesOf(path) ?? [], value) ?? made, {}))

/** What is wrong with the members beside the list. */
function aroundFaults(config: ConnectorConfig): FieldProblem[] {
  const { around = [] } = config.destination.operation ?? {}
  if (around.length === 0) return []
  const { strategy, field } = outputOf(config)
  const at = '/destination/operation/around'
  if (strategy !== 'aggregate')
    return [{ path: at, message: 'Additional fields need aggregate output. Set the output to aggregate' }]
  let made: unknown = {}
  return around.flatMap(({ path, value }, index) => {
    const names = namesOf(path)
    const after = names === null ? null : withPut(made, names, value)
    const isTaken = names?.[0] === field || around.findIndex((it) => it.path === path) !== index
    if (after !== null && !isTaken) made = after
    if (names === null) return [{ path: `${at}/${index}/path`, message: 'Use only names in this path, without brackets' }]
    if (isTaken || after === null) return [{ path: `${at}/${index}/path`, message: `"${path}" is already used in the request` }]
    return []
  })
}

/** What reads fields that records of a group do not have: lines of the mapping, and rules of destinations. */
function besideGroup(group: CompiledGroup | null, readers: readonly LineReader[]): FieldProblem[] {
  if (group === null) return []
  return readers.flatMap(({ at, sources }) =>
    pathsBeside(group, sources).map((path) => ({
      path: at,
      message: `The groups have no field "${path}". Add the field to the groups, or select another field`,
    })),
  )
}

/** Compiles what is made of records, or says everything that is wrong with the mapping. */
export function compileMaking(
  config: ConnectorConfig,
): { readonly making: Making } | { readonly errors: readonly FieldProblem[] } {
  const mapping = compileMapping(config.dataMapping)
  const readers = 'lines' in mapping ? mapping.lines.map(({ at, sources }) => ({ at: `/dataMapping/${at}`, sources })) : []
  const group = compiledGroupOf(config)
  const errors = [
    ...('errors' in mapping ? mapping.errors : []),
    ...besideGroup(group, readers),
    ...checkFilter(config),
    ...checkSplit(config, group === null ? readers : group.reads.map(({ at, path }) => ({ at, sources: [path] }))),
    ...checkGroup(config),
  ]
  if ('errors' in mapping || errors.length > 0) return { errors }
  const map = config.trigger.type === 'webhook' ? mappingOfEvents(mapping.map) : mapping.map
  const addressFault = recordCheckOf(config.destination)
  return {
    making: { map, addressFault, isMapped: config.dataMapping.length > 0, lines: mapping.lines, output: outputOf(config) },
  }
}

const systemOf = (side: ConnectorConfig['source'] | ConnectorConfig['destination'], isHook = false) =>
  systemNameOf({ url: addressOf(side) ?? '', type: isHook ? 'webhook' : side.type })

/** Values of the URL, the headers and the body that no line of the mapping makes. */
const unfilledFields = ({ destination, dataMapping }: ConnectorConfig): FieldProblem[] => {
  const filled = new Set(dataMapping.map(({ targetPath, target }) => targetPath || target))
  if (filled.size === 0) return []
  const { operation } = destination
  if (operation === undefined) return []
  const used = new Set(operation.parameters.map(({ field }) => field))
  const ofBody = fieldsOfOperation(operation).filter((field) => !used.has(field) && !isFilled(field, filled))
  const inBody = ofBody.map((field) => ({
    ...(fieldsOfAfterwards(operation).includes(field)
      ? {
          path: '/destination/operation/afterwards/url',
          message: `Map a source field to "${field}", or use another field in the follow-up request`,
        }
      : fieldsOfFind(operation).includes(field)
        ? { path: '/destination/operation/find/url', message: `Map a source field to "${field}", or search by another field` }
        : {
            path: operation.bodyFormat === 'multipart' ? '/destination/operation/files' : '/destination/operation/template',
            message: `Map a source field to "${field}", or select another field for the body`,
          }),
  }))
  const others = operation.parameters.flatMap(({ in: place, field, name }, at) =>
    isFilled(field, filled)
      ? []
      : [
          {
            path: `/destination/operation/parameters/${at}/field`,
            message: `Map a source field to "${field}", or select another field for ${place === 'path' ? `{${name}}` : `"${name}"`}`,
          },
        ],
  )
  return [...others, ...inBody]
}

/** Names of an own statement that no line of the mapping makes. */
function unfilledNames({ destination, dataMapping }: ConnectorConfig): FieldProblem[] {
  const { write, statement = '' } = destination.databaseConfig ?? {}
  const filled = new Set(dataMapping.map(({ targetPath, target }) => targetPath || target))
  if (destination.type !== 'database' || write !== 'statement' || filled.size === 0) return []
  return namesInStatement(statement)
    .filter((name) => !isFilled(name, filled))
    .map((name) => ({
      path: '/destination/databaseConfig/statement',
      message: `Map a source field to "${name}", or remove :${name} from the statement`,
    }))
}

/** Members of the record in the subject that no line of the mapping makes. */
function unfilledTokens({ destination, dataMapping }: ConnectorConfig): FieldProblem[] {
  const filled = new Set(dataMapping.map(({ targetPath, target }) => targetPath || target))
  if (destination.type !== 'nats' || filled.size === 0) return []
  return fieldsOfSubject(destination.natsConfig ?? {})
    .filter((name) => !isFilled(name, filled))
    .map((name) => ({
      path: '/destination/natsConfig/subject',
      message: `Map a source field to "${name}", or remove {${name}} from the subject`,
    }))
}

/** What only concerns one of the other destinations is said of that one; what is wrong with the whole configuration is said once. */
function addOther(errors: FieldProblem[], path: string, found: readonly FieldProblem[]): void {
  for (const it of found) {
    const isOwn = /^\/(?:destination|dataMapping)(?:\/|$)/.test(it.path)
    if (isOwn) errors.push({ ...it, path: `${path}${it.path}` })
    else if (!errors.some((other) => other.path === it.path && other.message === it.message)) errors.push(it)
  }
}

/** Compiles a configuration, or says everything that is wrong with it; paths are JSON pointers into the configuration. */
export function compilePlan(config: ConnectorConfig): CompiledPlan {
  const errors: FieldProblem[] = []
  const { source, destination, trigger, enrichment } = config
  const isHook = trigger.type === 'webhook'
  const from = isHook ? hookSource : kinds[source.type]
  const to = kinds[destination.type]
  if (from) errors.push(...below('/source', [...from.checkSource(source), ...checkKeyFields(source)]))
  else errors.push({ path: '/source/type', message: `Sources of type ${source.type} are not available yet` })
  if (to) errors.push(...below('/destination', to.checkDestination(destination)))
  else errors.push({ path: '/destination/type', message: `Destinations of type ${destination.type} are not available yet` })
  if (destination.success && destination.type !== 'http')
    errors.push({ path: '/destination/success', message: 'Only HTTP destinations use success criteria. Remove them' })
  if (destination.operation && destination.type !== 'http')
    errors.push({ path: '/destination/operation', message: 'Only HTTP destinations support operations. Remove the operation' })
  if (needsEachRecord(destination.operation) && outputOf(config).strategy !== 'individual')
    errors.push({
      path: '/source/listConfig/outputConfig/strategy',
      message:
        (destination.operation?.bodyFormat ?? 'json') !== 'json' && !addressesEach(destination.operation)
          ? `${destination.operation?.bodyFormat === 'form' ? 'A form' : 'The body'} contains one record. Set the output to individual`
          : destination.operation?.do === 'find'
            ? 'Each record is searched for, so records are sent one by one. Set the output to individual'
            : destination.operation?.afterwards
              ? 'A request follows each record, so records are sent one by one. Set the output to individual'
              : 'Each record has its own URL, so records are sent one by one. Set the output to individual',
    })
  if (destination.type === 'nats' && outputOf(config).strategy !== 'individual')
    errors.push({
      path: '/source/listConfig/outputConfig/strategy',
      message: 'Each record is one message of the stream. Set the output to individual',
    })
  errors.push(
    ...unfilledTokens(config),
    ...unfilledNames(config),
    ...unfilledFields(config),
    ...aroundFaults(config),
    ...checkAfterwards(config),
  )
  if (destination.keys === 'record' && (isHook || destination.type === 'database' || destination.type === 'nats'))
    errors.push({
      path: '/destination/keys',
      message: isHook
        ? 'Webhook events are delivered once. Choose new keys for each run'
        : destination.type === 'nats'
          ? 'A stream recognizes repeats for a short time only. Choose new keys for each run'
          : 'Table rows have no Idempotency-Key. Set the key columns instead',
    })
  if (destination.onlyChanged && isHook)
    errors.push({
      path: '/destination/onlyChanged',
      message: 'Every event of a webhook is sent. Switch off "Send only changes"',
    })
  if (!capabilities.triggers.some((it) => it === trigger.type))
    errors.push({ path: '/trigger/type', message: `The ${trigger.type} trigger is not available yet` })
  if (trigger.type === 'schedule') errors.push(...below('/trigger', checkRhythm(trigger)))
  const faultOfParts = partsFault(config)
  if (faultOfParts !== null) errors.push({ path: '/source/parts', message: faultOfParts })
  errors.push(...checkEnrichment(enrichment))
  const compiled = compileMaking(config)
  if ('errors' in compiled) errors.push(...compiled.errors)
  const ofRules = besideGroup(compiledGroupOf(config), readersOfRules(config))
  for (const it of [...checkRouting(config), ...ofRules]) if (!errors.some(({ path }) => path === it.path)) errors.push(it)
  const others = otherDestinations(config).map(({ id, name, path, ...route }) => ({
    ...{ id, name, path },
    compiled: compilePlan(withDestination(config, route)),
  }))
  for (const { compiled: other, path } of others) if ('errors' in other) addOther(errors, path, other.errors)
  if (errors.length > 0 || !from || !to || 'errors' in compiled) return { errors }
  const usedFields = usedFieldsOf(config)
  return {
    plan: {
      ...compiled.making,
      deletes: destination.operation?.do === 'delete' || destination.databaseConfig?.write === 'delete',
      atMostOnce: destination.guarantee === 'atMostOnce',
      recordKeys: keysOf(config) === 'record',
      onlyChanged: onlyChangedOf(config),
      systems: { source: systemOf(source, isHook), destination: systemOf(destination) },
      reads: readsOf(config),
      parts: isHook ? 1 : (source.parts ?? 1),
      joined: from.joined ? (places) => from.joined?.(source, places) ?? {} : null,
      openSource: async (tools) => {
        const eventsAreXml = trigger.type === 'webhook' && trigger.hook !== undefined && senderOf(trigger.hook).body === 'xml'
        const opened = await from.openSource(source, { ...tools, usedFields, eventsAreXml })
        return source.type === 'http' && source.isList === undefined && !isHook ? tellingLists(opened) : opened
      },
      ...groupOf(config),
      openEnrichment: beforeMapping(config),
      split: splitOf(config),
      openDestination: (tools) => to.openDestination(destination, tools, afterwardsOf(config)),
      openAfterwards: (tools) => openAfterwards(config, tools),
      routing: routingOf(config),
      name: config.routes?.first.name ?? null,
      others: others.flatMap(({ id, name, compiled: other }) => ('plan' in other ? [{ id, name, plan: other.plan }] : [])),
    },
  }
}

/** Records of a group are named by their keys. */
function groupOf(config: ConnectorConfig): Pick<Plan, 'group' | 'nameRecord'> {
  const group = compiledGroupOf(config)
  return { group, nameRecord: group === null ? namingBy(config.source) : null }
}

/** What is wrong with a configuration, for the engine; empty when it can be run. */
export function checkConfig(config: ConnectorConfig): readonly FieldProblem[] {
  const compiled = compilePlan(config)
  return 'errors' in compiled ? compiled.errors : []
}

/** What is wrong with the lines of a mapping. Paths begin with `/dataMapping`. */
export function checkMapping(lines: ConnectorConfig['dataMapping']): readonly FieldProblem[] {
  const compiled = compileMapping(lines)
  return 'errors' in compiled ? compiled.errors : []
}

/** What is said of each line of a mapping when no record met it, by its place. */
export function unmetSentences(lines: ConnectorConfig['dataMapping']): ReadonlyMap<number, string> {
  const compiled = compileMapping(lines)
  return new Map('errors' in compiled ? [] : compiled.lines.map((line) => [line.at, unmetSentence(line)]))
}

/** What is wrong with enrichments. Paths begin with `/enrichment`. */
export const checkEnrichment = (configs: ConnectorConfig['enrichment']): readonly FieldProblem[] =>
  below('/enrichment', checkEnrichments(configs))

/** What is wrong with a mapping rule. */
export function checkRule(rule: NewMappingRule): readonly FieldProblem[] {
  const compiled = compileRule(rule)
  return 'errors' in compiled ? compiled.errors : []
}
