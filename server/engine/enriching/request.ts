/** The request of a look-up. Values of records stand in it encoded for their place, or not at all. */
import type { EnrichmentConfig, Lookup } from '../../../contract/config.ts'
import { parseExactly } from '../../json/exact.ts'
import { headerFault } from '../../outbound/headers.ts'
import type { RequestTemplate } from '../kinds/http/request.ts'
import { filler } from '../kinds/http/variables.ts'
import { namesOf } from './paths.ts'
import { textOf, withPut } from './values.ts'

type Parameter = Lookup['parameters'][number]

export type LookupRequest = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** As the ledger shows it. */
  readonly asked: string
}

/** Characters that the values of one request may take up in an address or a header: what servers and proxies commonly accept. */
export const textMax = 4_000
const askedMax = 4_000

/** `{name}` as the URL standard writes it in a path, and not within further braces. */
const placeholder = /(?<!%7B)%7B([\w-]+)%7D(?!%7D)/g
/** The names that stand in braces in the path of an address. */
export const namesInPath = (url: URL): string[] => [...url.pathname.matchAll(placeholder)].map(([, name = '']) => name)

function bodyOf(config: EnrichmentConfig, method: string, set: readonly (readonly [Parameter, unknown])[]): string | null {
  const text = filler(config.variables)(config.body?.rawContent ?? '')
  if (set.length === 0) return method === 'GET' || text === '' ? null : text
  let body: unknown = text.trim() === '' ? {} : parseExactly(text)
  for (const [{ name }, value] of set) body = withPut(body, namesOf(name) ?? [], value)
  return JSON.stringify(body)
}

/**
 * Builds requests. Each member of `asked` is one look-up with a value for each parameter; several are joined by commas, or are a list in a body.
 * The result of a value that cannot be sent is the reason: a sentence that completes "the value …".
 */
export function requestBuilder(config: EnrichmentConfig, { parameters, per }: Lookup, template: RequestTemplate) {
  const { method, masked } = template

  function faultOf(parameter: Parameter, value: unknown): string | null {
    const text = textOf(value)
    if (text === null) return 'is not a text, a number or a yes/no value'
    if (parameter.in === 'body') return null
    if (text.length > textMax) return `is longer than ${textMax} characters`
    if (per === 'batch' && text.includes(',')) return 'holds a comma, and values are joined by commas'
    if (parameter.in === 'header') {
      return headerFault(parameter.name, text) === null ? null : 'holds characters that headers cannot carry'
    }
    if (!text.isWellFormed()) return 'holds half a character, which an address cannot carry'
    // Servers and the URL standard take these for a way up, whatever stands around them.
    if (parameter.in === 'path' && /^\.{1,2}$/.test(text)) return 'leads to another address'
    return null
  }

  function build(asked: readonly (readonly unknown[])[]): LookupRequest {
    const url = new URL(template.url)
    const headers: Record<string, string> = {
      accept: 'application/json',
      'accept-encoding': 'gzip, br, deflate',
      ...template.headers,
    }
    const inBody: (readonly [Parameter, unknown])[] = []
    const shown: string[] = []
    const inPath = new Map<string, string>()
    for (const [at, parameter] of parameters.entries()) {
      const { name } = parameter
      const values = asked.map((them) => them[at])
      const texts = values.map((value) => textOf(value) ?? '')
      if (parameter.in === 'body') inBody.push([parameter, per === 'batch' ? values : values[0]])
      else if (parameter.in === 'query') url.searchParams.set(name, texts.join(','))
      else if (parameter.in === 'path') inPath.set(name, texts.map(encodeURIComponent).join(','))
      else {
        headers[name.toLowerCase()] = texts.join(',')
        shown.push(`${name}: ${texts.join(',')}`)
      }
    }
    // At once, so that what one value brings along is not read as the place of another.
    url.pathname = url.pathname.replace(placeholder, (whole, name: string) => inPath.get(name) ?? whole)
    const body = bodyOf(config, method, inBody)
    if (body !== null) headers['content-type'] ??= 'application/json'
    if (body !== null && inBody.length > 0) shown.push(body)
    const said = [`${method} ${url.href}`, ...shown].join(' ')
    return { method, url, headers, body, asked: masked(said).slice(0, askedMax) }
  }

  /** Why a set of values cannot be sent; null when it can. */
  function fault(values: readonly unknown[]): { readonly parameter: Parameter; readonly why: string } | null {
    for (const [at, parameter] of parameters.entries()) {
      const why = faultOf(parameter, values[at])
      if (why !== null) return { parameter, why }
    }
    const { pathname } = build([values]).url
    const parameter = parameters.find((it) => it.in === 'path')
    const depth = (path: string) => path.split('/').length
    const leadsAway = parameter !== undefined && depth(pathname) !== depth(template.url.pathname)
    return leadsAway ? { parameter, why: 'leads to another address' } : null
  }

  return { build, fault }
}
