/** How the pages of an answer are read, by what stands beside its list: names that APIs use for it, and their values. */

import type { Sample } from '#contract/builder/probe.ts'
import { isObject, memberPath } from '#contract/connectors/config/json-members.ts'
import type { ListConfig } from '#contract/connectors/config/list-config.ts'
import type { SeenList } from '#contract/connectors/config/seen-lists.ts'
import { configOf, defaultsFor, type ListWritten } from './list-settings.ts'
import { bodyOf } from './response-items.ts'

/** One value of the answer that says something of its pages, as it stands there. */
export type PagingFact = { readonly path: string; readonly value: string }

export type PagingProposal = {
  readonly config: ListConfig
  readonly type: ListWritten['paginationType']
  /** The parameter that names the page; null where the answer gives the whole address. */
  readonly parameter: string | null
  readonly facts: readonly PagingFact[]
  /** Records and pages that the answer declares; null where it does not say how many there are. */
  readonly declared: { readonly records: number; readonly pages: number } | null
}

type Scalar = string | number | boolean
type Member = { readonly path: string; readonly name: string; readonly value: Scalar }

const names = {
  total: ['total', 'totalcount', 'totalitems', 'totalrecords', 'totalelements', 'totalresults'],
  more: ['hasmore', 'hasnext', 'hasnextpage', 'morerecords', 'moreavailable', 'istruncated', 'more'],
  end: ['endofstream', 'endoflist', 'islast', 'islastpage', 'lastpage', 'isend', 'nomore', 'eof'],
  nextUrl: ['next', 'nexturl', 'nextlink', 'nextpageurl'],
  cursor: ['nextcursor', 'cursor', 'nextpagetoken', 'nexttoken', 'continuationtoken', 'endcursor', 'aftercursor'],
  page: ['page', 'currentpage', 'pagenumber', 'pageno', 'pageindex'],
  offset: ['offset', 'skip'],
  size: ['pagesize', 'perpage', 'limit', 'itemsperpage', 'size', 'take'],
} as const

/** What a request calls the value that an answer calls otherwise. */
const parameterNames: Readonly<Record<string, string>> = {
  nextcursor: 'cursor',
  nextpagetoken: 'pageToken',
  endcursor: 'after',
  aftercursor: 'cursor',
  currentpage: 'page',
}

const depthMax = 2
/** Members that are looked at: an answer with more of them is no envelope. */
const membersMax = 200

/** Single values beside the lists of an answer, as far as two objects deep. */
function membersIn(answer: unknown): readonly Member[] {
  const found: Member[] = []
  let level: (readonly [path: string, value: unknown])[] = [['', answer]]
  for (let depth = 0; depth <= depthMax; depth += 1) {
    const below: typeof level = []
    for (const [path, value] of level) {
      if (!isObject(value)) continue
      for (const [name, member] of Object.entries(value)) {
        if (found.length >= membersMax) return found
        const at = memberPath(path, name)
        if (typeof member === 'string' || typeof member === 'number' || typeof member === 'boolean')
          found.push({ path: at, name, value: member })
        else below.push([at, member])
      }
    }
    level = below
  }
  return found
}

const plain = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')

/** The parameter of the request for a member of the answer: the one that the address has already, else the usual one. */
function parameterFor({ name }: Member, url: string): string {
  const usual = Object.hasOwn(parameterNames, plain(name)) ? (parameterNames[plain(name)] ?? name) : name
  const given = URL.canParse(url) ? [...new URL(url).searchParams.keys()] : []
  return given.find((it) => plain(it) === plain(name) || plain(it) === plain(usual)) ?? usual
}

/** @param list the one whose items are the records. Null where the answer does not say that there is more, or not how it is asked for. */
export function proposalIn(sample: Sample, list: SeenList, url: string): PagingProposal | null {
  const members = membersIn(bodyOf(sample))
  const at = (which: keyof typeof names) =>
    members.find(({ name }) => (names[which] as readonly string[]).includes(plain(name))) ?? null
  const isNumber = (it: Member | null) => (it !== null && typeof it.value === 'number' ? it : null)
  const isText = (it: Member | null) => (it !== null && typeof it.value === 'string' && it.value !== '' ? it : null)
  const [total, page, offset, size] = [at('total'), at('page'), at('offset'), at('size')].map(isNumber)
  const more = at('more')
  const hasMore = more !== null && typeof more.value === 'boolean' ? more : null
  const end = at('end')
  const isEnd = end !== null && typeof end.value === 'boolean' ? end : null
  const link = isText(at('nextUrl'))
  const nextUrl = link !== null && /^(?:https?:\/\/|\/)/.test(String(link.value)) ? link : null
  const cursor = isText(at('cursor'))
  const count = list.count ?? 0
  const isMore =
    (total !== null && total !== undefined && Number(total.value) > count) ||
    hasMore?.value === true ||
    isEnd?.value === false ||
    nextUrl !== null ||
    (cursor !== null && hasMore?.value !== false && isEnd?.value !== true)
  if (!isMore || count === 0) return null

  const usual = {
    ...defaultsFor(list.path),
    type: 'pagination' as const,
    responsePathToTotal: total?.path ?? '',
    responsePathToHasMore: hasMore?.path ?? '',
    responsePathToEnd: isEnd?.path ?? '',
    // Where the answer names no size, none is asked for.
    limitParam: size ? parameterFor(size, url) : '',
    ...(size && Number(size.value) === count ? { batchSize: String(count) } : {}),
  }
  const facts = (...of: readonly (Member | null | undefined)[]) =>
    of.flatMap((it) => (it ? [{ path: it.path, value: String(it.value).slice(0, 80) }] : []))
  const proposal = (written: ListWritten, parameter: string | null, by: Member): PagingProposal => ({
    config: configOf(written),
    type: written.paginationType,
    parameter,
    facts: facts(total, hasMore, isEnd, by),
    declared: total ? { records: Number(total.value), pages: Math.ceil(Number(total.value) / count) } : null,
  })
  if (nextUrl !== null)
    return proposal({ ...usual, paginationType: 'nextUrl', responsePathToNextCursor: nextUrl.path }, null, nextUrl)
  if (cursor !== null) {
    const cursorParam = parameterFor(cursor, url)
    return proposal(
      { ...usual, paginationType: 'cursor', cursorParam, responsePathToNextCursor: cursor.path },
      cursorParam,
      cursor,
    )
  }
  if (page) {
    const pageParam = parameterFor(page, url)
    const firstPage = page.value === 0 || page.value === 1 ? String(page.value) : ''
    return proposal({ ...usual, paginationType: 'page', pageParam, firstPage }, pageParam, page)
  }
  // Steps of an offset are as long as a page, so its size has to be known.
  if (offset && size) {
    const offsetParam = parameterFor(offset, url)
    return proposal({ ...usual, paginationType: 'offset', offsetParam }, offsetParam, offset)
  }
  return null
}
