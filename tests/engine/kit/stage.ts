/** A company with a connector on a real database, an engine beside it, and the questions that every engine test asks. */
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { v7 as newId } from 'uuid'
import { expect } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { createEngine, type Engine, type EngineOptions } from '#server/engine/engine.ts'
import { createNetworkRules } from '#server/features/settings/network/network-rules.ts'
import { createOutbound, type OutboundOptions } from '#server/outbound/outbound.ts'
import type { Database } from '#server/platform/database/database.ts'
import { createVault } from '#server/platform/security/vault.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { findRun, ledgerSums, openRun } from '#server/records/runs/runs.repository.ts'
import { withDeployments } from './deployments.ts'
import type { DestSim } from './dest-sim.ts'

export const quietLog = pino({ level: process.env['TEST_LOG'] ?? 'silent' })
export const testKey = 'a master key for tests only'
export const testVault = createVault(testKey)

/** Waits that a person would not notice: the same rules, sooner. What happens wakes the engine; `poll` is only for what did not. */
export const hasty = {
  poll: 1_000,
  retryBase: 10,
  retryCap: 40,
  renewEvery: 300,
  limitTold: 50,
  grouping: { pause: 100, window: 5_000, events: 10_000 },
} as const

export type Place = { readonly companyId: string; readonly userId: string; readonly connectorId: string }

const standing = { status_reason: 'test', status_next: 'test' }

/** A company, its person and an active connector without a version. */
export async function settleIn({ db }: Database, status: 'Draft' | 'Active' = 'Active'): Promise<Place> {
  const place = { companyId: newId(), userId: newId(), connectorId: newId() }
  await db.insertInto('companies').values({ id: place.companyId, name: 'Test', workspace_name: 'test' }).execute()
  const person = {
    first_name: 'Ann',
    last_name: 'Lee',
    role: 'ADMIN',
    password_hash: 'x',
    email: `${place.userId}@example.test`,
  } as const
  await db
    .insertInto('users')
    .values({ id: place.userId, company_id: place.companyId, ...person })
    .execute()
  await db
    .insertInto('connectors')
    .values({
      id: place.connectorId,
      company_id: place.companyId,
      owner_id: place.userId,
      name: 'Test',
      profile: '{}',
      config_id: newId(),
      draft: '{}',
      status,
      status_before: status,
      ...standing,
    })
    .execute()
  return place
}

type Shape = {
  readonly source: string
  readonly destination: string
  readonly strategy?: 'individual' | 'bulk' | 'aggregate'
  readonly batchSize?: number
  readonly paging?: 'offset' | 'page' | 'cursor' | null
  /** Of a list that is asked for once: what its answer declares beyond it is left out on purpose. */
  readonly firstPageOnly?: boolean
  readonly dataMapping?: ConnectorConfig['dataMapping']
}

/** A configuration for the simulators. */
export function configFor({
  source,
  destination,
  strategy = 'individual',
  batchSize = 100,
  paging = 'offset',
  firstPageOnly = false,
  dataMapping = [],
}: Shape): ConnectorConfig {
  const names = { limitParam: 'limit', offsetParam: 'offset', pageParam: 'page', cursorParam: 'cursor' }
  return {
    name: 'Test',
    trigger: { type: 'manual' },
    source: {
      type: 'http',
      url: paging ? `${source}/${paging}` : source,
      requestMethod: 'GET',
      isList: true,
      listPath: '',
      listConfig: {
        type: paging ? 'pagination' : 'simple',
        iterationPath: '',
        batchSize,
        ...(paging
          ? {
              paginationConfig: { type: paging, ...names, responsePathToNextCursor: 'next_cursor', responsePathToItems: 'items' },
            }
          : {}),
        ...(firstPageOnly ? { firstPageOnly } : {}),
        outputConfig: { strategy },
      },
    },
    destination: { type: 'http', url: destination, requestMethod: 'POST' },
    dataMapping,
    enrichment: [],
  }
}

/** Writes a version and opens a run of it. */
export async function openRunOf(database: Database, place: Place, config: unknown): Promise<Run> {
  const { companyId, connectorId, userId } = place
  const { number } = await addVersion(database.db, { companyId, connectorId, config, authorId: userId })
  return openRun(database.db, { companyId, connectorId, version: number, trigger: 'manual', startedBy: userId })
}

type StartOptions = Partial<Omit<EngineOptions, 'database' | 'outbound'>> & { readonly outbound?: OutboundOptions }

/** An engine on the database, started. */
export function startEngine(database: Database, { outbound, ...options }: StartOptions = {}): Engine {
  const rules = createNetworkRules({ db: database.db, vault: testVault })
  const out = createOutbound({ ...rules, egressAllow: ['127.0.0.0/8'], ...outbound })
  const engine = createEngine({
    database,
    outbound: out,
    vault: testVault,
    log: quietLog,
    ...options,
    limits: { ...hasty, ...options.limits },
  })
  engine.start()
  const running = withDeployments(database, engine)
  return {
    ...running,
    stop: async () => {
      await running.stop()
      await out.close()
    },
  }
}

/** Asks until the answer satisfies, or fails with the last one. @param limit milliseconds, enough for a machine that is many times slower than ours. */
export async function eventually<T>(ask: () => Promise<T> | T, satisfies: (it: T) => boolean, limit = 100_000): Promise<T> {
  const end = Date.now() + limit
  // Most questions go to the database, which has other work to do: the longer it takes, the less often it is asked.
  for (let pause = 10; ; pause = Math.min(50, pause * 1.25)) {
    const it = await ask()
    if (satisfies(it)) return it
    if (Date.now() > end) throw new Error(`not within ${limit} ms: ${JSON.stringify(it)}`)
    await sleep(pause)
  }
}

export const isOver = (run: Run | null): run is Run => run !== null && ['succeeded', 'failed', 'cancelled'].includes(run.status)

/** The run, once it has ended. */
export async function ended({ db }: Database, { companyId, connectorId }: Place, { runId }: Run, limit?: number): Promise<Run> {
  const run = await eventually(() => findRun(db, companyId, connectorId, runId), isOver, limit)
  if (!run) throw new Error('the run is gone')
  return run
}

/** Lost 0, duplicate effects 0, and the sum holds in the run and in the ledger alike. */
export async function expectExactlyOnce(
  { db }: Database,
  { companyId }: Place,
  run: Run,
  destination: DestSim,
  count: number,
): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => at + 1)
  expect(ids.filter((id) => !destination.effects.has(id))).toEqual([])
  expect([...destination.effects].filter(([, times]) => times !== 1)).toEqual([])
  expect(destination.effects.size).toBe(count)
  expect(await ledgerSums(db, companyId, run.runId)).toEqual({
    delivered: count,
    failed: 0,
    skipped: 0,
    unknown: 0,
    pending: 0,
    unchanged: 0,
    leftOut: 0,
  })
  expect(run).toMatchObject({
    status: 'succeeded',
    recordsRead: count,
    recordsDelivered: count,
    recordsSkipped: 0,
    recordsFailed: 0,
    error: null,
  })
}
