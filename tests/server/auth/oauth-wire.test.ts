/** Threats T-SSO and T-SSRF: what the provider names, how it answers, and where its documents would lead us. */

import { createServer } from 'node:http'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createProvider } from '#server/outbound/provider.ts'
import { isFullForm } from '../../kit/form.ts'
import { at, type Claims, description, json, raiseStage } from '../contract/misled.ts'
import { clientId, clientSecret, listen, type Mutation, publicUrl } from './identity-provider.ts'

const stage = raiseStage()
const { comeBack, isRefused, signIn } = stage

const configuration = '/.well-known/openid-configuration'
const unheard = "The identity provider can't be reached."
const html = (status: number): Mutation =>
  at('/token', () => ({ status, headers: { 'content-type': 'text/html' }, body: '<h1>No</h1>' }))
const elsewhere = (status: number): Mutation =>
  at('/token', () => ({ status, headers: { location: `${stage.trap.origin}/token` }, body: '' }))
const trapped = (endpoint: string) => description({ [endpoint]: `${stage.trap.origin}/${endpoint}` })
const large = 'x'.repeat(2 * 1024 * 1024)

it.each<[name: string, reason: string, () => Mutation]>([
  ['has another issuer', 'does not match the expected issuer', () => description({ issuer: 'https://elsewhere.example' })],
  ['describes no place for tokens', 'lacks an endpoint', () => description({ token_endpoint: undefined })],
  ['describes no keys', 'lacks an endpoint', () => description({ jwks_uri: undefined })],
  ['sends people to a script', 'forbidden', () => description({ authorization_endpoint: 'javascript:alert(1)' })],
  ['sends people on without TLS', 'forbidden', () => description({ authorization_endpoint: 'http://elsewhere.example/auth' })],
  ['signs people out by a script', 'forbidden', () => description({ end_session_endpoint: 'javascript:alert(1)' })],
  ['takes codes at a private place', 'forbidden', () => trapped('token_endpoint')],
  ['keeps its keys at a private place', 'forbidden', () => trapped('jwks_uri')],
  ['tells of people at a private place', 'forbidden', () => trapped('userinfo_endpoint')],
  ['takes codes at a private place with TLS', 'forbidden', () => description({ token_endpoint: 'https://10.0.0.1/token' })],
  ['takes codes where clouds keep theirs', 'forbidden', () => description({ token_endpoint: 'https://169.254.169.254/token' })],
  ['takes codes without TLS', 'forbidden', () => description({ token_endpoint: 'http://elsewhere.example/token' })],
  ['takes codes in a file', 'forbidden', () => description({ token_endpoint: 'file:///etc/passwd' })],
  ['describes itself elsewhere', 'unexpected HTTP response status', () => at(configuration, () => elsewhereSaid())],
  ['does not describe itself', 'unexpected HTTP response status', () => at(configuration, () => json(404, { error: 'gone' }))],
  ['describes itself at length', 'too-large', () => description({ more: large })],
  ['moves the taking of codes (302)', 'unexpected HTTP response status', () => elsewhere(302)],
  ['moves the taking of codes (307)', 'unexpected HTTP response status', () => elsewhere(307)],
  ['takes a code with a page', 'unexpected response content-type', () => html(200)],
  ['breaks down', 'unexpected HTTP response status', () => html(500)],
  ['answers at length', 'too-large', () => at('/token', (said) => json(200, { ...JSON.parse(said.body), more: large }))],
  ['answers with a status that is none', 'something went wrong', () => at('/token', (said) => ({ ...said, status: 999 }))],
  ['has no keys', 'no applicable keys', () => at('/jwks', () => json(200, { keys: [] }))],
  ['has keys that are none', 'must be an array', () => at('/jwks', () => json(200, { keys: 'none' }))],
  [
    'has a secret among its keys',
    'no applicable keys',
    () => at('/jwks', () => json(200, { keys: [{ kty: 'oct', k: 'c2VjcmV0' }] })),
  ],
  ['moves its keys', 'unexpected HTTP response status', () => at('/jwks', () => elsewhereSaid())],
  ['tells of nobody', '"sub" property must be', () => at('/me', () => json(200, {}))],
  ['tells of somebody else', 'unexpected', () => at('/me', () => json(200, { sub: 'mallory', email: 'mallory@idp.test' }))],
])('a provider that %s is refused', async (_, reason, mutation) => {
  stage.idp.mutate(mutation())
  await isRefused(signIn, reason)
  expect(stage.trap.connections).toBe(0)
})

const elsewhereSaid = () => ({ status: 302, headers: { location: stage.trap.origin }, body: '' })

if (isFullForm)
  it('does not wait for a provider that is slow, at each of its answers', async () => {
    for (const slow of [configuration, '/token', '/jwks']) {
      const begun = performance.now()
      // Drop by drop, so that neither the head nor a silence is what ends it.
      let drip: NodeJS.Timeout | undefined
      stage.idp.mutate({
        instead: (path, reply) => {
          if (path !== slow) return false
          reply.writeHead(200, { 'content-type': 'application/json' })
          drip = setInterval(() => reply.write(' '), 100)
          return true
        },
      })
      const answer = await isRefused(signIn, 'timeout')
      clearInterval(drip)
      expect(answer.message).toBe(unheard)
      expect(performance.now() - begun).toBeLessThan(8_000)
    }
  })

it('is not blown up by a small answer', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024, ' '))
  stage.idp.mutate({
    instead: (path, reply) => {
      if (path !== '/jwks') return false
      reply.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb)
      return true
    },
  })
  expect((await isRefused(signIn, 'too-large')).message).toBe(unheard)
})

it('says the same of a provider that is shut, cut off or forbidden', async () => {
  for (const instead of [
    (_: string, reply: { destroy: () => void }) => Boolean(reply.destroy() ?? true),
    (_: string, reply: { end: (text: string) => void }) => Boolean(reply.end('not json') ?? true),
  ]) {
    stage.idp.mutate({ instead })
    await isRefused(signIn)
  }
  stage.idp.mutate(trapped('token_endpoint'))
  expect((await isRefused(signIn)).message).toBe(unheard)
})

it('tells first what the provider said, without what it was sent and without what is no text', async () => {
  const said: Claims = {}
  stage.idp.mutate({
    asked: (path, body) => {
      if (path === '/token') said['sent'] = new URLSearchParams(body).get('code')
      return body
    },
    said: (path, answer) =>
      path === '/token'
        ? json(400, {
            error: 'invalid_client',
            error_description: `${clientSecret} for ${said['sent']}\u0007\u001b[31m is wrong${'!'.repeat(5_000)}`,
          })
        : answer,
  })
  const answer = await isRefused(signIn)
  expect(answer.message).toMatch(/^\*\*\* for \*\*\* \[31m is wrong!+$/)
  expect(answer.message?.length).toBe(300)
  expect(answer.answer).toMatchObject({ status: 400, headers: { 'content-type': 'application/json' } })
  expect(answer.answer?.body.length).toBeLessThanOrEqual(1_000)
  const told = JSON.stringify([answer, stage.house.logged])
  for (const secret of [clientSecret, String(said['sent'])]) expect(told).not.toContain(secret)
})

it('finds its way back when the provider does', async () => {
  stage.idp.mutate(at(configuration, () => json(503, {})))
  await isRefused(signIn)
  stage.idp.mutate({})
  expect(await signIn()).toHaveProperty('accessToken')
  stage.idp.paths.length = 0
  await Promise.all([comeBack(), comeBack(), comeBack()])
  expect(stage.idp.paths).not.toContain(configuration)
})

it('opens no connection to a name of the documents that leads to a private address', async () => {
  const names: string[] = []
  const provider = createProvider({
    ...{ issuer: stage.idp.issuer, clientId, clientSecret },
    ...{ redirectUri: `${publicUrl}/oauth-success`, afterLogout: `${publicUrl}/sign-in` },
    lookup: (name, _, found) => {
      names.push(name)
      found(null, [{ address: '127.0.0.1', family: 4 }])
    },
  })
  stage.idp.mutate(description({ token_endpoint: `https://tokens.example:${new URL(stage.trap.origin).port}/token` }))
  const { url, ...departed } = await provider.depart()
  const back = Object.fromEntries((await stage.idp.visit(url, 'alice')).searchParams) as { code: string; iss: string }
  await expect(provider.identify({ ...departed, ...back })).rejects.toMatchObject({
    problem: { code: 'oauth/failed', message: unheard },
  })
  expect(names).toEqual(['tokens.example'])
  expect(stage.trap.connections).toBe(0)
  await provider.close()
})

it('reaches an issuer by a name of the own network, but none that leads to the services of a cloud', async () => {
  let asked = 0
  const server = createServer((_, reply) => {
    asked += 1
    reply.end('{}')
  })
  const { port } = new URL(await listen(server))
  const addressed = (address: string) =>
    createProvider({
      ...{ issuer: `http://idp.internal:${port}`, clientId, clientSecret: null },
      ...{ redirectUri: `${publicUrl}/oauth-success`, afterLogout: `${publicUrl}/sign-in` },
      limits: { connect: 200 },
      lookup: (_, __, found) => found(null, [{ address, family: address.includes(':') ? 6 : 4 }]),
    })
  const reasonAt = async (address: string) => {
    const provider = addressed(address)
    const thrown: Error = await provider.depart().then(
      () => new Error('departed'),
      (it) => it.cause,
    )
    await provider.close()
    return thrown.message
  }
  expect(await reasonAt('127.0.0.1')).not.toContain('forbidden')
  expect(asked).toBe(1)
  for (const address of [
    '169.254.169.254',
    '100.100.100.200',
    '168.63.129.16',
    'fd00:ec2::254',
    '192.0.0.192',
    '0.0.0.0',
    'fe80::1',
  ])
    expect(await reasonAt(address), address).toContain('forbidden')
  expect(asked).toBe(1)
  server.closeAllConnections()
  server.close()
})
