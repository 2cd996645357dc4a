import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { incrementalNames } from '#contract/connectors/config/placeholders.ts'
import type { Kind, WhatIsRead } from '../../kit/kind.ts'
import { checkHttpDestination, checkHttpSource } from './checking.ts'
import { openHttpDestination } from './destination.ts'
import { httpCursorText, startHttpAt } from './paging/incremental.ts'
import { joinedHttp } from './paging/joined-cursors.ts'
import { probeHttpDestination } from './probing.ts'
import { openHttpSource } from './source.ts'
import { fillBody, filler, fillUrl } from './variables.ts'

/** Queries that say how much comes at once, and not what. */
const sizes = /^(?:limit|[$_]?top|count|size|(?:page|batch|per|max)[-_]?(?:size|page|results|items))$/i

/** Method, address and the queries that choose, without those that page. */
function readsOfHttp({ url = '', requestMethod = 'GET', queries, variables, listConfig, body }: SourceConfig): WhatIsRead {
  if (!URL.canParse(url)) return { system: '', what: url, cursor: null }
  const fill = filler(variables)
  const { origin, pathname, searchParams } = fillUrl(url, fill)
  const paging = listConfig?.paginationConfig
  const pages = new Set([paging?.limitParam, paging?.offsetParam, paging?.pageParam, paging?.cursorParam])
  const added = (queries ?? []).filter(({ active }) => active !== false).map(({ key, value }) => [key, fill(value)])
  const chosen = [...searchParams, ...added].filter(([key = '']) => !pages.has(key) && !sizes.test(key))
  const search = new URLSearchParams(chosen.map(([key = '', value = '']) => [key, value])).toString()
  const { by, cursorPath = null } = listConfig?.incrementalConfig ?? {}
  const cursor = by === 'runStart' ? incrementalNames.runStart : cursorPath
  const sent = body?.rawContent ? ` ${fillBody(body.rawContent, variables)}` : ''
  return { system: origin, what: `${requestMethod} ${pathname}${search && `?${search}`}${sent}`, cursor }
}

/** Systems that speak JSON over HTTP. */
export const httpKind: Kind = {
  reads: readsOfHttp,
  cursorText: httpCursorText,
  startAt: startHttpAt,
  joined: joinedHttp,
  checkSource: checkHttpSource,
  checkDestination: checkHttpDestination,
  openSource: openHttpSource,
  openDestination: openHttpDestination,
  probeDestination: probeHttpDestination,
}
