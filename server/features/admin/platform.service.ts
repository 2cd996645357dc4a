/** The state of the installation: read from the database, from the reports of all processes, and from this process itself. */
import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'

import type { PlatformState } from '#contract/admin/platform.ts'
import { levelOf, type PlatformCheckId, platformChecks } from '#contract/admin/platform-checks.ts'
import { countWeeksAhead } from '../../engine/ledger/partitions.repository.ts'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { coldTotals } from '../../records/ledger/cold-files.repository.ts'
import { quantile } from '../../records/ledger/latencies.repository.ts'
import { readFacts, readOpenRequests, readStored, readTableSizes, readWeekSizes } from './platform.repository.ts'
import type { Figures, ProcessFigures } from './process-figures.ts'
import { processId, processStart, silentAfter } from './process-report.ts'
import { listProcesses } from './processes.repository.ts'

type Deps = {
  readonly database: Database
  readonly config: Pick<Config, 'dataDir' | 'role' | 'coldWeeks'>
  readonly version: string
  readonly figures: ProcessFigures
  readonly keyId: string
}

const tablesShown = 8
const weeksShown = 12
const requestsShown = 3
/** Milliseconds that sizes of tables are believed: they are asked of every file of the database. */
const sizesHold = 60_000

export type PlatformStateService = ReturnType<typeof createPlatformStateService>

type Known = PlatformState['processes'][number] & { readonly figures: Figures }

/** Share of the disk under a folder that is used, in percent; null where the system does not tell. */
async function diskUse(folder: string): Promise<number | null> {
  if (folder === '') return null
  const { blocks, bavail } = await statfs(folder).catch(() => ({ blocks: 0, bavail: 0 }))
  return blocks === 0 ? null : Math.round((1 - bavail / blocks) * 1_000) / 10
}

/** Milliseconds since the newest backup that `npm run backup` has left in its usual folder; null where there is none. */
async function backupAge(dataDir: string): Promise<number | null> {
  const folder = join(dataDir, 'database-backups')
  const names = await readdir(folder).catch(() => [])
  const times = await Promise.all(
    names.map((name) =>
      stat(join(folder, name, 'manifest.json')).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  const newest = Math.max(0, ...times)
  return newest === 0 ? null : Math.max(0, Math.round(Date.now() - newest))
}

async function latencyOf(db: Kysely<Tables>): Promise<number> {
  const asked = performance.now()
  await sql`select 1`.execute(db)
  return Math.round((performance.now() - asked) * 10) / 10
}

export function createPlatformStateService({ database, config, version, figures, keyId }: Deps) {
  const { db, kind, serverVersion } = database
  type Sizes = Pick<PlatformState['database'], 'tables' | 'weeks'>
  let sizes: (Sizes & { readonly until: number }) | null = null

  async function storedSizes(): Promise<Sizes> {
    const now = performance.now()
    if (sizes === null || sizes.until <= now) {
      const weeks = (await readWeekSizes(db, weeksShown)).map(({ begins, bytes }) => ({ begins: begins.toISOString(), bytes }))
      sizes = { until: now + sizesHold, tables: await readTableSizes(db, tablesShown), weeks }
    }
    const { tables, weeks } = sizes
    return { tables, weeks }
  }

  /** All that report; of this one what it measures now. */
  async function allProcesses(now: Date): Promise<Known[]> {
    const rows = await listProcesses(db, silentAfter)
    const known = (it: Omit<Known, 'eventLoop' | 'memory' | 'runs' | 'pool'>): Known => {
      const { eventLoop, memory, runs, pool } = it.figures
      return { ...it, eventLoop, memory, runs, pool }
    }
    const own = known({
      ...{ id: processId, role: config.role, version, startedAt: processStart.toISOString(), seenAt: now.toISOString() },
      ...{ isSilent: false, figures: figures.read() },
    })
    const others = rows.map((row) =>
      known({
        ...{ id: row.id, role: row.role, version: row.version, isSilent: row.isSilent, figures: row.figures as Figures },
        ...{ startedAt: row.startedAt.toISOString(), seenAt: row.seenAt.toISOString() },
      }),
    )
    return [own, ...others.filter(({ id }) => id !== processId)]
  }

  return {
    async get(): Promise<PlatformState> {
      const latency = await latencyOf(db)
      const facts = await readFacts(db)
      const stored = await readStored(db)
      const cold = await coldTotals(db)
      const requests = facts.supportRequests === 0 ? [] : await readOpenRequests(db, requestsShown)
      const processes = await allProcesses(facts.now)
      const live = processes.filter(({ isSilent }) => !isSilent)
      const circuits = new Map(live.flatMap((it) => it.figures.circuits.map(({ host, state }) => [host, state] as const)))
      const counts = live
        .map((it) => it.figures.calls.counts)
        .reduce((sum, each) => sum.map((count, place) => count + (each[place] ?? 0)))
      const p95 = quantile(counts, 0.95)
      const values: Readonly<Record<PlatformCheckId, number | null>> = {
        database: latency,
        disk: await diskUse(config.dataDir),
        processes: processes.length - live.length,
        versions: new Set(live.map((it) => it.version)).size,
        queue: facts.oldestRun ?? 0,
        abandonedRuns: facts.abandonedRuns,
        heldEvents: facts.heldEvents,
        circuits: circuits.size,
        outbox: facts.oldestMessage ?? 0,
        keptMessages: facts.keptMessages,
        failedMessages: facts.failedMessages,
        webhooks: facts.oldestWebhook ?? 0,
        eventLoop: Math.max(...live.map((it) => it.eventLoop)),
        pool: Math.max(...live.map((it) => it.pool.waiting)),
        partitions: await countWeeksAhead(db, facts.now.getTime()),
        // Backups of PostgreSQL, and those that were put elsewhere, are not seen.
        backup: kind === 'embedded' ? await backupAge(config.dataDir) : null,
      }
      return {
        checkedAt: facts.now.toISOString(),
        customers: { total: facts.customers, needAttention: facts.needAttention },
        connectors: { total: facts.connectors, active: facts.active, alerts: facts.alerts, failed: facts.failedConnectors },
        records: { total: facts.records, failed: facts.failed },
        queue: { records: facts.pendingRecords, runs: facts.waitingRuns, oldest: facts.oldestRun },
        api: {
          p95: p95 === null ? null : Math.round(p95 * 10) / 10,
          calls: counts.reduce((sum, count) => sum + count, 0),
          errors: live.reduce((sum, it) => sum + it.figures.calls.errors, 0),
        },
        checks: platformChecks.map((id) => ({ id, value: values[id], level: levelOf(id, values[id]) })),
        processes: processes.map(({ figures: _, ...shown }) => shown),
        keyId,
        circuits: [...circuits].map(([host, state]) => ({ host, state })),
        database: {
          ...{ kind, version: serverVersion, bytes: stored.bytes, ...(await storedSizes()) },
          cold: { after: config.coldWeeks, weeks: cold.weeks, rows: cold.rows, bytes: cold.bytes },
          migration: { name: stored.migration, appliedAt: stored.appliedAt.toISOString() },
        },
        waiting: {
          supportRequests: facts.supportRequests,
          newest: requests.map(({ createdAt, ...it }) => ({ ...it, createdAt: createdAt.toISOString() })),
        },
      }
    },
  }
}
