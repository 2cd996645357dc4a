/** A shop, a warehouse and a product between them, all of their own: the warehouse refuses, holds and counts; the product is killed and comes back. */
import { rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type APIRequestContext, expect, request as requests } from 'playwright/test'

import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { Run } from '#contract/connectors/runs/run.ts'
import { freePort } from '../../kit/free-port.ts'
import { Api } from '../kit/console.ts'
import { demoPassword, launch, newFolder } from '../kit/product.ts'

/** @param orders how many the shop has, numbered from 1. */
export async function openWorld(name: string, orders: number) {
  const shop = Array.from({ length: orders }, (_, at) => ({ number: at + 1 }))
  const refused = new Set<number>()
  /** What is said of an order that is refused. */
  const reasons = new Map<number, string>()
  const held = new Set<number>()
  const release: (() => void)[] = []
  /** How often each order took effect. */
  const effects = new Map<number, number>()
  const known = new Set<string>()

  async function take(request: IncomingMessage, reply: ServerResponse) {
    if (request.method === 'GET') return answer(reply, 200, { items: shop })
    const order = await bodyOf(request)
    if (refused.has(order)) return answer(reply, 422, { message: reasons.get(order) ?? `Order ${order} is refused` })
    const key = String(request.headers['idempotency-key'])
    if (known.has(key)) return answer(reply, 200, {})
    known.add(key)
    effects.set(order, (effects.get(order) ?? 0) + 1)
    if (held.has(order)) await new Promise<void>((done) => release.push(done))
    return answer(reply, 200, {})
  }

  const systems = createServer((request, reply) => void take(request, reply))
  const origin = await listen(systems)
  const folder = newFolder()
  const environment = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    DEMO_PASSWORD: demoPassword,
    EGRESS_ALLOW: '127.0.0.0/8',
  }
  let product = await launch(name, environment)
  const request: APIRequestContext = await requests.newContext({ baseURL: product.address })
  const api = await Api.open(request)

  return {
    address: product.address,
    api,
    refused,
    reasons,
    held,
    effectsOf: (order: number) => effects.get(order) ?? 0,
    /** Lets every answer go that was held back. */
    letGo() {
      held.clear()
      for (const done of release.splice(0)) done()
    },
    async killAndRestart() {
      await product.kill()
      product = await launch(name, environment)
    },
    /** A live connector from the shop to the warehouse. */
    async connect(title: string): Promise<string> {
      const id = await api.copyOfSeeded(title, (config) => betweenThem(config, origin))
      await api.post(`/api-connectors/${id}/deploy`, {})
      const standing = async () => (await api.get<ConnectorDetails>(`/api-connectors/${id}`)).connector.status
      await expect.poll(standing, { timeout: 30_000 }).toBe('Active')
      return id
    },
    /** Every order of the shop, once. */
    async run(id: string): Promise<Run> {
      const { runId } = await api.post<{ runId: string }>(`/api-connectors/${id}/runs`)
      const look = () => api.get<Run>(`/api-connectors/${id}/runs/${runId}`)
      await expect.poll(async () => (await look()).endedAt, { timeout: 30_000 }).not.toBeNull()
      return look()
    },
    async close() {
      this.letGo()
      await request.dispose()
      await product.stop()
      systems.closeAllConnections()
      systems.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function betweenThem(config: ConnectorDetails['config'], origin: string): ConnectorDetails['config'] {
  const { listConfig } = config.source
  return {
    ...config,
    source: {
      ...config.source,
      url: `${origin}/orders`,
      ...(listConfig ? { listConfig: { ...listConfig, type: 'simple' as const } } : {}),
    },
    destination: { ...config.destination, url: `${origin}/orders` },
    dataMapping: [],
  }
}

function answer(reply: ServerResponse, status: number, body: object): void {
  reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** The number of the order that was sent. */
async function bodyOf(request: IncomingMessage): Promise<number> {
  let text = ''
  for await (const part of request) text += String(part)
  return JSON.parse(text).number
}

function listen(server: Server): Promise<string> {
  return new Promise((heard) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      heard(`http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`)
    })
  })
}
