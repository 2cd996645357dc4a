/** What leaves a company of a draft: its configuration and the fields that it knows, without anything secret. */
import type { Kysely } from 'kysely'

import type { ConnectorConfig } from '../../contract/config.ts'
import type { DraftShapes } from '../../contract/shape.ts'
import type { ConnectorRecord, StoredConfig } from '../store/connectors.ts'
import { savedHookSecrets } from '../store/hooks.ts'
import { findMappingRules } from '../store/mapping-rules.ts'
import { savedSecrets, secretsPrint } from '../store/secrets.ts'
import { readShapes } from '../store/shapes.ts'
import type { Tables } from '../store/tables.ts'
import type { Vault } from '../vault.ts'
import { createFinder, type Finder } from './credentials.ts'
import { fieldsOnly, withoutSecrets } from './without-secrets.ts'

type Means = { readonly db: Kysely<Tables>; readonly vault: Vault }

type Made = { readonly of: string; readonly finder: Finder; readonly forget: NodeJS.Timeout }

/** Milliseconds that a finder is kept: a publication is checked, looked at and sent, each time with the same secrets. Longer nothing of them stays. */
const keptFor = 60_000
const madeBy = new WeakMap<Vault, Map<string, Made>>()

/** Finds what this company has saved as a secret, of whichever connector. */
export async function finderOf({ db, vault }: Means, companyId: string): Promise<Finder> {
  const finders = madeBy.get(vault) ?? new Map<string, Made>()
  madeBy.set(vault, finders)
  const of = await secretsPrint(db, companyId)
  const made = finders.get(companyId)
  if (made?.of === of) return made.finder
  const finder = createFinder([...(await savedSecrets(db, vault, companyId)), ...(await savedHookSecrets(db, vault, companyId))])
  clearTimeout(made?.forget)
  const forget = setTimeout(() => finders.delete(companyId), keptFor)
  forget.unref()
  finders.set(companyId, { of, finder, forget })
  return finder
}

/** Lines with the rules that they refer to written out; a rule that the company has not, or no more, is the one in the line, if there is one. */
export async function withRulesWritten<C extends StoredConfig | ConnectorConfig>(
  db: Kysely<Tables>,
  companyId: string,
  config: C,
): Promise<C> {
  const ids = config.dataMapping.flatMap(({ ruleId }) => (ruleId === undefined ? [] : [ruleId]))
  if (ids.length === 0) return config
  const rules = await findMappingRules(db, companyId, ids)
  const dataMapping = config.dataMapping.map((line) => {
    const rule = line.ruleId === undefined ? undefined : rules.get(line.ruleId)
    return rule ? { ...line, rule } : line
  })
  return { ...config, dataMapping }
}

/** @param means `db` may be a transaction. */
export async function departing(
  means: Means,
  { connector, companyId, draft }: ConnectorRecord,
): Promise<{
  readonly config: ConnectorConfig
  readonly shapes: DraftShapes
  readonly finder: Finder
}> {
  const finder = await finderOf(means, companyId)
  const written = await withRulesWritten(means.db, companyId, draft)
  const known = await readShapes(means.db, { companyId, connectorId: connector._id })
  return { config: withoutSecrets(written, finder), shapes: fieldsOnly(known, finder), finder }
}
