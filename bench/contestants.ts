/** Who is compared: a bare loop that keeps nothing, and the engine on a database. */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { Pool } from 'undici'
import { v7 as newId } from 'uuid'

import type { ConnectorConfig } from '../contract/config.ts'
import { createEngine } from '../server/engine/engine.ts'
import { compileMapping } from '../server/engine/mapping/compile.ts'
import { createOutbound } from '../server/outbound/outbound.ts'
import type { Database } from '../server/store/database.ts'
import { migrate } from '../server/store/migrate.ts'
import { findRun, openRun } from '../server/store/runs.ts'
import { addVersion } from '../server/store/versions.ts'
import { createVault } from '../server/vault.ts'
import { mapping } from './orders.ts'

const pageSize = 100
const concurrency = 32

export type Mode = 'one by one' | 'bulk of 100'
export type Contestant = {
  readonly name: string
  readonly move: (mode: Mode) => Promise<void>
  readonly cpu: () => number
  readonly close: () => Promise<void>
}

/** Microseconds of CPU of this process, its threads included. */
export const ownCpu = () => {
  const { user, system } = process.cpuUsage()
  return user + system
}

/** Microseconds of CPU of a PostgreSQL server and its children; the kernel counts ticks of 10 ms. */
export function clusterCpu(postmaster: number): number {
  const ticks = (pid: string) => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const isOurs = Number(pid) === postmaster || Number(parent) === postmaster
      return isOurs ? Number(rest[9]) + Number(rest[10]) : 0
    } catch {
      return 0
    }
  }
  return (
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .reduce((sum, pid) => sum + ticks(pid), 0) * 10_000
  )
}

export async function bareLoop(origin: string, total: number): Promise<Contestant> {
  const pool = new Pool(origin, { connections: concurrency, pipelining: 1 })
  const compiled = compileMapping(mapping)
  if ('errors' in compiled) throw new Error('the mapping does not compile')
  const post = async (body: string) => {
    const { body: answer } = await pool.request({
      method: 'POST',
      path: '/import',
      headers: { 'content-type': 'application/json' },
      body,
    })
    await answer.dump()
  }
  const open = new Set<Promise<void>>()
  const send = async (body: string) => {
    while (open.size >= concurrency) await Promise.race(open)
    const sending: Promise<void> = post(body).finally(() => open.delete(sending))
    open.add(sending)
  }
  return {
    name: 'bare loop (keeps nothing)',
    move: async (mode) => {
      for (let offset = 0; offset < total; offset += pageSize) {
        const { body } = await pool.request({ method: 'GET', path: `/orders?limit=${pageSize}&offset=${offset}` })
        const { items } = (await body.json()) as { items: unknown[] }
        const made = items.map((it) => compiled.map(it))
        if (mode === 'bulk of 100') await send(JSON.stringify(made))
        else for (const it of made) await send(JSON.stringify(it))
      }
      await Promise.all(open)
    },
    cpu: ownCpu,
    close: () => pool.close(),
  }
}

const configOf = (origin: string, mode: Mode): ConnectorConfig => ({
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
      batchSize: pageSize,
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

async function addPlace({ db }: Database) {
  const place = { companyId: newId(), userId: newId(), connectorId: newId() }
  await db.insertInto('companies').values({ id: place.companyId, name: 'Bench', workspace_name: 'bench' }).execute()
  const person = {
    first_name: 'B',
    last_name: 'B',
    role: 'ADMIN',
    password_hash: 'x',
    email: `${place.userId}@bench.test`,
  } as const
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

export async function engineOn(
  name: string,
  database: Database,
  origin: string,
  total: number,
  cpu: () => number,
): Promise<Contestant> {
  await migrate(database.db)
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  const engine = createEngine({ database, outbound, vault: createVault('bench'), log: pino({ level: 'warn' }) })
  engine.start()
  const { companyId, connectorId, userId } = await addPlace(database)
  return {
    name,
    move: async (mode) => {
      const { number } = await addVersion(database.db, {
        companyId,
        connectorId,
        config: configOf(origin, mode),
        authorId: userId,
      })
      const { runId } = await openRun(database.db, {
        companyId,
        connectorId,
        version: number,
        trigger: 'manual',
        startedBy: null,
      })
      engine.wake()
      for (;;) {
        const run = await findRun(database.db, companyId, connectorId, runId)
        if (run?.status === 'succeeded' && run.recordsDelivered === total) return
        if (run?.endedAt) throw new Error(`the run ended otherwise: ${run.statusReason}`)
        await sleep(5)
      }
    },
    cpu,
    close: async () => {
      await engine.stop()
      await outbound.close()
      await database.close()
    },
  }
}
