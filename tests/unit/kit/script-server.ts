/** A real server that answers as it is told, one answer after the other, and remembers what it was asked. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

export type Asked = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

export type Answer = (reply: ServerResponse, asked: Asked) => void

export type ScriptServer = {
  /** The last answer of a script is given again and again. */
  readonly answers: (...script: readonly Answer[]) => void
  readonly asked: readonly Asked[]
  readonly close: () => Promise<void>
}

/** Starts one and makes it the place that the page came from. */
export async function startScriptServer(): Promise<ScriptServer> {
  const asked: Asked[] = []
  let script: Answer[] = []
  const server = createServer(async (request, reply) => {
    const chunks: Uint8Array[] = []
    try {
      for await (const chunk of request) chunks.push(chunk)
    } catch {
      // Whoever asked left before the request was read.
      return
    }
    const it = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    asked.push(it)
    const answer = script.length > 1 ? script.shift() : script[0]
    answer?.(reply, it)
  })
  // A connection that this end shuts while the next call goes out on it fails that call: on a busy machine the usual seconds pass between two tests.
  server.keepAliveTimeout = 0
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  vi.stubGlobal('location', new URL(`http://127.0.0.1:${port}/dashboard`))
  return {
    answers: (...next) => {
      script = [...next]
      asked.length = 0
    },
    asked,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

export const json =
  (body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Answer =>
  (reply) => {
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    reply.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body))
  }

export const text =
  (body: string, status = 200, type = 'text/html'): Answer =>
  (reply) => {
    reply.writeHead(status, { 'content-type': type }).end(body)
  }

export const silence: Answer = () => {}
export const hangUp: Answer = (reply) => reply.destroy()
