/** The ids that a destination gives new records: kept with each record, by retries and in bulk too, and not of a connector that keeps no payloads. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Operation } from '#contract/connectors/config/operations/operation.ts'
import type { Attempt } from '#server/engine/deliver/attempts.repository.ts'
import { createPayloads } from '#server/engine/kit/payloads.ts'
import { writtenBy } from '#server/engine/outbox/private-payloads.ts'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { answering } from '../kit/dest-sim.ts'
import { play, type Scene } from '../kit/scene.ts'
import { testVault } from '../kit/stage.ts'

const operation = (more: Partial<Operation>): Operation => ({ do: 'each', parameters: [], ...more })
const to =
  (it: Operation) =>
  (config: ConnectorConfig): ConnectorConfig => ({ ...config, destination: { ...config.destination, operation: it } })

async function idsOf({ database, place }: Scene) {
  const filter = { companyId: place.companyId, connectorId: place.connectorId }
  const { transactions } = await pageOfTransactions(database.db, filter, 1, 100)
  return Object.fromEntries(transactions.map(({ recordKey, remoteId }) => [recordKey, remoteId ?? null]))
}

describeOnEachDatabase('ids in the destination', (open) => {
  it('are kept of each record, of one that was sent again too', async () => {
    const { database } = await open()
    const tried = new Set<number | string>()
    const scene = await play(database, {
      records: 4,
      change: to(operation({ idPath: 'data.id' })),
      destination: {
        misbehave: ({ ids: [id = 0] }) => {
          if (id === 2 && !tried.has(id)) {
            tried.add(id)
            return answering(503)
          }
          const body = id === 3 ? '{"data":{"id":{"no":1}}}' : `{"data":{"id":${id === 4 ? '9007199254740993' : `"A-${id}"`}}}`
          return answering(201, { 'content-type': 'application/json' }, body, true)
        },
      },
    })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 4 })
    expect(await idsOf(scene)).toEqual({ 1: 'A-1', 2: 'A-2', 3: null, 4: '9007199254740993' })
  })

  it('are kept of the records of a bulk that were taken', async () => {
    const { database } = await open()
    const scene = await play(database, {
      records: 3,
      config: { strategy: 'bulk', batchSize: 3 },
      change: to(operation({ idPath: 'id', answer: { preset: 'salesforceCollections' } })),
      destination: {
        misbehave: ({ ids }) =>
          answering(
            200,
            {},
            JSON.stringify(
              ids.map((id) => (id === 2 ? { success: false, errors: [{ message: 'no' }] } : { success: true, id: `003${id}` })),
            ),
          ),
      },
    })
    expect(await scene.over()).toMatchObject({ recordsDelivered: 2, recordsFailed: 1 })
    expect(await idsOf(scene)).toEqual({ 1: '0031', 2: null, 3: '0033' })
  })
})

it('are not written for a connector that keeps no payloads, nor what follows a delivery', () => {
  const payloads = createPayloads(testVault)
  const whose = { companyId: 'a', connectorId: 'b' }
  const attempt = {
    after: { request: '{"body":"A-1"}', problem: null },
    answer: null,
    error: null,
    settled: [{ ordinal: 0, status: 'success', error: null, remoteId: 'A-1' }],
    remoteIds: ['A-1'],
  }
  const written = JSON.stringify(writtenBy({ ...whose, isPrivate: true }, payloads).attempts([attempt as unknown as Attempt]))
  expect(written).not.toContain('A-1')
  expect(JSON.stringify(writtenBy({ ...whose, isPrivate: false }, payloads).attempts([attempt as unknown as Attempt]))).toContain(
    'A-1',
  )
})
