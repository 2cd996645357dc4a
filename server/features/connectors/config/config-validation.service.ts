/** Validation without saving. Sentences of `studio-account-settings.md` section 5 "Config editor"; what the engine can run it says itself. */
import type { Kysely } from 'kysely'
import Type, { type TSchema } from 'typebox'
import {
  ConnectorConfig,
  DestinationConfig,
  EnrichmentConfig,
  MappingEdge,
  SourceConfig,
} from '#contract/connectors/config/config.ts'
import {
  checkSection,
  everythingAgain,
  routeSections,
  type SectionName,
  sectionNames,
  sentSentences,
} from '#contract/connectors/config/config-sections.ts'
import { keysSentence } from '#contract/connectors/config/delivery-keys.ts'
import { sameItemForAll } from '#contract/connectors/config/hazards/destination-address.ts'
import { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import { hookFaults } from '#contract/connectors/triggers/sender-check.ts'
import { type FieldProblem, refusal } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import type { Engine } from '#server/engine/engine.ts'
import { checkConfig, checkEnrichment, checkMapping, checkRule } from '#server/engine/plan/plan.ts'
import { identityOf } from '#server/engine/plan/record-identity.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { type Check, checkExact } from '#server/platform/http/schema-check.ts'
import { parsePath } from '#server/platform/json/path.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { connectionFaultsOf } from '../connections/usable-connections.ts'
import { findConnector } from '../details/connectors.repository.ts'
import { lastRead } from '../runs/last-read.repository.ts'
import { missingSecrets, plainSecrets } from '../secrets/connector-secrets.ts'
import { circularWarnings } from './circular-connectors.ts'
import { absentFromSamples, cursorAbsent, cursorFixed, hiddenInLines, keyShared, wholePage } from './mapped-paths.ts'
import { isId, withRulesInside, withSavedRules } from './saved-rules.ts'
import { readShapes } from './shapes.repository.ts'

export type ValidationService = ReturnType<typeof createValidationService>

type Loose = Readonly<Record<string, unknown>>
type Found = { errors: FieldProblem[]; warnings: FieldProblem[] }

/** The rules below say more about these members than "is missing" would. */
const lenient = (schema: TSchema & { properties: Record<string, TSchema> }) =>
  Type.Object(Type.Partial(schema).properties, { additionalProperties: false })
const sectionChecks: Readonly<Record<SectionName, Check>> = {
  source: checkExact(SourceConfig),
  destination: checkExact(DestinationConfig),
  dataMapping: checkExact(Type.Array(lenient(MappingEdge), { maxItems: 2_000 })),
  enrichment: checkExact(Type.Array(EnrichmentConfig, { maxItems: 16 })),
}
const configCheck = checkExact(ConnectorConfig)
const ruleCheck = checkExact(NewMappingRule)

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** Paths that no record can be asked by: only the engine knows what it reads. */
function pathErrors(edges: unknown): FieldProblem[] {
  if (!Array.isArray(edges)) return []
  return edges.flatMap((edge, at) => {
    const { sourcePath, targetPath, rule, ruleId } = isObject(edge) ? edge : ({} as Loose)
    const hasRule = !isBlank(rule) || !isBlank(ruleId)
    return Object.entries(hasRule ? { targetPath } : { sourcePath, targetPath }).flatMap(([field, text]) => {
      const parsed = typeof text === 'string' && text !== '' ? parsePath(text) : null
      if (parsed === null || !('fault' in parsed)) return []
      return [{ path: `/dataMapping/${at}/${field}`, message: `Data mapping ${at + 1}: ${parsed.fault}` }]
    })
  })
}

const lineOf = ({ path }: FieldProblem) => Number(path.split('/')[2])

/** What the section rules and the engine say of a section. */
function lookThrough(section: SectionName, data: unknown, trigger: unknown): Found {
  const { errors, warnings } = checkSection(section, data, trigger)
  if (section !== 'dataMapping') return { errors: [...errors], warnings: [...warnings] }
  const all = [...errors, ...pathErrors(data)].sort((one, other) => lineOf(one) - lineOf(other))
  return { errors: all, warnings: [...warnings] }
}

/** Complaints about places that a better sentence is about already are left out. */
function add(errors: FieldProblem[], more: readonly FieldProblem[]): void {
  const known = new Set(errors.map(({ path }) => path))
  errors.push(...more.filter(({ path }) => !known.has(path)))
}

const lineAt = /^(\/dataMapping\/\d+)\/(\w+)$/
const noPath = /: Missing source or target path$/

/**
 * Complaints about the form, each fault once: of a line that has no source or target nothing more is said, and a path that is missing is said in the
 * words of the specification. There it is a warning; here such a line cannot be saved, so that it is an error.
 */
function formErrors(found: Found, malformed: readonly FieldProblem[]): FieldProblem[] {
  const known = new Set(found.errors.map(({ path }) => path))
  const ofForm = malformed.filter(({ path }) => !known.has(lineAt.exec(path)?.[1] ?? ''))
  const pathless = new Set(ofForm.flatMap(({ path }) => (/Path$/.test(path) ? (lineAt.exec(path)?.[1] ?? []) : [])))
  const told = found.warnings.filter(({ path, message }) => noPath.test(message) && pathless.has(path))
  found.warnings = found.warnings.filter((it) => !told.includes(it))
  const lines = new Set(told.map(({ path }) => path))
  return [...told, ...ofForm.filter(({ path }) => !(/Path$/.test(path) && lines.has(lineAt.exec(path)?.[1] ?? '')))]
}

const noTrigger: FieldProblem = {
  path: '/trigger',
  message: 'No trigger is set. A saved trigger stays. A new connector gets a manual trigger',
}
/** A configuration that is sent without a trigger is saved with the one of the draft. */
const withTrigger = (config: unknown, trigger: unknown = { type: 'manual' }): unknown =>
  isObject(config) && isBlank(config['trigger']) ? { ...config, trigger } : config

const resultOf = ({ errors, warnings }: Found): ValidationResult => ({ isValid: errors.length === 0, errors, warnings })

/**
 * Everything that keeps a configuration from being deployed, and what is only doubtful.
 * @param closed what is said of its addresses; nothing where it is deployed: the process that sends asks, and it may stand in another network.
 * @param shapes the sample records of its draft.
 * @param lastRead how many records its connector read last.
 */
export function validateConfig(
  config: unknown,
  closed: readonly FieldProblem[] = [],
  shapes: DraftShapes = {},
  lastRead: number | null = null,
): ValidationResult {
  const found: Found = { errors: [], warnings: [] }
  if (isObject(config)) {
    for (const section of sectionNames) {
      const { errors, warnings } = lookThrough(section, config[section], config['trigger'])
      found.errors.push(...errors)
      found.warnings.push(...warnings)
    }
    const below = (path: string, them: readonly FieldProblem[]) => them.map((it) => ({ ...it, path: `${path}${it.path}` }))
    for (const { section, path, data } of routeSections(config)) {
      const { errors, warnings } = lookThrough(section, data, undefined)
      found.errors.push(...below(path, errors))
      found.warnings.push(...below(path, warnings))
    }
  }
  const malformed = configCheck(config)
  const checks = [checkConfig, hookFaultsOf, sameItemForAll, missingSecrets, plainSecrets, () => closed]
  add(found.errors, malformed ? formErrors(found, malformed) : checks.flatMap((check) => check(config as ConnectorConfig)))
  if (malformed === null) {
    const { dataMapping } = config as ConnectorConfig
    const { examples = [] } = shapes.source ?? {}
    found.warnings = withNumbers(found.warnings, config as ConnectorConfig, { lastRead, samples: examples.length })
    const doubts = [wholePage, hiddenInLines, cursorAbsent, cursorFixed, keyShared].flatMap((look) =>
      look(config as ConnectorConfig, examples),
    )
    found.warnings.push(...doubts, ...absentFromSamples(dataMapping, config as ConnectorConfig, shapes))
    return { ...resultOf(found), identity: identityOf(config as ConnectorConfig, examples.filter(isObject)) }
  }
  return resultOf(found)
}

const hookFaultsOf = ({ trigger }: ConnectorConfig) =>
  trigger.type === 'webhook' && trigger.hook ? hookFaults(trigger.hook) : []

type Deps = { readonly db: Kysely<Tables>; readonly engine: Pick<Engine, 'checkAddresses'> }

export function createValidationService({ db, engine }: Deps) {
  const section = async ({ companyId }: Caller, name: SectionName, data: unknown, trigger?: unknown) =>
    validateSection(name, name === 'dataMapping' ? await withSavedRules(db, companyId, data) : data, trigger)

  /** What is known of the draft that is named; null when none is. */
  async function draftOf(caller: Caller, connectorId: unknown) {
    if (connectorId === undefined || connectorId === null) return null
    const record = isId(connectorId) ? await findConnector(db, tenantScopeOf(caller), connectorId) : undefined
    if (!record) throw refusal('connector/not-found')
    const { companyId, connector, draft } = record
    const whose = { companyId, connectorId: connector._id }
    return {
      connectorId: connector._id,
      enrichment: draft.enrichment,
      records: draft.records,
      shapes: await readShapes(db, whose),
      lastRead: await lastRead(db, whose),
      trigger: draft.trigger,
    }
  }

  return {
    /**
     * Takes the configuration itself or an object that carries it as `config`; there a `connectorId` names the draft whose sample records
     * are looked at too.
     */
    async config(caller: Caller, body: unknown): Promise<ValidationResult> {
      const isCarried = isObject(body) && isObject(body['config'])
      const draft = isCarried ? await draftOf(caller, body['connectorId']) : null
      const sent = isCarried ? body['config'] : body
      const config = await withRulesInside(db, caller.companyId, withTrigger(sent, draft?.trigger))
      const doubts = isObject(sent) && isBlank(sent['trigger']) ? [noTrigger] : []
      const closed =
        configCheck(config) === null
          ? [
              ...(await engine.checkAddresses(config as ConnectorConfig, caller.companyId)),
              ...(await connectionFaultsOf(db, tenantScopeOf(caller), config as ConnectorConfig)),
            ]
          : []
      const checked = validateConfig(config, closed, draft?.shapes, draft?.lastRead)
      const found = { ...checked, warnings: [...doubts, ...checked.warnings] }
      if (configCheck(config) !== null) return found
      const own = { connectorId: draft?.connectorId ?? null, config: config as ConnectorConfig }
      return { ...found, warnings: [...found.warnings, ...(await circularWarnings(db, tenantScopeOf(caller), own))] }
    },

    /** A bare list is read as dataMapping; beside it a `connectorId` as above. Paths begin with `/dataMapping`. */
    async dataMapping(caller: Caller, body: unknown): Promise<ValidationResult> {
      const edges = Array.isArray(body) ? body : isObject(body) ? body['dataMapping'] : undefined
      const found = await section(caller, 'dataMapping', edges)
      const draft = isObject(body) && found.isValid ? await draftOf(caller, body['connectorId']) : null
      if (draft === null) return found
      const lines = (await withSavedRules(db, caller.companyId, edges)) as ConnectorConfig['dataMapping']
      return { ...found, warnings: [...found.warnings, ...absentFromSamples(lines, draft, draft.shapes)] }
    },

    section: (
      caller: Caller,
      { section: name, data, trigger }: { readonly section: SectionName; readonly data: unknown; readonly trigger?: unknown },
    ): Promise<ValidationResult> => section(caller, name, data, trigger),

    mappingRule: validateMappingRule,
  }
}

/** What the engine says of a section whose form is right. Of what is doubtful already it says nothing. */
function engineErrors(section: SectionName, data: unknown, { warnings }: Found): readonly FieldProblem[] {
  if (section === 'dataMapping') return checkMapping(data as ConnectorConfig['dataMapping'])
  if (section !== 'enrichment') return []
  return checkEnrichment(data as ConnectorConfig['enrichment']).filter(
    (it) => !warnings.some(({ path }) => it.path.startsWith(`${path}/`)),
  )
}

function validateSection(section: SectionName, data: unknown, trigger?: unknown): ValidationResult {
  const path = `/${section}`
  const found = lookThrough(section, data, trigger)
  if (isBlank(data)) return resultOf(found)
  const malformed = sectionChecks[section](data)
  if (malformed)
    add(
      found.errors,
      formErrors(
        found,
        malformed.map((it) => ({ ...it, path: `${path}${it.path}` })),
      ),
    )
  else if (found.errors.length === 0) add(found.errors, engineErrors(section, data, found))
  return resultOf(found)
}

/** The form of a rule, and what the engine says of it. */
export function validateMappingRule(rule: unknown): ValidationResult {
  const errors = ruleCheck(rule) ?? [...checkRule(rule as NewMappingRule)]
  return { isValid: errors.length === 0, errors, warnings: [] }
}

/** What a schedule that reads everything each time comes to: how many records that were, and what their keys make of it. Pure. */

/** What was counted; null where nothing was. */
type Counted = {
  /** Records of the last run that came to the end of its source. */
  readonly lastRead: number | null
  /** Sample records that the draft keeps. */
  readonly samples: number
}

const records = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'record' : 'records'}`

/** Only what was counted; of a list that nobody has read yet there is no number. */
function numberOf({ lastRead, samples }: Counted): string {
  if (lastRead !== null) return ` The last successful run read ${records(lastRead)}.`
  if (samples === 0) return ''
  return ` The total is unknown, because no run has read the whole source yet. The sample alone contains ${records(samples)}.`
}

/** The warning that everything is sent again, with its number behind what the console says before it asks. */
const withNumbers = (warnings: readonly FieldProblem[], config: ConnectorConfig, counted: Counted): FieldProblem[] =>
  sentSentences(warnings, config).map((it) =>
    it.message === everythingAgain ? { ...it, message: `${it.message}.${keysSentence(config)}${numberOf(counted)}` } : it,
  )
