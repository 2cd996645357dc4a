/** What a system says back may hold the secret that it was sent: none of it is kept, wherever the answer is cut. Threat T-SEC-3. */
import { expect, it } from 'vitest'

import type { Auth } from '#contract/connectors/config/config.ts'
import { requestTemplate } from '#server/engine/kinds/http/request.ts'
import { foreignAnswer, storedBytesMax } from '#server/engine/kinds/http/response/answer.ts'
import type { AccessTokens } from '#server/engine/kit/kind.ts'
import { createOutbound } from '#server/outbound/outbound.ts'

const secret = 'CANARY"token\\0<1>2&3\'456789é'
const outbound = createOutbound()

const ways: Record<string, { readonly auth: Auth; readonly echo: string }> = {
  'a bearer token': { auth: { type: 'bearer', token: 'kept' }, echo: secret },
  'a bearer token inside JSON': { auth: { type: 'bearer', token: 'kept' }, echo: JSON.stringify(secret).slice(1, -1) },
  'basic authentication': {
    auth: { type: 'basic', username: 'u', password: 'kept' },
    echo: Buffer.from(`u:${secret}`).toString('base64'),
  },
  'an API key in the query': {
    auth: { type: 'apiKey', in: 'query', name: 'k', value: 'kept' },
    echo: encodeURIComponent(secret),
  },
}

const named: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string, write: (character: string) => string) => text.replace(/[<>&"']/g, write)

/** Every way in which a text may come back. */
const spellings: Record<string, (text: string) => string> = {
  'as it is': (text) => text,
  'in an address': encodeURIComponent,
  'in an address with small letters': (text) => encodeURIComponent(text).replace(/%../g, (it) => it.toLowerCase()),
  'in a form': (text) => String(new URLSearchParams([['', text]])).slice(1),
  'in base64': (text) => Buffer.from(text).toString('base64'),
  'in base64 inside an address': (text) => encodeURIComponent(Buffer.from(text).toString('base64')),
  'in base64 without its end': (text) => Buffer.from(text).toString('base64').replaceAll('=', ''),
  'in base64url': (text) => Buffer.from(text).toString('base64url'),
  'in hex': (text) => Buffer.from(text).toString('hex'),
  'in HEX': (text) => Buffer.from(text).toString('hex').toUpperCase(),
  'inside JSON': (text) => JSON.stringify(text).slice(1, -1),
  'inside HTML': (text) => escaped(text, (it) => named[it] ?? it),
  'inside XML': (text) => escaped(text, (it) => (it === "'" ? '&apos;' : (named[it] ?? it))),
  'inside HTML by decimal numbers': (text) => escaped(text, (it) => `&#${it.charCodeAt(0)};`),
  'inside HTML by hexadecimal numbers': (text) => escaped(text, (it) => `&#x${it.charCodeAt(0).toString(16)};`),
  'inside JSON as Go writes it': (text) =>
    JSON.stringify(text)
      .slice(1, -1)
      .replace(/[<>&]/g, (it) => `\\u00${it.charCodeAt(0).toString(16)}`),
  'inside JSON as PHP writes it': (text) =>
    text.replace(/[<>&'"\\]/g, (it) => (it === '\\' ? '\\\\' : `\\u00${it.charCodeAt(0).toString(16).toUpperCase()}`)),
  'in base64 inside JSON that escapes slashes': (text) => Buffer.from(text).toString('base64').replaceAll('/', '\\/'),
}

const oauth = {
  type: 'oauth2ClientCredentials',
  tokenUrl: 'https://login.example/token',
  clientId: 'c',
  clientSecret: 'kept',
} as const
const token = 'ya29.t/k+n~TOKEN-0123=='

const carried: readonly (readonly [string, Auth, string])[] = [
  ['a bearer token', { type: 'bearer', token: 'kept' }, secret],
  ['a password', { type: 'basic', username: 'u', password: 'kept' }, secret],
  ['a name with a password', { type: 'basic', username: 'u?', password: 'kept' }, `u?:${secret}`],
  ['an API key in a header', { type: 'apiKey', in: 'header', name: 'k', value: 'kept' }, secret],
  ['an API key in the query', { type: 'apiKey', in: 'query', name: 'k', value: 'kept' }, secret],
  ['the secret of a client', oauth, secret],
  ['an access token', oauth, token],
]

it.each(carried.flatMap(([what, auth, text]) => Object.keys(spellings).map((how) => [what, how, auth, text] as const)))(
  '%s is not kept %s',
  async (_, how, auth, text) => {
    const answer = { status: 200, headers: {}, body: Buffer.from('{}'), bytes: 2 }
    const tokens: AccessTokens = {
      tokenFor: async () => ({ token, isNew: true }),
      forget: () => undefined,
      mayRenew: () => false,
      didNotHelp: () => undefined,
      through: () => tokens,
    }
    const template = await requestTemplate({ url: 'https://crm.example/', auth }, 'POST', {
      heldEvents: async () => [],
      outbound: { ...outbound, request: async () => answer } as typeof outbound,
      readSecret: async () => secret,
      accessTokens: tokens,
    })
    await template.send({ method: 'POST', url: template.url, headers: {}, body: null } as never)
    const echo = spellings[how]?.(text) ?? ''
    expect(template.masked(`before ${echo} after`)).toBe('before •••• after')
    // What we cut ends within it, and not even its rest was read.
    const beginning = `${'.'.repeat(50)}${echo.slice(0, -1)}`
    expect(longestPart(echo, template.masked(beginning, { shown: beginning.length, isCut: true }))).toBeLessThan(4)
  },
)

/** The longest beginning of a text that stands in another. */
function longestPart(of: string, within: string): number {
  for (let length = of.length; length > 0; length -= 1) if (within.includes(of.slice(0, length))) return length
  return 0
}

it.each(Object.entries(ways))('%s is not kept, wherever the cut falls', async (_, { auth, echo }) => {
  const config = { type: 'http', url: 'https://crm.example/', auth } as const
  const { masked } = await requestTemplate(config, 'POST', {
    heldEvents: async () => [],
    outbound,
    readSecret: async () => secret,
  })
  for (let before = storedBytesMax - echo.length - 4; before <= storedBytesMax; before += 1) {
    const whole = Buffer.from(`${'.'.repeat(before)}${echo}${'.'.repeat(64)}`)
    // Once with what stands behind the cut, once without.
    for (const body of [whole, whole.subarray(0, storedBytesMax)]) {
      const kept = foreignAnswer({ status: 500, headers: {}, body, bytes: whole.length }, masked)
      expect(longestPart(echo, kept.body), `${before} characters before it`).toBeLessThan(4)
    }
  }
})
