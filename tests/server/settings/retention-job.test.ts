/** The nightly job of retention: what holds up one company or one night holds up no other. */
import { sql } from 'kysely'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { sweepRetention } from '#server/features/settings/retention/retention.repository.ts'
import { doRetention } from '#server/features/settings/retention/retention-job.ts'
import { job, openJobs } from '#server/platform/jobs/boss.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { createRetentionServer } from './retention-nights.ts'

const { server, run, save, reports, night, look, deps, keeping, addRun, leftOf, clean } = createRetentionServer()

beforeEach(clean)

const old = (who: 'adminA' | 'adminB') => addRun(who, { daysAgo: 40, endedDaysAgo: 40, records: 1, status: 'cancelled' })
const young = (who: 'adminA' | 'adminB') => addRun(who, { daysAgo: 1, endedDaysAgo: 1, records: 20, status: 'cancelled' })

it('goes on after a clock was ahead', async () => {
  await young('adminA')
  await look()
  await run(sql`update retention_nights set night = night + 400, lease_until = now() + interval '400 days'`)
  const id = await old('adminA')
  await save(keeping(30))
  await look()
  expect(await leftOf('transactions')).not.toContain(id)
})

it('does for one company what fails for another', async () => {
  await young('adminB')
  const id = await old('adminB')
  await save(keeping(30), 'adminB')
  await save(keeping(30))
  await run(sql`update company_settings set value = '{"enabled": true, "integrationLogs": null}'
    where section = 'retentionPolicy' and company_id = ${server.companies.A}`)
  await night()
  expect(await leftOf('transactions')).not.toContain(id)
})

it('says of a removal that failed what went before', async () => {
  await young('adminA')
  await old('adminA')
  const stuck = await old('adminA')
  await save(keeping(30, false))
  await run(sql`create trigger stuck before delete on transactions for each row
    when (old.run_id = ${sql.lit(stuck)}::uuid) execute function refuse_change()`)
  await night()
  await run(sql`drop trigger stuck on transactions`)
  const [report] = await reports()
  expect(report).toMatchObject({ status: 'failed', removed: { source_pages: 2, transactions: 1, attempts: 1 } })
  expect(report?.error).not.toContain('transactions')
})

it('has a job for each company, queued once, and continues one that was interrupted', async () => {
  const queue = { queue: 'company-retention', policy: 'standard', retries: 0, backoff: [1, 1], expire: 60 } as const
  const { boss } = await openJobs({ ...server, log: createLog('silent') }, [job({ ...queue, handle: async () => {} })])
  onTestFinished(() => boss.stop({ close: false }))
  const queued = async () => {
    const { rows } = await sql<{
      id: string
    }>`select singleton_key as id from pgboss.job where name = 'company-retention'`.execute(server.database.db)
    return rows.map(({ id }) => id).toSorted()
  }
  const { A, B } = server.companies
  for (let time = 0; time < 2; time += 1) await sweepRetention(server.database.db)
  expect(await queued()).toEqual([A, B].toSorted())

  await young('adminA')
  const id = await old('adminA')
  await save(keeping(30))
  await look()
  await run(sql`update retention_nights set night = night - 1, lease_until = now()`)
  const interrupted = doRetention(deps(), A, { signal: AbortSignal.abort() })
  await expect(interrupted).rejects.toThrow('interrupted')
  expect(await leftOf('transactions')).toContain(id)
  await look()
  expect(await leftOf('transactions')).not.toContain(id)
})
