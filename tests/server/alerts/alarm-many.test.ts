/** Ten thousand connectors of one company: each pass does a bounded part, the longest waiting first, and nobody gets ten thousand mails. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { createTestServer, describeOnEachKind } from '../kit/test-server.ts'
import { friday, hour, judge, later, letters, minute, working } from './alarm-scene.ts'

const many = 10_000

describeOnEachKind('ten thousand connectors', (kind) => {
  const server = createTestServer({}, kind)

  it('are judged in passes', { timeout: 300_000 }, async () => {
    const { db } = server.database
    const one = await working(server)
    await sql`insert into connectors (id, company_id, owner_id, name, profile, config_id, draft, status, status_before, status_since, status_reason,
        status_next, live_version)
      select gen_random_uuid(), company_id, owner_id, 'Shop ' || n, profile, gen_random_uuid(), draft, status, status_before, status_since, '', '', 1
      from connectors, generate_series(2, ${many}) as n where id = ${one}`.execute(db)
    await sql`insert into schedules (connector_id, company_id, cron, next_at)
      select id, company_id, '0 9 * * *', ${later(friday, -hour)}::timestamptz + row_number() over (order by id) * interval '1 millisecond' from connectors`.execute(
      db,
    )
    await sql`insert into connector_sums (company_id, connector_id, width, at, delivered, failed, skipped, unknown, took_ms)
      select company_id, id, 15, ${later(friday, -20 * minute)}::timestamptz, 95, 5, 0, 0, 0 from connectors`.execute(db)
    // Four weeks of hours of some of them.
    await sql`insert into connector_sums (company_id, connector_id, width, at, delivered, failed, skipped, unknown, took_ms)
      select c.company_id, c.id, 60, at, 90 + extract(hour from at)::int, 0, 0, 0, 0
      from (select * from connectors order by id limit 300) c,
        generate_series(date_trunc('hour', ${later(friday, -672 * hour)}::timestamptz), ${later(friday, -hour)}::timestamptz, interval '1 hour') as at`.execute(
      db,
    )
    const raised = async () => {
      const { rows } = await sql<{ count: number }>`select count(*)::int as count from alarms where state = 'raised'`.execute(db)
      return rows[0]?.count
    }
    for (let pass = 1; pass <= 11; pass += 1) {
      await judge(server, later(friday, pass * minute))
      expect(await raised()).toBe(Math.min(pass * 1_000, many))
    }
    // Each five hundred come in one message.
    expect(await letters(server)).toHaveLength(20)
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from alarm_watches`.execute(db)
    // As many as a pass has time for.
    expect(rows[0]?.count).toBeGreaterThanOrEqual(11 * 50)
    expect(rows[0]?.count).toBeLessThanOrEqual(11 * 250)
  })
})
