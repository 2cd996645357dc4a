/** A list of numbered records that is read page by page from a server of its own, as the engine reads it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'
import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import { type Place, SourceFault, type Tools } from '#server/engine/kit/kind.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { pagesFrom } from '#server/engine/read/page-reader.ts'
import { createOutbound } from '#server/outbound/outbound.ts'

export type Page = {
  readonly records: readonly { readonly id: number }[]
  /** Counted from 1. */
  readonly page: number
  readonly hasMore: boolean
  /** The address of the next page; null on the last one. */
  readonly next: string | null
  readonly origin: string
}
export type Answer = { readonly status?: number; readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }

const byPage = { type: 'page', pageParam: 'page', limitParam: 'limit', firstPage: 1, responsePathToItems: 'items' } as const

/** Reads a list of `count` records, `size` on a page where `asked` were asked for, to its end: which ids came, what was said, and how it failed. */
export async function read(
  paging: Partial<PaginationConfig>,
  count: number,
  size: number,
  answer: (page: Page) => Answer,
  asked = size,
) {
  const list = Array.from({ length: count }, (_, at) => ({ id: at + 1 }))
  let requests = 0
  const server = createServer(({ url = '' }, response) => {
    requests += 1
    const { searchParams, origin } = new URL(url, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    const offset = searchParams.get('offset')
    const page = offset === null ? Number(searchParams.get('page') ?? searchParams.get('cursor') ?? 1) : Number(offset) / size + 1
    const records = list.slice((page - 1) * size, page * size)
    const hasMore = page * size < count
    const next = hasMore ? `${origin}/?page=${page + 1}` : null
    const { status = 200, headers = {}, body } = answer({ records, page, hasMore, next, origin })
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  onTestFinished(() => void server.close())
  const config = {
    type: 'http',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requestMethod: 'GET',
    isList: true,
    auth: { type: 'none' },
    listConfig: { type: 'pagination', batchSize: asked, paginationConfig: { ...byPage, ...paging } },
  } as unknown as SourceConfig
  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  onTestFinished(() => outbound.close())
  const tools: Tools = { outbound, readSecret: async (it) => String(it), heldEvents: async () => [] }
  const source = await openHttpSource(config, tools)
  const ids: number[] = []
  const notes: string[] = []
  let failed: string | null = null
  try {
    const reading = {
      ...{ limits: { ...engineLimits, retries: 0 }, signal: new AbortController().signal, seen: new Set<string>() },
      ...{ tell: () => {}, measure: () => {}, isFirstKnown: false },
    }
    for await (const { records, note } of pagesFrom(source.start(null) as Place, { ...reading, source })) {
      ids.push(...records.map((record) => (record as { id: number }).id))
      if (note !== undefined) notes.push(note)
    }
  } catch (thrown) {
    if (!(thrown instanceof SourceFault)) throw thrown
    failed = thrown.message
  }
  await source.close?.()
  return { read: new Set(ids).size, repeats: ids.length - new Set(ids).size, notes, failed, requests }
}
