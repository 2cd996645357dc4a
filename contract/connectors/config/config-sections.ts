/**
 * What a section of a configuration must hold, in the words of `studio-account-settings.md` section 5 "Config editor". The editor says them while
 * the server is not asked yet, and the server says them again.
 */

import type { FieldProblem } from '../../kit/problem.ts'
import type { ConnectorConfig } from './config.ts'
import { onlyChangedOf } from './delivery-keys.ts'
import { literalsInDestination } from './hazards/destination-address.ts'
import { literalsInEnrichment } from './hazards/enrichment-address.ts'
import { searchHazards } from './hazards/search-hazards.ts'
import { plainSecretDoubts } from './hazards/secret-signs.ts'
import { listsIntoValues } from './listed-values.ts'
import { unusedSettings } from './unused-settings.ts'

export const sectionNames = ['source', 'destination', 'dataMapping', 'enrichment'] as const
export type SectionName = (typeof sectionNames)[number]

/** Paths begin with the section, e.g. `/source/url`. */
export type SectionFindings = { readonly errors: readonly FieldProblem[]; readonly warnings: readonly FieldProblem[] }

type Loose = Readonly<Record<string, unknown>>
type Found = { readonly errors: FieldProblem[]; readonly warnings: FieldProblem[] }

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
const isBlank = (value: unknown) => value === undefined || value === null || value === ''

/** @param trigger of the configuration: the records of a webhook are its events, and there is nobody to ask for them. */
export function checkSection(section: SectionName, data: unknown, trigger?: unknown): SectionFindings {
  const path = `/${section}`
  if (isBlank(data)) return { errors: [{ path, message: `The section ${section} is missing` }], warnings: [] }
  const found: Found = { errors: [], warnings: [] }
  if (section === 'dataMapping') mappingRules(path, data, found)
  else if (section === 'enrichment') enrichmentRules(path, data, found)
  else if (section === 'source' && isObject(trigger) && trigger['type'] === 'webhook') eventRules(path, data, found)
  else {
    sideRules(path, section === 'source' ? 'Source' : 'Destination', data, found)
    if (section === 'source') {
      pagingRules(path, data, found)
      scheduleRules(path, data, trigger, found)
      orderRules(path, data, found)
    }
    found.warnings.push(...unusedSettings(path, section, data), ...plainSecretDoubts(path, data))
    if (section === 'destination') {
      const below = (it: FieldProblem) => ({ ...it, path: `${path}${it.path}` })
      const { errors, warnings } = searchHazards(data)
      found.errors.push(...literalsInDestination(data).map(below), ...errors.map(below))
      found.warnings.push(...warnings.map(below))
    }
  }
  return found
}

/** The destinations besides the first one and their mappings, each as a section. Paths begin with `/routes`. */
export function routeSections(config: Loose): { readonly section: SectionName; readonly path: string; readonly data: unknown }[] {
  const others = isObject(config['routes']) ? config['routes']['others'] : []
  if (!Array.isArray(others)) return []
  return others.flatMap((route: unknown, at) =>
    (['destination', 'dataMapping'] as const).map((section) => ({
      ...{ section, path: `/routes/others/${at}` },
      data: isObject(route) ? route[section] : undefined,
    })),
  )
}

/** All four sections of a configuration; of what is no object there is nothing to say. */
export function checkSections(config: unknown): SectionFindings {
  if (!isObject(config)) return { errors: [], warnings: [] }
  const below = (path: string, found: readonly FieldProblem[]) => found.map((it) => ({ ...it, path: `${path}${it.path}` }))
  const ofRoutes = routeSections(config).map(({ section, path, data }) => {
    const { errors, warnings } = checkSection(section, data)
    return { errors: below(path, errors), warnings: below(path, warnings) }
  })
  const all = [...sectionNames.map((name) => checkSection(name, config[name], config['trigger'])), ...ofRoutes]
  return {
    errors: all.flatMap(({ errors }) => errors),
    warnings: sentSentences(
      all.flatMap(({ warnings }) => warnings),
      config,
    ),
  }
}

/** The warning for a schedule that reads everything. It depends on the whole configuration and not on the source alone. */
export const sentSentences = (warnings: readonly FieldProblem[], config: Loose): FieldProblem[] =>
  warnings.map((it) =>
    it.message === everythingAgain && isComplete(config) && onlyChangedOf(config) ? { ...it, ...changesOnly } : it,
  )

const isComplete = (config: Loose): config is Loose & ConnectorConfig =>
  ['trigger', 'source', 'destination'].every((part) => isObject(config[part]))

/** What a schedule without a cursor does where unchanged records are not sent again. */
const changesOnly = {
  path: '/destination/onlyChanged',
  message:
    'Every run reads all records and sends only new or changed ones. Records without an id or key field are sent in every run',
} as const

function sideRules(path: string, name: 'Source' | 'Destination', side: unknown, { errors, warnings }: Found): void {
  if (!isObject(side)) return
  const { url, azureConfig, databaseConfig, natsConfig, requestMethod } = side
  const hasOther = ![azureConfig, databaseConfig, natsConfig].every(isBlank)
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
  // Where no page is asked for, none is missed; a database is read by its key.
  const listConfig = isObject(side) && side['type'] === 'http' && side['isList'] === true ? side['listConfig'] : undefined
  const paging = isObject(listConfig) && listConfig['type'] === 'pagination' ? listConfig['paginationConfig'] : undefined
  if (!isObject(paging) || (paging['type'] !== 'offset' && paging['type'] !== 'page')) return
  // The next run reads all pages again, unless it reads changes only.
  const missed = isObject(listConfig) && isObject(listConfig['incrementalConfig']) ? 'missed' : 'missed until the next run'
  const message = `If records change pages during a run, some can be ${missed}. If your source supports cursors, use one`
  warnings.push({ path: `${path}/listConfig/paginationConfig/type`, message })
}

export const everythingAgain =
  'Every run reads and sends all records again, also those that did not change. Set "Read only changes" in the list configuration'

/** A schedule that reads a whole list sends all of it in every run. */
function scheduleRules(path: string, side: unknown, trigger: unknown, { warnings }: Found): void {
  if (!isObject(side) || side['type'] !== 'http' || !isObject(trigger) || trigger['type'] !== 'schedule') return
  const listConfig = side['listConfig']
  if (isObject(listConfig) && isObject(listConfig['incrementalConfig'])) return
  warnings.push({ path: `${path}/listConfig`, message: everythingAgain })
}

/** A query whose rows come in any order can only be read from the beginning again. */
function orderRules(path: string, side: unknown, { warnings }: Found): void {
  const database = isObject(side) ? side['databaseConfig'] : undefined
  if (!isObject(database) || isBlank(database['query']) || !isBlank(database['cursorColumn'])) return
  const { keyColumns, query } = database
  if ((Array.isArray(keyColumns) && keyColumns.length > 0) || /\border\s+by\b/i.test(String(query))) return
  const message =
    'The query has no key columns and no order by. A run that is paused or interrupted has to read it from the beginning again, and sends rows that changed meanwhile a second time. Name the columns that identify a row'
  warnings.push({ path: `${path}/databaseConfig/query`, message })
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
    warnings.push(...listsIntoValues(edge, at))
  }
}

function enrichmentRules(path: string, items: unknown, { errors, warnings }: Found): void {
  if (!Array.isArray(items)) return
  for (const [at, item] of items.entries()) {
    const { url, databaseConfig, azureConfig, natsConfig } = isObject(item) ? item : ({} as Loose)
    if ([url, databaseConfig, azureConfig, natsConfig].every(isBlank)) {
      warnings.push({ path: `${path}/${at}`, message: `Enrichment ${at + 1}: Missing URL or config` })
    }
    errors.push(...literalsInEnrichment(item).map((it) => ({ ...it, path: `${path}/${at}${it.path}` })))
    warnings.push(...unusedSettings(`${path}/${at}`, 'enrichment', item), ...plainSecretDoubts(`${path}/${at}`, item))
  }
}

const ofEvents = 'This is not used: the records are the events of the webhook'

/** The records of a webhook are its events. */
function eventRules(path: string, source: unknown, { warnings }: Found): void {
  if (!isObject(source)) return
  for (const field of ['url', 'databaseConfig', 'azureConfig', 'natsConfig']) {
    if (isBlank(source[field])) continue
    warnings.push({ path: `${path}/${field}`, message: ofEvents })
  }
  const list = source['listConfig']
  if (isObject(list) && isObject(list['incrementalConfig']))
    warnings.push({ path: `${path}/listConfig/incrementalConfig`, message: ofEvents })
}
