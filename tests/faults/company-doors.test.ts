/** Two processes on one PostgreSQL: what closes a company at one of them closes every way in at the other, within five seconds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import { describe, expect, inject, it, onTestFinished } from 'vitest'

import type { Session } from '#contract/auth/auth.ts'
import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import { connectorLive } from '#contract/connectors/details/live.graphql.ts'
import type { NewApiKey } from '#contract/settings/api-keys.ts'
import { emptyConfiguration } from '#server/features/auth/sso/connection.ts'
import { hashPassword } from '#server/platform/security/passwords.ts'
import { startDestination } from '../engine/kit/dest-sim.ts'
import { startSource } from '../engine/kit/source-sim.ts'
import { configFor, ended, eventually, openRunOf, settleIn } from '../engine/kit/stage.ts'
import { freePort } from '../kit/free-port.ts'
import { keyForm } from '../server/contract/matrix-api-keys.ts'
import { freshDatabase } from '../server/kit/databases.ts'
import { launch } from '../server/kit/launched.ts'
import { expectWhole, tell } from './kit/checker.ts'

const password = 'correct horse battery'
const effectLimit = 5_000
const records = 3_000

/** Two processes, the administrator of a company with a connector, another member, and an operator. */
async function scene() {
  const { database, place: where, remove } = await freshDatabase('postgres')
  onTestFinished(() => remove())
  const { db } = database
  const place = await settleIn(database)
  const person = { first_name: 'Ann', last_name: 'Lee', password_hash: '' }
  const operators = uuid()
  await db.insertInto('companies').values({ id: operators, name: 'Operator', workspace_name: 'operator' }).execute()
  const [member, operator] = [uuid(), uuid()]
  const others = [
    { ...person, id: member, company_id: place.companyId, role: 'USER' as const, email: `${member}@example.test` },
    { ...person, id: operator, company_id: operators, role: 'SUPER_ADMIN' as const, email: `${operator}@example.test` },
  ]
  await db.insertInto('users').values(others).execute()
  await db
    .updateTable('users')
    .set({ confirmed: true, password_hash: await hashPassword(password) })
    .execute()
  const shared = {
    ...{ DATABASE_URL: where.url ?? '', SECRET_KEY: 'k'.repeat(64), SEED_DEMO: 'false', UNSAFE_DATABASE: 'true' },
    ...{ EGRESS_ALLOW: '127.0.0.0/8', RATE_LIMIT: '1000000', FREE_CALLS: '1000000', LOG_LEVEL: 'warn' },
  }
  const ports = [await freePort(), await freePort()] as const
  // One after the other: the first one migrates.
  for (const port of ports) {
    const dataDir = mkdtempSync(join(tmpdir(), 'datacrane-'))
    const it = launch({ ...shared, PORT: String(port), DATA_DIR: dataDir })
    onTestFinished(async () => {
      it.child.kill('SIGKILL')
      await it.ended
      rmSync(dataDir, { recursive: true, force: true })
    })
    await it.ready
  }
  const [first, second] = ports.map(
    (port) =>
      async (method: string, path: string, token: string | null, body?: object, headers: Headers = {}) => {
        const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
          method,
          headers: {
            'idempotency-key': uuid(),
            ...(token === null ? {} : { authorization: `Bearer ${token}` }),
            ...headers,
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(10_000),
        })
        return { status: reply.status, text: await reply.text() }
      },
  ) as [Call, Call]
  const signIn = (call: Call, who: string) => call('POST', '/api/auth/sign-in', null, { email: `${who}@example.test`, password })
  const tokenOf = async (who: string) => (JSON.parse((await signIn(second, who)).text) as Session).accessToken
  return { database, place, member, operator, first, second, secondPort: ports[1], signIn, tokenOf }
}

type Answer = { readonly status: number; readonly text: string }
type Headers = Readonly<Record<string, string>>
type Call = (method: string, path: string, token: string | null, body?: object, headers?: Headers) => Promise<Answer>
/** A connector that begins with events, of which 50 have been posted to both processes. */
async function openHook(first: Call, second: Call, admin: string) {
  const destination = await startDestination({ delay: 5 })
  const { source: _, ...config } = configFor({ source: '', destination: destination.url })
  const body = { connector: { name: 'Hook' }, config: { ...config, trigger: { type: 'webhook' }, source: { type: 'http' } } }
  const made = await first('POST', '/api-connectors/', admin, body)
  expect(made.status, made.text).toBe(201)
  const id = (JSON.parse(made.text) as ConnectorAndConfig).connector._id
  const deployed = await first('POST', `/api-connectors/connectors/${id}/deploy`, admin, {})
  expect(deployed.status, deployed.text).toBeLessThan(300)
  await eventually(
    () => first('GET', `/api-connectors/${id}`, admin),
    ({ text }) => text.includes('"status":"Active"'),
  )
  const secret = JSON.parse((await second('POST', `/api-connectors/${id}/hook`, admin)).text) as { plainSecret: string }
  /** Whether it was taken and is held. */
  const send = async (call: Call, event: number) => {
    const { status, text } = await call(
      'POST',
      `/hooks/${id}`,
      secret.plainSecret,
      { id: event },
      { 'webhook-id': `event-${event}` },
    )
    expect(status, text).toBe(202)
    return (JSON.parse(text) as { held: boolean }).held
  }
  for (let event = 1; event <= 50; event += 1) expect(await send(event % 2 === 0 ? first : second, event)).toBe(false)
  return { destination, send, close: () => destination.close() }
}

type Doors = Readonly<Record<string, () => Promise<Answer>>>

/** Milliseconds until each door answers with the code. */
async function closingTimes(doors: Doors, code: string): Promise<Record<string, number>> {
  const begun = performance.now()
  const times = Object.entries(doors).map(async ([name, knock]) => {
    await eventually(knock, ({ text }) => text.includes(code), effectLimit * 2)
    return [name, Math.round(performance.now() - begun)] as const
  })
  return Object.fromEntries(await Promise.all(times))
}

describe.runIf(inject('postgresSuperuserUrl') !== null)('two processes', () => {
  it('let nobody in who has to use single sign-on, once one of them requires it', { timeout: 200_000 }, async () => {
    const { database, place, member, first, second, signIn, tokenOf } = await scene()
    const [admin, theirs] = [await tokenOf(place.userId), await tokenOf(member)]
    const value = JSON.stringify({
      ...emptyConfiguration,
      provider: 'OIDC',
      oidc: { clientId: 'crane', clientSecret: '', discoveryUrl: 'https://idp.example', managesEmails: false },
      breakGlass: [place.userId],
    })
    await sql`insert into sso_connections (company_id, value, status) values (${place.companyId}, ${value}::jsonb, 'optional')`.execute(
      database.db,
    )
    const me = (call: Call, token: string) => call('GET', '/api/users/me', token)
    expect([(await me(first, theirs)).status, (await me(second, theirs)).status]).toEqual([200, 200])
    const required = await first('POST', '/api/system-settings/sso/switch', admin, { move: 'require', password })
    expect(required.status, required.text).toBe(200)
    const doors = {
      'sign-in': () => signIn(second, member),
      session: () => me(second, theirs),
      'own process': () => me(first, theirs),
    }
    const [password403, session, own] = await Promise.all([
      closingTimes({ 'sign-in': doors['sign-in'] }, 'sso/required'),
      closingTimes({ session: doors.session }, 'auth/'),
      closingTimes({ 'own process': doors['own process'] }, 'auth/'),
    ])
    const times = { ...password403, ...session, ...own }
    for (const [door, took] of Object.entries(times)) expect(took, door).toBeLessThan(effectLimit)
    expect((await me(second, admin)).status, 'who may use a password in an emergency').toBe(200)
    expect((await signIn(second, place.userId)).status).toBe(200)
    // Back at the other one: passwords sign in at the first.
    const allowed = await second('POST', '/api/system-settings/sso/switch', admin, { move: 'allow-passwords', password })
    expect(allowed.status, allowed.text).toBe(200)
    expect((await signIn(first, member)).status).toBe(200)
    tell('Single sign-on required', null, { lost: 0, duplicates: 0, resent: 0, repeated: 0, more: JSON.stringify(times) })
  })

  it('close a suspended company on every channel, and lose nothing of it', { timeout: 300_000 }, async () => {
    const { database, place, member, operator, first, second, secondPort, signIn, tokenOf } = await scene()
    const source = await startSource(records)
    const destination = await startDestination({ delay: 40 })
    onTestFinished(async () => {
      await source.close()
      await destination.close()
    })
    const run = await openRunOf(database, place, configFor({ source: source.url, destination: destination.url }))
    const [admin, theirs, over] = [await tokenOf(place.userId), await tokenOf(member), await tokenOf(operator)]
    const made = await second('POST', '/api-keys', admin, keyForm)
    const key = (JSON.parse(made.text) as NewApiKey).secret
    expect((await second('GET', '/api/billing/usage', key)).status).toBe(200)
    const stream = await fetch(`http://127.0.0.1:${secondPort}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'text/event-stream', authorization: `Bearer ${admin}` },
      body: JSON.stringify({ query: connectorLive.text, variables: { ids: [place.connectorId] } }),
    })
    expect(stream.status).toBe(200)
    const begun = { at: 0 }
    const streamed = stream.text().then((text) => ({ text, took: Math.round(performance.now() - begun.at) }))
    await eventually(
      () => destination.journal.length,
      (count) => count > 20,
    )
    const hook = await openHook(first, second, admin)
    onTestFinished(() => hook.close())
    const suspended = await first('POST', `/api/admin/customers/${place.companyId}/suspend`, over, { reason: 'Unpaid' })
    begun.at = performance.now()
    expect(suspended.status, suspended.text).toBe(200)
    const times = await closingTimes(
      {
        session: () => second('GET', '/api/users/me', theirs),
        'API key': () => second('GET', '/api/billing/usage', key),
        GraphQL: () => second('POST', '/graphql', theirs, { query: '{ connectorOverview { total } }' }),
        'sign-in': () => signIn(second, member),
        'own process': () => first('GET', '/api/users/me', theirs),
      },
      'company/suspended',
    )
    // Runs: nothing new is sent five seconds later.
    await eventually(
      () => performance.now() - begun.at,
      (passed) => passed >= effectLimit,
    )
    const sent = destination.journal.length
    const { text, took } = await streamed
    expect(text).toContain('company/suspended')
    const all = { ...times, stream: took }
    for (const [door, each] of Object.entries(all)) expect(each, door).toBeLessThan(effectLimit)
    await eventually(
      () => performance.now() - begun.at,
      (passed) => passed >= effectLimit + 2_000,
    )
    expect(destination.journal.length, 'runs').toBe(sent)
    expect(sent).toBeLessThan(records)
    // Events are taken by both processes, as a sender that repeats posts them, and kept.
    const before = hook.destination.journal.length
    for (let id = 51; id <= 100; id += 1)
      for (const call of id % 5 === 0 ? [first, second] : [id % 2 === 0 ? first : second])
        expect(await hook.send(call, id)).toBe(true)
    expect(hook.destination.journal.length, 'webhooks').toBe(before)
    const active = await second('POST', `/api/admin/customers/${place.companyId}/reactivate`, over)
    expect(active.status, active.text).toBe(200)
    expect(
      (
        await eventually(
          () => first('GET', '/api/users/me', theirs),
          ({ status }) => status === 200,
          effectLimit,
        )
      ).status,
    ).toBe(200)
    expect(await ended(database, place, run, 180_000)).toMatchObject({ status: 'succeeded', recordsDelivered: records })
    const sums = await expectWhole(database, place, run, destination, records)
    expect(sums).toMatchObject({ lost: 0, duplicates: 0, resent: 0 })
    await eventually(
      () => hook.destination.effects.size,
      (count) => count >= 100,
    )
    expect([...hook.destination.effects.values()], 'events').toEqual(new Array(100).fill(1))
    expect(hook.destination.journal, 'events').toHaveLength(100)
    tell('Suspension', null, { ...sums, more: JSON.stringify(all) })
  })
})
