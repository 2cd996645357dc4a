/** When a connector fails, and when it does not any more. */
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'

import { usualAlarmSettings } from '#contract/alerts/alarm.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { failingErrorRate } from '#contract/connectors/details/health.ts'
import { addRun, liveConnector } from '../connectors/details-scene.ts'
import { describeOnEachKind, raiseHouse } from '../kit/test-server.ts'
import { alarm, clear, explain, friday, hour, judge, later, minute, records, run, set, subjects, working } from './alarm-scene.ts'

describeOnEachKind('a connector that fails', (kind) => {
  const house = raiseHouse({}, kind)
  beforeEach(() => clear(house))
  const quarter = new Date('2026-11-20T09:15:00.000Z')

  it('raises the alarm at the rate and number of records that are set, and says both', async () => {
    const id = await working(house)
    await records(house, id, quarter, { delivered: 18, failed: 1 }, 15)
    await judge(house, friday)
    expect((await alarm(house, id, 'failing')).state).toBe('watching')
    await records(house, id, later(quarter, -15 * minute), { failed: 1 }, 15)
    await judge(house, later(friday, minute))
    expect(await alarm(house, id, 'failing')).toMatchObject({
      state: 'raised',
      reason: 'Since 2026-11-20T08:30:00.000Z 2 records of 20 failed (10 %).',
    })
    const { rule, figures } = await explain(house, id, 'failing')
    expect(rule).toContain('10 % of at least 20 records')
    expect(figures).toContainEqual({ name: 'failedRecords', at: null, value: 2 })
    expect(figures).toContainEqual({ name: 'errorRate', at: null, value: 10 })
  })

  it('counts what is not added to the sums yet', async () => {
    const id = await working(house)
    await sql`insert into ledger_deltas (company_id, connector_id, minute, delivered, failed, skipped, unknown, took_ms)
      values (${house.companies.A}, ${id}, ${quarter}, 10, 10, 0, 0, 0)`.execute(house.database.db)
    await judge(house, friday)
    expect((await alarm(house, id, 'failing')).reason).toContain('10 records of 20 failed (50 %)')
  })

  it('raises the alarm after one run that was refused for its credentials, once, and not for one that found nothing there', async () => {
    const id = await working(house)
    const failedWith = async (status: number, at: Date) => {
      await run(house, id, 'failed', at)
      await sql`update runs set error = ${JSON.stringify({ code: 'source/refused', answer: { status, body: 'no' } })}::jsonb
        where connector_id = ${id} and created_at = ${at}`.execute(house.database.db)
    }
    await failedWith(404, later(friday, -3 * minute))
    await judge(house, friday)
    expect((await alarm(house, id, 'failing')).state).toBe('watching')
    await failedWith(403, later(friday, -2 * minute))
    for (const minutes of [0, 1]) await judge(house, later(friday, minutes * minute))
    expect(await alarm(house, id, 'failing')).toMatchObject({
      state: 'raised',
      reason: 'The newest run was refused with 403: the other side does not let the connector in.',
    })
    expect((await explain(house, id, 'failing')).rule).toContain('refused with 401 or 403')
    expect(await subjects(house)).toEqual(['Alarm: "Orders" has too many failures'])
    await run(house, id, 'succeeded', later(friday, 2 * minute))
    await judge(house, later(friday, 3 * minute))
    expect((await alarm(house, id, 'failing')).state).toBe('cleared')
  })

  it('raises the alarm after runs that failed one after another, and clears it when one ends well', async () => {
    const id = await working(house)
    const at = (minutes: number) => later(friday, minutes * minute)
    await run(house, id, 'failed', at(-40))
    await run(house, id, 'succeeded', at(-30))
    for (const minutes of [-20, -15]) await run(house, id, 'failed', at(minutes))
    await run(house, id, 'cancelled', at(-12))
    await judge(house, friday)
    expect((await alarm(house, id, 'failing')).state).toBe('watching')
    await run(house, id, 'failed', at(-10))
    await judge(house, friday)
    expect(await alarm(house, id, 'failing')).toMatchObject({
      state: 'raised',
      reason: 'The last 3 runs failed, one after another.',
    })
    // That nothing moves proves nothing.
    await judge(house, later(friday, 48 * hour))
    expect((await alarm(house, id, 'failing')).state).toBe('raised')
    await run(house, id, 'succeeded', later(friday, 48 * hour))
    await judge(house, later(friday, 48 * hour + minute))
    expect((await alarm(house, id, 'failing')).state).toBe('cleared')
    expect(await subjects(house)).toEqual([
      'Alarm: "Orders" has too many failures',
      'Over: "Orders" does not have too many failures any more',
    ])
  })

  it('says nothing of a connector that never ran, or that is not watched', async () => {
    await working(house)
    const off = await working(house)
    await records(house, off, quarter, { failed: 100 }, 15)
    await set(house, off, { failing: { isOn: false, errorRate: 10, minRecords: 20, failedRuns: 3 } })
    await judge(house, friday)
    expect(await subjects(house)).toEqual([])
    expect(await alarm(house, off, 'failing')).toMatchObject({ state: 'off' })
  })

  it('is told with the health that the console shows, and raised at the share from which that is failing', async () => {
    expect(usualAlarmSettings.failing.errorRate).toBe(failingErrorRate)
    const id = await liveConnector(house)
    const lost = Array.from({ length: 32 }, (_, at) => ({ key: `k${at}`, status: 'failure' as const }))
    await addRun(house, id, new Date(Date.now() - 5_000), lost)
    await judge(house, later(new Date(), 2_000))
    const reply = await house.ask('GET', `/api-connectors/${id}`, { as: 'userA' })
    const { health } = reply.json<ConnectorDetails>()
    expect(health.level).toBe('failing')
    const { rows } = await sql<{ body: string }>`select body from messages`.execute(house.database.db)
    expect(rows.map(({ body }) => body).join()).toContain(`Health: Failing. ${health.reason}`)
  })

  it('does not swing around the limit', async () => {
    const id = await working(house)
    await records(house, id, quarter, { delivered: 90, failed: 10 }, 15)
    await judge(house, friday)
    await sql`update connector_sums set delivered = 94, failed = 6 where connector_id = ${id}`.execute(house.database.db)
    await judge(house, later(friday, minute))
    expect((await alarm(house, id, 'failing')).state).toBe('raised')
    await sql`update connector_sums set delivered = 95, failed = 5 where connector_id = ${id}`.execute(house.database.db)
    await judge(house, later(friday, 2 * minute))
    expect((await alarm(house, id, 'failing')).state).toBe('cleared')
  })
})
