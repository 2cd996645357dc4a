/** A token endpoint and an API behind it that misbehave on command (OAuth2 client credentials). */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Asked = {
  readonly path: string
  readonly authorization: string
  readonly key: string
  readonly body: string
  readonly headers: IncomingHttpHeaders
}
export type Reply = { readonly status: number; readonly body?: unknown; readonly headers?: Record<string, string> }

export type TokenSim = {
  readonly origin: string
  readonly tokenUrl: string
  /** Requests to the token endpoint, and to everything else. */
  readonly tokens: readonly Asked[]
  readonly calls: readonly Asked[]
  readonly close: () => Promise<void>
}

type Options = {
  readonly token: (asked: Asked, number: number) => Reply | null
  /** Null: hangs up. */
  readonly api?: (asked: Asked, number: number) => Reply | null
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function send(response: ServerResponse, reply: Reply | null): void {
  if (reply === null) return void response.destroy()
  const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? {})
  response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers }).end(text)
}

export async function startTokens({ token, api = () => ({ status: 200, body: [] }) }: Options): Promise<TokenSim> {
  const tokens: Asked[] = []
  const calls: Asked[] = []
  const server = createServer(async (request, response) => {
    const { authorization = '', 'idempotency-key': key = '' } = request.headers
    const path = request.url ?? ''
    const asked = { path, authorization, key: String(key), body: await textOf(request), headers: request.headers }
    const [log, reply] = path.startsWith('/token') ? ([tokens, token] as const) : ([calls, api] as const)
    log.push(asked)
    send(response, reply(asked, log.length))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    tokenUrl: `${origin}/token`,
    tokens,
    calls,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
