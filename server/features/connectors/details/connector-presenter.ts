/** Connectors as lists and their pages show them. */
import type { Kysely } from 'kysely'

import { addressOf, hookAddress } from '#contract/connectors/config/address.ts'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { checkSections } from '#contract/connectors/config/config-sections.ts'
import type { ConnectorDetails, ConnectorListItem } from '#contract/connectors/details/connector.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { findVersion, type StoredConfig } from '#server/records/connectors/versions.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { showMarks } from '../secrets/connector-secrets.ts'
import { type ShownRecord, showTrigger } from '../triggers/connector-trigger.ts'
import { type ConnectorRecord, findConnector, type ListedConnector } from './connectors.repository.ts'

/** The status is the connector's; a configuration that carries one says nothing by it. */
export function configOf({ draft, connector }: ConnectorRecord): ConnectorConfig {
  return { ...showMarks(draft), name: connector.name, status: connector.status }
}

/** What is doubtful about a draft, as the review says it before it is deployed. */
const warningsOf = (config: ConnectorConfig) => checkSections(config).warnings.map(({ message }) => message)

/** A side in a line, as lists show it. A draft that is not complete has none: that hides no other connector of the list. */
function summaryOf(side: StoredConfig['source'] | StoredConfig['destination'] | undefined, isHook = false) {
  if (isHook) return { url: hookAddress, requestMethod: '', type: 'webhook' }
  if (!side) return { url: '', requestMethod: '', type: '' }
  const { type, requestMethod = '' } = side
  return { url: addressOf(side) ?? '', requestMethod: type === 'http' ? requestMethod : '', type }
}

/** A run in a line, likewise. */
export function runSummaryOf(run: Run) {
  const { runId, status, result, startedAt, endedAt, waiting } = run
  const { recordsRead, recordsDelivered, recordsSkipped, recordsFailed, recordsUnknown, recordsUnchanged, recordsLeftOut } = run
  return {
    runId,
    status,
    result,
    startedAt,
    endedAt,
    waits: waiting?.kind ?? null,
    recordsRead,
    recordsDelivered,
    recordsSkipped,
    recordsFailed,
    recordsUnknown,
    recordsUnchanged,
    recordsLeftOut,
  }
}

/** From where to where the live version moves records, as lists show it; of the draft where none is live. */
export function sidesOf({ draft, deployed: { live } }: ShownRecord<ListedConnector>) {
  const { trigger, source, destination, routes }: Partial<ListedConnector['draft']> = live ?? draft
  return {
    source: summaryOf(source, trigger?.type === 'webhook'),
    destination: summaryOf(destination),
    moreDestinations: routes?.others.length ?? 0,
  }
}

export function itemOf(record: ShownRecord<ListedConnector>, run: Run | undefined): ConnectorListItem {
  const { connector, triggered, health, deployed } = record
  const { _id, name, connectorType, integrationName, status, statusSince, statusReason, statusNext, createdAt, updatedAt } =
    connector
  const { source, destination } = sidesOf(record)
  return {
    _id,
    name,
    connectorType,
    status,
    statusSince,
    statusReason,
    statusNext,
    ...triggered,
    integrationProfile: { integrationName, connectorType },
    sourceConfiguration: source,
    destinationConfiguration: destination,
    health,
    undeployedChanges: [...deployed.undeployedChanges],
    failedDeployment: deployed.failedDeployment,
    lastRun: run ? runSummaryOf(run) : null,
    createdAt,
    updatedAt,
  }
}

/**
 * One connector as its page and the studio read it.
 * @param db a snapshot, so that all of it is of one moment.
 * @throws `connector/not-found`.
 */
export async function detailsOf(db: Kysely<Tables>, caller: Caller, id: string): Promise<ConnectorDetails> {
  const seen = await findConnector(db, tenantScopeOf(caller), id)
  if (!seen) throw refusal('connector/not-found')
  const record = await showTrigger(db, seen)
  const { connector, companyId, health, deployed } = record
  const { liveVersion } = connector
  const version = liveVersion === null ? null : await findVersion(db, { companyId, connectorId: id }, liveVersion, liveVersion)
  const config = configOf(record)
  const live = version === null ? config : showMarks(version.config)
  return {
    ...connector,
    ...record.triggered,
    health,
    undeployedChanges: [...deployed.undeployedChanges],
    failedDeployment: deployed.failedDeployment,
    draftWarnings: liveVersion === null || deployed.undeployedChanges.length > 0 ? warningsOf(config) : [],
    connector,
    config,
    trigger: live.trigger,
    sourceConfiguration: live.source,
    destinationConfiguration: live.destination,
    dataMapping: live.dataMapping,
    ...(live.records === undefined ? {} : { records: live.records }),
    ...(live.routes === undefined ? {} : { routes: live.routes }),
    enrichment: live.enrichment,
  }
}
