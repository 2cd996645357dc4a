/** Validation without saving. Sentences of `studio-account-settings.md` section 5 "Config editor"; what the engine can run it says itself. */
import type { Kysely } from 'kysely'
import { Array as List, Partial, Object as Shape, type TSchema } from 'typebox'

import { ConnectorConfig, DestinationConfig, EnrichmentConfig, MappingEdge, SourceConfig } from '../../contract/config.ts'
import { NewMappingRule } from '../../contract/mapping-rule.ts'
import type { FieldProblem } from '../../contract/problem.ts'
import type { ValidationResult } from '../../contract/schemas.ts'
import type { Caller } from '../access.ts'
import type { Engine } from '../engine/engine.ts'
import { parsePath } from '../engine/mapping/path.ts'
import { checkConfig, checkEnrichment, checkMapping, checkRule } from '../engine/plan.ts'
import { type Check, checkExact } from '../schema-check.ts'
import type { Tables } from '../store/tables.ts'
import { missingSecrets, plainSecrets } from './connector-secrets.ts'
import { withRulesInside, withSavedRules } from './saved-rules.ts'

export type ValidationDesk = ReturnType<typeof createValidationDesk>
export type Section = 'source' | 'destination' | 'dataMapping' | 'enrichment'

type Loose = Readonly<Record<string, unknown>>
type Found = { errors: FieldProblem[]; warnings: FieldProblem[] }

/** The rules below say more about these members than "is missing" would. */
const lenient = (schema: TSchema & { properties: Record<string, TSchema> }) =>
  Shape(Partial(schema).properties, { additionalProperties: false })
const sectionChecks: Readonly<Record<Section, Check>> = {
  source: checkExact(SourceConfig),
  destination: checkExact(DestinationConfig),
  dataMapping: checkExact(List(lenient(MappingEdge), { maxItems: 2_000 })),
  enrichment: checkExact(List(EnrichmentConfig, { maxItems: 16 })),
}
const configCheck = checkExact(ConnectorConfig)
const ruleCheck = checkExact(NewMappingRule)

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const isBlank = (value: unknown) => value === undefined || value === null || value === ''

function sideRules(path: string, name: 'Source' | 'Destination', side: unknown, { errors, warnings }: Found): void {
  if (!isObject(side)) return
  const { url, azureConfig, databaseConfig, requestMethod } = side
  const hasOther = !isBlank(azureConfig) || !isBlank(databaseConfig)
  if (isBlank(url) && !hasOther) {
    errors.push({ path: `${path}/url`, message: `${name} must have a URL, Azure config, or database config` })
  }
  if (isBlank(requestMethod) && !hasOther) {
    errors.push({ path: `${path}/requestMethod`, message: `${name} must have a request method` })
  }
  if (!isBlank(url) && !URL.canParse(String(url))) {
    warnings.push({ path: `${path}/url`, message: `${name} URL format may be invalid` })
  }
}

/** A list that changes while it is read by position shifts past the reader (`faults.md` F20). */
function pagingRules(path: string, side: unknown, { warnings }: Found): void {
  const listConfig = isObject(side) ? side['listConfig'] : undefined
  const paging = isObject(listConfig) && listConfig['type'] === 'pagination' ? listConfig['paginationConfig'] : undefined
  if (!isObject(paging) || (paging['type'] !== 'offset' && paging['type'] !== 'page')) return
  const message = `Paging by ${paging['type']} misses records when others are deleted meanwhile. A cursor is safer, if the source has one`
  warnings.push({ path: `${path}/listConfig/paginationConfig/type`, message })
}

function mappingRules(path: string, edges: unknown, { errors, warnings }: Found): void {
  if (!Array.isArray(edges)) return
  for (const [at, edge] of edges.entries()) {
    const { source, target, sourcePath, targetPath, rule, ruleId } = isObject(edge) ? edge : ({} as Loose)
    const here = `${path}/${at}`
    // A rule has its own sources, or none.
    const hasRule = !isBlank(rule) || !isBlank(ruleId)
    if ((isBlank(source) && !hasRule) || isBlank(target)) {
      errors.push({ path: here, message: `Data mapping ${at + 1}: Missing source or target` })
    }
    if ((isBlank(sourcePath) && !hasRule) || isBlank(targetPath)) {
      warnings.push({ path: here, message: `Data mapping ${at + 1}: Missing source or target path` })
    }
    for (const [field, text] of Object.entries(hasRule ? { targetPath } : { sourcePath, targetPath })) {
      const parsed = typeof text === 'string' && text !== '' ? parsePath(text) : null
      if (parsed && 'fault' in parsed)
        errors.push({ path: `${here}/${field}`, message: `Data mapping ${at + 1}: ${parsed.fault}` })
    }
  }
}

function enrichmentRules(path: string, items: unknown, { warnings }: Found): void {
  if (!Array.isArray(items)) return
  for (const [at, item] of items.entries()) {
    const { url, databaseConfig, azureConfig } = isObject(item) ? item : ({} as Loose)
    if (isBlank(url) && isBlank(databaseConfig) && isBlank(azureConfig)) {
      warnings.push({ path: `${path}/${at}`, message: `Enrichment ${at + 1}: Missing URL or config` })
    }
  }
}

/** The records of a webhook are its events: there is nobody to ask for them. */
function eventRules(path: string, source: unknown, { warnings }: Found): void {
  if (!isObject(source)) return
  for (const field of ['url', 'databaseConfig', 'azureConfig']) {
    if (isBlank(source[field])) continue
    warnings.push({ path: `${path}/${field}`, message: 'This is not used: the records are the events of the webhook' })
  }
}

const isHook = (trigger: unknown) => isObject(trigger) && trigger['type'] === 'webhook'

function sectionRules(section: Section, path: string, data: unknown, found: Found, trigger: unknown): void {
  if (section === 'source' && isHook(trigger)) eventRules(path, data, found)
  else if (section === 'dataMapping') mappingRules(path, data, found)
  else if (section === 'enrichment') enrichmentRules(path, data, found)
  else {
    sideRules(path, section === 'source' ? 'Source' : 'Destination', data, found)
    if (section === 'source') pagingRules(path, data, found)
  }
}

/** Complaints about places that a better sentence is about already are left out. */
function add(errors: FieldProblem[], more: readonly FieldProblem[]): void {
  const known = new Set(errors.map(({ path }) => path))
  errors.push(...more.filter(({ path }) => !known.has(path)))
}

const resultOf = ({ errors, warnings }: Found): ValidationResult => ({ isValid: errors.length === 0, errors, warnings })

type CheckAddresses = Engine['checkAddresses']
/** Deploying asks for no addresses: the process that sends does, and it may stand in another network than this one. */
const askNobody: CheckAddresses = () => []

/** Everything that keeps a configuration from being deployed, and what is only doubtful. */
export function validateConfig(config: unknown, checkAddresses = askNobody): ValidationResult {
  const found: Found = { errors: [], warnings: [] }
  if (isObject(config)) {
    for (const section of ['source', 'destination', 'dataMapping', 'enrichment'] as const) {
      if (isBlank(config[section])) found.errors.push({ path: `/${section}`, message: `The section ${section} is missing` })
      else sectionRules(section, `/${section}`, config[section], found, config['trigger'])
    }
  }
  const malformed = configCheck(config)
  const checks = [checkConfig, missingSecrets, plainSecrets, checkAddresses]
  add(found.errors, malformed ?? checks.flatMap((check) => check(config as ConnectorConfig)))
  return resultOf(found)
}

type Means = { readonly db: Kysely<Tables>; readonly engine: Pick<Engine, 'checkAddresses'> }

export function createValidationDesk({ db, engine }: Means) {
  const section = async ({ companyId }: Caller, name: Section, data: unknown, trigger?: unknown) =>
    validateSection(name, name === 'dataMapping' ? await withSavedRules(db, companyId, data) : data, trigger)

  return {
    /** Takes the configuration itself or an object that carries it as `config`. */
    async config({ companyId }: Caller, body: unknown): Promise<ValidationResult> {
      const config = isObject(body) && isObject(body['config']) ? body['config'] : body
      return validateConfig(await withRulesInside(db, companyId, config), engine.checkAddresses)
    },

    /** A bare list is read as dataMapping. Paths begin with `/dataMapping`. */
    dataMapping(caller: Caller, body: unknown): Promise<ValidationResult> {
      const edges = Array.isArray(body) ? body : isObject(body) ? body['dataMapping'] : undefined
      return section(caller, 'dataMapping', edges)
    },

    section: (
      caller: Caller,
      { section: name, data, trigger }: { readonly section: Section; readonly data: unknown; readonly trigger?: unknown },
    ): Promise<ValidationResult> => section(caller, name, data, trigger),

    mappingRule: validateMappingRule,
  }
}

/** What the engine says of a section whose form is right. Of what is doubtful already it says nothing. */
function engineErrors(section: Section, data: unknown, { warnings }: Found): readonly FieldProblem[] {
  if (section === 'dataMapping') return checkMapping(data as ConnectorConfig['dataMapping'])
  if (section !== 'enrichment') return []
  return checkEnrichment(data as ConnectorConfig['enrichment']).filter(
    (it) => !warnings.some(({ path }) => it.path.startsWith(`${path}/`)),
  )
}

function validateSection(section: Section, data: unknown, trigger?: unknown): ValidationResult {
  const path = `/${section}`
  const found: Found = { errors: [], warnings: [] }
  if (isBlank(data)) return resultOf({ ...found, errors: [{ path, message: `The section ${section} is missing` }] })
  sectionRules(section, path, data, found, trigger)
  const malformed = sectionChecks[section](data)
  if (malformed)
    add(
      found.errors,
      malformed.map((it) => ({ ...it, path: `${path}${it.path}` })),
    )
  else if (found.errors.length === 0) add(found.errors, engineErrors(section, data, found))
  return resultOf(found)
}

/** The form of a rule, and what the engine says of it. */
export function validateMappingRule(rule: unknown): ValidationResult {
  const errors = ruleCheck(rule) ?? [...checkRule(rule as NewMappingRule)]
  return { isValid: errors.length === 0, errors, warnings: [] }
}
