/** A company with a connector that moves the records of the benchmark. */
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { v7 as newId } from 'uuid'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { createEngine, type Engine, type EngineOptions } from '#server/engine/engine.ts'
import { ensurePartitions } from '#server/engine/ledger/partitions.repository.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import type { Database } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { findRun, openRun } from '#server/records/runs/runs.repository.ts'
import type { Mode, Order } from './contestants.ts'
import { mapping, pageSize } from './orders.ts'

export type Place = { readonly companyId: string; readonly connectorId: string; readonly userId: string }

export const configOf = (origin: string, mode: Mode, batchSize = pageSize): ConnectorConfig => ({
  name: 'Bench',
  trigger: { type: 'manual' },
  source: {
    type: 'http',
    url: `${origin}/orders`,
    isList: true,
    listPath: 'items',
    listConfig: {
      type: 'pagination',
      iterationPath: '',
      batchSize,
      paginationConfig: {
        type: 'offset',
        ...{ limitParam: 'limit', offsetParam: 'offset', pageParam: '', cursorParam: '' },
        ...{ responsePathToNextCursor: '', responsePathToItems: 'items' },
      },
      outputConfig: { strategy: mode === 'one by one' ? 'individual' : 'bulk' },
    },
  },
  destination: { type: 'http', url: `${origin}/import` },
  dataMapping: mapping,
  enrichment: [],
})

export async function addPlace({ db }: Database): Promise<Place> {
  const place = { companyId: newId(), userId: newId(), connectorId: newId() }
  await db.insertInto('companies').values({ id: place.companyId, name: 'Bench', workspace_name: 'bench' }).execute()
  const email = `${place.userId}@bench.test`
  const person = { first_name: 'B', last_name: 'B', role: 'ADMIN', password_hash: 'x', email } as const
  await db
    .insertInto('users')
    .values({ id: place.userId, company_id: place.companyId, ...person })
    .execute()
  const standing = { status: 'Active', status_before: 'Active', status_reason: '', status_next: '' } as const
  const row = { id: place.connectorId, company_id: place.companyId, owner_id: place.userId, name: 'Bench', config_id: newId() }
  await db
    .insertInto('connectors')
    .values({ ...row, ...standing, profile: '{}', draft: '{}' })
    .execute()
  return place
}

/** An engine that may reach this machine. */
export async function engineOn(database: Database, options: Partial<EngineOptions> = {}): Promise<Engine> {
  await migrate(database.db)
  await ensurePartitions(database.db, new Date(), 1)
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  const engine = createEngine({ database, outbound, vault: createVault('bench'), log: pino({ level: 'warn' }), ...options })
  engine.start()
  return {
    ...engine,
    stop: async () => {
      await engine.stop()
      await outbound.close()
    },
  }
}

/** Puts a run into the queue. @returns its id. */
export async function beginRun({ db }: Database, place: Place, config: ConnectorConfig): Promise<string> {
  const { companyId, connectorId, userId } = place
  const { number } = await addVersion(db, { companyId, connectorId, config, authorId: userId })
  const { runId } = await openRun(db, { companyId, connectorId, version: number, trigger: 'manual', startedBy: null })
  return runId
}

/** Resolves when the run has moved everything; throws when it ended otherwise. */
export async function endOfRun({ db }: Database, { companyId, connectorId }: Place, runId: string, total: number): Promise<void> {
  for (;;) {
    const run = await findRun(db, companyId, connectorId, runId)
    if (run?.status === 'succeeded' && run.recordsDelivered === total) return
    if (run?.endedAt) throw new Error(`the run ended otherwise: ${run.statusReason}`)
    await sleep(20)
  }
}

/** Moves the records once, from the order to the end of the run. */
export async function moveOnce(
  database: Database,
  engine: Engine,
  place: Place,
  { mode, total, origin, batchSize }: Order,
): Promise<void> {
  const runId = await beginRun(database, place, configOf(origin, mode, batchSize))
  engine.wake()
  await endOfRun(database, place, runId, total)
}
