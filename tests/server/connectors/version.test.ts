/** Versions and the way back, with the engine that really deploys. */
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Version } from '#contract/connectors/deployments/version.ts'
import type { ConnectorDetails, Deployment } from '#contract/connectors/details/connector.ts'
import { configFor, eventually } from '../../engine/kit/stage.ts'
import { openProduct } from '../../faults/kit/product.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'

const first: ConnectorConfig = {
  ...configFor({ source: 'http://127.0.0.1:9999', destination: 'http://127.0.0.1:9998' }),
  name: 'First',
}
const withToken = (token: string): ConnectorConfig => ({
  ...first,
  name: 'With a token',
  destination: { ...first.destination, auth: { type: 'bearer', token } },
})
const second: ConnectorConfig = { ...first, name: 'Second', trigger: { type: 'schedule', everySeconds: 3_600 } }

describeOnEachDatabase('a version', (open) => {
  async function stage(config = first) {
    const { database } = await open()
    const product = await openProduct(database)
    onTestFinished(() => product.close())
    const { connectorId: id } = await product.activeConnector(config)
    const of = `/api-connectors/${id}`
    const versions = async () => (await product.ask('GET', `${of}/versions`)).body.data as Version[]
    const details = async () => (await product.ask('GET', of)).body as ConnectorDetails
    const save = async (it: ConnectorConfig) => {
      expect((await product.ask('PATCH', `/api-configs/${id}`, it)).status).toBe(200)
    }
    const deploy = async (it: ConnectorConfig) => {
      await save(it)
      await product.deployed(id)
    }
    const roll = (body: unknown, key?: string) => product.ask('POST', `${of}/rollback`, body, key)
    const over = () =>
      eventually(
        async () => (await product.ask('GET', `/api-connectors/connectors/${id}/deployment-status`)).body as Deployment,
        ({ status }) => status === 'live' || status === 'failed',
      )
    const history = async () =>
      (
        await sql<{ what: string; detail: string }>`select what, detail from connector_history order by at, id`.execute(
          database.db,
        )
      ).rows
    return { database, product, id, of, versions, details, save, deploy, roll, over, history }
  }

  it('is listed, newest first, with its author and which one runs; each can be read', async () => {
    const { product, of, versions, deploy } = await stage()
    await deploy(second)
    const listed = await versions()
    expect(listed).toMatchObject([
      { number: 2, author: 'Ann Lee', isLive: true, hash: expect.stringMatching(/^[\da-f]{64}$/) },
      { number: 1, author: 'Ann Lee', isLive: false },
    ])
    expect((await product.ask('GET', `${of}/versions?limit=1&page=2`)).body).toMatchObject({
      ...{ total: 2, page: 2, limit: 1, totalPages: 2 },
      data: [{ number: 1 }],
    })
    expect((await product.ask('GET', `${of}/versions/1`)).body).toEqual({ ...listed[1], config: { ...first, name: 'Test' } })
    expect((await product.ask('GET', `${of}/versions/3`)).body).toMatchObject({
      status: 404,
      code: 'connector/version-not-found',
    })
    expect((await product.ask('GET', `${of}/versions/0`)).body).toMatchObject({ status: 400 })
  })

  it('is not made anew by deploying a draft that has not changed', async () => {
    const { product, id, versions, deploy, over } = await stage()
    await product.deployed(id)
    expect(await over()).toMatchObject({ status: 'live', version: 1, message: 'Version 1 is live.' })
    expect((await versions()).map(({ number }) => number)).toEqual([1])
    await deploy(second)
    expect((await versions()).map(({ number }) => number)).toEqual([2, 1])
  })

  it('is gone back to as a new one: what is shown is what runs, and what is said says so', async () => {
    const { versions, details, deploy, roll, over, history } = await stage()
    await deploy(second)
    expect((await details()).schedule).toBeDefined()
    const before = await details()
    const begun = await roll({ version: 1, revision: before.revision })
    expect([begun.status, begun.body.message]).toEqual([202, 'Rolling back to version 1. Waiting for the engine.'])
    expect(await over()).toMatchObject({ status: 'live', version: 3, message: 'Rolled back to version 1. Version 3 is live.' })
    const [newest, , oldest] = await versions()
    expect([newest?.number, newest?.isLive, newest?.hash]).toEqual([3, true, oldest?.hash])
    const after = await details()
    // The name is the connector's: going back does not rename it.
    expect(after.config).toEqual({ ...first, name: 'Second', status: 'Active' })
    expect([after.revision, after.liveVersion]).toEqual([before.revision + 1, 3])
    expect(after.schedule).toBeUndefined()
    const said = (await history()).filter(({ detail }) => detail.startsWith('Rolled back to version 1'))
    expect(said.map(({ what }) => what)).toEqual(['rolled back', 'deployment live'])
  })

  it('keeps the secrets that it had, without showing them', async () => {
    const { database, product, of, deploy, roll, over, details } = await stage(withToken('a very secret token 4711'))
    const kept = async () =>
      (
        await sql<{ config: { destination: { auth: unknown } } }>`select config from connector_versions order by number`.execute(
          database.db,
        )
      ).rows
    await deploy(second)
    await roll({ version: 1 })
    expect(await over()).toMatchObject({ status: 'live', version: 3 })
    const [one, , three] = await kept()
    expect(three?.config.destination.auth).toEqual(one?.config.destination.auth)
    const mark = { type: 'bearer', token: { set: true, last4: '4711' } }
    expect((await details()).config.destination.auth).toEqual(mark)
    expect((await product.ask('GET', `${of}/versions/1`)).body.config.destination.auth).toEqual(mark)
  })

  it('whose secret is not kept any more is not gone back to, and nothing is changed', async () => {
    const { database, deploy, roll, details, versions } = await stage(withToken('a very secret token 4711'))
    await deploy(second)
    await sql`delete from connector_secrets`.execute(database.db)
    const before = await details()
    const refused = await roll({ version: 1 })
    expect(refused.body).toMatchObject({
      ...{ status: 422, code: 'connector/invalid' },
      message: "Version 1 can't be deployed again. One of its secrets is no longer stored.",
      errors: [{ path: '/destination/auth/token' }],
    })
    expect(await details()).toEqual(before)
    expect(await versions()).toHaveLength(2)
  })

  it('is gone back to once when it is asked for twice, and not from an old revision', async () => {
    const { deploy, roll, over, versions, save } = await stage()
    await deploy(second)
    const [a, b] = [await roll({ version: 1 }, 'k1'), await roll({ version: 1 }, 'k1')]
    expect(b.body).toEqual(a.body)
    await over()
    expect((await roll({ version: 9 })).body).toMatchObject({ status: 404, code: 'connector/version-not-found' })
    await save(second)
    expect((await roll({ version: 1, revision: 1, losesDraft: true })).body).toMatchObject({
      status: 409,
      code: 'connector/stale',
    })
    expect((await roll({ version: '1' })).status).toBe(400)
    expect(await versions()).toHaveLength(3)
  })

  it('is not gone back to over changes that were never deployed, unless it is said that they may be lost', async () => {
    const { deploy, roll, over, details, save, versions } = await stage()
    await deploy(second)
    const work = { ...second, source: { ...second.source, url: 'http://127.0.0.1:9997/typed' }, trigger: first.trigger }
    await save(work)
    const before = await details()
    const refused = await roll({ version: 1, revision: before.revision })
    expect(refused.body).toMatchObject({
      ...{ status: 409, code: 'connector/draft-would-be-lost' },
      message:
        'The draft has undeployed changes (trigger, source). Rolling back to version 1 discards them. Deploy them first, or confirm that you want to discard them.',
      errors: [{ path: '/trigger' }, { path: '/source' }],
    })
    expect(await details()).toEqual(before)
    expect(await versions()).toHaveLength(2)
    expect((await roll({ version: 1, losesDraft: true })).status).toBe(202)
    expect(await over()).toMatchObject({ status: 'live', version: 3 })
    expect((await details()).config).toEqual({ ...first, name: 'Second', status: 'Active' })
  })

  it('of a paused connector is gone back to without sending anything', async () => {
    const { product, id, deploy, roll, over, details } = await stage()
    await deploy(second)
    await product.ask('POST', `/api-connectors/pause/${id}`)
    await roll({ version: 1 })
    await over()
    expect(await details()).toMatchObject({ status: 'Pause', liveVersion: 3 })
  })
})

describeOnEachDatabase('a schedule as it is shown', (open) => {
  it('names the next start while it is active, and none while it is paused', async () => {
    const { database } = await open()
    const product = await openProduct(database)
    onTestFinished(() => product.close())
    const { connectorId: id } = await product.activeConnector(second)
    const shown = async () => (await product.ask('GET', `/api-connectors/${id}`)).body as ConnectorDetails
    const listed = async () => (await product.ask('GET', '/api-connectors/dashboard-user-query')).body[0]
    const { schedule, statusNext } = await shown()
    expect(statusNext).toBe(`Next run at ${schedule?.nextRunAt}.`)
    const wait = Date.parse(schedule?.nextRunAt ?? '') - Date.now()
    expect(wait).toBeGreaterThan(3_500_000)
    expect(wait).toBeLessThanOrEqual(3_600_000)
    expect(await listed()).toMatchObject({ schedule, statusNext })
    await sql`update schedules set skipped = 12, skipped_since = '2026-01-01T00:00:00Z', missed = 1, missed_since = '2026-01-02T00:00:00Z'`.execute(
      database.db,
    )
    expect((await shown()).statusNext).toBe(
      `Next run at ${schedule?.nextRunAt}. 12 runs were skipped since 2026-01-01T00:00:00.000Z because the previous run was still open.` +
        ' 1 run was missed since 2026-01-02T00:00:00.000Z because no engine was available.',
    )
    const paused = await product.ask('POST', `/api-connectors/pause/${id}`)
    expect(paused.body.connector.statusNext).toBe('Nothing is sent until you resume.')
    expect((await shown()).schedule).toMatchObject({ nextRunAt: null })
    const resumed = await product.ask('POST', `/api-connectors/resume/${id}`)
    expect(resumed.body.connector.statusNext).toBe(`Next run at ${(await shown()).schedule?.nextRunAt}.`)
    expect((await shown()).schedule).toMatchObject({ skippedStarts: 0, missedStarts: 0 })
    await product.ask('DELETE', `/api-connectors/${id}`)
    expect((await sql`select 1 from schedules`.execute(database.db)).rows).toEqual([])
  })
})
