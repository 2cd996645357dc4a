/** A destination with rows, each at its own URL below `/rows/`: it creates nothing by itself and writes down every request. */
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type RowRequest = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

type Options = { readonly answer?: (request: RowRequest, times: number) => number | null }

/** PUT, PATCH and DELETE of `/rows/{id}`; 404 for other ids. @param answer another status, before anything is done. */
export async function startRows(ids: readonly string[], { answer = () => null }: Options = {}) {
  const rows = new Map<string, string>(ids.map((id) => [id, '']))
  const touched = new Map<string, number>()
  const requests: RowRequest[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const received = { method, path, headers, body: Buffer.concat(chunks).toString('utf8') }
      requests.push(received)
      const times = requests.filter((it) => it.path === path).length
      const forced = answer(received, times)
      const { pathname } = new URL(path, 'http://rows.test')
      const id = pathname.startsWith('/rows/') ? decodeURIComponent(pathname.slice('/rows/'.length)) : null
      const isHere = id !== null && rows.has(id)
      if (forced === 0) {
        // The effect is there, and its response is lost.
        if (id !== null && method === 'DELETE') rows.delete(id)
        request.socket.destroy()
        return
      }
      if (forced !== null) response.writeHead(forced, { 'content-type': 'application/json' }).end('{"error":"no"}')
      else if (!isHere || id === null) response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"no row"}')
      else {
        touched.set(id, (touched.get(id) ?? 0) + 1)
        if (method === 'DELETE') rows.delete(id)
        else rows.set(id, received.body)
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { origin, url: `${origin}/rows/{id}`, rows, touched, requests }
}
