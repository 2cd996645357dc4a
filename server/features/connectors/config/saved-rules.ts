/** Saved mapping rules in the lines that refer to them. */
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { findMappingRules } from './mapping-rules.repository.ts'

type Loose = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value)

/**
 * Lines with a copy of each saved rule that they refer to, so that they say the same when the rule is changed or deleted. A line whose rule
 * the company does not have is left without one. Whatever is not a list of lines is given back as it is.
 */
export async function withSavedRules<Lines>(db: Kysely<Tables>, companyId: string, lines: Lines): Promise<Lines> {
  if (!Array.isArray(lines)) return lines
  const ids = lines.flatMap((line) => (isObject(line) && isId(line['ruleId']) ? [line['ruleId']] : []))
  if (ids.length === 0) return lines
  const rules = await findMappingRules(db, companyId, ids)
  return lines.map((line: unknown) => {
    if (!isObject(line) || !isId(line['ruleId'])) return line
    const { rule: _, ...rest } = line
    const rule = rules.get(line['ruleId'].toLowerCase())
    return rule ? { ...rest, rule } : rest
  }) as Lines
}

/** Likewise in the mappings of the destinations besides the first one. */
export async function withRulesInRoutes<Routes>(db: Kysely<Tables>, companyId: string, routes: Routes): Promise<Routes> {
  if (!isObject(routes) || !Array.isArray(routes['others'])) return routes
  const others = await Promise.all(
    routes['others'].map(async (it: unknown) =>
      isObject(it) ? { ...it, dataMapping: await withSavedRules(db, companyId, it['dataMapping']) } : it,
    ),
  )
  return { ...routes, others } as Routes
}

/** Likewise in a configuration. */
export async function withRulesInside<Config>(db: Kysely<Tables>, companyId: string, config: Config): Promise<Config> {
  if (!isObject(config)) return config
  const made = { ...config, dataMapping: await withSavedRules(db, companyId, config['dataMapping']) }
  if (!isObject(config['routes'])) return made as Config
  return { ...made, routes: await withRulesInRoutes(db, companyId, config['routes']) } as Config
}
