/** What a company that costs nothing may have and do; and that the operator's own is not bounded. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorConfig, Trigger } from '#contract/connectors/config/config.ts'
import { shortestPeriod } from '#server/engine/schedule/schedule-instants.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { claimRun } from '#server/records/runs/run-leases.repository.ts'
import { openRun } from '#server/records/runs/runs.repository.ts'
import { createTestServer, describeOnEachKind, goodConfig, type Who } from '../kit/test-server.ts'

const quotas = { connectors: 2, schedules: 1, period: 60, calls: 10_000, runs: 1 }
const every = (everySeconds: number): Trigger => ({ type: 'schedule', everySeconds })

it.each([
  [every(5), 5],
  [{ type: 'schedule', cron: '* * * * *' }, 60],
  [{ type: 'schedule', cron: '0,1 9 * * *' }, 60],
  [{ type: 'schedule', cron: '0 9 * * *' }, 86_400],
  [{ type: 'manual' }, Number.POSITIVE_INFINITY],
] as const)('the starts of %j lie %d s apart', (trigger, seconds) => expect(shortestPeriod(trigger)).toBe(seconds))

describeOnEachKind('quotas', (kind) => {
  const server = createTestServer({ quotas }, kind)
  const make = async (as: Who, trigger: Trigger = { type: 'manual' }) => {
    const config: ConnectorConfig = { ...goodConfig, trigger }
    return (await server.ask('POST', '/api-connectors/', { as, body: { connector: { name: 'x' }, config } })).json<{
      connector: { _id: string }
      code?: string
      message?: string
    }>()
  }
  const deploy = async (as: Who, id: string) =>
    (await server.ask('POST', `/api-connectors/connectors/${id}/deploy`, { as, body: {} })).json<{
      code?: string
      errors?: unknown
    }>()

  it('bound connectors and schedules of a company that signed up, and not those of the operator', async () => {
    const [one, two] = [await make('adminB', every(60)), await make('adminB', every(60))]
    expect(await make('adminB')).toMatchObject({
      status: 403,
      code: 'quota/connectors',
      message: 'Your plan allows 2 connectors. Delete one you no longer need.',
    })
    expect(await deploy('adminB', one.connector._id)).not.toHaveProperty('code')
    expect(await deploy('adminB', two.connector._id)).toMatchObject({
      status: 403,
      code: 'quota/schedules',
      message:
        'Your plan allows 1 connector with a schedule. Remove the schedule of another connector, or delete that connector.',
    })
    await server.ask('PATCH', `/api-configs/${two.connector._id}`, { as: 'adminB', body: { ...goodConfig, trigger: every(59) } })
    expect(await deploy('adminB', two.connector._id)).toMatchObject({
      status: 403,
      code: 'quota/period',
      errors: [{ path: '/trigger', message: 'starts more often than every 60 seconds' }],
    })
    await server.ask('PATCH', `/api-configs/${two.connector._id}`, { as: 'adminB', body: goodConfig })
    expect(await deploy('adminB', two.connector._id), 'without a schedule').not.toHaveProperty('code')
    await sql`update connectors set deleted_at = now() where id = ${two.connector._id}`.execute(server.database.db)
    expect(await make('adminB'), 'in the place of one that was deleted').not.toHaveProperty('code')

    for (let n = 0; n < 4; n += 1) {
      const { connector } = await make('adminA', every(1))
      expect(await deploy('adminA', connector._id)).not.toHaveProperty('code')
    }
  })

  it('take over one run of it at once, however many wait and whoever asks', async () => {
    const { db } = server.database
    await sql`delete from runs`.execute(db)
    const queue = async (as: 'adminA' | 'adminB') => {
      const [companyId, authorId] = [server.companies[as === 'adminA' ? 'A' : 'B'], server.ids[as]]
      const row = await db
        .selectFrom('connectors')
        .select('id')
        .where('company_id', '=', companyId)
        .where('deleted_at', 'is', null)
        .execute()
      for (const { id: connectorId } of row.slice(0, 2)) {
        const { number: version } = await addVersion(db, { companyId, connectorId, config: goodConfig as never, authorId })
        await openRun(db, { companyId, connectorId, version, trigger: 'manual', startedBy: null })
      }
    }
    for (const as of ['adminB', 'adminA'] as const) await queue(as)
    const claim = async (owner: string) =>
      (await claimRun(db, owner, 60_000, undefined, { companyRuns: 1, freeRuns: 1 }))?.companyId ?? null
    const { A, B } = server.companies
    expect([await claim('one'), await claim('one'), await claim('one')].toSorted()).toEqual([A, B, null].toSorted())
    // Another process has places of its own for a company that is not bounded.
    expect([await claim('two'), await claim('two')]).toEqual([A, null])
  })
})

describeOnEachKind('a limit of calls', (kind) => {
  const server = createTestServer({ quotas: { ...quotas, calls: 3 } }, kind)

  it('is one of a whole company that signed up, and of no other', async () => {
    const call = async (as: Who) => (await server.ask('GET', '/api/users/me', { as })).json<{ code?: string }>().code ?? 'passed'
    const codes: string[] = []
    for (let n = 0; n < 5; n += 1) codes.push(await call('adminB'))
    expect(codes).toEqual(['passed', 'passed', 'passed', 'quota/calls', 'quota/calls'])
    for (let n = 0; n < 5; n += 1) expect(await call('userA')).toBe('passed')
  })
})
