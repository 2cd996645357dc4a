/** Where the records of an operation's response stand, and how its pages are asked for, by the names that a document uses. Pure. */
import type { ListConfig } from '#contract/connectors/config/list-config.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { configOf, defaultsFor, type ListWritten } from '../lists/list-settings.ts'

/** `path` is empty for a list that is the response itself. `paging`: the kind of paging, null where the document names none. */
export type DescribedList = {
  readonly path: string
  readonly config: ListConfig
  readonly paging: ListWritten['paginationType'] | null
  /** The fields of one record. */
  readonly fields: readonly ShapeField[]
}

type Described = {
  readonly fields: readonly ShapeField[]
  /** The response itself is the list, and the fields are of one of its items. */
  readonly isList: boolean
  /** The path of the operation, e.g. `/v1/orders`. */
  readonly address: string
  /** Query parameters, and members of the body of a POST. */
  readonly parameters: readonly string[]
  /** Headers of the response. */
  readonly headers: readonly string[]
}

/** Names under which lists of records stand, the likeliest first. */
const listNames = [
  'data',
  'items',
  'results',
  'value',
  'records',
  'entries',
  'elements',
  'content',
  'objects',
  'values',
  'rows',
  'list',
  'hits',
]

const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
const lastOf = (path: string) => plain(path.replace(/.*(?:\.|\["?|^)/, ''))

const cursorParameters = [
  'cursor',
  'after',
  'pagetoken',
  'nexttoken',
  'startcursor',
  'nextcursor',
  'pagecursor',
  'continuationtoken',
  'starttoken',
  'offset',
  'pageafter',
]
const idParameters = ['startingafter', 'sinceid', 'afterid', 'lastid']
const pageParameters = ['page', 'pagenumber', 'pageno', 'pageindex', 'pagenum']
const offsetParameters = ['offset', 'skip', 'start', 'startat', 'startindex']
const sizeParameters = ['limit', 'perpage', 'pagesize', 'maxresults', 'count', 'size', 'top', 'take', 'pagelimit']

const addressFields = ['nexturl', 'nextlink', 'nextpageurl', 'odatanextlink', 'nextpagelink', 'nexthref']
const cursorFields = [
  'nextcursor',
  'nextpagetoken',
  'nexttoken',
  'endcursor',
  'aftercursor',
  'continuationtoken',
  'cursor',
  'after',
  'offset',
  'nextpagecursor',
]
const moreFields = ['hasmore', 'hasnext', 'hasnextpage', 'moreavailable', 'istruncated']
const totalFields = ['total', 'totalcount', 'totalitems', 'totalrecords', 'totalelements', 'totalresults', 'totalsize']

/** The list in a response; null where the document shows none whose items are surely the records. */
export function describedList(described: Described): DescribedList | null {
  const path = listPathIn(described)
  if (path === null) return null
  const prefix = `${path}[*].`
  const fields = described.isList
    ? described.fields
    : described.fields.flatMap((it) => (it.path.startsWith(prefix) ? [{ ...it, path: it.path.slice(prefix.length) }] : []))
  if (fields.length === 0) return null
  const around = described.isList ? [] : described.fields.filter((it) => !it.path.startsWith(path) && !it.path.includes('[*]'))
  const written = pagingOf(described, around, path)
  const simple: ListWritten = { ...defaultsFor(path), iterationPath: path }
  return { path, config: configOf(written ?? simple), paging: written?.paginationType ?? null, fields }
}

function listPathIn({ fields, isList, address }: Described): string | null {
  if (isList) return ''
  // An address that ends with a value names one thing.
  const segment = address.replace(/\/$/, '').split('/').at(-1) ?? ''
  if (segment.includes('{')) return null
  const own = plain(segment.replace(/\.\w+$/, ''))
  const lists = fields.filter(
    ({ path, types }) =>
      types.includes('array') && !path.includes('[*]') && fields.some((it) => it.path.startsWith(`${path}[*].`)),
  )
  const rank = ({ path }: ShapeField) => {
    const name = lastOf(path)
    const at = listNames.indexOf(name)
    return name === own ? -1 : at === -1 ? Number.POSITIVE_INFINITY : at
  }
  const [best] = lists
    .filter((it) => it.path.split('.').length <= 3 && Number.isFinite(rank(it)))
    .toSorted((one, other) => one.path.split('.').length - other.path.split('.').length || rank(one) - rank(other))
  return best?.path ?? null
}

function pagingOf({ parameters, headers }: Described, around: readonly ShapeField[], path: string): ListWritten | null {
  const parameter = (names: readonly string[]) => parameters.find((it) => names.includes(plain(it)))
  const field = (names: readonly string[], type?: string) =>
    around.find(
      (it) => names.includes(lastOf(it.path)) && (type === undefined || it.types.includes(type as ShapeField['types'][number])),
    )?.path
  const size = parameter(sizeParameters)
  const usual = {
    ...defaultsFor(path),
    type: 'pagination' as const,
    limitParam: size ?? '',
    responsePathToItems: path,
    responsePathToTotal: field(totalFields) ?? '',
    responsePathToHasMore: field(moreFields, 'boolean') ?? '',
  }
  const cursorParam = parameter(cursorParameters)
  const cursor = field(cursorFields, 'string') ?? field(cursorFields, 'any')
  const links = around.find((it) =>
    /(?:^|[._])(?:links|paging|pagination|meta)\.(?:next|next\.href|next\.link)$/i.test(it.path),
  )?.path
  const next =
    field(addressFields) ??
    links ??
    (field(['next'], 'string') && cursorParam === undefined ? field(['next'], 'string') : undefined)
  const idParam = parameter(idParameters)
  const pageParam = parameter(pageParameters)
  const offsetParam = parameter(offsetParameters)
  if (cursorParam !== undefined && cursor !== undefined)
    return { ...usual, paginationType: 'cursor', cursorParam, responsePathToNextCursor: cursor }
  if (next !== undefined) return { ...usual, paginationType: 'nextUrl', responsePathToNextCursor: next }
  if (headers.some((it) => it.toLowerCase() === 'link')) return { ...usual, paginationType: 'linkHeader' }
  if (idParam !== undefined) return { ...usual, paginationType: 'lastId', cursorParam: idParam }
  if (pageParam !== undefined) return { ...usual, paginationType: 'page', pageParam }
  // Steps of an offset are as long as a page, so its size has to be asked for.
  if (offsetParam !== undefined && size !== undefined) return { ...usual, paginationType: 'offset', offsetParam }
  return null
}
