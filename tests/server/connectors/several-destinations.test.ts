/** What is said of a connector with several destinations: sums for each of them, and which one a record went to. */
import { expect, it, onTestFinished } from 'vitest'

import type { ConnectorReading } from '#contract/connectors/details/reading.ts'
import type { DestinationSums } from '#contract/connectors/runs/destination-sums.ts'
import type { RunReport } from '#contract/connectors/runs/run-report.ts'
import type { Transaction, TransactionPage } from '#contract/connectors/runs/transaction.ts'
import type { InvestigatedRecord } from '#contract/studio/investigation.ts'
import { startDestination } from '../../engine/kit/dest-sim.ts'
import { startSource } from '../../engine/kit/source-sim.ts'
import { configFor } from '../../engine/kit/stage.ts'
import { second, upTo, withSecond } from '../../engine/kit/two-destinations.ts'
import { openProduct } from '../../faults/kit/product.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'

const sum = (all: readonly DestinationSums[], of: keyof DestinationSums) => all.reduce((total, it) => total + Number(it[of]), 0)
const counted = ['Read', 'Delivered', 'Skipped', 'Failed', 'Unknown', 'Unchanged', 'LeftOut'] as const

describeOnEachDatabase('several destinations on the pages', (open) => {
  it('have sums of their own, and each record names the one that it went to', async () => {
    const { database } = await open()
    const source = await startSource(60)
    const erp = await startDestination()
    onTestFinished(async () => void (await Promise.all([source.close(), erp.close()])))
    const fulfilment = await second({
      // 22, 24, … 50 are refused.
      misbehave: ({ ids: [id] }) =>
        Number(id) % 2 === 0
          ? { commits: false, answer: (response) => void response.writeHead(422).end('{"error":"no stock"}') }
          : null,
    })
    const product = await openProduct(database)
    const config = withSecond(
      'first',
      { only: upTo(20) },
      { url: fulfilment.url, only: upTo(50) },
    )(configFor({ source: source.url, destination: erp.url }))
    const { connectorId } = await product.activeConnector(config)
    const runId = await product.run(connectorId)
    const run = await product.ended(connectorId, runId)
    expect(run).toMatchObject({ recordsRead: 60, recordsDelivered: 35, recordsFailed: 15, recordsLeftOut: 10 })

    const read = async <Shown>(path: string) => (await product.ask('GET', path)).body as Shown
    const { destinations = [] } = await read<RunReport>(`/api-connectors/${connectorId}/runs/${runId}/report`)
    expect(destinations).toMatchObject([
      { id: 0, name: 'ERP', address: erp.url, isRemoved: false, recordsRead: 20, recordsDelivered: 20, recordsFailed: 0 },
      { id: 7, name: 'Fulfilment', isRemoved: false, recordsRead: 30, recordsDelivered: 15, recordsFailed: 15, recordsOpen: 0 },
      { id: -1, name: null, address: null, isRemoved: false, recordsRead: 10, recordsLeftOut: 10, recordsDelivered: 0 },
    ])
    expect(counted.map((it) => sum(destinations, `records${it}`))).toEqual(counted.map((it) => run[`records${it}`]))
    const reading = await read<ConnectorReading>(`/api-connectors/${connectorId}/reading`)
    expect(reading.destinations).toEqual(destinations)

    const list = async (query: string) =>
      (await read<TransactionPage>(`/api/analytics/transactions/${connectorId}?${query}`)) satisfies TransactionPage
    const named = ({ transactions }: { readonly transactions: readonly Pick<Transaction, 'destination'>[] }) => [
      ...new Set(transactions.map(({ destination }) => destination?.name ?? null)),
    ]
    const ofSecond = await list('destination=7')
    expect([ofSecond.pagination.total, named(ofSecond)]).toEqual([30, ['Fulfilment']])
    const failed = await list('destination=7&status=failure')
    expect(failed.pagination.total).toBe(15)
    expect((await list('destination=0&status=failure')).pagination.total).toBe(0)
    expect(named(await list('destination=-1'))).toEqual([null])
    expect((await list('')).pagination.total).toBe(60)

    const search = `/api-connectors/${connectorId}/investigation`
    const found = await read<{ total: number; transactions: Transaction[] }>(`${search}?search=stock&destination=7`)
    expect([found.total, named(found)]).toEqual([15, ['Fulfilment']])
    expect(await read(`${search}?search=stock&destination=0`)).toMatchObject({ total: 0 })
    const { problems } = await read<RunReport>(`/api-connectors/${connectorId}/runs/${runId}/report`)
    const cause = `problem=${problems[0]?.id}`
    expect((await list(`destination=7&${cause}`)).pagination.total).toBe(15)
    expect((await list(`destination=0&${cause}`)).pagination.total).toBe(0)

    const planned = async (body: object) => {
      const { replayId } = (await product.ask('POST', `/api/replay/${connectorId}/chosen`, { delay: 0, ...body })).body
      return (await read<{ total: number }>(`/api/replay/${connectorId}/${replayId}/lines`)).total
    }
    expect(await planned({ runId, destination: 7 })).toBe(15)
    expect(await planned({ runId, destination: 0 })).toBe(0)
    const single = { transactionIds: [failed.transactions[0]?.transactionId], destination: 7, delay: 0 }
    expect((await product.ask('POST', `/api/replay/${connectorId}/chosen`, single)).status).toBe(400)

    const record = await read<InvestigatedRecord>(`${search}/${failed.transactions[0]?.transactionId}`)
    expect(record.transaction).toMatchObject({ destination: { id: 7, name: 'Fulfilment' } })
    const headers = product.credentials()
    const file = await product.app.inject({ url: `${search}/export?format=csv&destination=7&status=failure`, headers })
    const [head = '', ...lines] = file.body.trim().split(/\r?\n/)
    expect(head.split(',').slice(-3)).toEqual(['"sourceIndex"', '"destination"', '"payload"'])
    expect([lines.length, lines.every((line) => line.includes(',"Fulfilment",'))]).toEqual([15, true])
  })
})
