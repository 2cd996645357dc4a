/** The request after a delivery: its own tries and outcome, nothing lost and nothing sent twice that could have a second effect. */
import type { ServerResponse } from 'node:http'
import { v7 as newId } from 'uuid'
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { AfterwardsRequest } from '#contract/connectors/config/operations/afterwards.ts'
import { compilePlan } from '#server/engine/plan/plan.ts'
import { problemGroups } from '#server/features/connectors/problems/problem-group.ts'
import { afterwardsSums } from '#server/features/connectors/runs/afterwards-rows.repository.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { leaseAfterwards, retryAfterwards } from '#server/records/ledger/afterwards.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { startCrm } from '../kit/crm.ts'
import { play, type Scene } from '../kit/scene.ts'
import { configFor } from '../kit/stage.ts'

const never = new AbortController().signal

type Urls = { readonly shop: string; readonly erp: string }

/** Orders of a shop are created in an ERP system, and its ids are written back. */
const toErp =
  ({ shop, erp }: Urls, afterwards: Partial<AfterwardsRequest> = {}) =>
  (config: ConnectorConfig): ConnectorConfig => ({
    ...config,
    source: { ...config.source, url: `${shop}/contacts`, listPath: 'results', keyFields: ['id'] },
    destination: {
      type: 'http',
      url: `${erp}/contacts`,
      requestMethod: 'POST',
      operation: {
        do: 'each',
        parameters: [],
        afterwards: {
          side: 'source',
          method: 'PATCH',
          url: `${shop}/contacts/{id}`,
          body: '{"erp":"{answer.id}"}',
          ...afterwards,
        },
      },
    },
  })

const order = (id: string) => ({ id, total: 5 })

async function recordsOf({ database, place }: Scene) {
  const { companyId, connectorId } = place
  return (await pageOfTransactions(database.db, { companyId, connectorId }, 1, 100)).transactions
}

async function follows(scene: Scene) {
  return Object.fromEntries(
    (await recordsOf(scene)).map((it) => [it.recordKey, `${it.status} ${it.afterwards?.status ?? 'nothing'}`]),
  )
}

type Shop = Awaited<ReturnType<typeof startCrm>>
const changesOf = ({ requests }: Shop) => requests.filter(({ method }) => method !== 'GET')

describeOnEachDatabase('the request after a delivery', (open) => {
  it('writes the new id back to the source, once for each record, under a key of its own', async () => {
    const { database } = await open()
    const shop = await startCrm([order('a/1'), order('b')])
    const erp = await startCrm()
    const scene = await play(database, { config: { paging: null }, change: toErp({ shop: shop.url, erp: erp.url }) })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 2 })
    expect(await follows(scene)).toEqual({ 'a/1': 'success pending', b: 'success pending' })
    expect(changesOf(shop)).toEqual([])
    await Promise.all([scene.engine.afterwards(scene.run.runId, never), scene.engine.afterwards(scene.run.runId, never)])
    await scene.engine.afterwards(scene.run.runId, never)
    expect(await follows(scene)).toEqual({ 'a/1': 'success done', b: 'success done' })
    const ids = Object.fromEntries(erp.contacts.map((it) => [it['total'], it.id]))
    expect(Object.keys(ids)).toHaveLength(1)
    expect(
      changesOf(shop)
        .map(({ method, path }) => `${method} ${path}`)
        .toSorted(),
    ).toEqual(['PATCH /contacts/a%2F1', 'PATCH /contacts/b'])
    expect(shop.contacts.map((it) => it['erp']).toSorted()).toEqual(['n/1', 'n/2'])
    expect(new Set([...changesOf(shop), ...changesOf(erp)].map(({ key }) => key)).size).toBe(4)
  })

  it('leaves the record delivered where it fails, and only it is sent again by a person', async () => {
    const { database } = await open()
    let isBroken = true
    const shop = await startCrm([order('a'), order('b'), order('c')], ({ method, path }, response: ServerResponse) => {
      if (!isBroken || method === 'GET' || path.endsWith('/b')) return false
      if (path.endsWith('/a')) response.writeHead(422, { 'content-type': 'application/json' }).end('{"message":"no such field"}')
      // The response is lost: PATCH may have been taken.
      else response.destroy()
      return true
    })
    const erp = await startCrm()
    const scene = await play(database, { config: { paging: null }, change: toErp({ shop: shop.url, erp: erp.url }) })
    await scene.over()
    await scene.engine.afterwards(scene.run.runId, never)
    expect(await follows(scene)).toEqual({ a: 'success failed', b: 'success done', c: 'success unknown' })
    expect(await afterwardsSums(database.db, scene.place.companyId, scene.run.runId)).toEqual({
      ...{ pending: 0, done: 1, failed: 1, unknown: 1 },
    })
    const [failed] = (await recordsOf(scene)).filter(({ recordKey }) => recordKey === 'a')
    expect(failed?.afterwards?.error?.message).toBe('The source returned 422.')
    const { companyId, connectorId } = scene.place
    const found = await pageOfTransactions(database.db, { companyId, connectorId, followUp: 'failed' }, 1, 1)
    expect([found.total, found.transactions.map(({ recordKey }) => recordKey)]).toEqual([2, ['c']])
    const range = { from: new Date(Date.now() - 60_000).toISOString(), to: new Date(Date.now() + 60_000).toISOString() }
    expect((await problemGroups(database.db, { companyId, connectorId, ...range })).failedFollowUps).toBe(2)
    const past = { ...range, to: range.from, from: new Date(Date.now() - 120_000).toISOString() }
    expect((await problemGroups(database.db, { companyId, connectorId, ...past })).failedFollowUps).toBe(0)
    const { from: startDate, to: endDate } = range
    for (const [bounds, total] of [
      [{ runId: scene.run.runId, startDate, endDate }, 2],
      [{ runId: newId() }, 0],
      [{ startDate: endDate }, 0],
      [{ companyId: newId() }, 0],
    ] as const)
      expect((await pageOfTransactions(database.db, { companyId, connectorId, followUp: 'failed', ...bounds }, 1, 1)).total).toBe(
        total,
      )
    isBroken = false
    const run = { id: scene.run.runId, companyId: scene.place.companyId }
    expect(await retryAfterwards(database.db, run, null)).toBe(1)
    await scene.engine.afterwards(scene.run.runId, never)
    expect(await follows(scene)).toEqual({ a: 'success done', b: 'success done', c: 'success unknown' })
    expect(
      changesOf(shop)
        .map(({ path }) => path.at(-1))
        .toSorted(),
    ).toEqual(['a', 'a', 'b', 'c'])
    expect(changesOf(erp)).toHaveLength(3)
  })

  it('is not sent again after the death of a process, unless its method has no second effect', async () => {
    for (const method of ['PATCH', 'PUT'] as const) {
      const { database } = await open()
      const shop = await startCrm([order('a')])
      const erp = await startCrm()
      const scene = await play(database, {
        config: { paging: null },
        change: toErp({ shop: shop.url, erp: erp.url }, { method }),
      })
      await scene.over()
      const run = { id: scene.run.runId, companyId: scene.place.companyId }
      const begun = await leaseAfterwards(database.db, run, 0)
      await scene.engine.afterwards(scene.run.runId, never)
      expect(await follows(scene)).toEqual({ a: method === 'PUT' ? 'success done' : 'success unknown' })
      expect(changesOf(shop).map(({ key }) => key)).toEqual(method === 'PUT' ? [`${begun?.key}-afterwards`] : [])
    }
  })

  it('fails where the response lacks a value, or is not needed', async () => {
    for (const [required, status] of [
      [true, 'failed'],
      [false, 'nothing'],
    ] as const) {
      const { database } = await open()
      const shop = await startCrm([order('a')])
      const erp = await startCrm()
      const scene = await play(database, {
        config: { paging: null },
        change: toErp({ shop: shop.url, erp: erp.url }, { body: '{"erp":"{answer.number}"}', required }),
      })
      await scene.over()
      await scene.engine.afterwards(scene.run.runId, never)
      expect(await follows(scene)).toEqual({ a: `success ${status}` })
      expect(changesOf(shop)).toEqual([])
    }
  })
})

describe('the check of a request after a delivery', () => {
  const urls = { shop: 'https://shop.example.com', erp: 'https://erp.example.com' }
  const faults = (afterwards: Partial<AfterwardsRequest>, change: (config: ConnectorConfig) => ConnectorConfig = (it) => it) => {
    const config = configFor({ source: urls.shop, destination: urls.erp, paging: null, strategy: 'individual' })
    const plan = compilePlan(change(toErp(urls, afterwards)(config)))
    return 'errors' in plan ? plan.errors.map(({ path }) => path) : []
  }
  it('names another server, missing fields, other output and a body that is no JSON', () => {
    const at = '/destination/operation/afterwards'
    expect(faults({})).toEqual([])
    expect(faults({ url: 'https://evil.example.com/{id}' })).toEqual([`${at}/url`])
    expect(faults({ side: 'destination' })).toEqual([`${at}/url`])
    expect(faults({ side: 'destination', url: 'https://erp.example.com/{answer.id}/close' })).toEqual([])
    expect(faults({ body: '{"a": {id}' })).toEqual([`${at}/body`])
    expect(faults({ url: `${urls.shop}/{lines[*].sku}` })).toEqual([`${at}/url`])
    const hook = (config: ConnectorConfig): ConnectorConfig => ({ ...config, trigger: { type: 'webhook' } })
    expect(faults({}, hook)).toEqual([`${at}/side`])
    const bulk = (config: ConnectorConfig): ConnectorConfig => ({
      ...config,
      source: {
        ...config.source,
        listConfig: { type: 'simple', iterationPath: '', batchSize: 2, outputConfig: { strategy: 'bulk' } },
      },
    })
    expect(faults({}, bulk)).toEqual(['/source/listConfig/outputConfig/strategy'])
    const mapped = (config: ConnectorConfig): ConnectorConfig => ({
      ...config,
      dataMapping: [{ id: '1', source: 'total', target: 'sum', sourcePath: 'total', targetPath: 'sum' }],
    })
    expect(faults({}, mapped)).toEqual([`${at}/url`])
  })
})
