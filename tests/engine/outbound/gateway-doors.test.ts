/**
 * Every way by which a system is reached goes through the gateway that it names, and none goes around it: the target could be reached without, and counts
 * whoever comes. X8.
 */
import { once } from 'node:events'
import { createServer as createHttp } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { createOutbound, type Outbound } from '#server/outbound/outbound.ts'
import { gatewayId, networkWith, startGateway, type TestGateway } from '../kit/test-gateway.ts'
import { doorsOf, socketDoorsOf } from './ssrf-doors.ts'

let connections = 0
const target = createHttp(({ url, headers }, response) => {
  response.setHeader('content-type', 'application/json')
  const isToken = headers['content-type']?.includes('urlencoded')
  response.end(isToken ? '{"access_token":"t","token_type":"Bearer"}' : url?.includes('comp=list') ? '' : '[{"id":1}]')
}).on('connection', () => {
  connections += 1
})
let port = 0
beforeAll(async () => {
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  port = (target.address() as AddressInfo).port
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

/** Approved behind the gateway, and open to this process as well. */
async function sceneOf(): Promise<{ outbound: Outbound; gateway: TestGateway }> {
  const gateway = await startGateway(port, onTestFinished)
  const network = networkWith(gateway.port, 'socks5:', [{ host: '127.0.0.1', port, gatewayId, networks: [] }])
  const limits = { connect: 500, headers: 1_000, total: 2_000 }
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'], networkOf: async () => network, limits })
  onTestFinished(() => outbound.close())
  connections = 0
  return { outbound, gateway }
}

const way = { gateway: gatewayId }
const http = Object.keys(doorsOf(null as never, ''))
const sockets = Object.keys(socketDoorsOf(null as never))
const go = (outbound: Outbound, door: string) => {
  const url = `http://127.0.0.1:${port}/`
  const opened = doorsOf(outbound, url, way)[door]?.(url) ?? socketDoorsOf(outbound, way)[door]?.('127.0.0.1', port)
  return opened ?? Promise.reject(new Error(door))
}

/** A client of MySQL waits five seconds for a greeting that this target does not send; it is among those that are refused. */
const greeted = [...http, ...sockets].filter((door) => door !== 'a MySQL source')

describe('everything that arrives came through the gateway', () => {
  it.each(greeted)('by %s', async (door) => {
    const { outbound, gateway } = await sceneOf()
    expect(await go(outbound, door)).toBe('opened')
    // A deployment only asks where it may go.
    if (!door.startsWith('a deployment')) expect(gateway.asked).toContain(`127.0.0.1:${port}`)
    await expect.poll(() => connections).toBe(gateway.asked.length)
  })
})

describe('nothing arrives where the gateway refuses', () => {
  it.each([...http, ...sockets])('by %s', async (door) => {
    const { outbound, gateway } = await sceneOf()
    gateway.mode = 'refuses the key'
    const verdict = await go(outbound, door)
    if (!door.startsWith('a deployment')) {
      expect(verdict).toBe('gateway/unusable')
      expect(gateway.connections).toBeGreaterThan(0)
    }
    expect(connections).toBe(0)
  })
})
