/** What leaves a company of a draft: its configuration and the fields that it knows, without anything secret. */
import type { Kysely } from 'kysely'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { mapDestinations, otherDestinations } from '#contract/connectors/config/routes/routes.ts'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { savedHookSecrets } from '../../records/connectors/hooks.repository.ts'
import { savedSecrets } from '../../records/connectors/secrets.repository.ts'
import type { StoredConfig } from '../../records/connectors/versions.repository.ts'
import { findMappingRules } from '../connectors/config/mapping-rules.repository.ts'
import { readShapes } from '../connectors/config/shapes.repository.ts'
import type { ConnectorRecord } from '../connectors/details/connectors.repository.ts'
import { createFinder, type Finder } from '../connectors/secrets/credentials.ts'
import { cachedBySecrets, type SecretDeps } from '../connectors/secrets/secret-cache.ts'
import { fieldsOnly, redactSecrets } from './redact-secrets.ts'

/** Finds what this company has saved as a secret, of whichever connector. A publication is checked, looked at and sent, each time with the same. */
export const finderOf = cachedBySecrets(async ({ db, vault }, companyId) =>
  createFinder([...(await savedSecrets(db, vault, companyId)), ...(await savedHookSecrets(db, vault, companyId))]),
)

/** Lines with the rules that they refer to written out; a rule that the company has not, or no more, is the one in the line, if there is one. */
export async function withRulesWritten<C extends StoredConfig | ConnectorConfig>(
  db: Kysely<Tables>,
  companyId: string,
  config: C,
): Promise<C> {
  const all = [config, ...otherDestinations(config as ConnectorConfig)].flatMap(({ dataMapping }) => dataMapping)
  const ids = all.flatMap(({ ruleId }) => (ruleId === undefined ? [] : [ruleId]))
  if (ids.length === 0) return config
  const rules = await findMappingRules(db, companyId, ids)
  const written = <Line extends { readonly ruleId?: string }>(line: Line) => {
    const rule = line.ruleId === undefined ? undefined : rules.get(line.ruleId)
    return rule ? { ...line, rule } : line
  }
  const routes = mapDestinations(config as ConnectorConfig, (route) => ({
    ...route,
    dataMapping: route.dataMapping.map(written),
  }))
  return { ...routes, dataMapping: config.dataMapping.map(written) } as C
}

/** @param means `db` may be a transaction. */
export async function departing(
  deps: SecretDeps,
  { connector, companyId, draft }: ConnectorRecord,
): Promise<{
  readonly config: ConnectorConfig
  readonly shapes: DraftShapes
  readonly finder: Finder
}> {
  const finder = await finderOf(deps, companyId)
  const written = await withRulesWritten(deps.db, companyId, draft)
  const known = await readShapes(deps.db, { companyId, connectorId: connector._id })
  return { config: redactSecrets(written, finder), shapes: fieldsOnly(known, finder), finder }
}
