/** Reads a `curl` command as the request of a side. What cannot be used is listed; nothing is run, and no file is read. */
import { looksSecret } from '#contract/connectors/config/hazards/secret-signs.ts'
import { refusedNames } from '#contract/connectors/config/json-members.ts'
import { type BodyFile, operationLimits } from '#contract/connectors/config/operations/operation.ts'
import { type CurlOption, optionsOf } from './curl-options.ts'
import { type BodyMeant, operationMeant } from './operation.ts'
import { splitShellTokens } from './shell-split.ts'
import { type Method, type SideChange, type SideName, withSecretValues } from './side-config.ts'

export type CurlFault = 'empty' | 'openQuote' | 'noCurl' | 'noUrl' | 'tooLong'
/** Why a part of a command is not used. */
export type CurlReason =
  | 'unknown'
  | 'notRun'
  | 'file'
  | 'cookie'
  | 'header'
  | 'method'
  | 'address'
  | 'needless'
  | 'multipart'
  | 'placeholder'
export type Unused = { readonly part: string; readonly why: CurlReason }
export type Curl = {
  readonly change: SideChange
  /** What the command sends, where a side makes its body itself; null where it sends nothing, or the change has it. */
  readonly example: string | null
  readonly unused: readonly Unused[]
}

const commandMax = 600_000
const bodyMax = 524_288
const rowsMax = 64
const methods: readonly string[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] satisfies Method[]

type Row = { key: string; value: string; active: boolean }
type Reading = {
  method: string | null
  urls: string[]
  headers: Row[]
  data: string[]
  user: string | null
  bearer: string | null
  /** The value of an `Authorization` header of any other scheme. */
  authorization: string | null
  /** Text fields of a multipart form. */
  parts: Row[]
  /** Names of the fields of a multipart form that are files, with their content types. */
  files: BodyFile[]
  queries: Row[]
  /** What stands in a here document. */
  input: string | null
  isGet: boolean
  isHead: boolean
  isJson: boolean
  unused: Unused[]
}

/** The body of a destination is made of its records: what the command sends is an example of it. */
export function readCurl(text: string, side: SideName): Curl | { readonly fault: CurlFault } {
  if (text.trim() === '') return { fault: 'empty' }
  if (text.length > commandMax) return { fault: 'tooLong' }
  const read = splitShellTokens(text.trim().replace(/^\$\s+/, ''))
  if ('fault' in read) return read
  const [program, ...rest] = read.words
  if (program === undefined || !/(?:^|\/)curl(?:\.exe)?$/i.test(program)) return { fault: 'noCurl' }

  const reading: Reading = {
    ...{ method: null, urls: [], headers: [], data: [], user: null, bearer: null, authorization: null },
    ...{ parts: [], files: [], queries: [], input: read.input ?? null },
    ...{ isGet: false, isHead: false, isJson: false },
    unused: read.notRun.map((part) => ({ part, why: 'notRun' })),
  }
  for (const option of optionsOf(rest)) take(option, reading)
  return reading.urls.length === 0 ? { fault: 'noUrl' } : requestOf(reading, side)
}

/** Puts a value where it belongs, or says why it cannot be used. */
type Take = (value: string, reading: Reading) => CurlReason | null

const used = (put: (value: string, reading: Reading) => void): Take => {
  return (value, reading) => {
    put(value, reading)
    return null
  }
}
const text: Take = (value, reading) => {
  const isInput = value === '@-' && reading.input !== null
  if (value.startsWith('@') && !isInput) return 'file'
  reading.data.push(isInput ? (reading.input ?? '') : value)
  return null
}

const takers = new Map<string, Take>([
  ['url', (value, { urls }) => (urls.push(value) === 1 ? null : 'address')],
  ['request', takeMethod],
  ['header', takeHeader],
  ['user-agent', used((value, { headers }) => headers.push({ key: 'User-Agent', value, active: true }))],
  ['referer', used((value, { headers }) => headers.push({ key: 'Referer', value, active: true }))],
  ['data', text],
  ['data-ascii', text],
  ['data-binary', text],
  ['data-raw', used((value, { data }) => data.push(value))],
  ['data-urlencode', takeEncoded],
  [
    'json',
    (value, reading) => {
      reading.isJson = true
      return text(value, reading)
    },
  ],
  ['form', takePart],
  ['form-string', takePart],
  ['url-query', takeQuery],
  ['get', used((_, reading) => (reading.isGet = true))],
  ['head', used((_, reading) => (reading.isHead = true))],
  ['user', used((value, reading) => (reading.user = value))],
  ['oauth2-bearer', used((value, reading) => (reading.bearer = value))],
  ['cookie', () => 'cookie'],
  ['needless', () => 'needless'],
])

function take({ name, value, written }: CurlOption, reading: Reading): void {
  const why = (takers.get(name) ?? (() => 'unknown'))(value, reading)
  if (why !== null) reading.unused.push({ part: written, why })
}

function takeMethod(value: string, reading: Reading): CurlReason | null {
  if (!methods.includes(value.toUpperCase())) return 'method'
  reading.method = value.toUpperCase()
  return null
}

/** `content`, `=content`, `name=content`; with `@` it is a file. */
function takeEncoded(value: string, { data }: Reading): CurlReason | null {
  const at = value.search(/[=@]/)
  if (value[at] === '@') return 'file'
  const name = at > 0 ? value.slice(0, at + 1) : ''
  data.push(`${name}${encoded(value.slice(at === -1 ? 0 : at + 1))}`)
  return null
}

/** `name=content`; `name=@file;type=image/png` is sent as a file, and `name=<file` is a text from a file. */
function takePart(value: string, { parts, files }: Reading): CurlReason | null {
  const [, key = '', content = ''] = /^([^=]{1,256})=(.*)$/s.exec(value) ?? []
  if (key === '') return 'unknown'
  if (content.startsWith('@') && files.length < operationLimits.filesMax) {
    const [, type] = /;\s*type=([\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100})(?:;|$)/.exec(content) ?? []
    files.push({ field: key, ...(type === undefined ? {} : { type }) })
  }
  if (/^[@<]/.test(content)) return 'file'
  parts.push({ key, value: content, active: true })
  return null
}

/** As `--data-urlencode`, for the query: `+` stands before what is encoded already. */
function takeQuery(value: string, { queries }: Reading): CurlReason | null {
  if (value.startsWith('+')) {
    queries.push(...rowsOf(value.slice(1)))
    return null
  }
  const at = value.search(/[=@]/)
  if (value[at] === '@') return 'file'
  queries.push({ key: at > 0 ? value.slice(0, at) : value.slice(at + 1), value: at > 0 ? value.slice(at + 1) : '', active: true })
  return null
}

/** Half a pair of surrogates is no text that could be sent. */
const encoded = (it: string) => encodeURIComponent(it.toWellFormed())

/** `Name;` would send an empty header, `Name:` none. */
function takeHeader(written: string, reading: Reading): CurlReason | null {
  const [, key = '', value = ''] = /^([^:]+):(.*)$/s.exec(written)?.map((part) => part.trim()) ?? []
  const name = key.toLowerCase()
  if (written.startsWith('@')) return 'file'
  if (key === '' || value === '' || /^(?:proxy-.*|idempotency-key|content-length|host|connection)$/.test(name)) return 'header'
  if (name === 'cookie') return 'cookie'
  if (name === 'authorization') return takeAuthorization(value, reading)
  // What a browser says of itself.
  if (name.startsWith('sec-')) return 'needless'
  reading.headers.push({ key, value, active: true })
  return null
}

function takeAuthorization(value: string, reading: Reading): CurlReason | null {
  const [, scheme = '', credentials = ''] = /^(\S+)\s+(.+)$/s.exec(value) ?? []
  if (scheme.toLowerCase() === 'bearer') {
    reading.bearer = credentials
    return null
  }
  const pair = scheme.toLowerCase() === 'basic' ? decoded(credentials) : null
  if (pair !== null) reading.user = pair
  else if (madeEachTime.test(scheme)) return 'header'
  else reading.authorization = value
  return null
}

/** Schemes whose credentials are made for each request. */
const madeEachTime = /^(?:basic|digest|negotiate|ntlm|hawk|oauth|signature|aws4-hmac-sha256)$/i

/** What documentation writes in the place of a secret; it is left to be entered. */
const placeholder = /^(?:\$\w+|\$?\{[^{}]*\}|<[^<>]*>|\[[^[\]]*\]|(?:YOUR|MY)[_-][A-Z0-9_-]+|X{4,}|\*{3,}|\.{3})$/i
const secretIn = (text: string) => (placeholder.test(text.trim()) ? '' : text)

/** Names in braces and `:name` of an address that somebody has to replace: only a destination fills them with values of a record. */
function toReplace(url: string, username: string): string[] {
  const [address = ''] = url.split('?', 1)
  const names = [...address.matchAll(/\{[\w.-]{1,60}\}|\/:[A-Za-z_]\w{0,60}(?=\/|$)/g), ...username.matchAll(/\{[\w.-]{1,60}\}/g)]
  return [...new Set(names.map(([name]) => name.replace(/^\//, '')))]
}

function decoded(base64: string): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0)))
  } catch {
    return null
  }
}

/** Their values are secrets, and headers are kept in plain. */
const keyHeader = /^(?:x-)?(?:api-?key|auth-token|access-token|api-token|subscription-key)$/i

function requestOf(reading: Reading, side: SideName): Curl | { readonly fault: CurlFault } {
  const { headers, data, unused } = reading
  const [written = ''] = reading.urls
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(written) ? written : `http://${written}`
  const { url, queries, user } = split(address)
  queries.push(...reading.queries)
  const isRecord = side === 'destination'
  const isMultipart = reading.parts.length > 0 || unused.some(({ part, why }) => why === 'file' && /^(?:-F|--form)/.test(part))
  const content = data.join('&')
  if (reading.isGet) queries.push(...rowsOf(content))
  const isSent = data.length > 0 && !reading.isGet
  const method = reading.method ?? (reading.isHead ? 'HEAD' : isSent || isMultipart ? 'POST' : 'GET')
  const has = (name: string) => headers.some(({ key }) => key.toLowerCase() === name)
  const add = (key: string, value: string) => {
    if (!has(key.toLowerCase())) headers.push({ key, value, active: true })
  }
  if (reading.isJson) {
    add('Content-Type', 'application/json')
    add('Accept', 'application/json')
  } else if (isSent && side !== 'destination') add('Content-Type', 'application/x-www-form-urlencoded')
  const auth = authOf(reading, user)
  if (isMultipart && !isRecord) unused.push({ part: reading.parts.map(({ key }) => key).join(', ') || '-F', why: 'multipart' })
  if (side !== 'destination')
    for (const part of toReplace(url, auth.type === 'basic' ? auth.username : '')) unused.push({ part, why: 'placeholder' })
  const open = auth.type === 'apiKey' ? headers.filter(({ key }) => key !== auth.name) : headers
  const secrets = withSecretValues(
    [],
    [
      ...open.filter(looksSecret).map(({ key, value }) => ({ in: 'header', name: key, value: secretIn(value) }) as const),
      ...queries.filter(looksSecret).map(({ key, value }) => ({ in: 'query', name: key, value: secretIn(value) }) as const),
    ],
  )
  if (content.length > bodyMax) return { fault: 'tooLong' }
  const values = isRecord ? [...valuesIn('query', queries), ...valuesIn('header', open)] : []
  function exampleOf(): string | null {
    if (!isRecord) return null
    const parts = [...reading.parts, ...reading.files.map(({ field }) => ({ key: field, value: '' }))]
    if (parts.length > 0) return JSON.stringify(Object.fromEntries(parts.map(({ key, value }) => [key, value])))
    return isSent ? (isFormText(content) ? formAsJson(content) : content) : null
  }
  function bodyMeant(): BodyMeant {
    if (isMultipart) return { bodyFormat: 'multipart', ...(reading.files.length === 0 ? {} : { files: reading.files }) }
    return isSent && isFormText(content) ? { bodyFormat: 'form' } : {}
  }
  const isPlain = (row: Row) => !looksSecret(row) && !(isRecord && recordValue.test(row.value))
  return {
    change: {
      type: 'http',
      url,
      requestMethod: method as Method,
      ...(isRecord ? { operation: operationMeant(method as Method, url, { more: values, body: bodyMeant() }) } : {}),
      headers: open.filter(isPlain).slice(0, rowsMax),
      queries: queries.filter(isPlain).slice(0, rowsMax),
      auth,
      secrets: secrets.length === 0 ? undefined : secrets,
      ...(side === 'destination' ? {} : { body: isSent ? { rawContent: content } : undefined }),
    },
    example: exampleOf(),
    unused,
  }
}

/** What `-d` sends without a type of its own: pairs, and no JSON. */
const isFormText = (content: string): boolean => /^[^={[<\s&][^=&\s]*=/.test(content)

/** A form as JSON, so that its fields are known: `items[0][price]=5` is a list with an object. */
function formAsJson(content: string): string {
  const made: Record<string, unknown> = {}
  for (const [key, value] of new URLSearchParams(content)) {
    const [first = '', ...rest] = key.split('[').map((part) => (part.endsWith(']') ? part.slice(0, -1) : part))
    const names = [first, ...rest.map((part) => (part === '' ? '0' : part))]
    if (names.some((name) => refusedNames.has(name)) || names.length > formLevels) continue
    let at = made
    for (const name of names.slice(0, -1)) {
      const below = at[name]
      at[name] = typeof below === 'object' && below !== null ? below : {}
      at = at[name] as Record<string, unknown>
    }
    at[names.at(-1) ?? ''] = value
  }
  return JSON.stringify(withLists(made))
}

const formLevels = 16

/** Objects whose names count from 0 are lists. */
function withLists(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, inner]) => [name, withLists(inner)] as const)
  const isList = entries.length > 0 && entries.every(([name], at) => name === String(at))
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}

/** A value that is nothing but a name in braces: of a destination it is a value of each record. */
const recordValue = /^\{[\w.-]+\}$/

const valuesIn = (place: 'query' | 'header', rows: readonly Row[]) =>
  rows.flatMap(({ key, value }) => (recordValue.test(value) ? [{ in: place, name: key, field: value.slice(1, -1) }] : []))

/** A scheme with a placeholder behind it is worth nothing without its key. */
const schemeIn = (text: string) => (placeholder.test(text.trim().split(/\s+/).at(-1) ?? '') ? '' : text)

function authOf({ headers, bearer, authorization, user }: Reading, inAddress: string | null): NonNullable<SideChange['auth']> {
  if (bearer !== null) return { type: 'bearer', token: secretIn(bearer) }
  if (authorization !== null) return { type: 'apiKey', in: 'header', name: 'Authorization', value: schemeIn(authorization) }
  const pair = user ?? inAddress
  if (pair !== null) {
    const colon = pair.indexOf(':')
    // `key:` is a key with an empty password; a name without a colon has a password that curl would ask for.
    if (colon > 0 && colon === pair.length - 1)
      return { type: 'basic', username: '', password: secretIn(pair.slice(0, colon)), keyAsUserName: true }
    return {
      type: 'basic',
      username: colon === -1 ? pair : pair.slice(0, colon),
      password: colon === -1 ? '' : secretIn(pair.slice(colon + 1)),
    }
  }
  const key = headers.find((header) => keyHeader.test(header.key))
  return key ? { type: 'apiKey', in: 'header', name: key.key, value: secretIn(key.value) } : { type: 'none' }
}

/** The address without its query and its credentials, which have places of their own. */
export function split(address: string): { url: string; queries: Row[]; user: string | null } {
  if (!URL.canParse(address)) return { url: address, queries: [], user: null }
  const { search, hash, username, password, href } = new URL(address)
  const bare = href.slice(0, href.length - search.length - hash.length)
  const url = username === '' && password === '' ? bare : bare.replace(/\/\/[^@/]*@/, '//')
  // Braces of variables and record values in the URL are not encoded.
  const user = username === '' && password === '' ? null : `${readable(username)}:${readable(password)}`
  return { url: url.replaceAll('%7B', '{').replaceAll('%7D', '}'), queries: rowsOf(search.slice(1)), user }
}

const rowsOf = (query: string): Row[] =>
  query === '' ? [] : [...new URLSearchParams(query)].map(([key, value]) => ({ key, value, active: true }))

function readable(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
