/** A receiver of webhooks that answers as it is told. */
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

type Received = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }
export type Receiver = {
  readonly url: string
  readonly received: Received[]
  status: number
  isMute: boolean
  /** A path at which it never answers. */
  isMuteAt: string | null
}

/** Listens on a port of this machine until the test has finished. */
export async function openReceiver(): Promise<Receiver> {
  const it: Receiver = { url: '', received: [], status: 204, isMute: false, isMuteAt: null }
  const http: Server = createServer(async (request, response) => {
    it.received.push({ path: request.url ?? '', headers: request.headers, body: await text(request) })
    if (it.isMute || request.url === it.isMuteAt) return
    response
      .writeHead(it.status, it.status === 302 ? { location: `${it.url}/elsewhere` } : {})
      .end(it.status >= 400 ? 'not today' : '')
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    http.closeAllConnections()
    http.close()
  })
  return Object.assign(it, { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}` })
}
