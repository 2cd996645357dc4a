/** Real databases behind a gateway: read and written through it, in plain and over TLS to the gateway's own protocol, and cut when it is taken away. X8. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { kinds } from '#server/engine/kinds/kinds.ts'
import type { TenantNetwork } from '#server/outbound/gateway/tenant-network.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { forTenant } from '#server/outbound/tenant-queue.ts'
import { gatewayId, networkWith, startGateway } from '../kit/test-gateway.ts'
import { engines, openDatabaseOf, sideOf, type TestDatabase, toolsFor } from './database-stage.ts'

const signal = new AbortController().signal

describe.each(engines)('%s behind a gateway', (engine) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await openDatabaseOf(engine)
    await database.run('create table orders (id int primary key, name varchar(40))', "insert into orders values (1, 'Pallet')")
  })
  afterAll(() => database.remove())

  async function sceneOf(scheme: 'http:' | 'socks5:') {
    const gateway = await startGateway(database.port, onTestFinished)
    const endpoint = { host: 'orders.inside.example', port: database.port, gatewayId, networks: [] }
    const state: { network: TenantNetwork } = { network: networkWith(gateway.port, scheme, [endpoint]) }
    const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'], networkOf: async () => state.network })
    onTestFinished(() => outbound.close())
    const config = {
      ...sideOf(database, { host: endpoint.host, query: 'select id, name from orders order by id' }),
      gateway: gatewayId,
    }
    const source = await kinds['database']?.openSource(config, toolsFor(forTenant(outbound, 'company-a')))
    if (!source) throw new Error('There is no such kind.')
    onTestFinished(async () => source.close?.())
    return { gateway, state, source, outbound }
  }

  it.each(['http:', 'socks5:'] as const)('is read through one of the scheme %s', async (scheme) => {
    const { gateway, source } = await sceneOf(scheme)
    expect((await source.read(source.start(null), signal)).records).toEqual([{ id: 1, name: 'Pallet' }])
    expect(gateway.asked).toEqual([`orders.inside.example:${database.port}`])
  })

  it('is no longer read once the gateway is switched off', async () => {
    const { gateway, state, source } = await sceneOf('socks5:')
    await source.read(source.start(null), signal)
    state.network = { ...state.network, gateways: state.network.gateways.map((it) => ({ ...it, isOn: false })) }
    const again = await source.read(source.start(null), signal).then(
      () => 'read',
      (thrown: unknown) => (thrown as { problem: { code: string } }).problem.code,
    )
    expect(again).toBe('gateway/unusable')
    expect(gateway.asked).toHaveLength(1)
  })
})
