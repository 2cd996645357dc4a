/** All that a page shows of one connector, read in one snapshot. */
import type { Kysely } from 'kysely'

import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { type HealthLevel, stepHealthOf } from '#contract/connectors/details/health.ts'
import type { ConnectorReading, LastFailure, readingEndpoints, StepReading } from '#contract/connectors/details/reading.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import type { Span } from '#server/engine/ledger/ledger-sums.repository.ts'
import { openRecords } from '#server/engine/ledger/ledger-sums.repository.ts'
import { requestedSpan, statisticOf } from '#server/engine/ledger/statistic.ts'
import { inOneSnapshot } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { findRun, queuedBefore } from '#server/records/runs/runs.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { troubledConnections } from '../connections/connections.repository.ts'
import { lastRuns } from '../list/connector-overview.repository.ts'
import { deliveredLaterOfRuns } from '../problems/delivered-later.repository.ts'
import { retriedIn, retriedWithin } from '../problems/retried.repository.ts'
import { causeOfRun } from '../problems/run-cause.ts'
import { sumsByDestination } from '../runs/destination-sums.repository.ts'
import { detailsOf } from './connector-presenter.ts'
import { type NewestCalls, newestCalls, stepTotals } from './step-calls.repository.ts'

export type ReadingService = ReturnType<typeof createReadingService>

type Db = Kysely<Tables>
type ConnectorKey = { readonly companyId: string; readonly connectorId: string }

const hour = 3_600_000

const tenths = (milliseconds: number) => Math.round(milliseconds * 10) / 10

const stepsOf = ({ enrichment }: ConnectorDetails): StepReading['step'][] =>
  enrichment.length === 0 ? ['source', 'mapping', 'destination'] : ['source', 'enrichment', 'mapping', 'destination']

const newestOf = ({ at, calls, errors, failedAt, took, minutes }: NewestCalls): StepReading['newest'] => ({
  ...{ at: at.toISOString(), calls, errors, failedAt: failedAt?.toISOString() ?? null, latency: tenths(took / calls) },
  minutes,
})

async function readSteps(db: Db, whose: ConnectorKey, steps: readonly StepReading['step'][], span: Span, health: HealthLevel) {
  const newest = await newestCalls(db, whose, steps)
  const totals = await stepTotals(db, whose, span)
  return steps.map((step): StepReading => {
    const last = newest.find((it) => it.step === step)
    const { calls = 0, errors = 0, took = 0 } = totals.find((it) => it.step === step) ?? {}
    return {
      step,
      level: stepHealthOf(last ?? { calls: 0, errors: 0 }, health, step),
      newest: last ? newestOf(last) : null,
      ...{ calls, errors, latency: calls === 0 ? null : tenths(took / calls) },
    }
  })
}

/** The records of a time, each once, by its last outcome. */
async function recordsOf(
  db: Db,
  { companyId, connectorId }: ConnectorKey,
  { from, to }: Span,
  { sums }: ConnectorReading['statistic'],
  open: number,
) {
  const time = { from: new Date(from), to: new Date(to) }
  const retried = await retriedIn(db, companyId, time, [{ connectorId, ...sums }])
  const { failed, unknown, deliveredLater } = retriedWithin(retried.get(connectorId) ?? [])
  return {
    ...{ ...sums, total: sums.total - failed - unknown + open, open, deliveredLater },
    ...{ failed: sums.failed - failed, unknown: sums.unknown - unknown },
  }
}

const destinationsIn = (db: Db, whose: ConnectorKey, details: ConnectorDetails, { from, to }: Span) => {
  const { destinationConfiguration: destination, dataMapping, routes } = details
  const time = { startDate: new Date(from).toISOString(), endDate: new Date(to).toISOString() }
  return sumsByDestination(db, { destination, dataMapping, ...(routes === undefined ? {} : { routes }) }, { ...whose, ...time })
}

/** Of an open run nothing is said: its most frequent cause may be another one in a second. */
async function lastFailure(db: Db, whose: ConnectorKey, { status, health }: ConnectorDetails): Promise<LastFailure | null> {
  const { level, runId, measuredAt, reason } = health
  if (status !== 'Active' || (level !== 'failing' && level !== 'degraded') || runId === null || measuredAt === null) return null
  const run = await findRun(db, whose.companyId, whose.connectorId, runId)
  if (run === null) return null
  const cause = await causeOfRun(db, { ...whose, runId })
  const { recordsFailed: failed, recordsUnknown: unknown } = run
  const later = (await deliveredLaterOfRuns(db, [{ ...whose, runId, failed, unknown }])).get(runId)
  return {
    ...{ runId, at: measuredAt, isWhole: run.status === 'failed', reason: run.error?.message ?? reason },
    recordsRead: run.recordsRead,
    recordsFailed: Math.max(0, failed - (later?.failed ?? 0)),
    recordsUnknown: Math.max(0, unknown - (later?.unknown ?? 0)),
    cause: cause && {
      ...{ id: cause.id, message: cause.example.message, answer: cause.example.answer, answerStatus: cause.answerStatus },
    },
  }
}

export function createReadingService({ db }: { readonly db: Db }) {
  return {
    /** @throws `analytics/…` when the time cannot be told, `connector/not-found`. */
    async read(caller: Caller, connectorId: string, asked: QueryOf<typeof readingEndpoints.read>): Promise<ConnectorReading> {
      return inOneSnapshot(db, async (tx) => {
        const details = await detailsOf(tx, caller, connectorId)
        // The moment of a snapshot is that of its first statement: nothing in it is younger.
        const now = Date.now()
        const span = requestedSpan(asked, hour, now)
        const whose = { companyId: caller.companyId, connectorId }
        const statistic = await statisticOf(tx, whose, span, now)
        const open = await openRecords(tx, whose, span)
        const newestRun = (await lastRuns(tx, whose.companyId, [connectorId])).get(connectorId) ?? null
        const destinations = await destinationsIn(tx, whose, details, span)
        const connections = await troubledConnections(tx, tenantScopeOf(caller), connectorId)
        return {
          ...{ readAt: new Date(now).toISOString(), details, statistic },
          newestRun,
          lastFailure: await lastFailure(tx, whose, details),
          queuedBefore: newestRun?.status === 'queued' ? await queuedBefore(tx, newestRun.runId, whose.companyId) : 0,
          records: await recordsOf(tx, whose, span, statistic, open),
          ...(destinations.length === 0 ? {} : { destinations }),
          ...(connections.length === 0 ? {} : { connections }),
          steps: await readSteps(tx, whose, stepsOf(details), span, details.health.level),
        }
      })
    },
  }
}
