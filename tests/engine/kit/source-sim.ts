/** A source system that misbehaves on command: numbered records over HTTP. */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Script = (request: { readonly number: number; readonly url: URL }, response: ServerResponse) => boolean | undefined

export type SourceSim = {
  readonly url: string
  /** Requests so far. */
  readonly asked: readonly { readonly at: number; readonly url: URL }[]
  /** Sockets that are open now. */
  readonly sockets: () => Promise<number>
  readonly close: () => Promise<void>
}

export const record = (id: number) => ({ id, name: `record ${id}`, customer: { email: `p${id}@example.test` }, total: id / 4 })

const json = (response: ServerResponse, value: unknown) => {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(value))
}

/**
 * `/offset`, `/page` and `/cursor` page through records 1 to `count` as `{ items, next_cursor }`; `/all` gives them at once as a root array.
 * The script may answer in its own way, and then says so by returning true.
 */
export async function startSource(count: number, script: Script = () => false): Promise<SourceSim> {
  const asked: { at: number; url: URL }[] = []
  const server = createServer((request: IncomingMessage, response) => {
    const url = new URL(request.url ?? '/', 'http://source.test')
    asked.push({ at: Date.now(), url })
    if (script({ number: asked.length, url }, response)) return
    const limit = Number(url.searchParams.get('limit') ?? 100)
    const number = (name: string, otherwise: number) => Number(url.searchParams.get(name) ?? otherwise)
    const from =
      url.pathname === '/page'
        ? (number('page', 1) - 1) * limit
        : url.pathname === '/cursor'
          ? number('cursor', 0)
          : number('offset', 0)
    if (url.pathname === '/all')
      return json(
        response,
        Array.from({ length: count }, (_, at) => record(at + 1)),
      )
    const size = from < 0 ? 0 : Math.max(0, Math.min(limit, count - from))
    const items = Array.from({ length: size }, (_, at) => record(from + at + 1))
    json(response, { items, next_cursor: from + size < count ? String(from + size) : null })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    sockets: () => new Promise((resolve) => server.getConnections((_, open) => resolve(open))),
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
