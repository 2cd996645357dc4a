/** The cursor of a connector set to a value: what is said before, and what is read then. */
import { expect, it } from 'vitest'

import type { Cursor } from '#contract/connectors/triggers/cursor.ts'
import { describeOnEachDatabase, type Fresh } from '../../server/kit/databases.ts'
import { stageWithTables } from './cursor-stage.ts'

async function stageOf(fresh: Pick<Fresh, 'database'>, column: string, ...rows: readonly string[]) {
  const tables = [`create table orders (id int primary key, at ${column})`, ...rows]
  const { shop, destination, product, reading } = await stageWithTables(fresh, tables)
  const { connectorId } = await product.activeConnector(reading('orders', 'at'))
  const path = `/api-connectors/${connectorId}/cursor`
  return {
    ...{ shop, product, connectorId, destination },
    look: async () => (await product.ask('GET', path)).body as unknown as Cursor,
    preview: (body: object) => product.ask('POST', `${path}/preview`, body),
    set: (body: object) => product.ask('POST', path, body),
    run: async () => product.ended(connectorId, await product.run(connectorId)),
  }
}

describeOnEachDatabase('the cursor of a connector, from a value', (open) => {
  it('says how many rows lie there, reads them and no others again, and goes on from there', async () => {
    const fresh = await open()
    const stage = await stageOf(fresh, 'int not null', 'insert into orders select n, n from generate_series(1, 30) n')
    const { look, preview, set, run, shop, destination } = stage
    expect(await run()).toMatchObject({ recordsDelivered: 30 })
    expect(await look()).toMatchObject({ value: '30', canBeSet: true, canStartAtValue: true, isDeployed: true })

    const whole = await preview({ from: 'beginning' })
    expect(whole.body).toMatchObject({ count: 30 })
    expect(whole.body.text).toContain('reads all records again and sends them with new keys. Currently, that is 30 records.')
    const part = await preview({ from: 'value', value: ' 21 ' })
    expect(part.body).toMatchObject({ count: 10 })
    expect(part.body.text).toContain(
      'reads records from 21 on, including 21, again and sends them with new keys. Currently, that is 10 records',
    )
    for (const value of ['twenty', '12; drop table orders']) {
      const refused = await preview({ from: 'value', value })
      expect([refused.status, refused.body.code]).toEqual([422, 'cursor/value-refused'])
    }
    expect(await look()).toMatchObject({ value: '30' })

    const { revision } = part.body
    expect((await set({ from: 'value', value: 'twenty', revision })).body.code).toBe('cursor/value-refused')
    expect((await set({ from: 'value', value: '21', revision })).body).toMatchObject({ isSet: true, value: '21', runId: null })
    expect((await set({ from: 'value', value: '21', revision })).body.code).toBe('cursor/changed')
    expect(await run()).toMatchObject({ recordsRead: 10, recordsDelivered: 10 })
    expect(await run()).toMatchObject({ recordsRead: 0 })
    await shop.run('insert into orders values (31, 31)')
    expect(await run()).toMatchObject({ recordsRead: 1 })
    const twice = [...destination.effects].filter(([, times]) => times === 2).map(([id]) => Number(id))
    expect(twice.toSorted((a, b) => a - b)).toEqual([21, 22, 23, 24, 25, 26, 27, 28, 29, 30])
    const history = await fresh.database.db
      .selectFrom('connector_history')
      .select('detail')
      .where('connector_id', '=', stage.connectorId)
      .where('what', '=', 'cursor set')
      .execute()
    expect(history).toEqual([{ detail: 'Cursor set to 21. Before, the cursor was 30.' }])
  })

  it('takes a time in UTC, whatever it looks like, and no other zone', async () => {
    const { preview, set, run } = await stageOf(
      await open(),
      'timestamptz not null',
      `insert into orders select n, '2026-01-01 00:00:00+00'::timestamptz + n * interval '1 hour' from generate_series(1, 48) n`,
    )
    expect(await run()).toMatchObject({ recordsDelivered: 48 })
    for (const [value, count] of [
      ['2026-01-02', 25],
      ['2026-01-02T12:00:00Z', 13],
      ['2026-01-02 12:00:00.000001', 12],
    ] as const)
      expect((await preview({ from: 'value', value })).body).toMatchObject({ count })
    for (const value of ['2026-01-02 12:00:00+02', '2026-02-30', 'yesterday'])
      expect((await preview({ from: 'value', value })).body.code).toBe('cursor/value-refused')
    const { revision } = (await preview({ from: 'value', value: '2026-01-02T12:00:00Z' })).body
    expect((await set({ from: 'value', value: '2026-01-02T12:00:00Z', revision })).status).toBe(200)
    expect(await run()).toMatchObject({ recordsRead: 13 })
    expect(await run()).toMatchObject({ recordsRead: 0 })
  })
})
