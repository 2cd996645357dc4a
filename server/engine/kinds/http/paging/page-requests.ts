/** The request of one page: where its place goes, and what must not go with it. */
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { problem } from '#contract/kit/problem.ts'
import { SourceFault } from '#server/engine/kit/kind.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import type { Outbound } from '#server/outbound/outbound.ts'
import { JsonError, parseBytes } from '#server/platform/json/exact.ts'
import { type Path, pathText } from '#server/platform/json/path.ts'
import type { RequestTemplate } from '../request.ts'
import { fillBody, filler, fillUrl } from '../variables.ts'
import { asVariables, type Incremental, isUnknown } from './incremental.ts'
import type { PageRequest } from './page-rules.ts'

const formType = 'application/x-www-form-urlencoded'

export type Outgoing = {
  /** Where the page begins, if the address does not say it; empty when it does. */
  readonly place: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  readonly send: (request: Parameters<Outbound['request']>[0]) => Promise<OutboundAnswer>
}

type Given = {
  readonly config: SourceConfig
  readonly template: RequestTemplate
  readonly outbound: Outbound
  /** What every request of this source carries. */
  readonly headers: Readonly<Record<string, string>>
}

const badAddress = (message: string) => new SourceFault(problem('source/bad-cursor', { message }), false)

/** The value with another one at a path of names; what is missing on the way is made. */
function withValue(value: unknown, [step, ...rest]: Path, put: unknown): unknown {
  if (step === undefined) return put
  if (step.kind === 'index' && Array.isArray(value))
    return value.map((it, at) => (at === step.index ? withValue(it, rest, put) : it))
  const name = step.kind === 'name' ? step.name : ''
  const own = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
  return { ...own, [name]: withValue(Object.hasOwn(own, name) ? own[name] : undefined, rest, put) }
}

/** The members of a form are its parameters. */
function formWith(text: string | null, members: PageRequest['body']): string {
  const form = new URLSearchParams(text ?? '')
  for (const [path, value] of members) form.set(pathText(path), String(value))
  return String(form)
}

const isForm = (headers: Readonly<Record<string, string>>) =>
  headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase() === formType

function bodyWith(text: string | null, members: PageRequest['body'], headers: Outgoing['headers']): string | null {
  if (members.length === 0) return text
  if (isForm(headers)) return formWith(text, members)
  try {
    const body = text === null || text.trim() === '' ? {} : parseBytes(Buffer.from(text))
    return JSON.stringify(members.reduce((made: unknown, [path, value]) => withValue(made, path, value), body))
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    throw badAddress("We can't request the next page, because the request body is neither JSON nor a form.")
  }
}

type Values = ReturnType<Incremental['values']>

/** What has no value yet is not sent. */
function addressWith(address: URL, values: Values): URL {
  const url = new URL(address)
  if (values.length === 0) return url
  const queries = [...url.searchParams]
  if (queries.some(([, value]) => isUnknown(values, value)))
    url.search = String(new URLSearchParams(queries.filter(([, value]) => !isUnknown(values, value))))
  return fillUrl(url.href, filler(asVariables(values)))
}

function headersWith(headers: Readonly<Record<string, string>>, values: Values): Record<string, string> {
  const fill = filler(asVariables(values))
  const known = Object.entries(headers).filter(([, value]) => !isUnknown(values, value))
  return Object.fromEntries(known.map(([name, value]) => [name, fill(value)]))
}

/** Pages that are told apart by a header or by the body alone. */
function placeText({ headers, body }: PageRequest): string {
  const said = [
    ...Object.entries(headers).map(([name, value]) => `${name} ${value}`),
    ...body.map(([path, value]) => `${pathText(path)} ${JSON.stringify(value)}`),
  ]
  return said.length === 0 ? '' : ` (${said.join(', ')})`
}

/** The parameter of the query that carries the key of the source; it is in no address that is kept. */
const keyNameOf = ({ auth }: SourceConfig) => (auth?.type === 'apiKey' && auth.in === 'query' ? auth.name : null)

/** Makes the requests of the pages of a source. */
export function pageRequests({ config, template, outbound, headers: given }: Given) {
  const keyName = keyNameOf(config)
  const key = keyName === null ? null : template.url.searchParams.get(keyName)
  const allowed = new Set(
    (config.listConfig?.paginationConfig?.allowedOrigins ?? []).flatMap((text) =>
      URL.canParse(text) ? [new URL(text).origin] : [],
    ),
  )

  /** An address that the source gave, from the one that was asked. Servers behind a proxy often write `http:` where they are asked by `https:`. */
  function addressOf(text: string, from: URL): URL {
    if (!URL.canParse(text, from)) throw badAddress('The next page URL is not valid.')
    const url = new URL(text, from)
    if (url.protocol === 'http:' && template.url.protocol === 'https:' && url.host === template.url.host) url.protocol = 'https:'
    if (url.username !== '' || url.password !== '') throw badAddress('The next page URL contains a user name or password.')
    if (url.origin !== template.url.origin && !allowed.has(url.origin))
      throw badAddress(
        `The next page is at another origin (${template.masked(url.origin)}). Allow it in the pagination settings if it belongs to the source.`,
      )
    return url
  }

  return {
    /** The address of the next page as it is kept: whole, and without the key. */
    kept(text: string, from: URL): string {
      const url = addressOf(text, from)
      if (keyName !== null && url.searchParams.has(keyName)) url.searchParams.delete(keyName)
      return url.href
    },

    /** @param values what the placeholders stand for that a run fills. */
    outgoing(request: PageRequest, values: Values): Outgoing {
      const { method, send } = template
      const body = template.body === null ? null : fillBody(template.body, asVariables(values))
      const headers = headersWith(given, values)
      if (request.url === undefined) {
        const url = addressWith(template.url, values)
        for (const [name, value] of Object.entries(request.query)) url.searchParams.set(name, value)
        const sent = { ...headers, ...request.headers }
        return { url, headers: sent, body: bodyWith(body, request.body, sent), send, place: placeText(request) }
      }
      const url = addressOf(request.url, template.url)
      if (url.origin === template.url.origin) {
        if (keyName !== null && key !== null) url.searchParams.set(keyName, key)
        return { url, headers, body, send, place: '' }
      }
      // Whatever the source was given as a secret stays with the source.
      if (method !== 'GET') throw badAddress('Pages at another origin can only be requested with GET.')
      const { accept = '', 'accept-encoding': encoding = '', 'user-agent': agent = '' } = headers
      const own = { accept, 'accept-encoding': encoding, 'user-agent': agent }
      return { url, headers: own, body: null, send: (it) => outbound.request(it), place: '' }
    },
  }
}
