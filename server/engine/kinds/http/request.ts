/** The request of one HTTP side: address, headers and authentication, built once per run. */
import type { Auth, DestinationConfig, SourceConfig } from '../../../../contract/config.ts'
import type { Tools } from '../kind.ts'

export type RequestTemplate = {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  /** Takes every secret of this side out of a text that is going to be kept or shown. */
  readonly masked: (text: string) => string
}

const mask = '••••'

type Authenticated = {
  readonly headers: Record<string, string>
  readonly query: readonly [string, string] | null
  readonly secrets: string[]
}

async function authenticated(auth: Auth | undefined, origin: string, readSecret: Tools['readSecret']): Promise<Authenticated> {
  switch (auth?.type) {
    case 'basic': {
      const password = await readSecret(auth.password, origin)
      const pair = Buffer.from(`${auth.username}:${password}`).toString('base64')
      return { headers: { authorization: `Basic ${pair}` }, query: null, secrets: [password, pair] }
    }
    case 'bearer': {
      const token = await readSecret(auth.token, origin)
      return { headers: { authorization: `Bearer ${token}` }, query: null, secrets: [token] }
    }
    case 'apiKey': {
      const value = await readSecret(auth.value, origin)
      const secrets = [value, encodeURIComponent(value), String(new URLSearchParams([['', value]])).slice(1)]
      if (auth.in === 'query') return { headers: {}, query: [auth.name, value], secrets }
      return { headers: { [auth.name.toLowerCase()]: value }, query: null, secrets }
    }
    default:
      return { headers: {}, query: null, secrets: [] }
  }
}

/** A text that was cut may end within a secret: what is left of it there goes as well. Up to three characters tell nothing. */
function withoutTail(text: string, secrets: readonly string[]): string {
  for (const secret of secrets) {
    for (let length = Math.min(secret.length - 1, text.length); length > 3; length -= 1) {
      if (text.endsWith(secret.slice(0, length))) return `${text.slice(0, -length)}${mask}`
    }
  }
  return text
}

/** Reads the secrets of a side and puts its request together. Throws what `readSecret` throws. */
export async function requestTemplate(
  config: SourceConfig | DestinationConfig,
  method: string,
  tools: Tools,
): Promise<RequestTemplate> {
  const url = new URL(config.url ?? '')
  const headers: Record<string, string> = { 'user-agent': 'datacrane' }
  for (const { key, value, active } of config.headers ?? []) if (active !== false) headers[key.toLowerCase()] = value
  for (const { key, urlKey, value, active } of config.queries ?? []) {
    if (active !== false) url.searchParams.set(urlKey || key, value)
  }
  const auth = await authenticated(config.auth, url.origin, tools.readSecret)
  if (auth.query) url.searchParams.set(...auth.query)
  const written = auth.secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  const secrets = [...new Set(written)].filter((secret) => secret !== '')
  return {
    method: config.requestMethod ?? method,
    url,
    headers: { ...headers, ...auth.headers },
    masked: (text) =>
      withoutTail(
        secrets.reduce((shown, secret) => shown.replaceAll(secret, mask), text),
        secrets,
      ),
  }
}
