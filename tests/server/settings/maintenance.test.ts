/** Maintenance: who is shut out, by which door, and what waits (threat T-MAINT). */
import { sql } from 'kysely'
import { afterEach, expect, it, onTestFinished } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import { endpoints } from '#contract/endpoints.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import type { SystemSettings } from '#contract/settings/system-settings.ts'
import type { Start } from '#contract/shell/start.ts'
import { moveWindows } from '#server/features/settings/maintenance-window.repository.ts'
import { setBoss } from '#server/platform/database/job-queues.ts'
import { job, openJobs } from '#server/platform/jobs/boss.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { claimRun, releaseRun } from '#server/records/runs/run-leases.repository.ts'
import { configFor, openRunOf, settleIn } from '../../engine/kit/stage.ts'
import { challenged, pass, proofFor, sentTo, switchOn, verify } from '../auth/mfa/factors.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'
import { bearer, eventsOf, post, stand } from '../kit/senders.ts'
import {
  createTestServer,
  describeOnEachKind,
  emailOf,
  goodConfig,
  openTestServer,
  password,
  type Reply,
  type Who,
} from '../kit/test-server.ts'

const words = 'We move to a new database until 18:00.'
const path = '/api/maintenance'
const startPath = '/api/start'

describeOnEachKind('maintenance', (kind) => {
  const server = createTestServer({}, kind)
  const turn = (on: boolean, message = words, as: Who = 'adminA') => server.ask('PUT', path, { as, body: { on, message } })
  const told = (reply: Reply) => [
    reply.statusCode,
    reply.json<{ code?: string }>().code,
    reply.json<{ message?: string }>().message,
  ]
  const shut = [503, 'maintenance/on', words]
  const newDisks = [503, 'maintenance/on', 'New disks']
  const patient = { timeout: 6_000, interval: 200 }

  afterEach(async () => {
    await turn(false)
    await turn(false, '', 'adminB')
  })

  it('is switched by administrators, and read by everybody of the company', async () => {
    expect((await server.ask('GET', path, { as: 'userA' })).json()).toEqual({ on: false, message: '', planned: null })
    expect((await turn(true, words, 'userA')).statusCode).toBe(403)
    expect((await turn(true, `  ${words}\n`)).json()).toEqual({ on: true, message: words, planned: null })
    for (const as of ['userA', 'adminA', 'superA'] as const)
      expect((await server.ask('GET', path, { as })).json()).toEqual({ on: true, message: words, planned: null })
    expect((await server.ask('GET', path, { as: 'adminB' })).json()).toEqual({ on: false, message: '', planned: null })
  })

  it('keeps the look of the company from whom it shuts out, and nothing else of what a page starts with', async () => {
    const asked = async (as: Who, each: string) => (await server.ask('GET', each, { as })).json<object>()
    const parts = async (as: Who) => ({
      look: await asked(as, '/api/company'),
      maintenance: await asked(as, path),
      session: expect.objectContaining({ stage: 'full' }),
    })
    expect(await asked('userA', startPath)).toEqual(await parts('userA'))
    await turn(true)
    expect(await asked('adminA', startPath)).toEqual(await parts('adminA'))
    expect(await asked('userA', startPath)).toEqual({ ...(await parts('userA')), look: null })
  })

  it('begins and ends by itself when it is planned, and is announced a day before', async () => {
    const { db } = server.database
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16)
    const settings = '/api/system-settings'
    const plan = async (maintenanceWindow: object | null) => {
      const { companySettings, revisions } = (await server.ask('GET', settings, { as: 'adminA' })).json<SystemSettings>()
      const body = { companySettings: { ...companySettings, maintenanceWindow }, revisions }
      return server.ask('PUT', settings, { as: 'adminA', body })
    }
    const queue = { queue: 'maintenance-window', policy: 'standard', retries: 0, backoff: [1, 1], expire: 60 } as const
    const { boss } = await openJobs({ ...server, log: createLog('silent') }, [job({ ...queue, handle: async () => {} })])
    onTestFinished(async () => {
      setBoss(db, null)
      await boss.stop({ close: false })
    })
    const window = { from: at(30), until: at(31), message: 'New disks' }
    expect((await plan(window)).json()).toMatchObject({ companySettings: { maintenanceWindow: window } })
    expect((await server.ask('GET', path, { as: 'userA' })).json()).toMatchObject({ planned: null })
    for (const bad of [
      { from: at(2), until: at(1), message: '' },
      { from: at(-3), until: at(-2), message: '' },
      { from: at(1), until: at(200), message: '' },
      { from: '2027-02-31T10:00', until: '2027-03-02T10:00', message: '' },
    ])
      expect((await plan(bad)).json()).toMatchObject({ status: 422, code: 'settings/window-unusable' })
    await plan({ ...window, from: at(20), until: at(21) })
    expect((await server.ask('GET', path, { as: 'userA' })).json()).toMatchObject({
      on: false,
      planned: { from: `${at(20)}:00.000Z`, message: 'New disks' },
    })
    expect((await server.ask('GET', '/api/users/me', { as: 'userA' })).statusCode).toBe(200)

    const { rows } = await sql<{
      at: string
    }>`select to_char(start_after at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI') as at from pgboss.job
      where name = 'maintenance-window' order by start_after`.execute(db)
    expect(rows.map((job) => job.at)).toEqual([at(20), at(21), at(30), at(31)])

    // The time comes.
    await sql`update companies set window_from = now() - interval '1 minute' where id = ${server.companies.A}`.execute(db)
    await expect.poll(async () => told(await server.ask('GET', '/api/users/me', { as: 'userA' })), patient).toEqual(newDisks)
    expect((await server.ask('GET', '/api/users/me', { as: 'adminA' })).statusCode).toBe(200)
    expect((await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('userA'), password } })).statusCode).toBe(503)
    expect(await moveWindows(db)).toBe(0)
    // Off is off for what a person has switched on, and for nothing else.
    await turn(false)
    expect(told(await server.ask('GET', '/api/users/me', { as: 'userA' }))).toEqual(newDisks)

    await sql`update companies set window_until = now() where id = ${server.companies.A}`.execute(db)
    await expect.poll(async () => (await server.ask('GET', '/api/users/me', { as: 'userA' })).statusCode, patient).toBe(200)
    expect(await moveWindows(db)).toBe(1)
    expect((await server.ask('GET', path, { as: 'userA' })).json()).toEqual({ on: false, message: '', planned: null })
  })

  it('says something also without words, and off clears them', async () => {
    const sentence = catalogue['maintenance/on'].message
    expect((await turn(true, ' ')).json()).toEqual({ on: true, message: sentence, planned: null })
    expect(told(await server.ask('GET', '/api/users/me', { as: 'userA' }))).toEqual([503, 'maintenance/on', sentence])
    expect((await turn(false, 'words that nobody needs')).json()).toEqual({ on: false, message: '', planned: null })
    expect((await server.ask('GET', '/api/users/me', { as: 'userA' })).statusCode).toBe(200)
    expect((await turn(true, '')).json()).toEqual({ on: true, message: sentence, planned: null })
  })

  it('shuts a token from before out of every call but three', async () => {
    await turn(true)
    const id = server.ids.userA
    for (const { method, path: each, access } of endpoints) {
      if (access === 'public' || each === path || each === startPath || each === '/api/auth/sign-out') continue
      const reply = await server.ask(method, each.replace(/:\w+/g, id), { as: 'userA' })
      expect(told(reply), `${method} ${each}`).toEqual(shut)
    }
    const { maintenance } = (await server.ask('GET', startPath, { as: 'userA' })).json<Start>()
    expect((await server.ask('GET', path, { as: 'userA' })).json()).toEqual(maintenance)
    const leaving = await openTestServer({})
    await leaving.ask('PUT', path, { as: 'adminA', body: { on: true, message: words } })
    expect((await leaving.ask('POST', '/api/auth/sign-out', { as: 'userA' })).statusCode).toBe(200)
    await leaving.close()
  })

  it.each(['adminA', 'superA', 'adminB'] as const)('lets %s through every door', async (as) => {
    await turn(true)
    expect((await server.ask('GET', '/api/users/me', { as })).statusCode).toBe(200)
    expect((await server.ask('GET', '/api-connectors/dashboard-user-query', { as })).statusCode).toBe(200)
    const { refreshToken } = await server.signIn(as)
    expect((await server.ask('POST', '/api/auth/refresh', { body: { refreshToken } })).statusCode).toBe(200)
  })

  it('refuses a refresh and spends no token for it', async () => {
    const { refreshToken } = await server.signIn('userA')
    const refresh = () => server.ask('POST', '/api/auth/refresh', { body: { refreshToken } })
    await turn(true)
    for (let again = 0; again < 3; again += 1) expect(told(await refresh())).toEqual(shut)
    await turn(false)
    expect((await refresh()).statusCode).toBe(200)
    await turn(true)
    expect(told(await refresh()), 'a token that was just used').toEqual(shut)
    await turn(false)
    expect((await refresh()).statusCode, 'the family lives').toBe(200)
  })

  it('refuses a right password with the words, and a wrong one as ever', async () => {
    await turn(true)
    const signIn = (word: string) =>
      server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('userA'), password: word } })
    expect(told(await signIn(password))).toEqual(shut)
    expect((await signIn('another')).json()).toMatchObject({ code: 'auth/invalid-credentials' })
    const sessions = await sql<{
      n: number
    }>`select count(*)::int as n from sessions where user_id = ${server.ids.userA}`.execute(server.database.db)
    expect((await signIn(password)).statusCode).toBe(503)
    const after = await sql`select count(*)::int as n from sessions where user_id = ${server.ids.userA}`.execute(
      server.database.db,
    )
    expect(after.rows).toEqual(sessions.rows)
  })

  it('refuses a right code of the second factor, and it is good afterwards', async () => {
    await switchOn(server, 'otherA', 'email')
    await pass(server, 10)
    const proof = proofFor(await challenged(server, 'otherA'), await sentTo(server, emailOf('otherA')))
    await turn(true)
    expect(told(await verify(server, proof))).toEqual(shut)
    const again = await server.ask('POST', '/api/auth/sign-in', { body: { email: emailOf('otherA'), password } })
    expect(told(again), 'no new challenge either').toEqual(shut)
    await turn(false)
    expect((await verify(server, proof)).json<Session>().user._id).toBe(server.ids.otherA)
  })

  it('takes the events of senders and keeps them', async () => {
    const { id, secret } = await stand(server)
    await turn(true)
    expect((await post(server, id, bearer(secret))).statusCode).toBe(202)
    expect(await eventsOf(server, id)).toHaveLength(1)
  })

  it('leaves no half request when it is switched under load', async () => {
    const rows = async () =>
      (await sql<{ id: string }>`select id from connectors where name = 'Under load'`.execute(server.database.db)).rows
    const body = { connector: { name: 'Under load' }, config: goodConfig }
    const replies: Reply[] = []
    const caller = async () => {
      for (let call = 0; call < 15; call += 1) replies.push(await server.ask('POST', '/api-connectors/', { as: 'userA', body }))
    }
    const switcher = async () => {
      for (let turns = 0; turns < 12; turns += 1) expect((await turn(turns % 2 === 0)).statusCode).toBe(200)
    }
    await Promise.all([...Array.from({ length: 8 }, caller), switcher()])
    const made = replies.filter(({ statusCode }) => statusCode === 201)
    const refused = replies.filter(({ statusCode }) => statusCode === 503)
    expect(made.length + refused.length).toBe(120)
    expect(made.length).toBeGreaterThan(0)
    expect(refused.length).toBeGreaterThan(0)
    for (const reply of refused) expect(told(reply)).toEqual(shut)
    const ids = made.map((reply) => reply.json<{ connector: { _id: string } }>().connector._id)
    expect((await rows()).map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
  })

  it('is logged as what people did, not as a fault', async () => {
    await turn(true)
    server.logged.length = 0
    await server.ask('GET', '/api/users/me', { as: 'userA' })
    const lines = server.logged.map((line): { level: number; status?: number } => JSON.parse(line))
    expect(lines.filter(({ status }) => status === 503)).toHaveLength(1)
    expect(lines.filter(({ level }) => level > 30)).toEqual([])
  })
})

describeOnEachDatabase('a company in maintenance', (open) => {
  it('starts no run, goes on with those that run, and holds up nobody else', async () => {
    const { database } = await open()
    const { db } = database
    const config = configFor({ source: 'http://a.test', destination: 'http://b.test' })
    const [begun, waiting, elsewhere] = [await settleIn(database), await settleIn(database), await settleIn(database)]
    const shut = [begun.companyId, waiting.companyId]
    const turn = (message: string | null) =>
      sql`update companies set maintenance_message = ${message} where id = any(${shut})`.execute(db)
    const claim = async () => (await claimRun(db, 'two', 60_000))?.id ?? null
    const { runId } = await openRunOf(database, begun, config)
    const lease = await claimRun(db, 'one', 60_000)
    expect(lease?.id).toBe(runId)
    const queued = await openRunOf(database, waiting, config)
    await turn('')
    expect(await claim()).toBeNull()
    if (lease) await releaseRun(db, lease)
    expect(await claim(), 'one that has begun').toBe(runId)
    const other = await openRunOf(database, elsewhere, config)
    expect(await claim()).toBe(other.runId)
    expect(await claim()).toBeNull()
    await turn(null)
    expect(await claim()).toBe(queued.runId)
  })
})
