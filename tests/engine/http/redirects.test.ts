/** Redirects: within the origin, to origins that are allowed, and never with credentials to another one. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'

import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { createAccessTokens } from '#server/engine/kinds/http/access-token.ts'
import { openHttpSource } from '#server/engine/kinds/http/source.ts'
import { SourceFault } from '#server/engine/kit/kind.ts'
import { createOutbound } from '#server/outbound/outbound.ts'

const outbound = createOutbound({ egressAllow: ['127.0.0.1/32'] })
afterAll(() => outbound.close())

type Heard = {
  readonly method: string
  readonly url: string
  readonly headers: NodeJS.Dict<string | string[]>
  readonly body: string
}
type Reply = { readonly status?: number; readonly location?: string; readonly body?: unknown }

async function serve(reply: (heard: Heard) => Reply) {
  const heard: Heard[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const it = {
      method: request.method ?? '',
      url: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    heard.push(it)
    const { status = 200, location, body = [] } = reply(it)
    response.writeHead(status, { 'content-type': 'application/json', ...(location === undefined ? {} : { location }) })
    response.end(JSON.stringify(body))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { heard, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const secret = 'canary-secret-1'

async function read(config: Partial<SourceConfig>): Promise<readonly unknown[] | string> {
  const tools = { outbound, readSecret: async (it: unknown) => String(it), heldEvents: async () => [] }
  const source = await openHttpSource({ type: 'http', requestMethod: 'GET', isList: true, ...config }, tools)
  try {
    return (await source.read(source.start(null), new AbortController().signal)).records
  } catch (thrown) {
    if (thrown instanceof SourceFault) return thrown.problem.message
    throw thrown
  }
}

const found = [{ id: 1 }]

describe('within the origin', () => {
  it.each([301, 302, 303, 307, 308])('a GET that is answered with %i goes on with its credentials', async (status) => {
    const api = await serve(({ url }) => (url.startsWith('/a/') ? { body: found } : { status, location: '/a/' }))
    const auth = { type: 'apiKey', in: 'query', name: 'key', value: secret } as const
    const headers = [{ key: 'X-Own', value: '1' }]
    expect(await read({ url: `${api.origin}/a?x=1`, auth, headers })).toEqual(found)
    expect(api.heard.map(({ method, url, headers }) => [method, url, headers['x-own']])).toEqual([
      ['GET', `/a?x=1&key=${secret}`, '1'],
      ['GET', `/a/?key=${secret}`, '1'],
    ])
  })

  it('a POST keeps its method and body where the status says so, and is not turned into a GET', async () => {
    const body = { rawContent: '{"limit":2}' }
    const kept = await serve(({ url }) => (url === '/b' ? { body: found } : { status: 308, location: '/b' }))
    expect(await read({ url: `${kept.origin}/a`, requestMethod: 'POST', body })).toEqual(found)
    expect(kept.heard.at(-1)).toMatchObject({ method: 'POST', url: '/b', body: '{"limit":2}' })
    const other = await serve(({ url }) => (url === '/b' ? { body: found } : { status: 303, location: '/b' }))
    expect(await read({ url: `${other.origin}/a`, requestMethod: 'POST', body })).toEqual(found)
    expect(other.heard.at(-1)).toMatchObject({ method: 'GET', url: '/b', body: '' })
    const turned = await serve(() => ({ status: 302, location: '/b' }))
    expect(await read({ url: `${turned.origin}/a`, requestMethod: 'POST', body })).toBe(
      `The source returned a redirect (302) to ${turned.origin}, which would turn POST into GET. Enter the new URL.`,
    )
    expect(turned.heard).toHaveLength(1)
  })

  it('ends after five', async () => {
    const api = await serve(() => ({ status: 302, location: '/again' }))
    expect(await read({ url: api.origin })).toBe('The source returned a redirect (302) after 5 others.')
    expect(api.heard).toHaveLength(6)
  })
})

describe('another origin', () => {
  it('is refused with its name unless it is allowed', async () => {
    const other = await serve(() => ({ body: found }))
    const api = await serve(() => ({ status: 302, location: `${other.origin}/content?key=abc` }))
    expect(await read({ url: api.origin })).toBe(
      `The source returned a redirect (302) to ${other.origin}, which isn't allowed. If it belongs to this system, add ${other.origin} to the allowed redirects.`,
    )
    expect(other.heard).toEqual([])
  })

  it('gets no credentials, and neither does the origin behind it', async () => {
    const auth = { type: 'bearer', token: secret } as const
    const more = {
      auth,
      secrets: [{ in: 'header', name: 'X-Key', value: secret } as const],
      headers: [{ key: 'X-Own', value: secret }],
    }
    let back = ''
    const other = await serve(() => ({ status: 307, location: back }))
    const api = await serve(({ url }) => (url === '/back' ? { body: found } : { status: 302, location: `${other.origin}/a` }))
    back = `${api.origin}/back`
    expect(await read({ url: `${api.origin}/start`, redirectOrigins: [other.origin], ...more })).toEqual(found)
    expect(api.heard[0]?.headers).toMatchObject({ authorization: `Bearer ${secret}`, 'x-key': secret })
    expect(JSON.stringify([other.heard, api.heard[1]])).not.toContain(secret)
  })

  it('is not told a secret that stands in the address or the body', async () => {
    const other = await serve(() => ({ body: found }))
    const asked = await serve(({ url }) => ({
      status: 307,
      location: `${other.origin}/?again=${new URLSearchParams(url.split('?')[1]).get('key')}`,
    }))
    const auth = { type: 'apiKey', in: 'query', name: 'key', value: secret } as const
    const answer = await read({ url: asked.origin, auth, redirectOrigins: [other.origin] })
    expect(answer).toBe(`The source returned a redirect (307) to ${other.origin}, which would reveal a secret.`)
    expect(other.heard).toEqual([])
    const copied = await serve(({ url }) => ({ status: 307, location: `${other.origin}${url}` }))
    expect(await read({ url: `${copied.origin}/a?x=1`, auth, redirectOrigins: [other.origin] })).toEqual(found)
    expect(other.heard.map(({ url }) => url)).toEqual(['/a?x=1'])
  })

  it.each([
    ['a place that is closed to connectors', 'http://169.254.169.254/latest', /can't reach|not allowed|closed/i],
    ['a file', 'file:///etc/passwd', /isn't HTTP/],
    ['a name and a password', 'http://a:b@127.0.0.1/', /contains a user name or password/],
  ])('is no way to %s', async (_, location, message) => {
    const api = await serve(() => ({ status: 302, location }))
    expect(await read({ url: api.origin, redirectOrigins: ['http://169.254.169.254'] })).toMatch(message)
  })
})

describe('a token request', () => {
  const grant = (origin: string) => ({
    tokenUrl: new URL(`${origin}/token`),
    clientId: 'c',
    clientSecret: secret,
    scope: undefined,
  })
  const tokenOf = (origin: string) => createAccessTokens(outbound).of('').tokenFor(grant(origin))

  it('follows a redirect within its origin', async () => {
    const api = await serve(({ url }) =>
      url === '/token/' ? { body: { access_token: 'ok' } } : { status: 307, location: '/token/' },
    )
    expect((await tokenOf(api.origin)).token).toBe('ok')
    expect(api.heard.at(-1)?.body).toBe('grant_type=client_credentials')
  })

  it('never leaves it', async () => {
    const other = await serve(() => ({ body: { access_token: 'ok' } }))
    const api = await serve(() => ({ status: 307, location: `${other.origin}/token` }))
    await expect(tokenOf(api.origin)).rejects.toThrow(`returned a redirect (307) to ${other.origin}, which isn't allowed.`)
    expect(other.heard).toEqual([])
  })

  it('carries an audience and further parameters, as a form or as JSON', async () => {
    const api = await serve(() => ({ body: { access_token: 'ok' } }))
    const tokens = createAccessTokens(outbound).of('')
    const parameters = [
      ['audience', 'https://api.example.com'],
      ['resource', 'a b'],
    ] as const
    await tokens.tokenFor({ ...grant(api.origin), parameters })
    await tokens.tokenFor({ ...grant(api.origin), parameters, format: 'json' })
    expect(api.heard[0]?.body).toBe('grant_type=client_credentials&audience=https%3A%2F%2Fapi.example.com&resource=a+b')
    expect(JSON.parse(api.heard[1]?.body ?? '')).toEqual({
      ...{ grant_type: 'client_credentials', audience: 'https://api.example.com', resource: 'a b' },
      ...{ client_id: 'c', client_secret: secret },
    })
    expect(api.heard[1]?.headers['content-type']).toBe('application/json')
  })
})

it('a key is sent as the user name, with an empty password', async () => {
  const api = await serve(() => ({ body: found }))
  await read({ url: api.origin, auth: { type: 'basic', username: '', password: secret, keyAsUserName: true } })
  expect(api.heard[0]?.headers['authorization']).toBe(`Basic ${btoa(`${secret}:`)}`)
})

it('a search that is a form gets the place of its next page as a parameter', async () => {
  const api = await serve(({ body }) =>
    body.includes('after=2') ? { body: { items: [{ id: 3 }] } } : { body: { items: found, next: '2&x' } },
  )
  const config: SourceConfig = {
    ...{ type: 'http', url: api.origin, requestMethod: 'POST', isList: true, body: { rawContent: 'q=a+b&limit=2' } },
    headers: [{ key: 'Content-Type', value: 'application/x-www-form-urlencoded' }],
    listConfig: {
      ...{ type: 'pagination', iterationPath: '', batchSize: 100, outputConfig: { strategy: 'individual' } },
      paginationConfig: {
        ...{ type: 'cursor', limitParam: '', offsetParam: '', pageParam: '', cursorParam: 'after', sendIn: 'body' },
        ...{ responsePathToNextCursor: 'next', responsePathToItems: 'items' },
      },
    },
  }
  const source = await openHttpSource(config, { outbound, readSecret: async () => '', heldEvents: async () => [] })
  const { signal } = new AbortController()
  const first = await source.read(source.start(null), signal)
  await source.read(first.next ?? {}, signal)
  expect(api.heard.map(({ body }) => body)).toEqual(['q=a+b&limit=2', 'q=a+b&limit=2&after=2%26x'])
})
