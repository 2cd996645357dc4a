import { sql } from 'kysely'
import { describe, expect, inject, it, onTestFinished } from 'vitest'
import type { Database } from '#server/platform/database/database.ts'
import { lockDueSchedules, untilNextDue } from '#server/records/connectors/schedules.repository.ts'
import { type ClaimedRun, claimRun, untilNextRun } from '#server/records/runs/run-leases.repository.ts'
import { byForm } from '../../kit/form.ts'
import { describeOnEachDatabase, freshDatabase } from '../../server/kit/databases.ts'
import { type Backlog, blocksRead, fillBacklog } from '../kit/backlog.ts'

const backlogs = byForm<readonly Backlog[]>(
  [{ runs: 5_000, companies: 1 }],
  [
    { runs: 5_000, companies: 1 },
    { runs: 50_000, companies: 1 },
    { runs: 50_000, companies: 1_000 },
  ],
)
const tables = ['runs', 'companies']

/** So many blocks may a claim read: some for the choice, and some for each company that waits. Counting for each waiting run took ten and more a run. */
const boundFor = ({ companies }: Backlog) => 1_000 + 20 * companies

/** Claims in a transaction of its own, and how many blocks that read. */
async function claimCounted({ db }: Database): Promise<{ readonly run: ClaimedRun | null; readonly blocks: number }> {
  let run: ClaimedRun | null = null
  const blocks = await blocksRead(db, tables, async (tx) => {
    run = await claimRun(tx, 'owner', 60_000)
  })
  return { run, blocks }
}

const oldest = async ({ db }: Database, count: number) =>
  (await db.selectFrom('runs').select('id').orderBy('created_at').limit(count).execute()).map(({ id }) => id)

describeOnEachDatabase('with many waiting runs', (open) => {
  it.each(backlogs)('a claim reads little and takes the oldest: $runs of $companies companies', async (backlog) => {
    const { database } = await open()
    await fillBacklog(database.db, backlog)
    const expected = await oldest(database, 6)
    for (const at of expected.keys()) {
      // Where the database knows nothing about its rows yet, it may read those that wait once, 30 in a block or more.
      if (at === 3) await sql`analyze`.execute(database.db)
      const { run, blocks } = await claimCounted(database)
      expect(blocks).toBeLessThan(boundFor(backlog) + (at < 3 ? backlog.runs / 20 : 0))
      expect(run?.id).toBe(expected[at])
    }
  })

  it('a claim reads little when what the database knows about its rows is old', async () => {
    const { database } = await open()
    await fillBacklog(database.db, { runs: 1_000, companies: 1 })
    await sql`analyze`.execute(database.db)
    const grown = byForm({ runs: 2_000, companies: 200 }, { runs: 20_000, companies: 1_000 })
    await fillBacklog(database.db, grown)
    const { run, blocks } = await claimCounted(database)
    expect(run).not.toBeNull()
    expect(blocks).toBeLessThan(boundFor(grown))
  })

  it('a claim reads little when no run waited when the database last looked at its rows', async () => {
    const { database } = await open()
    await fillBacklog(database.db, { runs: 1_000, companies: 1 })
    await sql`update runs set status = 'succeeded'`.execute(database.db)
    await sql`analyze`.execute(database.db)
    const waiting = { runs: 2_000, companies: 200 }
    await fillBacklog(database.db, waiting)
    const { run, blocks } = await claimCounted(database)
    expect(run).not.toBeNull()
    expect(blocks).toBeLessThan(boundFor(waiting))
  })

  it('a claim does not read the backlog of a company that is in maintenance or has its share', async () => {
    const { database } = await open()
    const { db } = database
    await fillBacklog(db, { runs: 2_000, companies: 1 })
    await sql`update companies set maintenance_message = 'Later.'`.execute(db)
    expect(await claimCounted(database)).toEqual({ run: null, blocks: expect.toSatisfy((blocks: number) => blocks < 500) })
    await sql`update companies set maintenance_message = null`.execute(db)
    const shares = { companyRuns: 1, freeRuns: 1 }
    expect(await claimRun(db, 'owner', 60_000, undefined, shares)).not.toBeNull()
    const blocks = await blocksRead(db, tables, async (tx) => {
      expect(await claimRun(tx, 'owner', 60_000, undefined, shares)).toBeNull()
    })
    expect(blocks).toBeLessThan(500)
  })

  it('a claim does not read the backlog behind a run that rests, of a company that is held or has its share', async () => {
    const { database } = await open()
    const { db } = database
    await fillBacklog(db, { runs: 2_000, companies: 1 })
    const [first] = await oldest(database, 1)
    await sql`update runs set waits_until = now() + interval '1 minute' where id = ${first}`.execute(db)
    await sql`insert into run_holds (company_id, cause, reason, next, until)
      select id, 'records', 'x', 'x', now() + interval '1 day' from companies`.execute(db)
    expect(await claimCounted(database)).toEqual({ run: null, blocks: expect.toSatisfy((blocks: number) => blocks < 500) })
    await sql`delete from run_holds`.execute(db)
    const shares = { companyRuns: 1, freeRuns: 1 }
    expect(await claimRun(db, 'owner', 60_000, undefined, shares)).not.toBeNull()
    await sql`update runs set waits_until = now() + interval '1 minute' where status = 'queued'`.execute(db)
    const blocks = await blocksRead(db, tables, async (tx) => {
      expect(await claimRun(tx, 'owner', 60_000, undefined, shares)).toBeNull()
    })
    expect(blocks).toBeLessThan(500)
  })

  it('a pause that ended after the last look for runs is not waited for', async () => {
    const { database } = await open()
    await fillBacklog(database.db, { runs: 1, companies: 1 })
    await sql`update runs set waits_until = clock_timestamp()`.execute(database.db)
    expect((await untilNextRun(database.db, 60_000)).ends).toBeLessThanOrEqual(0)
  })

  it('of more companies than a claim looks at the oldest come first, whatever the database knows about holds', async () => {
    const { database } = await open()
    const { db } = database
    await fillBacklog(db, { runs: 300, companies: 300 })
    const expected = await oldest(database, 3)
    await sql`insert into run_holds (company_id, cause, reason, next, until)
      select company_id, 'records', 'x', 'x', now() + interval '1 day' from runs where id <> all (${expected}::uuid[]) order by created_at desc limit 150`.execute(
      db,
    )
    await sql`analyze`.execute(db)
    for (const id of expected) expect((await claimRun(db, 'owner', 60_000))?.id).toBe(id)
  })

  it('companies that may start nothing hide no others, and one is ranked by its oldest run that is ready', async () => {
    const { database } = await open()
    const { db } = database
    await fillBacklog(db, { runs: 300, companies: 100 })
    const [first, second, ...others] = await oldest(database, 100)
    await sql`update companies set status = 'suspended', suspended_reason = 'x' where id in (select company_id from runs where id = any(${others.slice(0, 80)}::uuid[]))`.execute(
      db,
    )
    // The oldest run of the first company rests, so its next one is younger than the oldest of each other company.
    await sql`update runs set waits_until = now() + interval '1 minute' where id = ${first}`.execute(db)
    const { run, blocks } = await claimCounted(database)
    expect(run?.id).toBe(second)
    expect(blocks).toBeLessThan(1_500)
    const next = async () => (await claimRun(db, 'owner', 60_000))?.id
    for (const id of others.slice(80)) expect(await next()).toBe(id)
    const { company_id: last } = await db
      .selectFrom('runs')
      .select('company_id')
      .where('id', '=', String(first))
      .executeTakeFirstOrThrow()
    expect((await claimRun(db, 'owner', 60_000))?.companyId).toBe(last)
  })

  it('a company that joins with one run comes before the backlog of another', async () => {
    const { database } = await open()
    const { db } = database
    await fillBacklog(db, { runs: 400, companies: 2 })
    const [late] = await db.selectFrom('companies').select('id').execute()
    if (!late) throw new Error('there is no company')
    await sql`update runs set created_at = now() where company_id = ${late.id}`.execute(db)
    const companies: boolean[] = []
    for (let n = 0; n < 4; n += 1) companies.push((await claimRun(db, 'owner', 60_000))?.companyId === late.id)
    expect(companies).toEqual([false, true, false, true])
  })

  it('of thousands of schedules that are due only those are read that are started', async () => {
    const { database } = await open()
    const { db } = database
    await fillBacklog(db, { runs: 5_000, companies: 100 })
    await sql`update connectors set live_version = 1`.execute(db)
    await sql`
      insert into schedules (connector_id, company_id, every_seconds, next_at)
      select id, company_id, 3600, now() - interval '1 hour' + name::int * interval '1 millisecond' from connectors`.execute(db)
    await sql`analyze`.execute(db)
    const blocks = await blocksRead(db, ['schedules', 'connectors', 'runs'], async (tx) => {
      const due = await lockDueSchedules(tx, 10)
      expect(due.map(({ isBusy }) => isBusy)).toEqual(Array(10).fill(true))
      expect(due.map(({ dueAt }) => dueAt)).toEqual(due.map(({ dueAt }) => dueAt).toSorted((a, b) => a.getTime() - b.getTime()))
    })
    expect(blocks).toBeLessThan(300)
  })

  it('the next start of a schedule is found by the index, also behind those of paused connectors', async () => {
    const { database } = await open()
    const { db } = database
    await fillBacklog(db, { runs: 2_000, companies: 1 })
    await sql`
      insert into schedules (connector_id, company_id, every_seconds, next_at)
      select id, company_id, 3600, now() + interval '1 hour' + name::int * interval '1 second' from connectors`.execute(db)
    const look = async () => {
      let wait: number | null = null
      const blocks = await blocksRead(db, ['schedules', 'connectors'], async (tx) => {
        wait = (await untilNextDue(tx)).wait
      })
      expect(blocks).toBeLessThan(100)
      return Math.round((wait ?? Number.NaN) / 60_000)
    }
    expect(await look()).toBe(60)
    await sql`analyze`.execute(db)
    expect(await look()).toBe(60)
    await sql`update connectors set status = 'Pause' where name::int < 1500`.execute(db)
    await sql`update schedules s set next_at = now() - interval '1 hour' from connectors c where c.id = s.connector_id and c.status = 'Pause'`.execute(
      db,
    )
    expect(await look()).toBe(85)
    await sql`update connectors set status = 'Pause'`.execute(db)
    expect((await untilNextDue(db)).wait).toBeNull()
  })
})

describe.runIf(inject('postgresSuperuserUrl') !== null)('many who claim at once on one PostgreSQL', () => {
  async function crowd(backlog: Backlog) {
    const { database, remove } = await freshDatabase('postgres')
    onTestFinished(remove)
    await fillBacklog(database.db, backlog)
    return database
  }

  it('all get a run, one each', async () => {
    const { db } = await crowd({ runs: 100, companies: 1 })
    const claims = await Promise.all(Array.from({ length: 100 }, (_, n) => claimRun(db, `owner-${n}`, 60_000)))
    expect(new Set(claims.map((run) => run?.id ?? null)).size).toBe(100)
    expect(claims).not.toContain(null)
    expect(await claimRun(db, 'late', 60_000)).toBeNull()
  })

  it.each(byForm([70], [63, 64, 1_500]))('find the next when the oldest %i are in other hands', async (locked) => {
    const database = await crowd({ runs: locked + 100, companies: 1 })
    const { db } = database
    const ids = await oldest(database, locked + 1)
    await db.transaction().execute(async (tx) => {
      await sql`select 1 from runs where id = any(${ids.slice(0, -1)}::uuid[]) for update`.execute(tx)
      expect((await claimRun(db, 'owner', 60_000))?.id).toBe(ids.at(-1))
    })
  })

  it('take nothing when all are in other hands', async () => {
    const { db } = await crowd({ runs: 100, companies: 1 })
    await db.transaction().execute(async (tx) => {
      await sql`select 1 from runs for update`.execute(tx)
      expect(await claimRun(db, 'owner', 60_000)).toBeNull()
    })
    expect(await claimRun(db, 'owner', 60_000)).not.toBeNull()
  })
})
