/** Connectors that feed each other are named where one of them is checked and deployed. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Deployment } from '#contract/connectors/details/connector.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import { feedEachOther } from '#server/features/connectors/config/circular-connectors.ts'
import { addVersion } from '#server/records/connectors/versions.repository.ts'
import { createTestServer, goodConfig, makeConnector, type Who } from '../kit/test-server.ts'

const server = createTestServer()
const http = (url: string, requestMethod: 'GET' | 'POST') => ({ type: 'http', url, requestMethod }) as const
const between = (name: string, from: string, to: string): ConnectorConfig => ({
  ...goodConfig,
  name,
  trigger: { type: 'manual' },
  source: { ...http(from, 'GET'), isList: true },
  destination: http(to, 'POST'),
  dataMapping: [],
  enrichment: [],
})

async function live(config: ConnectorConfig, who: Who): Promise<string> {
  const { connector } = await makeConnector(server, who, config)
  const { db } = server.database
  await addVersion(db, { companyId: server.companies.A, connectorId: connector._id, config, authorId: server.ids[who] })
  await sql`update connectors set status = 'Active', status_before = 'Active', live_version = 1, name = ${config.name} where id = ${connector._id}`.execute(
    db,
  )
  return connector._id
}

const crm = 'https://crm.example.com/v1/contacts'
const shop = 'https://shop.example.com/customers'
const forth = between('Customers to CRM', shop, `${crm}/batch/upsert`)
const back = between('CRM to shop', `${crm}?limit=100`, shop)
const sentence = (named: string, own: string) =>
  `${named} reads what "${own}" writes, and writes what "${own}" reads. Records can circulate forever. Filter one of the sources, or pause one of the connectors`

it('a pair is named in the check and at the deployment, and a colleague’s connector without its name', async () => {
  const first = await live(forth, 'userA')
  const check = async (as: Who, body: unknown) =>
    (await server.ask('POST', '/api-connectors/validateConfig', { as, body })).json<ValidationResult>().warnings
  const warning = { path: '/destination', message: sentence('"Customers to CRM"', 'CRM to shop') }
  expect(await check('userA', back)).toContainEqual(warning)
  expect(await check('adminA', back)).toContainEqual(warning)
  expect(await check('otherA', back)).toContainEqual({
    ...warning,
    message: sentence("A colleague's connector", 'CRM to shop'),
  })
  expect((await check('adminB', back)).map(({ path }) => path)).not.toContain('/destination')
  expect(
    (await check('userA', { config: forth, connectorId: first })).map(({ path }) => path),
    'a connector is not compared with its own live version',
  ).not.toContain('/destination')

  const { connector } = await makeConnector(server, 'userA', back)
  const reply = await server.ask('POST', `/api-connectors/connectors/${connector._id}/deploy`, { as: 'userA' })
  expect(reply.statusCode).toBe(202)
  expect(reply.json<Deployment>().warnings).toEqual([{ ...warning, message: sentence('"Customers to CRM"', connector.name) }])
  const { rows } = await sql<{ detail: string }>`
    select detail from connector_history where connector_id = ${connector._id} and what = 'deployed'`.execute(server.database.db)
  expect(rows[0]?.detail).toContain('Warning: "Customers to CRM" reads what')
})

const table = (name: string, more: object = {}) => ({
  type: 'database' as const,
  databaseConfig: {
    engine: 'postgresql' as const,
    host: 'DB.example.com',
    database: 'erp',
    ...(name === '' ? {} : { table: name }),
    ...more,
  },
})
const pair = (read: object, written: object, readBack: object = written, writtenBack: object = read) =>
  feedEachOther({ source: read, destination: written } as never, { source: readBack, destination: writtenBack } as never)

describe('two connectors feed each other', () => {
  it.each<[string, boolean]>([
    ['over HTTP', pair(http(shop, 'GET'), http(crm, 'POST'))],
    [
      'by the search of what was written',
      pair(http(shop, 'GET'), http(`${crm}/batch`, 'POST'), http(`${crm}/search`, 'POST'), http(`${shop}.json`, 'POST')),
    ],
    [
      'by a table',
      pair(table('orders'), http(crm, 'POST'), http(crm, 'GET'), table('public.orders', { port: 5432, host: 'db.example.com' })),
    ],
    [
      'by a query of the table',
      pair(table('', { query: 'select * from "orders" o' }), http(crm, 'POST'), http(crm, 'GET'), table('orders')),
    ],
    [
      'with a variable in the address',
      pair(
        http(shop, 'GET'),
        { ...http('https://crm.example.com/v1/{{what}}', 'POST'), variables: [{ key: 'what', value: 'contacts' }] },
        http(crm, 'GET'),
      ),
    ],
  ])('%s', (_, found) => expect(found).toBe(true))

  it.each<[string, boolean]>([
    [
      'one writes elsewhere',
      pair(http(shop, 'GET'), http(crm, 'POST'), http(crm, 'GET'), http('https://shop.example.com/orders', 'POST')),
    ],
    ['the ports differ', pair(http(shop, 'GET'), http(crm, 'POST'), http('https://crm.example.com:8443/v1/contacts', 'GET'))],
    ['names only begin alike', pair(http(shop, 'GET'), http(crm, 'POST'), http(`${crm}-archive`, 'GET'))],
    [
      'the query names another table',
      pair(table('', { query: 'select * from orders_archive' }), http(crm, 'POST'), http(crm, 'GET'), table('orders')),
    ],
    [
      'both read and write the same way',
      feedEachOther(
        { source: http(shop, 'GET'), destination: http(crm, 'POST') },
        { source: http(shop, 'GET'), destination: http(crm, 'POST') },
      ),
    ],
    [
      'events of a webhook come from anywhere',
      feedEachOther(
        { trigger: { type: 'webhook' }, source: http(shop, 'GET'), destination: http(crm, 'POST') },
        { source: http(crm, 'GET'), destination: http(shop, 'POST') },
      ),
    ],
  ])('not where %s', (_, found) => expect(found).toBe(false))
})
