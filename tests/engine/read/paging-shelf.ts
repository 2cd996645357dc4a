/** How real APIs page, as one simulated server: a list that changes while it is read, and the ways in which it is handed out. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'

/** `rank` orders the list, so that cursors stay where they are when others come and go. */
export type Shelved = { readonly id: number; readonly rank: number; readonly sort: readonly [number, string] }

/** What goes wrong with a server: before which request the list changes, what of a page is hidden, and so on. */
export type Trouble = {
  readonly before?: (request: number, list: Shelved[]) => void
  readonly isHidden?: (id: number) => boolean
  readonly cap?: number
  readonly isMissingAfterEnd?: boolean
  /** Answers 404 from a position on, and from then on to every request. */
  readonly missingFrom?: number
  readonly isMissingBefore?: boolean
  /** Answers the second page with the records of the first. */
  readonly repeats?: boolean
}

export type Asked = {
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  readonly body: Readonly<Record<string, unknown>>
  readonly origin: string
}

/** A page of the list: what stands on it, and what lies around it. */
export type Window = {
  readonly records: readonly Shelved[]
  readonly hasMore: boolean
  readonly total: number
  /** Names the record that the next page begins after. */
  readonly cursor: string
}

export type Answer = { readonly headers?: Readonly<Record<string, string>>; readonly body: unknown }

/** Where a request wants to begin: at a position of the list, or after a rank. */
type Begin = { readonly at: number } | { readonly after: number | null }

export type Style = {
  readonly name: string
  readonly path?: string
  readonly method?: 'GET' | 'POST'
  readonly body?: unknown
  readonly paging: Partial<PaginationConfig> & Pick<PaginationConfig, 'type'>
  /** How many a page shall hold, and where it begins; what the server cannot read is refused with 400. */
  readonly asks: (asked: Asked) => { readonly size: number; readonly begin: Begin }
  readonly answers: (window: Window, asked: Asked) => Answer
  /** Nothing but an empty page tells the end, and its pages are counted. */
  readonly isBare?: boolean
  /** Likewise, and each page leads on from its last record. */
  readonly endsEmpty?: boolean
}

export const number = (text: unknown, otherwise: number) => (text === undefined || text === null ? otherwise : Number(text))

export const q = ({ url }: Asked, name: string) => url.searchParams.get(name)
/** By page number. */
export const pages =
  (page: string, limit: string, first: number): Style['asks'] =>
  (asked) => {
    const size = number(q(asked, limit), 20)
    return { size, begin: { at: Math.max(0, number(q(asked, page), first) - first) * size } }
  }
export const offsets =
  (offset: string, limit: string): Style['asks'] =>
  (asked) => ({ size: number(q(asked, limit), 20), begin: { at: number(q(asked, offset), 0) } })
export const after = (text: unknown): Begin => ({
  after: text === null || text === undefined || text === '' ? null : Number(text),
})
export const cursors =
  (cursor: string, limit: string): Style['asks'] =>
  (asked) => ({ size: number(q(asked, limit), 20), begin: after(q(asked, cursor)) })

/** The address of the next page. */
export function following({ url, origin }: Asked, name: string, value: string | number): string {
  const next = new URL(url.pathname + url.search, origin)
  next.searchParams.set(name, String(value))
  return next.href
}
export const nextPage = (asked: Asked, first: number) => number(q(asked, 'page'), first) + 1
export const linkTo = (address: string): Record<string, string> => ({
  link: `<${address}>; rel="next", <${new URL('/x', address)}>; rel="last"`,
})
export const plain = (records: readonly Shelved[]) => records

export const records = (count: number): Shelved[] =>
  Array.from({ length: count }, (_, at) => ({ id: at + 1, rank: at + 1, sort: [at + 1, 'x'] }))

/** A source of one style with a trouble. `list` is what it holds, as it changes. */
export async function startStyle(style: Style, trouble: Trouble, count: number) {
  const list = records(count)
  const heard: Asked[] = []
  let origin = ''
  let isOut = false

  const isShown = ({ id }: Shelved) => !(trouble.isHidden?.(id) ?? false)

  /** The raw positions from where on a page stands, and its size. */
  function windowOf({ size, begin }: ReturnType<Style['asks']>): Window {
    const capped = Math.min(size, trouble.cap ?? size)
    // A server that holds less on a page than was asked for counts its pages by what it holds.
    const isByPage = style.paging.type === 'page'
    const from = 'at' in begin ? (isByPage ? (begin.at / size) * capped : begin.at) : rankedAfter(begin.after)
    const start = trouble.repeats && from > 0 && from <= capped ? 0 : from
    const raw = list.slice(start, start + capped)
    const behind = list.slice(from + capped)
    const last = list[Math.min(from + capped, list.length) - 1]
    return {
      records: raw.filter(isShown),
      hasMore: behind.some(isShown),
      total: list.filter(isShown).length,
      cursor: String(last?.rank ?? 0),
    }
  }
  const rankedAfter = (rank: number | null) => {
    if (rank === null) return 0
    const at = list.findIndex((it) => it.rank > rank)
    return at < 0 ? list.length : at
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString('utf8')
    const url = new URL(request.url ?? '/', origin)
    const asked: Asked = { url, headers: request.headers, body: text === '' ? {} : JSON.parse(text), origin }
    heard.push(asked)
    trouble.before?.(heard.length, list)
    const wanted = style.asks(asked)
    const isBehind = 'at' in wanted.begin && wanted.begin.at >= (trouble.missingFrom ?? Number.POSITIVE_INFINITY)
    isOut ||= isBehind && (trouble.isMissingBefore ?? false)
    if (isBehind || isOut) return response.writeHead(404).end('{"detail":"Not found."}')
    const window = windowOf(wanted)
    if (trouble.isMissingAfterEnd && 'at' in wanted.begin && wanted.begin.at > 0 && wanted.begin.at >= list.length)
      return response.writeHead(404).end('{"detail":"Invalid page."}')
    const { headers = {}, body } = style.answers(window, asked)
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    list,
    heard,
    isShown,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The configuration that reads a style. */
export const sourceOf = ({ paging, path = '/list', method = 'GET', body }: Style, origin: string): SourceConfig => ({
  type: 'http',
  url: `${origin}${path}`,
  requestMethod: method,
  ...(method === 'POST' ? { body: { rawContent: body === undefined ? '' : JSON.stringify(body) } } : {}),
  isList: true,
  listPath: '',
  listConfig: {
    type: 'pagination',
    iterationPath: '',
    batchSize: 20,
    paginationConfig: {
      limitParam: 'limit',
      offsetParam: 'offset',
      pageParam: 'page',
      cursorParam: 'cursor',
      responsePathToNextCursor: 'next_cursor',
      responsePathToItems: 'items',
      ...paging,
    },
    outputConfig: { strategy: 'individual' },
  },
})
