/** What goes to support with a request: built here and nowhere else, so that what is shown is what is sent. */
import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { ShownBundle, SupportBundle, supportEndpoints } from '#contract/help/support.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import type { Vault } from '../../platform/security/vault.ts'
import { findRun, listRuns } from '../../records/runs/runs.repository.ts'
import { findConnector } from '../connectors/details/connectors.repository.ts'
import { groupsOf } from '../connectors/problems/problem-groups.repository.ts'
import { tenantScopeOf } from '../kit/tenant-scope.ts'
import { departing } from '../library/export-sanitizer.ts'

export type BundleDeps = {
  readonly db: Kysely<Tables>
  readonly vault: Vault
  readonly version: string
  readonly database: SupportBundle['database']
}
type About = BodyOf<typeof supportEndpoints.bundle>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }
type ConnectorPart = NonNullable<SupportBundle['connector']>

/** @param runId the run that was shown; undefined: the newest one, whichever that is now. */
async function lastRunOf(
  db: Kysely<Tables>,
  whose: ConnectorKey,
  runId: string | null | undefined,
): Promise<ConnectorPart['lastRun']> {
  const { companyId, connectorId } = whose
  const run =
    runId === undefined
      ? (await listRuns(db, { ...whose, page: 1, limit: 1 })).data[0]
      : runId === null
        ? undefined
        : await findRun(db, companyId, connectorId, runId)
  if (!run) return null
  const { groups } = await groupsOf(db, { ...whose, runId: run.runId })
  return {
    ...{ runId: run.runId, version: run.version, status: run.status, startedAt: run.startedAt, endedAt: run.endedAt },
    ...{ read: run.recordsRead, delivered: run.recordsDelivered, failed: run.recordsFailed, unknown: run.recordsUnknown },
    code: run.error?.code ?? null,
    problems: groups.map(({ code, failed, unknown }) => ({ code, records: failed + unknown })),
  }
}

/** @throws `connector/not-found` for one that the caller does not see. */
async function connectorPart(
  { db, vault }: BundleDeps,
  caller: Caller,
  id: string,
  runId: string | null | undefined,
): Promise<ConnectorPart> {
  const record = await findConnector(db, tenantScopeOf(caller), id)
  if (!record) throw refusal('connector/not-found')
  const { config, finder } = await departing({ db, vault }, record)
  const { connector, companyId } = record
  return {
    ...{ id, name: finder.scrubbed(connector.name), status: connector.status, liveVersion: connector.liveVersion },
    // As JSON has it: what is undefined is not there.
    configuration: JSON.parse(JSON.stringify(config)),
    lastRun: await lastRunOf(db, { companyId, connectorId: id }, runId),
  }
}

/** @throws `connector/not-found` */
export async function bundleFor(
  deps: BundleDeps,
  caller: Caller,
  { page, connectorId, requestIds }: About,
  runId?: string | null,
): Promise<ShownBundle> {
  const bundle: SupportBundle = {
    ...{ version: deps.version, database: deps.database, page, requestIds },
    connector: connectorId === null ? null : await connectorPart(deps, caller, connectorId, runId),
  }
  const print = createHash('sha256').update(JSON.stringify(bundle)).digest('hex')
  return { bundle, runId: bundle.connector?.lastRun?.runId ?? null, print }
}
