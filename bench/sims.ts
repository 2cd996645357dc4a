/**
 * Source and destination of the benchmark, in a process of their own: pages of orders of about 0.9 kB, and a place that takes everything. It keeps
 * the books, alike for everybody: which records came, and how long after their page had been handed out their delivery was answered.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { pageOf } from './orders.ts'

/** What the parent process asks and gets. */
export type SimAnswer =
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'progress'; readonly records: number }
  /** Every record has come. Latencies are milliseconds. */
  | { readonly kind: 'complete'; readonly p50: number; readonly p95: number; readonly twice: number; readonly requests: number }

const tell = (answer: SimAnswer) => process.send?.(answer)

let total = 0
let handedOut = new Float64Array(0)
let latency = new Float64Array(0)
let came = new Uint8Array(0)
let records = 0
let twice = 0
let requests = 0

function begin(count: number) {
  total = count
  handedOut = new Float64Array(count + 1)
  latency = new Float64Array(count + 1)
  came = new Uint8Array(count + 1)
  records = 0
  twice = 0
  requests = 0
}

process.on('message', (asked: number | 'progress') => {
  if (asked === 'progress') tell({ kind: 'progress', records })
  else begin(asked)
})
process.on('disconnect', () => process.exit())

const ids = /"orderId":"(\d+)"/g

function book(body: string) {
  const now = performance.now()
  requests += 1
  for (const [, text] of body.matchAll(ids)) {
    const id = Number(text)
    if (came[id] === 1) twice += 1
    else {
      came[id] = 1
      latency[id] = now - (handedOut[id] ?? now)
      records += 1
    }
  }
  if (records < total) return
  const sorted = latency.slice(1).toSorted()
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? Number.NaN
  tell({ kind: 'complete', p50: at(0.5), p95: at(0.95), twice, requests })
}

function handOut(query: URLSearchParams, response: ServerResponse) {
  const offset = Number(query.get('offset'))
  const limit = Number(query.get('limit'))
  response.setHeader('content-type', 'application/json')
  response.end(pageOf(offset, limit, total), () => handedOut.fill(performance.now(), offset + 1, offset + limit + 1))
}

const server = createServer((request, response) => {
  if (request.method === 'GET') return handOut(new URL(request.url ?? '/', 'http://sim.test').searchParams, response)
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const body = Buffer.concat(chunks).toString('latin1')
    response.writeHead(201, { 'content-type': 'application/json' }).end('{"ok":true}', () => book(body))
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => tell({ kind: 'listening', port: (server.address() as AddressInfo).port }))
