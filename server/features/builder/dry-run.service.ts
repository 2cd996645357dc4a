/** A dry run of a configuration as it stands on the page. Nothing is kept, and nothing is sent to the destination (threat T-CRED). */
import type { Kysely } from 'kysely'
import type { DryRun, dryRunEndpoints } from '#contract/builder/dry-run.ts'
import { type Auth, type ConnectorConfig, secretFieldOf } from '#contract/connectors/config/config.ts'
import { literalsInDestination, sameItemForAll } from '#contract/connectors/config/hazards/destination-address.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '../../engine/engine.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { createAttemptLimiter } from '../../platform/http/attempt-limiter.ts'
import type { Caller } from '../../platform/security/access.ts'
import type { StoredConfig } from '../../records/connectors/versions.repository.ts'
import { absentFromRecords, cursorAbsent, cursorFixed, keyShared, wholePage } from '../connectors/config/mapped-paths.ts'
import { withRulesInside } from '../connectors/config/saved-rules.ts'
import { refuseForeignAddresses, refuseForeignConnections } from '../connectors/connections/usable-connections.ts'
import { findConnector } from '../connectors/details/connectors.repository.ts'
import { missingSecrets } from '../connectors/secrets/connector-secrets.ts'
import { tenantScopeOf } from '../kit/tenant-scope.ts'
import { minute, shareOfCalls, withReference } from './probe.service.ts'

type Deps = { readonly db: Kysely<Tables>; readonly engine: Pick<Engine, 'probe'>; readonly callLimit: number }
type Body = BodyOf<typeof dryRunEndpoints.dryRun>
type Saved = Parameters<typeof withReference>[1]

/** Whoever maps examples without enrichments calls nobody: a person has a quarter of the calls that an address has. */
const shareOfPreviews = 1 / 4

/** The configuration with references to the saved secrets that it only marks as set. */
export function withReferences(config: ConnectorConfig, saved: StoredConfig | null): ConnectorConfig {
  const savedById = new Map(saved?.enrichment.map((it) => [it.id, it as Saved]))
  return {
    ...config,
    source: withReference(config.source, (saved?.source ?? null) as Saved, '/config/source'),
    destination: withReference(config.destination, (saved?.destination ?? null) as Saved, '/config/destination'),
    enrichment: config.enrichment.map((it, at) => withReference(it, savedById.get(it.id) ?? null, `/config/enrichment/${at}`)),
  }
}

/** Of what is tried without asking its source. */
export const noSource = { type: 'http' } as const satisfies ConnectorConfig['source']

/** Of examples nobody is asked for the records, so secrets of the source need not be saved. Its authentication stays: a follow-up request may have it. */
export const withoutSource = (config: ConnectorConfig): ConnectorConfig => {
  const { auth, secrets, ...source } = config.source
  const field = auth ? secretFieldOf[auth.type] : null
  return {
    ...config,
    source: {
      ...source,
      ...(auth === undefined ? {} : { auth: field === null ? auth : ({ ...auth, [field]: '' } as Auth) }),
      ...(secrets === undefined ? {} : { secrets: secrets.map((it) => ({ ...it, value: '' })) }),
    },
  }
}

function refuseMissing(config: ConnectorConfig): void {
  const errors = missingSecrets(config).map((it) => ({ ...it, path: `/config${it.path}` }))
  if (errors.length > 0) throw refusal('connector/invalid', { errors })
}

/** A dry run shows the requests of a run, and these requests would go to the wrong address. */
function refuseAddress(config: ConnectorConfig): void {
  const errors = [
    ...literalsInDestination(config.destination).map((it) => ({ ...it, path: `/config/destination${it.path}` })),
    ...sameItemForAll(config).map((it) => ({ ...it, path: `/config${it.path}` })),
  ]
  if (errors.length > 0) throw refusal('destination/record-in-address', { errors })
}

/** @param callLimit calls a minute and address. */
export function createDryRunService({ db, engine, callLimit }: Deps) {
  const asking = createAttemptLimiter({ max: Math.ceil(callLimit * shareOfCalls), window: minute })
  const previewing = createAttemptLimiter({ max: Math.ceil(callLimit * shareOfPreviews), window: minute })

  return {
    async dryRun(caller: Caller, body: Body): Promise<DryRun> {
      const { connectorId = null, config: given, ...rest } = body
      const { examples } = rest
      const asksNobody = examples !== undefined && given.enrichment.length === 0
      const wait = (asksNobody ? previewing : asking).take(caller.userId)
      if (wait > 0) throw refusal('request/rate-limited', { retryAfter: wait })
      const record = connectorId === null ? null : await findConnector(db, tenantScopeOf(caller), connectorId)
      if (connectorId !== null && !record) throw refusal('connector/not-found')
      const config = await withRulesInside(db, caller.companyId, examples ? withoutSource(given) : given)
      await refuseForeignConnections(db, caller, config, (record?.draft as ConnectorConfig | undefined) ?? null)
      if (!asksNobody) await refuseForeignAddresses(db, caller, examples ? { ...config, source: noSource } : config)
      if (!examples) refuseMissing(config)
      refuseAddress(config)
      const prober = { companyId: caller.companyId, userId: caller.userId, connectorId }
      const result = await engine.probe.dryRun({ ...rest, config: withReferences(config, record?.draft ?? null) }, prober)
      const records = result.records.map((it) => it.record)
      // Lines of one record share its fields, and they are no records of the source. Groups are none either.
      const { each, group } = config.records ?? {}
      const looks = each === undefined && group === undefined ? [wholePage, cursorAbsent, cursorFixed, keyShared] : []
      const doubts = looks.flatMap((look) => look(config, records))
      const warnings = [...doubts, ...absentFromRecords(config.dataMapping, config.enrichment, records)]
      return warnings.length === 0 ? result : { ...result, warnings }
    },
  }
}
