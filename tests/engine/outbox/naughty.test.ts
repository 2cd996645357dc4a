/** Naughty strings as values of records: what a source says is delivered, and shown in the ledger, character by character. */
import { expect, it } from 'vitest'

import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { naughty, shown } from '../../kit/naughty.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { play } from '../kit/scene.ts'

const records = naughty.map((text, at) => ({ id: at + 1, name: text, customer: { email: text }, total: at }))

describeOnEachDatabase('naughty strings in records', (open) => {
  it('arrive exactly as they were sent, every one', async () => {
    const { database } = await open()
    const scene = await play(database, {
      script: ({ url }, response) => {
        const from = Number(url.searchParams.get('offset') ?? 0)
        const items = records.slice(from, from + Number(url.searchParams.get('limit') ?? 100))
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ items, next_cursor: null }))
        return true
      },
      change: (config) => ({ ...config, dataMapping: [line('id', 'id'), line('name', 'name'), line('customer.email', 'email')] }),
    })
    const run = await scene.over()
    expect(run).toMatchObject({
      status: 'succeeded',
      recordsRead: records.length,
      recordsDelivered: records.length,
      recordsFailed: 0,
    })
    const arrived = scene.destination.bodies.flatMap((body) => [JSON.parse(body)].flat() as Delivered[])
    const byId = new Map(arrived.map((it) => [it.id, it]))
    for (const { id, name } of records) expect(byId.get(id), shown(name)).toEqual({ id, name, email: name })
    const { companyId, connectorId } = scene.place
    const page = await pageOfTransactions(database.db, { companyId, connectorId }, 1, 1_000)
    const kept = page.transactions.map(({ payload }) => payload as Delivered)
    expect(kept.toSorted((one, other) => one.id - other.id).map(({ name }) => name)).toEqual(naughty)
  })
})

type Delivered = { readonly id: number; readonly name: string; readonly email: string }

const line = (sourcePath: string, targetPath: string) => ({
  id: targetPath,
  source: sourcePath,
  target: targetPath,
  sourcePath,
  targetPath,
})
