/** When a connector fails, and when it does not any more. */
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { beforeEach, expect, it } from 'vitest'

import { usualAlarmSettings } from '#contract/alerts/alarm.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { failingErrorRate } from '#contract/connectors/details/health.ts'
import { addRun, liveConnector } from '../connectors/details-scene.ts'
import { createTestServer, describeOnEachKind } from '../kit/test-server.ts'
import {
  alarm,
  clear,
  explain,
  friday,
  hour,
  judge,
  later,
  letters,
  minute,
  records,
  run,
  set,
  subjects,
  working,
} from './alarm-scene.ts'

describeOnEachKind('a connector that fails', (kind) => {
  const server = createTestServer({}, kind)
  beforeEach(() => clear(server))
  const quarter = new Date('2026-11-20T09:15:00.000Z')

  it('raises the alarm at the rate and number of records that are set, and says both', async () => {
    const id = await working(server)
    await records(server, id, quarter, { delivered: 18, failed: 1 }, 15)
    await judge(server, friday)
    expect((await alarm(server, id, 'failing')).state).toBe('watching')
    await records(server, id, later(quarter, -15 * minute), { failed: 1 }, 15)
    await judge(server, later(friday, minute))
    expect(await alarm(server, id, 'failing')).toMatchObject({
      state: 'raised',
      reason: '2 of 20 records failed (10 %) since 2026-11-20T08:30:00.000Z.',
    })
    const since = encodeURIComponent('2026-11-20T08:30:00.000Z')
    expect((await letters(server)).at(-1)?.body).toContain(`/details/${id}?tab=problems&from=${since}`)
    const { rule, figures } = await explain(server, id, 'failing')
    expect(rule).toContain('10 % of at least 20 records')
    expect(figures).toContainEqual({ name: 'failedRecords', at: null, value: 2 })
    expect(figures).toContainEqual({ name: 'errorRate', at: null, value: 10 })
  })

  it('raises the alarm for follow-up requests at the same rate, whose records were delivered, and clears it afterwards', async () => {
    const id = await working(server)
    await records(server, id, quarter, { delivered: 20 }, 15)
    const { db } = server.database
    const followUps = (places: readonly number[], status: string, at: Date) =>
      sql`insert into afterwards (company_id, connector_id, run_id, position, version, status, delivery_key, ended_at)
        select ${server.companies.A}, ${id}, ${newId()}, n, 1, ${status}, 'k', ${at} from unnest(${places}::int[]) n`.execute(db)
    await followUps([1, 2, 3], 'done', quarter)
    await followUps([1, 2], 'failed', later(quarter, -2 * hour))
    await followUps([1], 'failed', quarter)
    await judge(server, friday)
    expect((await alarm(server, id, 'failing')).state).toBe('watching')
    await followUps([1], 'unknown', quarter)
    await judge(server, later(friday, minute))
    expect(await alarm(server, id, 'failing')).toMatchObject({
      state: 'raised',
      reason:
        '2 follow-up requests failed or had no clear response since 2026-11-20T08:30:00.000Z. Their records were delivered.',
      next: "Open the connector's problems to see these records.",
    })
    const { rule, figures } = await explain(server, id, 'failing')
    expect(rule).toContain('Also active when follow-up requests fail at the same rate.')
    expect(figures).toContainEqual({ name: 'failedFollowUps', at: null, value: 2 })
    await sql`update afterwards set status = 'done' where connector_id = ${id} and status = 'unknown'`.execute(db)
    await judge(server, later(friday, 2 * minute))
    expect((await alarm(server, id, 'failing')).state).toBe('cleared')
  })

  it('counts what is not added to the sums yet', async () => {
    const id = await working(server)
    await sql`insert into ledger_deltas (company_id, connector_id, minute, delivered, failed, skipped, unknown, took_ms)
      values (${server.companies.A}, ${id}, ${quarter}, 10, 10, 0, 0, 0)`.execute(server.database.db)
    await judge(server, friday)
    expect((await alarm(server, id, 'failing')).reason).toContain('10 of 20 records failed (50 %)')
  })

  it('raises the alarm after one run that was refused for its credentials, once, and not for one that found nothing there', async () => {
    const id = await working(server)
    const failedWith = async (status: number, at: Date) => {
      await run(server, id, 'failed', at)
      await sql`update runs set error = ${JSON.stringify({ code: 'source/refused', answer: { status, body: 'no' } })}::jsonb
        where connector_id = ${id} and created_at = ${at}`.execute(server.database.db)
    }
    await failedWith(404, later(friday, -3 * minute))
    await judge(server, friday)
    expect((await alarm(server, id, 'failing')).state).toBe('watching')
    await failedWith(403, later(friday, -2 * minute))
    for (const minutes of [0, 1]) await judge(server, later(friday, minutes * minute))
    expect(await alarm(server, id, 'failing')).toMatchObject({
      state: 'raised',
      reason: "A system rejected the connector's credentials in the newest run (HTTP 403).",
    })
    expect((await explain(server, id, 'failing')).rule).toContain('with HTTP 401 or 403')
    expect(await subjects(server)).toEqual(['Alert: "Orders" has too many failures'])
    await run(server, id, 'succeeded', later(friday, 2 * minute))
    await judge(server, later(friday, 3 * minute))
    expect((await alarm(server, id, 'failing')).state).toBe('cleared')
  })

  it('raises the alarm after runs that failed one after another, and clears it when one ends well', async () => {
    const id = await working(server)
    const at = (minutes: number) => later(friday, minutes * minute)
    await run(server, id, 'failed', at(-40))
    await run(server, id, 'succeeded', at(-30))
    for (const minutes of [-20, -15]) await run(server, id, 'failed', at(minutes))
    await run(server, id, 'cancelled', at(-12))
    await judge(server, friday)
    expect((await alarm(server, id, 'failing')).state).toBe('watching')
    await run(server, id, 'failed', at(-10))
    await judge(server, friday)
    expect(await alarm(server, id, 'failing')).toMatchObject({
      state: 'raised',
      reason: 'The last 3 runs failed.',
    })
    // That nothing moves proves nothing.
    await judge(server, later(friday, 48 * hour))
    expect((await alarm(server, id, 'failing')).state).toBe('raised')
    await run(server, id, 'succeeded', later(friday, 48 * hour))
    await judge(server, later(friday, 48 * hour + minute))
    expect((await alarm(server, id, 'failing')).state).toBe('cleared')
    expect(await subjects(server)).toEqual([
      'Alert: "Orders" has too many failures',
      'Resolved: "Orders" no longer has too many failures',
    ])
  })

  it('says nothing of a connector that never ran, or that is not watched', async () => {
    await working(server)
    const off = await working(server)
    await records(server, off, quarter, { failed: 100 }, 15)
    await set(server, off, { failing: { isOn: false, errorRate: 10, minRecords: 20, failedRuns: 3 } })
    await judge(server, friday)
    expect(await subjects(server)).toEqual([])
    expect(await alarm(server, off, 'failing')).toMatchObject({ state: 'off' })
  })

  it('is told with the health that the console shows, and raised at the share from which that is failing', async () => {
    expect(usualAlarmSettings.failing.errorRate).toBe(failingErrorRate)
    const id = await liveConnector(server)
    const lost = Array.from({ length: 32 }, (_, at) => ({ key: `k${at}`, status: 'failure' as const }))
    await addRun(server, id, new Date(Date.now() - 5_000), lost)
    await judge(server, later(new Date(), 2_000))
    const reply = await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })
    const { health } = reply.json<ConnectorDetails>()
    expect(health.level).toBe('failing')
    const { rows } = await sql<{ body: string }>`select body from messages`.execute(server.database.db)
    expect(rows.map(({ body }) => body).join()).toContain(`Health: Failing. ${health.reason}`)
  })

  it('does not swing around the limit', async () => {
    const id = await working(server)
    await records(server, id, quarter, { delivered: 90, failed: 10 }, 15)
    await judge(server, friday)
    await sql`update connector_sums set delivered = 94, failed = 6 where connector_id = ${id}`.execute(server.database.db)
    await judge(server, later(friday, minute))
    expect((await alarm(server, id, 'failing')).state).toBe('raised')
    await sql`update connector_sums set delivered = 95, failed = 5 where connector_id = ${id}`.execute(server.database.db)
    await judge(server, later(friday, 2 * minute))
    expect((await alarm(server, id, 'failing')).state).toBe('cleared')
  })
})
