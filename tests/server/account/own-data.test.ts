/** "Download my data" and "Request deletion": only for the person, made in the background, and nothing that names them stays. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { deletionLifecycle, deletionStates } from '#contract/account/own-data.lifecycle.ts'
import type { OwnData } from '#contract/account/own-data.ts'
import { dataFileLifecycle, dataFileStates } from '#contract/kit/files/data-file.lifecycle.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import type { NewApiKey } from '#contract/settings/api-keys.ts'
import { expireDataFiles } from '#server/features/account/own-data/own-data.repository.ts'
import { deleteDuePeople, doDataFile } from '#server/features/account/own-data/own-data-job.ts'
import { keyForm } from '../contract/matrix-api-keys.ts'
import { createTestServer, describeOnEachKind, emailOf, makeConnector, password, type Who } from '../kit/test-server.ts'

it('a file and a request live as the specification has it, and not otherwise', () => {
  expect(Object.fromEntries(dataFileStates.map((state) => [state, allowedMoves(dataFileLifecycle, state)]))).toEqual({
    ...{ queued: ['job.made', 'job.gaveUp'], ready: ['clock.expired', 'user.repeated'], failed: [], expired: [] },
  })
  expect(Object.fromEntries(deletionStates.map((state) => [state, allowedMoves(deletionLifecycle, state)]))).toEqual({
    ...{ waiting: ['user.withdrew', 'clock.due', 'job.refused'], withdrawn: [], refused: [], done: [] },
  })
})

describeOnEachKind('the data of a person', (kind) => {
  const server = createTestServer({}, kind)
  const deps = () => ({ db: server.database.db, publicUrl: 'https://crane.example' })
  /** Does what the jobs would do now. */
  async function makeFiles() {
    const { db } = server.database
    await expireDataFiles(db)
    const rows = await db.selectFrom('data_files').select('id').where('status', '=', 'queued').execute()
    for (const { id } of rows) await doDataFile(deps(), id)
  }
  const at = (who: Who, rest: string) => `/api/users/${server.ids[who]}/${rest}`
  const read = async (who: Who) => (await server.ask('GET', at(who, 'data'), { as: who })).json<OwnData>()
  const codeOf = (reply: { json: <T>() => T }) => reply.json<{ code?: string }>().code
  const askFile = (who: Who, body: object = { password }) => server.ask('POST', at(who, 'data/file'), { as: who, body })
  const askDeletion = (who: Who, body: object = {}) =>
    server.ask('POST', at(who, 'deletion'), { as: who, body: { password, ...body } })
  const mailsTo = async (who: Who) =>
    (
      await sql<{ subject: string }>`select subject from messages where recipient = ${emailOf(who)} order by created_at`.execute(
        server.database.db,
      )
    ).rows.map(({ subject }) => subject)
  const makeDue = (who: Who) =>
    sql`update deletion_requests set due_at = now() where user_id = ${server.ids[who]}`.execute(server.database.db)

  it('is made for who proves themselves, holds what is theirs and no secret, and can be downloaded for a week', async () => {
    expect(codeOf(await askFile('userA', { password: 'another one' }))).toBe('auth/prove-again')
    expect(codeOf(await server.ask('GET', at('userA', 'data/file'), { as: 'userA' }))).toBe('ownData/not-ready')
    const created = await server.ask('POST', '/api-keys', { as: 'adminA', body: { ...keyForm, name: 'Mine' } })
    const { secret: key } = created.json<NewApiKey>()
    expect(key).toMatch(/^dc_/)
    expect((await askFile('adminA')).json<OwnData>()).toMatchObject({ file: { status: 'queued', expiresAt: null } })
    expect(codeOf(await askFile('adminA'))).toBe('ownData/in-progress')
    await makeFiles()
    expect((await read('adminA')).file).toMatchObject({ status: 'ready', bytes: expect.any(Number) })
    expect(await mailsTo('adminA')).toContain('Your Datacrane data is ready')
    const reply = await server.ask('GET', at('adminA', 'data/file'), { as: 'adminA' })
    expect(reply.headers['content-disposition']).toContain('datacrane-my-data.json')
    const data = reply.json<Record<string, object[]>>()
    expect(data).toMatchObject({ profile: { email: emailOf('adminA'), role: 'ADMIN' }, apiKeys: [{ name: 'Mine' }] })
    expect(data['sessions']?.length).toBeGreaterThan(0)
    expect(data['changes']).toEqual(expect.arrayContaining([expect.objectContaining({ action: 'ownData.requested' })]))
    const { rows } = await sql<{ hash: string }>`select password_hash as hash from users where id = ${server.ids.adminA}`.execute(
      server.database.db,
    )
    for (const secret of [key, rows[0]?.hash ?? '-', emailOf('userA')]) expect(reply.body).not.toContain(secret)
    const actions = await server.ask('GET', '/api/audit?what=ownData.downloaded', { as: 'adminA' })
    expect(actions.json<{ total: number }>().total).toBe(1)
    await sql`update data_files set expires_at = now()`.execute(server.database.db)
    expect(codeOf(await server.ask('GET', at('adminA', 'data/file'), { as: 'adminA' }))).toBe('ownData/not-ready')
    await makeFiles()
    const { rows: kept } = await sql`select status, content from data_files`.execute(server.database.db)
    expect(kept).toEqual([{ status: 'expired', content: null }])
  })

  it('cannot be asked for by anybody else', async () => {
    for (const as of ['adminA', 'superA', 'adminB'] as const) {
      expect((await server.ask('GET', at('userA', 'data'), { as })).statusCode).toBe(404)
      expect((await server.ask('POST', at('userA', 'deletion'), { as, body: { password } })).statusCode).toBe(404)
    }
  })

  it('is kept where the person withdraws in time, and where nobody else could administer the company', async () => {
    expect(codeOf(await askDeletion('adminB'))).toBe('deletion/last-administrator')
    expect(codeOf(await askDeletion('superA'))).toBe('deletion/last-administrator')
    expect((await askDeletion('otherA')).json<OwnData>()).toMatchObject({ deletion: { status: 'waiting', heir: null } })
    expect(codeOf(await askDeletion('otherA'))).toBe('deletion/requested')
    await deleteDuePeople(deps())
    expect((await read('otherA')).deletion?.status).toBe('waiting')
    expect((await server.ask('DELETE', at('otherA', 'deletion'), { as: 'otherA' })).json<OwnData>()).toMatchObject({
      deletion: { status: 'withdrawn' },
    })
    expect(codeOf(await server.ask('DELETE', at('otherA', 'deletion'), { as: 'otherA' }))).toBe('deletion/none')
    await makeDue('otherA')
    await deleteDuePeople(deps())
    expect((await read('otherA')).deletion?.status).toBe('withdrawn')
    expect(await mailsTo('otherA')).toEqual(
      expect.arrayContaining(['Your Datacrane account will be deleted', "Your Datacrane account won't be deleted"]),
    )
  })

  it('is refused after the time of grace when the person has become the last administrator meanwhile', async () => {
    expect((await askDeletion('adminA', { heir: server.ids.userA })).statusCode).toBe(202)
    await sql`update users set active = false where id = ${server.ids.superA}`.execute(server.database.db)
    await makeDue('adminA')
    await deleteDuePeople(deps())
    expect((await read('adminA')).deletion?.status).toBe('refused')
    await sql`update users set active = true where id = ${server.ids.superA}`.execute(server.database.db)
  })

  it('goes after the time of grace: connectors to the chosen person, nothing that names them stays, the record keeps their id', async () => {
    const { connector } = await makeConnector(server, 'userA')
    expect(codeOf(await askDeletion('userA'))).toBe('deletion/heir-needed')
    for (const heir of [server.ids.adminB, server.ids.userA])
      expect(codeOf(await askDeletion('userA', { heir }))).toBe('deletion/heir-needed')
    expect((await askDeletion('userA', { heir: server.ids.otherA })).json<OwnData>()).toMatchObject({
      deletion: { status: 'waiting', heir: 'otherA Example' },
    })
    await sql`insert into passkeys (id, company_id, user_id, credential_id, public_key, counter, name, is_synced)
      values (${server.ids.userA}, ${server.companies.A}, ${server.ids.userA}, 'eA', '', 0, 'Key of userA Example', false)`.execute(
      server.database.db,
    )
    const { A: company } = server.companies
    await sql`insert into support_requests (id, company_id, user_id, subject, body, bundle)
      values (gen_random_uuid(), ${company}, ${server.ids.userA}, 'userA Example asks', ${emailOf('userA')}, '{}')`.execute(
      server.database.db,
    )
    await sql`with e as (insert into webhook_endpoints (id, company_id, name, url, events, enabled, secret)
        values (gen_random_uuid(), ${company}, 'x', 'https://x.test', '{}', false, '{}') returning id)
      insert into webhook_deliveries (id, company_id, endpoint_id, event_id, type, payload)
      select gen_random_uuid(), ${company}, id, 'evt_1', 'user.updated',
        jsonb_build_object('data', jsonb_build_object('userId', ${server.ids.userA}::uuid, 'email', ${emailOf('userA')}::text)) from e`.execute(
      server.database.db,
    )
    await askFile('userA')
    await makeFiles()
    const handed = await server.ask('GET', at('userA', 'data/file'), { as: 'userA' })
    expect(handed.json()).toMatchObject({
      supportRequests: [{ subject: 'userA Example asks' }],
      assistantChats: [],
      articleOpinions: [],
    })
    await makeDue('userA')
    await deleteDuePeople(deps())
    const seen = await server.ask('GET', `/api-connectors/${connector._id}`, { as: 'otherA' })
    expect(seen.statusCode).toBe(200)
    const { db } = server.database
    const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('login_audit', 'audit_events')`.execute(
      db,
    )
    const left: string[] = []
    for (const { name } of tables.rows) {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)} t
        where t::text ilike ${`%${emailOf('userA')}%`} or t::text like '%userA Example%'`.execute(db)
      if ((rows[0]?.n ?? 0) > 0) left.push(name)
    }
    expect(left).toEqual([])
    const signIn = await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('userA'), password } })
    expect(signIn.statusCode).toBe(401)
    const done = await server.ask('GET', '/api/audit?what=deletion.done', { as: 'adminA' })
    expect(done.json<{ data: object[] }>().data).toMatchObject([
      { target: { type: 'member', id: server.ids.userA }, after: { heir: server.ids.otherA, connectors: [connector._id] } },
    ])
    const own = await server.ask('GET', '/api/audit?what=deletion.requested', { as: 'adminA' })
    expect(own.json<{ data: { actor: { name: string } }[] }>().data[0]?.actor.name).toBe('Deleted user')
  })
})
