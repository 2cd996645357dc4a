/** Lines of a record are sent again one by one: a replay of one of them, and a run that sends only changes. */
import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { inOrder, nothingElse, once, stageReplay } from './replay-stage.ts'

const field = (targetPath: string, sourcePath: string) => ({
  ...{ id: targetPath, source: sourcePath, target: targetPath },
  ...{ sourcePath, targetPath },
})

describeOnEachDatabase('lines of a record', (open) => {
  async function staged(refused: readonly number[], destination: Partial<ConnectorConfig['destination']> = {}) {
    const orders = [
      { id: 1, number: 'SO-1', lines: [1, 2, 3].map((sku) => ({ sku, qty: 1 })) },
      { id: 2, number: 'SO-2', lines: [{ sku: 4, qty: 1 }] },
    ]
    const stage = await stageReplay(await open(), {
      refused,
      script: ({ url }: { readonly url: URL }, response: ServerResponse) =>
        !!response.end(JSON.stringify({ items: url.searchParams.get('offset') === '0' ? orders : [] })),
      change: (config) => ({
        ...config,
        destination: { ...config.destination, ...destination },
        records: { each: { path: 'lines', key: 'sku', empty: 'leaveOut' } },
        dataMapping: [field('id', 'item.sku'), field('qty', 'item.qty'), field('order', 'number'), field('at', 'itemNumber')],
      }),
    })
    return { stage, orders, last: () => JSON.parse(stage.destination.bodies.at(-1) ?? '') as unknown }
  }

  it('a replay sends the line that failed and no other of its record, also after the record lost it', async () => {
    const { stage, orders, last } = await staged([2])
    expect(await stage.run()).toMatchObject({ recordsDelivered: 3, recordsFailed: 1, sourceRecordsRead: 2 })
    orders[0]?.lines.splice(1, 1)
    stage.mend()
    expect(await stage.replayed({}, nothingElse)).toMatchObject({ state: 'completed', sums: { chosen: 1, delivered: 1 } })
    expect(inOrder(stage.destination.effects)).toEqual(once([1, 2, 3, 4]))
    expect(last()).toEqual({ id: 2, qty: 1, order: 'SO-1', at: 2 })
  })

  it('a run that sends only changes sends the line of the item that changed', async () => {
    const { stage, orders, last } = await staged([], { onlyChanged: true })
    expect(await stage.run()).toMatchObject({ recordsDelivered: 4 })
    const [first] = orders
    if (first?.lines[1]) first.lines[1].qty = 9
    expect(await stage.run()).toMatchObject({ recordsDelivered: 1, recordsUnchanged: 3 })
    expect(last()).toEqual({ id: 2, qty: 9, order: 'SO-1', at: 2 })
  })

  it('keys of the record name its lines, in every run', async () => {
    const { stage } = await staged([], { onlyChanged: false, keys: 'record', honoursKeys: true })
    expect(await stage.run()).toMatchObject({ recordsDelivered: 4 })
    expect(await stage.run()).toMatchObject({ recordsDelivered: 4 })
    expect(inOrder(stage.destination.effects)).toEqual(once([1, 2, 3, 4]))
  })
})
