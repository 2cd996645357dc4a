/** A deployment that reads something else than the live version: nobody loses the cursor without having been asked. */
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Cursor } from '#contract/connectors/triggers/cursor.ts'
import { describeOnEachDatabase, type Fresh } from '../../server/kit/databases.ts'
import { eventually } from '../kit/stage.ts'
import { stageWithTables } from '../read/cursor-stage.ts'

async function stageOf(fresh: Pick<Fresh, 'database'>) {
  const tables = ['orders', 'archive'].flatMap((table) => [
    `create table ${table} (id int primary key, seq int not null)`,
    `insert into ${table} select n, n + ${table.length * 100} from generate_series(1, 10) n`,
  ])
  const stage = await stageWithTables(fresh, tables)
  const { product } = stage
  const reading = (table: string, cursorColumn = 'id') => stage.reading(table, cursorColumn)
  const { connectorId } = await product.activeConnector(reading('orders'))
  const ask = (config: ConnectorConfig, more: object = {}) =>
    product.ask('POST', `/api-connectors/${connectorId}/deploy`, { config, ...more })
  const run = async () => product.ended(connectorId, await product.run(connectorId))
  expect(await run()).toMatchObject({ recordsDelivered: 10 })
  return {
    ...{ product, connectorId, reading, ask, run },
    look: async () => (await product.ask('GET', `/api-connectors/${connectorId}/cursor`)).body as unknown as Cursor,
    live: async (version: number) => {
      const it = async () => (await product.ask('GET', `/api-connectors/connectors/${connectorId}/deployment-status`)).body
      const ended = await eventually(it, ({ status }) => status === 'live' || status === 'failed')
      expect(ended).toMatchObject({ status: 'live', version })
      return String(ended.message)
    },
  }
}

describeOnEachDatabase('a deployment that reads something else', (open) => {
  it('is refused before anything is deployed, and says what can be chosen', async () => {
    const { ask, reading, look, product, connectorId } = await stageOf(await open())
    const { status, body } = await ask(reading('archive'))
    expect([status, body.code, body.allowed]).toEqual([409, 'cursor/would-drop', ['beginning', 'value', 'kept']])
    expect(body.message).toContain('reads archive of postgresql://')
    expect(body.message).toContain('The current cursor is 10.')
    expect((await ask(reading('orders', 'seq'))).body.allowed).toEqual(['beginning', 'value'])
    expect((await ask(reading('orders', 'seq'), { reading: { from: 'kept' } })).body.code).toBe('cursor/would-drop')
    expect(await look()).toMatchObject({ value: '10', reads: { what: 'orders' } })
    const { body: details } = await product.ask('GET', `/api-connectors/${connectorId}`)
    expect(details.liveVersion).toBe(1)
    // The way back asks as well: nothing else is live, so there is nothing to drop.
    expect((await ask(reading('orders'))).status).toBe(202)
  })

  it.each([
    ['from the beginning', { from: 'beginning' }, null, 10, ' Reading starts at the beginning.'],
    ['from a value', { from: 'value', value: '8' }, '8', 3, ' Reading starts at 8.'],
    ['where the live version stands', { from: 'kept' }, '10', 1, ' Reading continues where the previous version stopped.'],
  ] as const)('begins %s', async (_, choice, value, count, said) => {
    const { ask, reading, look, live, run } = await stageOf(await open())
    expect((await ask(reading('archive'), { reading: choice })).status).toBe(202)
    expect(await live(2)).toContain(said)
    expect(await look()).toMatchObject({ value, isSet: value !== null, reads: { what: 'archive' } })
    // At the value where the version before stood lies a row of another table, which nobody has read.
    expect(await run()).toMatchObject({ recordsRead: count })
    expect(await run()).toMatchObject({ recordsRead: 0 })
  })

  it('fails where the value is none of the cursor, and the version before goes on', async () => {
    const { ask, reading, look, product, connectorId } = await stageOf(await open())
    await ask(reading('archive'), { reading: { from: 'value', value: 'eight' } })
    const status = async () => (await product.ask('GET', `/api-connectors/connectors/${connectorId}/deployment-status`)).body
    const ended = await eventually(status, (it) => it.status === 'live' || it.status === 'failed')
    expect(ended).toMatchObject({ status: 'failed', error: { code: 'connector/deploy-failed' } })
    expect(ended.error.message).toContain("Reading can't start at eight")
    expect(await look()).toMatchObject({ value: '10', reads: { what: 'orders' } })
  })
})
