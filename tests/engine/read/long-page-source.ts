/** A source of pages that are too long for one part. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import type { Place, Source, SourcePage } from '#server/engine/kit/kind.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { record } from '../kit/source-sim.ts'
import { configFor } from '../kit/stage.ts'

export const signal = new AbortController().signal

/** About 0.9 kB. */
export const wide = (id: number) => ({
  ...record(id),
  note: 'ü'.repeat(380),
  big: 12345678901234567890n,
  lines: [{ sku: 'A', qty: 1.5 }],
})
export const textOf = (value: unknown) =>
  JSON.stringify(value, (_, it) =>
    typeof it === 'bigint' ? (JSON as unknown as { rawJSON: (t: string) => unknown }).rawJSON(`${it}`) : it,
  )
export const listOf = (count: number, from = 1) =>
  `[${Array.from({ length: count }, (_, at) => textOf(wide(from + at))).join(',')}]`

/** A source whose answers are texts that can be changed. */
export async function openSource(answers: { body: () => string | Buffer }, paging: 'offset' | 'cursor' | null = null) {
  let asked = 0
  const server = createServer((_, response) => {
    asked += 1
    response.setHeader('content-type', 'application/json')
    response.end(answers.body())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  const { source: config } = configFor({ source: url, destination: url, paging })
  const open = () => openHttpSource(config, { outbound, readSecret: async () => '', heldEvents: async () => [] })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await outbound.close()
  })
  const source = await open()
  onTestFinished(async () => source.close?.())
  return { source, open, asked: () => asked }
}

export async function* pagesOf(source: Source, from: Place = source.start(null)) {
  let place: Place | null = from
  while (place) {
    const page: SourcePage = await source.read(place, signal)
    yield page
    place = page.next
  }
}
