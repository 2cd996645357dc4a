/** A configuration that is being edited beside the live version, on the newest records that were really read. The destination is not asked (threat T-CRED). */
import type { Kysely } from 'kysely'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { type Problem, ProblemError, refusal } from '#contract/kit/problem.ts'
import { type ComparedRecord, type Comparison, comparedDefault, type comparisonEndpoints } from '#contract/studio/comparison.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createAttemptLimiter } from '#server/platform/http/attempt-limiter.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { findVersion } from '#server/records/connectors/versions.repository.ts'
import { recordsOf } from '#server/records/ledger/read-records.repository.ts'
import { noSource, withoutSource, withReferences } from '../../builder/dry-run.service.ts'
import { minute, shareOfCalls } from '../../builder/probe.service.ts'
import { withRulesInside } from '../../connectors/config/saved-rules.ts'
import { refuseForeignAddresses, refuseForeignConnections } from '../../connectors/connections/usable-connections.ts'
import { findConnector } from '../../connectors/details/connectors.repository.ts'
import { transactionIdOf } from '../../connectors/runs/transaction-rows.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { newestRecords } from './newest-records.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly engine: Pick<Engine, 'probe'>; readonly callLimit: number }
type Body = BodyOf<typeof comparisonEndpoints.compare>

const urgency: Readonly<Record<ComparedRecord['change'], number>> = { fails: 0, differs: 1, works: 2, new: 3, same: 3 }

/** @param callLimit calls a minute and address. */
export function createComparisonService({ db, engine, callLimit }: Deps) {
  const limiter = createAttemptLimiter({ max: Math.ceil(callLimit * shareOfCalls), window: minute })

  return {
    /** What keeps the draft from being tried is part of the answer, for the rest of it is true all the same. */
    async compare(caller: Caller, id: string, { config, limit = comparedDefault }: Body): Promise<Comparison> {
      const wait = limiter.take(caller.userId)
      if (wait > 0) throw refusal('request/rate-limited', { retryAfter: wait })
      const record = await findConnector(db, tenantScopeOf(caller), id)
      if (record?.connector._id !== id) throw refusal('connector/not-found')
      const { companyId, draft } = record
      await refuseForeignConnections(db, caller, config, draft as ConnectorConfig)
      await refuseForeignAddresses(db, caller, { ...config, source: noSource })
      const { liveVersion } = record.connector
      const whose = { companyId, connectorId: id }
      const version = liveVersion === null ? null : await findVersion(db, whose, liveVersion, liveVersion)
      const newest = await newestRecords(db, whose, limit)
      const asRead = await recordsOf(db, companyId, newest)
      const kept = newest.flatMap((place, at) => {
        const it = asRead[at]
        return it ? [{ ...place, record: it.record }] : []
      })
      const notKept = asRead.filter((it) => it === null).length
      const told = { liveVersion, notKept, records: [], problem: null }
      if (kept.length === 0) return told
      try {
        const order = {
          live: version && withoutSource(version.config as ConnectorConfig),
          draft: withReferences(withoutSource(await withRulesInside(db, companyId, config)), draft),
          records: kept.map((it) => it.record),
        }
        const prober = { companyId, userId: caller.userId, connectorId: id }
        const { records, problem } = await engine.probe.compare(order, prober)
        const named = records.flatMap((it, at) => {
          const place = kept[at]
          if (!place) return []
          return [{ ...it, transactionId: transactionIdOf(place.runId, place.position), readAt: place.readAt }]
        })
        return { ...told, records: named.toSorted((one, other) => urgency[one.change] - urgency[other.change]), problem }
      } catch (thrown) {
        return { ...told, problem: problemIn(thrown) }
      }
    },
  }
}

function problemIn(thrown: unknown): Problem {
  if (thrown instanceof ProblemError) return thrown.problem
  throw thrown
}
