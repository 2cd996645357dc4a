/** Data of people who left: requested by one administrator or the night, decided by another, deleted then. `worklist.md` C-6. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { DuePerson } from '#contract/settings/retention/retention-people.ts'
import type { Who } from '../kit/test-server.ts'
import { createRetentionServer } from './retention-nights.ts'

const { server, path, db, run, save, preview, reports, night } = createRetentionServer()

it('is deleted when another administrator than the one who asked approves it, and only of people who left long ago', async () => {
  const leave = (who: Who, daysAgo: number) =>
    run(sql`update users set active = false, updated_at = now() - ${daysAgo} * interval '1 day' where id = ${server.ids[who]}`)
  await leave('userA', 400)
  await leave('otherA', 100)
  const list = async (as: Who) => (await server.ask('GET', `${path}/retention/people`, { as })).json<{ data: DuePerson[] }>().data
  const decide = async (as: Who, approve: boolean) =>
    server.ask('POST', `${path}/retention/people/${server.ids.userA}/decide`, { as, body: { approve } })
  await save({ userData: { retentionDays: 365, autoDelete: true, requireApproval: true } })
  expect((await preview()).userData).toMatchObject({ due: 1, total: 2 })
  await night()
  expect(await list('adminA')).toMatchObject([{ id: server.ids.userA, request: { status: 'requested', isForCaller: false } }])
  expect((await decide('adminA', true)).json()).toMatchObject({ code: 'retention/second-administrator' })
  expect((await decide('adminB', true)).json()).toMatchObject({ code: 'retention/not-found' })
  await run(sql`update retention_requests set expires_at = now()`)
  await night()
  expect((await list('superA'))[0]?.request).toMatchObject({ status: 'requested', isForCaller: true })
  expect((await decide('superA', false)).json()).toMatchObject({ request: { status: 'refused' } })
  await night()
  expect((await list('superA'))[0]?.request?.status).toBe('refused')
  const again = await server.ask('POST', `${path}/retention/people/${server.ids.userA}/request`, { as: 'superA' })
  expect(again.json()).toMatchObject({ request: { status: 'requested', isForCaller: false } })
  expect((await decide('adminA', true)).json()).toMatchObject({ request: { status: 'approved' } })
  await night()
  const { rows } = await sql<{
    name: string
  }>`select first_name as name from users where id in (${server.ids.userA}, ${server.ids.otherA}) order by 1`.execute(db())
  expect(rows.map(({ name }) => name)).toEqual(['Deleted', 'otherA'])
  expect((await reports())[0]).toMatchObject({ area: 'userData', status: 'done', removed: { users: 1 } })
  await run(sql`update users set active = true where id = ${server.ids.otherA}`)
})

it('is decided by the one who asked where nobody else administers the company, and the audit log says so', async () => {
  await run(sql`update users set active = false, updated_at = now() - interval '400 days' where id = ${server.ids.otherA}`)
  await run(sql`update users set active = false where id = ${server.ids.superA}`)
  const of = `${path}/retention/people/${server.ids.otherA}`
  const requested = await server.ask('POST', `${of}/request`, { as: 'adminA' })
  expect(requested.json()).toMatchObject({ request: { status: 'requested', isForCaller: true } })
  const decided = await server.ask('POST', `${of}/decide`, { as: 'adminA', body: { approve: true } })
  expect(decided.json(), decided.body).toMatchObject({ request: { status: 'approved' } })
  const audit = (await server.ask('GET', '/api/audit', { as: 'adminA' })).json<{ data: object[] }>().data
  expect(audit[0]).toMatchObject({ action: 'retention.deletionDecided', after: { approved: true, onlyAdministrator: true } })
})
