/**
 * What looks like a secret in a header, a query parameter or a variable, by its name or by its form. It is proposed to be stored as one: these places
 * are saved in plain and are shown to everyone who may open the connector.
 */
import type { FieldProblem } from '../../../kit/problem.ts'
import type { ConnectorConfig } from '../config.ts'
import { otherDestinations } from '../routes/routes.ts'

/** Names of headers that describe a request, or that every client sends. */
const harmless =
  /^(?:accept.*|content-.*|user-agent|referer|origin|host|date|etag|if-.*|range|cache-control|pragma|prefer|traceparent|tracestate|idempotency-key|x-request-id|x-correlation-id|x-requested-with)$/i
/** Names of page tokens, form tokens and token types, which are not secrets. */
const otherTokens = /(?:page|next|continuation|sync|cursor|skip|start|csrf|xsrf|delta|resume|change)_?tokens?$|tokentype$/
const keyNames =
  /(?:api|access|auth|app|application|private|secret|client|subscription|account|license|shared|deploy|project|admin|integration|security|service|ingest|write|read|master|function|functions|dev)_?keys?$/
const certainNames =
  /token$|secret$|password$|passwd$|passphrase$|apikey|credentials?$|signature$|^(?:appid|sig|pwd|pass|auth|xauth|jwt|sid|sessionid)$/

/** Whether a value under this name is a secret: `X-Shopify-Access-Token`, `PRIVATE-TOKEN`, `api_key`. */
export function namesSecret(name: string): boolean {
  if (harmless.test(name.trim())) return false
  const squashed = name.toLowerCase().replace(/[^a-z0-9]/g, '')
  return !otherTokens.test(squashed) && (certainNames.test(squashed) || keyNames.test(squashed))
}

/** Values with a prefix that identifies them as secrets. */
const forms = [
  /^(?:bearer|basic|digest|token|apikey|api-key)\s+\S{8,}$/i,
  /^-----BEGIN [A-Z ]*PRIVATE KEY-----/,
  /^eyJ[\w-]{8,}\.[\w-]{8,}(?:\.[\w-]*)?$/,
  /^(?:sk|rk|whsec)_(?:live_|test_)?\w{12,}$/,
  /^sk-[\w-]{16,}$/,
  /^(?:gh[pousr]|github_pat|shp(?:at|ca|pa|ss)|secret|ntn)_\w{16,}$/,
  /^(?:glpat-|xox[abeprs]-|xapp-|pat-[a-z]{2,4}\d?-|ya29\.|AIza)[\w.-]{12,}$/,
  /^(?:AKIA|ASIA)[0-9A-Z]{12,}$/,
  /^SG\.[\w-]{16,}\.[\w-]{16,}$/,
]

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const dense = /^[\w+/=.~-]{24,512}$/
/** Entropy in bits a character; words and paths have less. */
const entropyMin = 3.5

function entropyOf(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0)
}

/** Long texts of random letters and digits without blanks. A UUID is an id and not a secret. */
function isRandom(value: string): boolean {
  if (!dense.test(value) || uuid.test(value) || value.includes('/') || /^[\d.:TZ+-]+$/.test(value)) return false
  const runs = value.split(/[._~-]/).filter((run) => run.length >= 16)
  return runs.some((run) => /\d/.test(run) && /[A-Za-z]/.test(run) && entropyOf(run) >= entropyMin)
}

/** Whether a value looks like a secret under any name. */
export const isSecretText = (value: string): boolean => {
  const text = value.trim()
  return forms.some((form) => form.test(text)) || isRandom(text)
}

type Loose = Readonly<Record<string, unknown>>
type Row = { readonly key: string; readonly value: string }

/** Whether the form suggests to store a row as a secret. An empty value or a single variable contains no secret. */
export function looksSecret({ key, value }: Row): boolean {
  const text = value.trim()
  if (text === '' || /\{\{[^{}]+\}\}/.test(text) || harmless.test(key.trim())) return false
  return namesSecret(key) || isSecretText(text)
}

const isObject = (value: unknown): value is Loose => typeof value === 'object' && value !== null && !Array.isArray(value)

const doubtful = (key: string, what: string) =>
  `"${key}"looks like a secret. Anyone who can open this connector can read it. ${what}`

/** `/enrichment/0` as `enrichment[0].secrets`. */
const secretsAt = (path: string) => `${path.slice(1).replace(/\/(\d+)$/, '[$1]')}.secrets`

/** Parameters that are written into the address itself. */
export function secretsInUrl(url: unknown): { readonly key: string; readonly value: string }[] {
  if (typeof url !== 'string' || !URL.canParse(url)) return []
  return [...new URL(url).searchParams].map(([key, value]) => ({ key, value })).filter(looksSecret)
}

/** Rows of a side that are saved and shown in plain although they look like secrets. @param path of the side, e.g. `/source`. */
export function plainSecretDoubts(path: string, side: unknown): FieldProblem[] {
  if (!isObject(side) || side['type'] !== 'http') return []
  const store = `Store it as a secret in the builder, or move it to ${secretsAt(path)}`
  const inUrl = secretsInUrl(side['url']).map(({ key }) => ({ path: `${path}/url`, message: doubtful(key, store) }))
  const inRows = ['headers', 'queries', 'variables'].flatMap((list) => {
    const rows: readonly unknown[] = Array.isArray(side[list]) ? side[list] : []
    return rows.flatMap((row, at) => {
      if (!isObject(row) || typeof row['key'] !== 'string' || typeof row['value'] !== 'string') return []
      const { key, value } = row
      if (!looksSecret({ key, value })) return []
      const message = doubtful(key, list === 'variables' ? `Use it in a header or query parameter. ${store}` : store)
      return [{ path: `${path}/${list}/${at}/value`, message }]
    })
  })
  return [...inUrl, ...inRows]
}

/** The same of all sides of a configuration. */
export const plainSecretsOf = (config: ConnectorConfig): FieldProblem[] => [
  ...plainSecretDoubts('/source', config.source),
  ...plainSecretDoubts('/destination', config.destination),
  ...config.enrichment.flatMap((side, at) => plainSecretDoubts(`/enrichment/${at}`, side)),
  ...otherDestinations(config).flatMap(({ path, destination }) => plainSecretDoubts(`${path}/destination`, destination)),
]
