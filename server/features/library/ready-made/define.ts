/** The few words in which ready-made definitions are written. */
import type { Auth, ConnectorConfig, DestinationConfig, NamedValue, SourceConfig } from '#contract/connectors/config/config.ts'
import type { ListConfig } from '#contract/connectors/config/list-config.ts'
import type { DraftShapes, RecordShape, ShapeField } from '#contract/connectors/config/shape.ts'

export type Definition = {
  /** Never changes: links lead to it. */
  readonly id: string
  readonly name: string
  readonly description: string
  readonly category: string
  readonly tags: readonly string[]
  /** What the credentials must be allowed to do, a phrase each. */
  readonly rights?: readonly string[]
  /** Address of the public documentation that it was written from; null of our own sandbox. */
  readonly documentation: string | null
  readonly config: ConnectorConfig
  readonly shapes: DraftShapes
}

export type Fields = Readonly<Record<string, string>>

const typeOf = (word: string) => word as ShapeField['types'][number]

/** Fields by path; types are joined by `|`, and `!` says that each record has it. */
export function shape(fields: Fields): RecordShape {
  return {
    fields: Object.entries(fields).map(([path, text]) => ({
      path,
      types: text.replace('!', '').split('|').map(typeOf),
      isRequired: text.endsWith('!'),
    })),
    examples: [],
    origin: 'library',
    takenAt: '2026-01-01T00:00:00.000Z',
  }
}

export const none: Auth = { type: 'none' }
export const bearer: Auth = { type: 'bearer', token: '' }
export const basic: Auth = { type: 'basic', username: '', password: '' }
export const apiKey = (place: 'header' | 'query', name: string): Auth => ({ type: 'apiKey', in: place, name, value: '' })

const named = (values: Fields): NamedValue[] => Object.entries(values).map(([key, value]) => ({ key, value }))

/** What a person has to fill in stands as `{{name}}` in the address. */
const variablesOf = (url: string): NamedValue[] =>
  [...new URL(url.replace(/^(https?:\/\/)[^/]+/, '$1host')).pathname.matchAll(/%7B%7B([^%]+)%7D%7D/g)].map(([, key = '']) => ({
    key,
    value: '',
  }))

type Paging = {
  readonly type: 'offset' | 'page' | 'cursor'
  /** Names of the parameters of the number of records, and of where a page begins. */
  readonly limit: string
  readonly at: string
  /** Of cursors: where the next one stands in the answer. */
  readonly next?: string
}

function listConfig(listPath: string, { size = 100, paging, firstPageOnly }: Reading): ListConfig {
  const list = { iterationPath: '', batchSize: size, outputConfig: { strategy: 'individual' as const } }
  if (!paging) return { type: 'simple', ...list, ...(firstPageOnly ? { firstPageOnly } : {}) }
  const { type, limit, at, next = '' } = paging
  return {
    type: 'pagination',
    ...list,
    paginationConfig: {
      type,
      limitParam: limit,
      offsetParam: type === 'offset' ? at : 'offset',
      pageParam: type === 'page' ? at : 'page',
      cursorParam: type === 'cursor' ? at : 'cursor',
      responsePathToNextCursor: next,
      responsePathToItems: listPath,
    },
  }
}

type Request = {
  readonly url: string
  readonly auth?: Auth
  readonly headers?: Fields
  readonly queries?: Fields
  /** The limit that the documentation names and the responses do not. */
  readonly perSecond?: number
}
type Reading = Request & {
  /** Where the list of records stands in the answer, empty for the root; left out: the answer is one record. */
  readonly list?: string
  /** What identifies a record, where it is not its member `id`, `_id` or `key`. */
  readonly key?: string
  /** Records of one page. */
  readonly size?: number
  readonly paging?: Paging
  /** The first page of more is all that is meant. */
  readonly firstPageOnly?: boolean
}

const requestOf = ({ url, auth = none, headers = {}, queries = {}, perSecond }: Request) => ({
  type: 'http' as const,
  url,
  headers: named(headers),
  queries: named(queries),
  variables: variablesOf(url),
  auth,
  ...(perSecond === undefined ? {} : { requestsPerSecond: perSecond }),
})

export function reading(read: Reading): SourceConfig {
  const { list, key } = read
  const source: SourceConfig = { ...requestOf(read), requestMethod: 'GET' }
  if (list === undefined) return { ...source, isList: false }
  const keyFields = key === undefined ? {} : { keyFields: [key] }
  return { ...source, isList: true, listPath: list, ...keyFields, listConfig: listConfig(list, read) }
}

export const writing = (request: Request): DestinationConfig => ({ ...requestOf(request), requestMethod: 'POST' })

type About = Omit<Definition, 'config' | 'shapes'> & { readonly documentation: string }
const trigger = { type: 'manual' } as const
const open = { type: 'http', url: '', headers: [], queries: [], variables: [], auth: none } as const satisfies SourceConfig
const openSide = () => structuredClone(open) as SourceConfig

/** A system that records are read from; where they go is open. */
export function readsFrom(about: About, source: SourceConfig, fields: Fields): Definition {
  const destination: DestinationConfig = { ...(openSide() as DestinationConfig), requestMethod: 'POST' }
  const config = { name: about.name, trigger, source, destination, dataMapping: [], enrichment: [] }
  return { ...about, config, shapes: { source: shape(fields) } }
}

/** A system that records are written to; where they come from is open. */
export function writesTo(about: About, destination: DestinationConfig, fields: Fields): Definition {
  const source: SourceConfig = { ...openSide(), requestMethod: 'GET' }
  const config = { name: about.name, trigger, source, destination, dataMapping: [], enrichment: [] }
  return { ...about, config, shapes: { destination: shape(fields) } }
}
