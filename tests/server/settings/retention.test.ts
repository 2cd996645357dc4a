/** Retention Policy: what is due is counted, archived, read back and removed, and nothing else. `worklist.md` C-6, threat T-RET. */
import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import { findBrokenLink, recordSignIn } from '#server/features/auth/sign-in/login-audit.repository.ts'
import { addAuditEvent, checkAuditChain } from '#server/features/kit/audit-events.repository.ts'
import { createRetentionServer } from './retention-nights.ts'

const { server, path, db, run, policy, save, preview, reports, night, look, keeping, addRun, leftOf, clean } =
  createRetentionServer()

beforeEach(clean)

it('begins off with the defaults of the specification, and refuses what cannot be obeyed', async () => {
  const { retentionPolicy } = (await server.ask('GET', path, { as: 'adminA' })).json<SystemSettings>()
  expect(retentionPolicy).toEqual(policy)
  const early = await save({ integrationLogs: { retentionDays: 30, autoArchive: true, archiveAfterDays: 90 } })
  expect([early.statusCode, early.json()]).toMatchObject([400, { message: expect.stringContaining('archiveAfterDays') }])
  expect((await save(keeping(31))).statusCode).toBe(400)
  const saved = await save({ userData: { retentionDays: 365, autoDelete: true, requireApproval: false } })
  expect(saved.json<SystemSettings>().retentionPolicy.userData.requireApproval).toBe(true)
})

/** Files in the database without the row that names them. */
async function filesOf(table: string): Promise<number> {
  const { rows } = await sql<{ files: number }>`select count(distinct file_id) as files from company_file_parts
    where file_id not in (select id from ${sql.table(table)}) and file_id not in (select id from company_backups)`.execute(db())
  return rows[0]?.files ?? 0
}

describe('integration logs', () => {
  it('are counted before a period is saved, and that many are removed the next night, after they were archived', async () => {
    for (const daysAgo of [1, 2, 3, 4, 5])
      await addRun('adminA', { daysAgo, endedDaysAgo: daysAgo, records: 10, status: 'cancelled' })
    const old = await addRun('adminA', { daysAgo: 40, endedDaysAgo: 40, records: 7, status: 'cancelled' })
    await addRun('adminB', { daysAgo: 40, endedDaysAgo: 40, records: 3, status: 'cancelled' })
    const { integrationLogs } = await preview('?integrationLogs=30')
    expect(integrationLogs).toMatchObject({ due: 7, total: 57, isOverCap: false })
    expect((await preview('?integrationLogs=-1')).integrationLogs).toMatchObject({ before: null, due: 0 })
    await save(keeping(30))
    await night()
    const [report] = await reports()
    expect(report).toMatchObject({
      area: 'integrationLogs',
      status: 'done',
      due: 7,
      removed: { source_pages: 1, transactions: 7, attempts: 1 },
    })
    expect(await leftOf('transactions')).not.toContain(old)
    expect(await leftOf('transactions')).toHaveLength(6)
    const [archive] = report?.archives ?? []
    const file = await server.ask('GET', `${path}/retention/archives/${archive?.id}`, { as: 'adminA' })
    expect(createHash('sha256').update(file.body).digest('hex')).toBe(archive?.sha256)
    const lines = file.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; run_id?: string })
    expect(lines.map(({ kind }) => kind)).toEqual(['run', 'page', ...Array(7).fill('transactions'), 'attempts'])
    expect(archive?.records).toBe(lines.length)
    expect((await server.ask('GET', `${path}/retention/archives/${archive?.id}`, { as: 'adminB' })).statusCode).toBe(404)
    await run(sql`update retention_archives set created_at = now() - interval '2556 days'`)
    await night()
    expect((await server.ask('GET', `${path}/retention/archives/${archive?.id}`, { as: 'adminA' })).statusCode).toBe(404)
    expect(await filesOf('retention_archives')).toBe(0)
  })

  it('are removed as far as they are due, whatever there is, and those of others never', async () => {
    const runs = fc.array(
      fc.record({
        who: fc.constantFrom('adminA' as const, 'adminB' as const),
        daysAgo: fc.integer({ min: 0, max: 120 }),
        lasted: fc.integer({ min: 0, max: 60 }),
        records: fc.integer({ min: 1, max: 4 }),
        status: fc.constantFrom('cancelled', 'running'),
      }),
      { maxLength: 12 },
    )
    const property = fc.asyncProperty(runs, fc.constantFrom(7, 14, 30, 60, 90), async (made, days) => {
      for (const table of ['source_pages', 'transactions', 'attempts', 'retention_reports', 'retention_nights', 'runs'])
        await run(sql`delete from ${sql.table(table)}`)
      await run(sql`delete from company_settings where section = 'retentionPolicy'`)
      const kept: string[] = []
      const open = new Set<string>()
      for (const { who, daysAgo, lasted, status: wanted, records } of made) {
        // A connector has one open run.
        const status = open.has(who) ? 'cancelled' : wanted
        if (status === 'running') open.add(who)
        const endedDaysAgo = Math.max(daysAgo - lasted, 0)
        const id = await addRun(who, { status, records, daysAgo, endedDaysAgo })
        if (who === 'adminB' || status === 'running' || endedDaysAgo < days) kept.push(id)
      }
      await save(keeping(days, false))
      await night()
      for (const { id } of (await reports()).filter(({ status }) => status === 'held'))
        await server.ask('POST', `${path}/retention/reports/${id}/confirm`, { as: 'adminA' })
      await look()
      for (const table of ['source_pages', 'transactions', 'attempts']) expect(await leftOf(table)).toEqual(kept.toSorted())
    })
    await fc.assert(property, { numRuns: 12 })
  })

  it('stay while the next run has records of them to send', async () => {
    for (const daysAgo of [1, 2, 3, 4, 5])
      await addRun('adminA', { daysAgo, endedDaysAgo: daysAgo, records: 10, status: 'cancelled' })
    const unsent = await addRun('adminA', { daysAgo: 40, endedDaysAgo: 40, records: 3, status: 'cancelled' })
    const carrying = await addRun('adminA', { daysAgo: 39, endedDaysAgo: 39, records: 2, status: 'cancelled' })
    const old = await addRun('adminA', { daysAgo: 38, endedDaysAgo: 38, records: 2, status: 'cancelled' })
    await run(sql`update runs set unsent = 2 where id = ${unsent}`)
    await run(sql`insert into carried_records (company_id, run_id, position, from_run, from_position)
      values (${server.companies.A}, ${carrying}, 0, ${unsent}, 0)`)
    await save(keeping(30))
    expect((await preview()).integrationLogs).toMatchObject({ due: 2, total: 57 })
    await night()
    const left = await leftOf('transactions')
    expect([unsent, carrying, old].map((id) => left.includes(id))).toEqual([true, true, false])
    expect((await reports())[0]).toMatchObject({ removed: { transactions: 2 }, kept: { 'runs with records to be sent': 2 } })
  })

  it('stay where a clock is ten years ahead, until an administrator confirms it', async () => {
    for (const daysAgo of [1, 2, 3])
      await addRun('adminA', { daysAgo: daysAgo + 3650, endedDaysAgo: daysAgo + 3650, records: 5, status: 'cancelled' })
    await save(keeping(365))
    await night()
    const [held] = await reports()
    expect(held).toMatchObject({ status: 'held', due: 15, total: 15, removed: {} })
    expect(await leftOf('transactions')).toHaveLength(3)
    const confirm = () => server.ask('POST', `${path}/retention/reports/${held?.id}/confirm`, { as: 'adminA' })
    await save(keeping(-1))
    expect((await confirm()).json()).toMatchObject({
      code: 'retention/not-held',
      message: expect.stringContaining('no longer due'),
    })
    await save(keeping(365))
    expect((await confirm()).json()).toMatchObject({ status: 'removing' })
    expect((await confirm()).json()).toMatchObject({ code: 'retention/not-held' })
    await night()
    expect(await leftOf('transactions')).toEqual([])
    expect((await reports())[0]).toMatchObject({ status: 'done', confirmedBy: 'adminA Example' })
  })

  /** A failure in the middle leaves the same rows as a process that ended. */
  async function failing(table: string, when: string, work: () => Promise<void>) {
    await run(sql`create function fail_now() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`)
    await run(sql.raw(`create trigger fail_now before ${when} execute function fail_now()`) as never)
    await work()
    await run(sql`drop trigger fail_now on ${sql.table(table)}`)
    await run(sql`drop function fail_now`)
  }

  it('stay where their archive is cut off, and what was written of it goes a day later', async () => {
    for (const daysAgo of [1, 2, 3, 4, 5])
      await addRun('adminA', { daysAgo, endedDaysAgo: daysAgo, records: 10, status: 'cancelled' })
    await addRun('adminA', { daysAgo: 40, endedDaysAgo: 40, records: 7, status: 'cancelled' })
    await save(keeping(30))
    // The file is in the database, and its row is not.
    await failing('retention_archives', 'insert on retention_archives', night)
    const error = "The removal couldn't be completed. See the server log for the cause."
    expect((await reports())[0]).toMatchObject({ status: 'failed', removed: {}, error })
    expect(await leftOf('transactions')).toHaveLength(6)
    const unowned = () => filesOf('retention_archives')
    expect(await unowned()).toBe(1)
    await run(sql`update company_file_parts set at = now() - interval '25 hours'`)
    await night()
    expect((await reports())[0]).toMatchObject({ status: 'done', archives: [{ records: 10 }] })
    expect(await leftOf('transactions')).toHaveLength(5)
    expect(await unowned()).toBe(0)
  })

  it('are in an archive that can be downloaded before the first of them is removed', async () => {
    for (const daysAgo of [1, 2, 3, 4, 5])
      await addRun('adminA', { daysAgo, endedDaysAgo: daysAgo, records: 10, status: 'cancelled' })
    await addRun('adminA', { daysAgo: 40, endedDaysAgo: 40, records: 7, status: 'cancelled' })
    await save(keeping(30))
    await failing('transactions', 'delete on transactions', night)
    const [report] = await reports()
    expect(report).toMatchObject({ status: 'failed', archives: [{ records: 10 }] })
    expect(await leftOf('transactions')).toHaveLength(6)
    const file = await server.ask('GET', `${path}/retention/archives/${report?.archives[0]?.id}`, { as: 'adminA' })
    expect(file.body.split('\n').filter((line) => line.includes('"transactions"'))).toHaveLength(7)
  })
})

describe('audit logs', () => {
  it('are removed from their beginning, and both chains hold on', async () => {
    const companyId = server.companies.A
    const origin = { ip: '192.0.2.1', userAgent: null }
    for (let n = 0; n < 20; n += 1) {
      await db()
        .transaction()
        .execute((tx) =>
          recordSignIn(tx, {
            companyId,
            userId: server.ids.userA,
            email: 'a@example.test',
            success: true,
            failureReason: null,
            origin,
          }),
        )
      await addAuditEvent(db(), {
        companyId,
        action: 'run.started',
        actor: { kind: 'system', id: null },
        address: null,
        target: null,
        before: null,
        after: null,
      })
    }
    await expect(run(sql`delete from login_audit where company_id = ${companyId}`)).rejects.toThrow('takes no changes')
    // 100 days later, as the rows say it: they carry their time in their hash, so the policy's days are counted from another now.
    const { rows } = await sql<{ at: Date; upto: number }>`
      select at, id as upto from login_audit where company_id = ${companyId} order by id offset 3 limit 1`.execute(db())
    const cutoff = rows[0]?.at ?? new Date()
    const gone = await sql<{ gone: number }>`
      select remove_sign_ins(${companyId}::uuid, ${(rows[0]?.upto ?? 0) - 1}::bigint, ${new Date(cutoff.getTime() + 1)}) as gone`.execute(
      db(),
    )
    expect(gone.rows[0]?.gone).toBe(3)
    // The guard opens for the removal alone: not for the rest of its transaction, and not for a session that sets what the removal sets.
    const afterRemoval = db()
      .transaction()
      .execute(async (tx) => {
        await sql`select remove_sign_ins(${companyId}::uuid, ${rows[0]?.upto}::bigint, now() + interval '1 second')`.execute(tx)
        await sql`delete from login_audit where company_id = ${companyId}`.execute(tx)
      })
    await expect(afterRemoval).rejects.toThrow('takes no changes')
    const opened = db()
      .transaction()
      .execute(async (tx) => {
        await sql`set local "datacrane.retention" = 'on'`.execute(tx)
        await sql`delete from audit_events where company_id = ${companyId}`.execute(tx)
      })
    await expect(opened).rejects.toThrow('takes no changes')
    expect(await findBrokenLink(db(), companyId)).toBeNull()
    await expect(
      sql`select remove_sign_ins(${companyId}::uuid, ${rows[0]?.upto}::bigint, ${cutoff})`.execute(db()),
    ).rejects.toThrow('not due')
    const changes = await sql<{ seq: number; at: Date }>`
      select seq, at from audit_events where company_id = ${companyId} order by seq offset 4 limit 1`.execute(db())
    await sql`select remove_changes(${companyId}::uuid, ${changes.rows[0]?.seq}::bigint, ${new Date((changes.rows[0]?.at.getTime() ?? 0) + 1)})`.execute(
      db(),
    )
    expect(await checkAuditChain(db(), companyId)).toMatchObject({ brokenAt: null })
  })
})
