/** A third system that is looked up in: customers by number, counted, and misbehaving on command. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = {
  /** Counted from 1. */
  readonly number: number
  readonly at: number
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type LookupSim = {
  readonly url: string
  readonly asked: readonly Asked[]
  /** The most requests that were open at the same time. */
  readonly atOnce: () => number
  readonly close: () => Promise<void>
}

type Options = {
  /** Whether there is a customer of this number. */
  readonly knows?: (id: string) => boolean
  /** Answers in its own way, and then says so by returning true. */
  readonly script?: (asked: Asked, response: ServerResponse) => boolean | undefined
  /** Milliseconds before each answer. */
  readonly delay?: number
}

/** JSON text, so that numbers may be of any length. */
export const customer = (id: string) =>
  `{"id":${JSON.stringify(id)},"name":${JSON.stringify(`Customer ${id}`)},"limit":12345678901234567890.10}`

/**
 * `/customers/<id>` and `/one?id=` give a customer or 404; `/customers?ids=1,2` and `POST /search` with `{ ids: [] }` give `{ found: { items } }`
 * of those that there are.
 */
export async function startLookup({ knows = () => true, script = () => false, delay = 0 }: Options = {}): Promise<LookupSim> {
  const asked: Asked[] = []
  let open = 0
  let most = 0

  function answer(it: Asked, response: ServerResponse) {
    response.setHeader('content-type', 'application/json')
    if (script(it, response)) return
    const { pathname, searchParams } = it.url
    const many = pathname === '/search' ? (JSON.parse(it.body).ids as unknown[]).map(String) : searchParams.get('ids')?.split(',')
    if (many) return void response.end(`{"found":{"items":[${many.filter(knows).map(customer).join(',')}]}}`)
    const id = searchParams.get('id') ?? decodeURIComponent(pathname.split('/')[2] ?? '')
    if (knows(id)) response.end(customer(id))
    else response.writeHead(404).end('{"error":"no such customer"}')
  }

  const server = createServer((request, response) => {
    open += 1
    most = Math.max(most, open)
    response.on('close', () => {
      open -= 1
    })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const url = new URL(request.url ?? '/', 'http://lookup.test')
      const body = Buffer.concat(chunks).toString('utf8')
      const it = { number: asked.length + 1, at: Date.now(), method: request.method ?? '', url, headers: request.headers, body }
      asked.push(it)
      if (delay > 0) setTimeout(() => answer(it, response), delay)
      else answer(it, response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    atOnce: () => most,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
