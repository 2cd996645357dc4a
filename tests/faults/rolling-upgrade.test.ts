/** Two versions on one PostgreSQL: the new one starts beside the old one and migrates, then the old one is drained, while calls are made and records move. */
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { startDestination } from '../engine/kit/dest-sim.ts'
import { startSource } from '../engine/kit/source-sim.ts'
import { configFor, ended, eventually, openRunOf, settleIn } from '../engine/kit/stage.ts'
import { freePort } from '../kit/free-port.ts'
import { freshDatabase } from '../server/kit/databases.ts'
import { launch } from '../server/kit/launched.ts'
import { expectWhole, tell } from './kit/checker.ts'

const root = join(import.meta.dirname, '../..')
const password = 'correct horse battery'
const records = 6_000

/** The program as its next version: one migration more. */
function nextVersion(): string {
  const folder = mkdtempSync(join(tmpdir(), 'datacrane-next-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const part of ['server', 'contract']) cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: '99.0.0' }))
  writeFileSync(
    join(folder, 'server/platform/database/migrations/9999-next.sql'),
    'alter table connectors add column of_next text; create table of_next (id uuid primary key);',
  )
  return folder
}

type Answer = { readonly status: number; readonly body: string }

/** A client that tries again, at the other address, with the same key: as behind a load balancer that watches /readyz. */
function clientOf(addresses: readonly string[]) {
  let retried = 0
  async function send(method: string, path: string, headers: Record<string, string>, body?: unknown): Promise<Answer> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const reply = await fetch(`${addresses[attempt % addresses.length]}${path}`, {
          method,
          headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(10_000),
        })
        if (reply.status < 500) return { status: reply.status, body: await reply.text() }
        throw new Error(`status ${reply.status}`)
      } catch (thrown) {
        if (attempt >= 20) throw thrown
        retried += 1
        await sleep(50)
      }
    }
  }
  return { send, retried: () => retried }
}

describe.runIf(inject('postgresSuperuserUrl') !== null)('a rolling upgrade', () => {
  it('fails no call that a retry does not mend, loses no record and sends none twice', { timeout: 400_000 }, async () => {
    const { database, place: where, remove } = await freshDatabase('postgres')
    onTestFinished(() => remove())
    const { db } = database
    const place = await settleIn(database)
    await db
      .updateTable('users')
      .set({ confirmed: true, password_hash: await hashPassword(password) })
      .execute()
    const source = await startSource(records)
    const destination = await startDestination({ delay: 150 })
    const run = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
    const oldPort = await freePort()
    const shared = {
      ...{ DATABASE_URL: where.url ?? '', SECRET_KEY: 'k'.repeat(64), SEED_DEMO: 'false', UNSAFE_DATABASE: 'true' },
      ...{ EGRESS_ALLOW: '127.0.0.0/8', RATE_LIMIT: '1000000', FREE_CALLS: '1000000', LOG_LEVEL: 'warn' },
    }
    const start = (port: number, folder: string) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-'))
      const it = launch({ ...shared, PORT: String(port), DATA_DIR: dataDir }, [], folder)
      onTestFinished(async () => {
        it.child.kill('SIGKILL')
        await it.ended
        rmSync(dataDir, { recursive: true, force: true })
      })
      return it
    }
    const old = start(oldPort, root)
    onTestFinished(async () => {
      await source.close()
      await destination.close()
    })
    await old.ready
    const newPort = await freePort()

    const addresses = [oldPort, newPort].map((port) => `http://127.0.0.1:${port}`)
    const { send, retried } = clientOf(addresses)
    const email = `${place.userId}@example.test`
    const session = JSON.parse((await send('POST', '/api/auth/sign-in', {}, { email, password })).body) as Session
    const authorization = `Bearer ${session.accessToken}`
    const made = new Set<string>()
    const wrong: string[] = []
    let calls = 0
    let isOver = false
    async function client(): Promise<void> {
      while (!isOver) {
        calls += 1
        const key = uuid()
        const body = { type: 'constant', name: key, value: 1 }
        const written = calls % 2 === 0
        const reply = await (written
          ? send('POST', '/api-connectors/connectors/saveMappingRule', { authorization, 'idempotency-key': key }, body)
          : send('GET', '/api/billing/usage', { authorization })
        ).catch((thrown: unknown): Answer => ({ status: 0, body: String(thrown) }))
        if (reply.status >= 300 || reply.status === 0) wrong.push(`${reply.status} ${reply.body.slice(0, 200)}`)
        else if (written) made.add(key)
        await sleep(5)
      }
    }
    const clients = Array.from({ length: 4 }, client)
    await eventually(
      () => destination.journal.length,
      (count) => count > 50,
    )

    // The new one migrates while the old one works, and both serve.
    const next = start(newPort, nextVersion())
    await next.ready
    const version = async () => (await sql<{ v: number }>`select max(version) as v from schema_migrations`.execute(db)).rows[0]?.v
    expect(await version()).toBe(9999)
    const beside = calls
    await eventually(
      () => calls,
      (count) => count > beside + 40,
    )
    const sentBefore = destination.effects.size
    old.child.kill('SIGTERM')
    expect(await old.ended).toBe(0)
    expect(sentBefore).toBeLessThan(records)
    const alone = calls
    await eventually(
      () => calls,
      (count) => count > alone + 40,
    )

    expect(await ended(database, place, run, 180_000)).toMatchObject({ status: 'succeeded', recordsDelivered: records })
    isOver = true
    await Promise.all(clients)
    next.child.kill('SIGTERM')
    expect(await next.ended).toBe(0)

    expect(wrong).toEqual([])
    const rules = await db.selectFrom('mapping_rules').select('rule').execute()
    const names = rules.map(({ rule }) => (rule as { name: string }).name)
    expect(names.toSorted()).toEqual([...made].toSorted())
    const sums = await expectWhole(database, place, run, destination, records)
    expect(sums).toMatchObject({ lost: 0, duplicates: 0, resent: 0 })
    tell('Rolling upgrade', null, { ...sums, more: `calls=${calls} retried=${retried()} failed=0 written=${made.size}` })
  })
})
