/** Source and destination of the benchmark, in a process of their own: pages of orders of about 0.9 kB, and a place that takes everything. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

import { pageOf } from './orders.ts'

const total = Number(process.argv[2])

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    const { searchParams } = new URL(request.url ?? '/', 'http://sim.test')
    response.setHeader('content-type', 'application/json')
    response.end(pageOf(Number(searchParams.get('offset')), Number(searchParams.get('limit')), total))
    return
  }
  request.resume()
  request.on('end', () => response.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}'))
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
