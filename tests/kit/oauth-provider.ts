/** A real provider (`oidc-provider`) that rotates refresh tokens and ends a family whose used token comes again, with an API behind it. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type TestProvider = {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Every token that was given out. */
  readonly issued: () => readonly string[]
  /** Requests for a renewal, and how many of them were refused. */
  readonly renewals: () => { readonly asked: number; readonly refused: number }
  /** Signs in and agrees as a browser would; the address that it is sent back to. */
  readonly visit: (url: string, account: string) => Promise<URL>
  /** Ends everything that was given to anybody. */
  readonly revokeAll: () => Promise<void>
  /** Requests to `/api/…` with a token that is good now, and with another. */
  readonly calls: { good: number; bad: number }
  /** What the API answers to a good request, after which it is counted. */
  answer: (path: string, body: string) => { readonly status: number; readonly body: unknown }
  readonly close: () => Promise<void>
}

const clientId = 'datacrane'
const clientSecret = 'a-client-secret-of-forty-characters-long'

/** @param life seconds of an access token */
export async function openProvider({
  redirectUri,
  life,
}: {
  readonly redirectUri: string
  readonly life: number
}): Promise<TestProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [
      {
        ...{ client_id: clientId, client_secret: clientSecret, redirect_uris: [redirectUri] },
        ...{ grant_types: ['authorization_code', 'refresh_token'], token_endpoint_auth_method: 'client_secret_basic' },
      },
    ],
    pkce: { required: () => true },
    cookies: { keys: ['of the tests'] },
    scopes: ['openid', 'offline_access'],
    ttl: { AccessToken: life, RefreshToken: 86_400, Session: 86_400, Grant: 86_400, Interaction: 3_600 },
    rotateRefreshToken: true,
    claims: { openid: ['sub', 'email'] },
    conformIdTokenClaims: false,
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, email: sub }) }),
  })
  const issued: string[] = []
  const renewals = { asked: 0, refused: 0 }
  const grants = new Set<string>()
  provider.on('access_token.saved', ({ jti, grantId }: { jti: string; grantId?: string }) => {
    issued.push(jti)
    if (grantId) grants.add(grantId)
  })
  provider.on('refresh_token.saved', ({ jti }: { jti: string }) => issued.push(jti))
  provider.on('refresh_token.consumed', () => {
    renewals.asked += 1
  })
  provider.on('grant.error', () => {
    renewals.asked += 1
    renewals.refused += 1
  })
  const serve = provider.callback()
  const it: TestProvider = {
    ...{ issuer, clientId, clientSecret, calls: { good: 0, bad: 0 } },
    issued: () => issued,
    renewals: () => ({ ...renewals }),
    answer: () => ({ status: 200, body: {} }),
    visit: (url, account) => visit(issuer, new URL(url), account),
    revokeAll: async () => {
      for (const grantId of grants) {
        await provider.AccessToken.revokeByGrantId(grantId)
        await provider.RefreshToken.revokeByGrantId(grantId)
      }
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  server.on('request', async (request, response) => {
    const path = request.url ?? ''
    if (path.startsWith('/api')) {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const token = await provider.AccessToken.find((request.headers.authorization ?? '').replace('Bearer ', ''))
      it.calls[token ? 'good' : 'bad'] += 1
      const { status, body } = token
        ? it.answer(path, Buffer.concat(chunks).toString())
        : { status: 401, body: { error: 'invalid_token' } }
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      return
    }
    await serve(request, response)
  })
  return it
}

/** Follows redirections and fills in forms until it is sent away from the provider. */
async function visit(issuer: string, from: URL, login: string): Promise<URL> {
  const jar = new Map<string, string>()
  let [at, form]: [URL, URLSearchParams | null] = [from, null]
  for (let step = 0; step < 20; step += 1) {
    if (at.origin !== issuer) return at
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply: Response = await fetch(at, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: form } : {}),
    })
    for (const each of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(each) ?? []
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    const location = reply.headers.get('location')
    const text = await reply.text()
    if (location !== null) {
      ;[at, form] = [new URL(location, at), null]
      continue
    }
    const [, action] = /<form[^>]* action="([^"]+)"/.exec(text) ?? []
    const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(text) ?? []
    if (action === undefined) throw new Error(`The provider answered ${reply.status}: ${text}`)
    ;[at, form] = [new URL(action, at), new URLSearchParams({ prompt, login, password: 'any' })]
  }
  throw new Error('The provider sends the browser round in circles.')
}
