/** All connectors of a filter paused or resumed by the server, in the sight of the caller: counted, done, retried, stopped, and taken over. */
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { beforeAll, expect, it } from 'vitest'

import type { ConnectorJob } from '#contract/connectors/list/connector-jobs.ts'
import { connectorOverview } from '#contract/connectors/list/connector-overview.graphql.ts'
import type { Overview } from '#contract/connectors/list/connector-overview.ts'
import { beginNext, bulkRows } from '#server/features/kit/bulk/bulk-jobs.repository.ts'
import { job, openJobs } from '#server/platform/jobs/boss.ts'
import { beginAttempt } from '#server/platform/jobs/job-rows.repository.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { createTestServer, makeConnector, type Reply, type Who } from '../kit/test-server.ts'

const server = createTestServer()
const path = '/api-connectors/bulk-jobs'
const codeOf = (reply: Reply) => reply.json<{ code: string }>().code
const start = (body: object, as: Who = 'userA') => server.ask('POST', path, { as, key: uuid(), body })
const newest = async (as: Who = 'userA') => (await server.ask('GET', path, { as })).json<{ job: ConnectorJob | null }>().job
const move = (how: 'stop' | 'retry', id = '', as: Who = 'userA') => server.ask('POST', `${path}/${id}/${how}`, { as })
async function ended() {
  await server.doBulkActions()
  expect((await newest())?.status).toBe('done')
}

async function inStatus(status: string, as: Who = 'userA'): Promise<string> {
  const { connector } = await makeConnector(server, as)
  await sql`update connectors set status = ${status}, status_before = ${status}, name = ${`bulk ${status} ${connector._id}`}
    where id = ${connector._id}`.execute(server.database.db)
  return connector._id
}
const statusOf = async (id: string) =>
  (await server.database.db.selectFrom('connectors').select('status').where('id', '=', id).executeTakeFirst())?.status

const many: string[] = []
beforeAll(async () => {
  const queue = { queue: 'bulk-action', policy: 'standard', retries: 0, backoff: [1, 1], expire: 60 } as const
  const { boss } = await openJobs({ ...server, log: createLog('silent') }, [job({ ...queue, handle: async () => {} })])
  for (let made = 0; made < 12; made += 1) many.push(await inStatus('Active'))
  return () => boss.stop({ close: false })
})

it('counts, pauses what the filter finds and the caller sees, records each, and says what failed', async () => {
  const paused = await inStatus('Pause')
  const others = await inStatus('Active', 'adminA')
  const found = await server.ask('GET', `${path}/found?search=bulk`, { as: 'userA' })
  expect(found.json()).toEqual({
    counts: expect.arrayContaining([
      { status: 'Active', count: 12 },
      { status: 'Pause', count: 1 },
    ]),
    total: 13,
  })
  const pausedOnly = await server.ask('GET', `${path}/found?search=bulk&condition=paused`, { as: 'userA' })
  expect(pausedOnly.json()).toEqual({ counts: [{ status: 'Pause', count: 1 }], total: 1 })
  expect(await newest()).toBeNull()
  expect(codeOf(await start({ action: 'pause', search: 'no such name' }))).toBe('bulk/nothing')
  expect(codeOf(await start({ action: 'pause', search: 'bulk', condition: 'paused' }))).toBe('bulk/nothing')
  expect((await start({ action: 'pause', search: ' bulk ' })).json()).toMatchObject({ status: 'running', total: 12 })
  await ended()
  expect(await newest()).toMatchObject({ action: 'pause', changed: 12, failed: 0, waiting: 0, failures: [] })
  expect(await Promise.all(many.map(statusOf))).toEqual(many.map(() => 'Pause'))
  expect([await statusOf(others), await statusOf(paused)]).toEqual(['Active', 'Pause'])
  const { rows } = await sql<{ count: number }>`
    select count(*)::int from audit_events where action = 'connector.paused' and target_id = any(${many})`.execute(
    server.database.db,
  )
  expect(rows[0]?.count).toBe(12)
  const [one = ''] = many
  // Nobody else sees it, or ends it.
  expect(await newest('adminA')).toBeNull()
  expect(codeOf(await move('retry', (await newest())?.id, 'adminA'))).toBe('bulk/not-found')

  await sql`update connectors set status = 'Deploying' where id = ${one}`.execute(server.database.db)
  const id = uuid()
  // As a process leaves it that died: one was resumed before it could say so, one is being deployed.
  await sql`insert into bulk_jobs (id, kind, lane, company_id, user_id, form, lease_until, created_at) values (${id}, 'connectors',
    ${`connectors:${server.ids.userA}`}, ${server.companies.A}, ${server.ids.userA}, '{"action": "resume"}', now() - interval '1 s', now() + interval '1 s')`.execute(
    server.database.db,
  )
  await sql`update connectors set status = 'Active' where id = ${many[1] ?? ''}`.execute(server.database.db)
  await sql`insert into bulk_job_items (job_id, place, target_id, status) values (${id}, 1, ${one}, 'waiting'), (${id}, 2, ${many[1] ?? ''}, 'begun'),
    (${id}, 3, ${many[2] ?? ''}, 'waiting'), (${id}, 4, ${others}, 'waiting')`.execute(server.database.db)
  expect(codeOf(await start({ action: 'pause' }))).toBe('bulk/running')
  await ended()
  const job = await newest()
  expect(job).toMatchObject({ id, changed: 2, failed: 2 })
  expect(job?.failures.map(({ id: target }) => target)).toEqual([one, others])
  await sql`update connectors set status = 'Pause' where id = ${one}`.execute(server.database.db)
  expect((await move('retry', id)).statusCode).toBe(200)
  await ended()
  expect(await newest()).toMatchObject({ changed: 3, failed: 1 })
  expect(await statusOf(one)).toBe('Active')
})

it('begins nothing more in an attempt that another one has followed', async () => {
  const { db } = server.database
  const [own, id] = [await inStatus('Active', 'adminA'), uuid()]
  await sql`insert into bulk_jobs (id, kind, lane, company_id, user_id, form) values (${id}, 'connectors', 'overtaken',
    ${server.companies.A}, ${server.ids.adminA}, '{"action": "pause"}')`.execute(db)
  await sql`insert into bulk_job_items (job_id, place, target_id) values (${id}, 1, ${own})`.execute(db)
  const lost = await beginAttempt(db, bulkRows, id, 60_000)
  // The process is alive and has lost its job: while it keeps its lease, nobody else begins.
  expect(await beginAttempt(db, bulkRows, id, 60_000)).toBeNull()
  await sql`update bulk_jobs set lease_until = now() where id = ${id}`.execute(db)
  const next = await beginAttempt(db, bulkRows, id, 60_000)
  expect([lost?.attempts, next?.attempts]).toEqual([1, 2])
  expect(await beginNext(db, { id, attempts: 1 }, 60_000, 0)).toBeNull()
  expect(await beginNext(db, { id, attempts: 2 }, 60_000, 0)).toMatchObject({ targetId: own, wasBegun: false })
  await sql`delete from bulk_jobs where id = ${id}`.execute(db)
})

it('waits while the company is suspended, and stops where it is told to', async () => {
  const { db } = server.database
  await sql`update companies set status = 'suspended', suspended_reason = 'x', suspended_by = ${server.ids.superA} where id = ${server.companies.B}`.execute(
    db,
  )
  const [own, id] = [await inStatus('Active', 'userA'), uuid()]
  await sql`insert into bulk_jobs (id, kind, lane, company_id, user_id, form) values (${id}, 'connectors',
    ${`connectors:${server.ids.userA}`}, ${server.companies.B}, ${server.ids.userA}, '{"action": "pause"}')`.execute(db)
  await sql`insert into bulk_job_items (job_id, place, target_id) values (${id}, 1, ${own})`.execute(db)
  expect((await move('stop', id)).json()).toMatchObject({ status: 'stopped', waiting: 1, changed: 0 })
  expect(codeOf(await move('stop', id))).toBe('bulk/status')
  expect(await statusOf(own)).toBe('Active')
})

it('is told of by the dashboard for some minutes, and for a day where something is left to do', async () => {
  const { db } = server.database
  const body = { query: connectorOverview.text, variables: { limit: 10, offset: 0 } }
  const isShown = async () => {
    const reply = await server.ask('POST', '/graphql', { as: 'adminA', body })
    return reply.json<{ data: { connectorOverview: Overview } }>().data.connectorOverview.summary.bulkJob
  }
  const aged = (age: string) => sql`update bulk_jobs set created_at = now() - ${age}::interval where id = ${id}`.execute(db)
  const [own, id] = [await inStatus('Active', 'adminA'), uuid()]
  expect(await isShown()).toBe(false)
  await sql`insert into bulk_jobs (id, kind, lane, company_id, user_id, form, status) values (${id}, 'connectors',
    ${`connectors:${server.ids.adminA}`}, ${server.companies.A}, ${server.ids.adminA}, '{"action": "pause"}', 'done')`.execute(db)
  await sql`insert into bulk_job_items (job_id, place, target_id, status) values (${id}, 1, ${own}, 'changed')`.execute(db)
  expect(await isShown()).toBe(true)
  await aged('16 minutes')
  expect(await isShown()).toBe(false)
  await sql`update bulk_job_items set status = 'failed', message = 'x' where job_id = ${id}`.execute(db)
  expect(await isShown()).toBe(true)
  await aged('25 hours')
  expect(await isShown()).toBe(false)
})

it('is begun once by a call whose first answer was lost, also when nothing is left to change', async () => {
  const own = await inStatus('Active', 'adminA')
  const key = uuid()
  const begin = () => server.ask('POST', path, { as: 'adminA', key, body: { action: 'pause', search: own } })
  const first = (await begin()).json<ConnectorJob>()
  await server.doBulkActions()
  await server.database.db.deleteFrom('idempotency_keys').execute()
  const again = await begin()
  expect(again.json()).toMatchObject({ id: first.id, total: 1, changed: 1 })
  const { rows } = await sql`select from pgboss.job where name = 'bulk-action' and singleton_key = ${first.id}`.execute(
    server.database.db,
  )
  expect(rows, 'one job in the commit of the action').toHaveLength(1)
  expect(await statusOf(own)).toBe('Pause')
})
