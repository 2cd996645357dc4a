/** The cursor of a connector as people see and set it. */
import { expect, it } from 'vitest'

import type { Cursor } from '#contract/connectors/triggers/cursor.ts'
import { describeOnEachDatabase } from '../../server/kit/databases.ts'
import { stageWithTables } from './cursor-stage.ts'

describeOnEachDatabase('the cursor of a connector', (open) => {
  it('is visible, and is set back once, with a word on what is read again', async () => {
    const fresh = await open()
    const { database } = fresh
    const tables = ['create table orders (id int primary key)', 'insert into orders select generate_series(1, 30)']
    const { product, reading } = await stageWithTables(fresh, tables, 400)
    const { connectorId } = await product.activeConnector(reading('orders', 'id'))
    const path = `/api-connectors/${connectorId}/cursor`
    const look = async () => (await product.ask('GET', path)).body as unknown as Cursor
    const reset = (revision: string, key?: string) => product.ask('POST', path, { from: 'beginning', revision }, key)
    const run = async () => product.ended(connectorId, await product.run(connectorId))

    const before = await look()
    expect(before).toMatchObject({ isSet: false, value: null, unsent: 0, reads: { what: 'orders', cursor: 'id' } })
    const first = await run()
    expect(first).toMatchObject({ recordsRead: 30, recordsDelivered: 30 })
    const seen = await look()
    expect(seen).toMatchObject({ isSet: true, value: '30', runId: first.runId, setAt: first.endedAt, chosenBy: null })
    expect(seen.resetPreview).toContain('The number of records is unknown until they are read.')
    expect(await run()).toMatchObject({ recordsRead: 0 })

    const late = await reset(seen.revision)
    expect([late.status, late.body.code]).toEqual([409, 'cursor/changed'])
    const { revision } = await look()
    const presses = [await reset(revision, 'one press'), await reset(revision, 'one press')]
    expect(presses.map(({ status, body }) => [status, body.isSet])).toEqual([
      [200, false],
      [200, false],
    ])
    const history = await database.db
      .selectFrom('connector_history')
      .select('detail')
      .where('connector_id', '=', connectorId)
      .where('what', '=', 'cursor set')
      .execute()
    expect(history).toEqual([{ detail: 'Cursor reset to the beginning. Before, the cursor was 30.' }])

    const again = await product.run(connectorId)
    const busy = await reset(revision)
    expect([busy.status, busy.body.code]).toEqual([409, 'cursor/run-open'])
    expect(await product.ended(connectorId, again)).toMatchObject({ recordsRead: 30, recordsDelivered: 30 })
  })
})
