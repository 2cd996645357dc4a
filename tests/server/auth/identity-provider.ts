/** An honest identity provider on this machine, somebody in front of it who changes what is said, and a browser that follows forms. */
import { once } from 'node:events'
import { request as ask, createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose'
import { Provider } from 'oidc-provider'

export const clientId = 'datacrane'
export const clientSecret = 'a-client-secret-of-forty-characters-long'
export const publicUrl = 'http://localhost:3001'

export type Said = { status: number; headers: Record<string, string>; body: string }
/** Who stands between: changes a form on its way in, or an answer on its way out. Nothing: everything passes as it is. */
export type Mutation = {
  readonly asked?: (path: string, body: string) => string
  readonly said?: (path: string, answer: Said) => Said | Promise<Said>
  /** Answers in the provider's place; true when it did. */
  readonly instead?: (path: string, answer: Parameters<Parameters<typeof createServer>[1] & object>[1]) => boolean
}

export type Idp = {
  readonly issuer: string
  readonly settings: { issuer: string; clientId: string; clientSecret: string; name: string }
  readonly publicKey: JWK
  readonly mutation: Mutation
  /** The paths that were asked for, in order. */
  readonly paths: string[]
  mutate(mutation: Mutation): void
  /** Signed by the provider's own key unless another is given. */
  sign(claims: JWTPayload, header?: object, key?: Key): Promise<string>
  /** Signs in and agrees as a browser would; the address that it is sent back to. */
  visit(authorizationUrl: string, login: string): Promise<URL>
  close(): Promise<void>
}
export type Key = Parameters<SignJWT['sign']>[0]

const kid = 'of-the-provider'

export async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function shut(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

/** A place that must not be reached; counts who tries. */
export async function openTrap(): Promise<{ origin: string; connections: number; close: () => Promise<void> }> {
  const server = createServer((_, reply) => reply.end('{}'))
  const origin = await listen(server)
  const trap = { origin, connections: 0, close: () => shut(server) }
  server.on('connection', () => {
    trap.connections += 1
  })
  return trap
}

const placesAt = (origin: string, company: string | null) => ({
  redirect_uris: [company === null ? `${origin}/oauth-success` : `${origin}/oauth-success/${company}`],
  post_logout_redirect_uris: [`${origin}/sign-in`],
})

const configuration = (key: JWK, places: ReturnType<typeof placesAt>) => ({
  clients: [
    { ...places, client_id: clientId, client_secret: clientSecret },
    { ...places, client_id: 'posting', client_secret: clientSecret, token_endpoint_auth_method: 'client_secret_post' },
    { ...places, client_id: 'public', token_endpoint_auth_method: 'none' },
  ],
  jwks: { keys: [key] },
  pkce: { required: () => true },
  cookies: { keys: ['of the tests'] },
  claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
  findAccount: (_: unknown, sub: string) => ({
    accountId: sub,
    // Whoever calls themselves by an address has it: the word of a provider proves no account of ours.
    claims: () => ({ sub, email: sub.includes('@') ? sub : `${sub}@idp.test`, email_verified: true, name: sub }),
  }),
})

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}

/** @param origin where the product is that it sends people back to. @param company whose provider it is; null: the operator's. */
export async function openIdp(origin = publicUrl, company: string | null = null): Promise<Idp> {
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true })
  const honest = createServer()
  const target = new URL(await listen(honest))
  let mutation: Mutation = {}
  const paths: string[] = []

  const between = createServer(async (request, reply) => {
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    paths.push(path)
    if (mutation.instead?.(path, reply)) return
    const asked = await textOf(request)
    const body = mutation.asked?.(path, asked) ?? asked
    const headers = { ...request.headers, 'content-length': Buffer.byteLength(body) }
    const onward = ask({ host: target.hostname, port: target.port, path: request.url, method: request.method, headers })
    onward.end(body)
    const [answer] = await once(onward, 'response')
    const plain = { status: answer.statusCode as number, headers: { ...answer.headers }, body: await textOf(answer) }
    const said = (await mutation.said?.(path, plain)) ?? plain
    delete said.headers['transfer-encoding']
    reply.writeHead(said.status, { ...said.headers, 'content-length': Buffer.byteLength(said.body) }).end(said.body)
  })
  const issuer = await listen(between)
  const key = { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' }
  const serve = new Provider(issuer, configuration(key, placesAt(origin, company))).callback()
  honest.on('request', (request, reply) => void serve(request, reply))

  return {
    issuer,
    settings: { issuer, clientId, clientSecret, name: 'Test provider' },
    publicKey: await exportJWK(publicKey),
    get mutation() {
      return mutation
    },
    paths,
    mutate: (next) => {
      mutation = next
    },
    sign: (claims, header = {}, by = privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(by),
    visit: (url, login) => visit(issuer, new URL(url), login),
    close: async () => {
      await shut(between)
      await shut(honest)
    },
  }
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
