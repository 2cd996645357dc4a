/** Runs whose sides use a connection: its credentials as they are now, at its own address only, and nothing while it is off. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { expect, it, onTestFinished } from 'vitest'
import type { OwnAuth } from '#contract/connectors/config/config.ts'
import { wakeRuns } from '#server/features/connectors/connections/connections.repository.ts'
import type { Database } from '#server/platform/database/database.ts'
import { sealSecrets } from '#server/platform/security/settings-secrets.ts'
import { connectionSecretPlace } from '#server/records/connections/connection-use.repository.ts'
import { findRun } from '#server/records/runs/runs.repository.ts'
import { openProduct } from '../../faults/kit/product.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startCrm } from '../kit/crm.ts'
import { play } from '../kit/scene.ts'
import { ended, eventually, openRunOf, type Place, settleIn, testVault } from '../kit/stage.ts'
import { startTokens } from '../kit/token-sim.ts'

type Kept = { readonly id: string; readonly token: string; readonly origin: string; readonly atOnce?: number }

/** Keeps a connection with a bearer token; the same id again replaces it. */
async function keep({ db }: Database, { companyId, userId }: Place, { id, token, origin, atOnce }: Kept): Promise<void> {
  const auth: OwnAuth = { type: 'bearer', token }
  const place = connectionSecretPlace({ companyId, id })
  const sealed = sealSecrets({ auth }, null, { paths: ['auth.token'], place, vault: testVault }) as { auth: unknown }
  await sql`
    insert into connections (id, company_id, name, kind, place, auth, origin, owner_id, visibility, state)
    values (${id}, ${companyId}, ${id}, 'http', ${JSON.stringify({ url: origin, atOnce })}, ${JSON.stringify(sealed.auth)}, ${origin}, ${userId}, 'everyone', 'new')
    on conflict (company_id, id) do update set auth = excluded.auth, origin = excluded.origin`.execute(db)
}

async function configOf({ db }: Database, { connectorId }: Place): Promise<unknown> {
  const { rows } = await sql<{
    config: unknown
  }>`select config from connector_versions where connector_id = ${connectorId} limit 1`.execute(db)
  return rows[0]?.config
}

describeOnEachDatabase('a connection', (open) => {
  it('signs the requests of its connectors, and a replaced secret is used by the next run without a deployment', async () => {
    const id = newId()
    let accepted = 'token-of-monday'
    const api = await startTokens({
      token: () => ({ status: 500 }),
      api: ({ authorization }) =>
        authorization === `Bearer ${accepted}` ? { status: 200, body: {} } : { status: 401, body: {} },
    })
    onTestFinished(() => api.close())
    const { database } = await open()
    const scene = await play(database, {
      records: 3,
      change: (config) => ({
        ...config,
        destination: { ...config.destination, url: `${api.origin}/orders`, auth: { type: 'connection', id } },
      }),
    })
    const { place } = scene
    expect(await scene.over()).toMatchObject({ status: 'failed', error: { code: 'connection/not-found' } })
    const opened = async () => {
      const next = await openRunOf(database, place, await configOf(database, place))
      scene.engine.wake()
      return next
    }
    const again = async () => ended(database, place, await opened())
    await keep(database, place, { id, token: 'token-of-monday', origin: api.origin })
    expect(await again()).toMatchObject({ status: 'succeeded', recordsDelivered: 3 })
    const stateOf = async () =>
      (await sql<{ state: string }>`select state from connections where id = ${id}`.execute(database.db)).rows[0]?.state
    await eventually(stateOf, (state) => state === 'working')
    accepted = 'token-of-tuesday'
    await keep(database, place, { id, token: 'token-of-tuesday', origin: api.origin })
    expect(await again()).toMatchObject({ status: 'succeeded', recordsDelivered: 3 })
    accepted = 'token-of-wednesday'
    expect(await again()).toMatchObject({ status: 'failed' })
    const checkOf = async () =>
      (
        await sql<{ message: string }>`select last_check ->> 'message' as message from connections where id = ${id}`.execute(
          database.db,
        )
      ).rows[0]?.message
    await eventually(checkOf, (message) => message === 'The system refused the credentials (401).')
    accepted = 'token-of-tuesday'
    const before = api.calls.length
    await sql`update connections set origin = 'https://elsewhere.example.test' where id = ${id}`.execute(database.db)
    expect(await again()).toMatchObject({ status: 'failed', error: { code: 'connection/moved' } })
    await sql`update connections set origin = ${api.origin}, state = 'off' where id = ${id}`.execute(database.db)
    const next = await opened()
    const now = () => findRun(database.db, place.companyId, place.connectorId, next.runId)
    const said = `The connection "${id}" is off. Nothing is sent until someone switches it on.`
    expect(await eventually(now, (waiting) => waiting?.statusReason === said)).toMatchObject({
      ...{ status: 'running', statusNext: 'Continues when the connection is on.' },
    })
    expect(api.calls).toHaveLength(before)
    await sql`update connections set state = 'working' where id = ${id}`.execute(database.db)
    await wakeRuns(database.db, place.companyId, [place.connectorId])
    scene.engine.wake()
    expect(await ended(database, place, next)).toMatchObject({ status: 'succeeded', recordsDelivered: 3 })
  })

  it('has no more requests under way than were set for it', async () => {
    const id = newId()
    let [open_, most] = [0, 0]
    const api = createServer((request, response) => {
      open_ += 1
      most = Math.max(most, open_)
      request.resume().on('end', () =>
        setTimeout(() => {
          open_ -= 1
          response.end('{}')
        }, 30),
      )
    })
    const origin = await new Promise<string>((done) =>
      api.listen(0, '127.0.0.1', () => done(`http://127.0.0.1:${(api.address() as AddressInfo).port}`)),
    )
    onTestFinished(() => void api.close())
    const { database } = await open()
    const scene = await play(database, {
      records: 40,
      change: (config) => ({
        ...config,
        destination: { ...config.destination, url: `${origin}/orders`, auth: { type: 'connection', id } },
      }),
    })
    const { place } = scene
    expect(await scene.over()).toMatchObject({ error: { code: 'connection/not-found' } })
    await keep(database, place, { id, token: 'token-of-today', origin, atOnce: 2 })
    const next = await openRunOf(database, place, await configOf(database, place))
    scene.engine.wake()
    expect(await ended(database, place, next)).toMatchObject({ status: 'succeeded', recordsDelivered: 40 })
    expect(most).toBe(2)
  })

  it('is tested without a wait for its other requests that are under way', async () => {
    const under: ServerResponse[] = []
    const api = createServer((_, response) => {
      under.push(response)
      // None is answered before both have arrived.
      if (under.length === 2) for (const each of under) each.end('[]')
    })
    api.listen(0, '127.0.0.1')
    await once(api, 'listening')
    onTestFinished(() => void api.close())
    const origin = `http://127.0.0.1:${(api.address() as AddressInfo).port}`
    const { ask } = await openProduct((await open()).database)
    const form = { name: 'Shop', kind: 'http', url: origin, visibility: 'everyone', people: [], atOnce: 1 }
    const made = await ask('POST', '/api/connections', { ...form, auth: { type: 'bearer', token: 'token-of-today' } })
    const auth = { type: 'connection', id: made.body.id }
    const sample = (at: string) =>
      ask('POST', '/api-connectors/sample', { side: 'source', config: { type: 'http', url: `${origin}/${at}`, auth } })
    const samples = await Promise.all(['a', 'b'].map(sample))
    expect(JSON.stringify(samples.map(({ body }) => body))).not.toContain('No response')
    expect(under).toHaveLength(2)
  })

  it('that is on again wakes runs and parts of runs that wait for it, and no others', async () => {
    const { database } = await open()
    const { db } = database
    const waits = sql`now() + interval '4 minutes'`
    async function resting(how: { readonly heldBy: string | null; readonly owner?: string }) {
      const place = await settleIn(database)
      const { runId } = await openRunOf(database, place, {})
      await sql`update runs set status = 'running', owner = ${how.owner ?? null}, held_by = ${how.heldBy}, waits_until = ${waits},
        stalls = 4 where id = ${runId}`.execute(db)
      return { ...place, runId }
    }
    const untilOf = async (table: 'runs' | 'run_parts', id: string, number: number | null = null) =>
      (
        await sql<{ until: Date | null }>`select waits_until as until from ${sql.table(table)}
          where ${sql.ref(table === 'runs' ? 'id' : 'run_id')} = ${id} and ${number === null ? sql`true` : sql`number = ${number}`}`.execute(
          db,
        )
      ).rows[0]?.until ?? null
    const held = await resting({ heldBy: 'connection' })
    const interrupted = await resting({ heldBy: null })
    const inParts = await resting({ heldBy: 'connection', owner: 'parts' })
    for (const [number, stalls] of [
      [1, 0],
      [2, 4],
    ] as const)
      await sql`insert into run_parts (company_id, run_id, number, checkpoint, first_page, first_record, pages_read, records_read, waits_until, stalls)
        values (${inParts.companyId}, ${inParts.runId}, ${number}, '{}', 0, 0, 0, 0, ${waits}, ${stalls})`.execute(db)
    for (const { companyId, connectorId } of [held, interrupted, inParts]) await wakeRuns(db, companyId, [connectorId])
    expect(await untilOf('runs', held.runId)).toBeNull()
    expect(await untilOf('runs', interrupted.runId), 'the pause after interruptions').not.toBeNull()
    expect(await untilOf('run_parts', inParts.runId, 1)).toBeNull()
    expect(await untilOf('run_parts', inParts.runId, 2), 'the pause after interruptions').not.toBeNull()
  })

  it('that is off holds the requests after deliveries, and they follow when it is on', async () => {
    const [id, shop, erp] = [newId(), await startCrm([{ id: 'a', total: 5 }]), await startCrm()]
    const { database } = await open()
    const scene = await play(database, {
      config: { paging: null },
      change: (config) => ({
        ...config,
        source: { ...config.source, url: `${shop.url}/contacts`, listPath: 'results', keyFields: ['id'] },
        destination: {
          ...{ type: 'http', url: `${erp.url}/contacts`, requestMethod: 'POST', auth: { type: 'connection', id } },
          operation: {
            ...{ do: 'each', parameters: [] },
            afterwards: { side: 'destination', method: 'PATCH', url: `${erp.url}/contacts/{answer.id}`, body: '{"seen":true}' },
          },
        },
      }),
    })
    const { place, run } = scene
    expect(await scene.over()).toMatchObject({ error: { code: 'connection/not-found' } })
    await keep(database, place, { id, token: 'token', origin: new URL(erp.url).origin })
    const next = await openRunOf(database, place, await configOf(database, place))
    scene.engine.wake()
    expect(await ended(database, place, next)).toMatchObject({ recordsDelivered: 1 })
    const patches = () => erp.requests.filter(({ method }) => method === 'PATCH').length
    await sql`update connections set state = 'off' where id = ${id}`.execute(database.db)
    await scene.engine.afterwards(next.runId, new AbortController().signal)
    expect(patches()).toBe(0)
    await sql`update connections set state = 'working' where id = ${id}`.execute(database.db)
    await scene.engine.afterwards(next.runId, new AbortController().signal)
    expect(patches()).toBe(1)
    expect(run.runId).not.toBe(next.runId)
  })
})
