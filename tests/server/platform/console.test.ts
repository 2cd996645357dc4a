import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Installation } from '#contract/admin/installation.ts'
import { openTestServer, type TestServer } from '../kit/test-server.ts'

const script = 'console.info("a console of some length")'.repeat(20)
const page =
  '<!doctype html><html><head><script nonce="__CSP_NONCE__">localStorage.theme</script><meta property="csp-nonce" nonce="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style><meta name="sign-up" content="__SIGN_UP__"></head></html>'

let folder: string
let server: TestServer
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'datacrane-console-'))
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  writeFileSync(join(folder, 'assets/main-abc.js'), script)
  writeFileSync(join(folder, 'assets/main-abc.js.br'), brotliCompressSync(script))
  writeFileSync(join(folder, 'assets/main-abc.js.gz'), gzipSync(script))
  server = await openTestServer({ consoleDir: folder })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const open = (path: string, headers = {}) =>
  server.ask('GET', path, { headers: { accept: 'text/html,application/xhtml+xml', ...headers } })

describe('the page', () => {
  it.each(['/', '/dashboard', '/details/0198', '/sign-in?next=%2Fdashboard', '/apiary'])(
    'is what a browser gets at %s',
    async (path) => {
      const reply = await open(path)
      expect(reply.statusCode).toBe(200)
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
      expect(reply.headers['cache-control']).toBe('no-store')
    },
  )

  it('says whether anybody may sign up, as the admin console has switched it', async () => {
    const said = async () => /name="sign-up" content="(\w+)"/.exec((await open('/sign-up')).body)?.[1]
    expect(await said()).toBe('open')
    const path = '/api/admin/installation'
    const { isClosedByEnvironment, hasNoSandbox, madeToday, ...now } = (
      await server.ask('GET', path, { as: 'superA' })
    ).json<Installation>()
    await server.ask('PUT', path, { as: 'superA', body: { ...now, publicSignUp: false } })
    expect(await said()).toBe('closed')
  })

  it('carries a new nonce each time, in every place, and the policy allows that one only', async () => {
    const nonces = await Promise.all(
      [0, 1].map(async () => {
        const reply = await open('/')
        const [nonce, second] = [...reply.body.matchAll(/nonce="([^"]+)"/g)].map(([, it]) => it)
        expect(nonce).toBe(second)
        const [, early = ''] = /<script[^>]*>([^<]+)<\/script>/.exec(reply.body) ?? []
        const hash = createHash('sha256').update(early).digest('base64')
        expect(early).toContain('localStorage')
        expect(reply.headers['content-security-policy']).toBe(
          `default-src 'none'; script-src 'self' 'sha256-${hash}'; style-src 'self' 'nonce-${nonce}'; connect-src 'self'; img-src 'self' data:; ` +
            "font-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; require-trusted-types-for 'script'",
        )
        return nonce
      }),
    )
    expect(nonces[0]).not.toBe(nonces[1])
  })

  it('comes compressed to who takes it', async () => {
    const brotli = await server.app.inject({ url: '/', headers: { accept: 'text/html', 'accept-encoding': 'gzip, br' } })
    expect(brotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toContain('csp-nonce')
    const gzip = await server.app.inject({ url: '/', headers: { accept: 'text/html', 'accept-encoding': 'gzip' } })
    expect(gunzipSync(gzip.rawPayload).toString()).toContain('csp-nonce')
  })

  it.each(['/', '/dashboard', '/details/0198'])('is what a client gets at %s that takes anything', async (path) => {
    for (const headers of [{ accept: '*/*' }, { accept: 'text/*' }, {}]) {
      const reply = await server.app.inject({ url: path, headers })
      expect(reply.statusCode, JSON.stringify(headers)).toBe(200)
      expect(reply.headers['content-type']).toBe('text/html; charset=utf-8')
    }
  })

  it.each(['/api/nothing', '/graphql/nothing', '/assets/gone-123.js', '/healthz/more', '/gone.js', '/robots.txt'])(
    'is not what a client gets at %s that takes anything',
    async (path) => {
      const reply = await server.app.inject({ url: path, headers: { accept: '*/*' } })
      expect(reply.json()).toMatchObject({ status: 404, code: 'request/unknown-path' })
    },
  )

  it.each(['/api/nothing', '/api-connectors/nothing/at/all', '/assets/gone-123.js', '/healthz/more'])(
    'is not what stands at %s',
    async (path) => {
      const reply = await open(path)
      expect(reply.json()).toMatchObject({ status: 404, code: 'request/unknown-path' })
    },
  )

  it('is nothing for a program', async () => {
    expect((await server.ask('GET', '/dashboard', { headers: { accept: 'application/json' } })).statusCode).toBe(404)
    expect((await server.ask('POST', '/dashboard', { headers: { accept: 'text/html' }, body: {} })).statusCode).toBe(404)
  })
})

describe('a file of the console', () => {
  it('comes as it was compressed by the build, and is kept for good', async () => {
    const reply = await server.app.inject({ url: '/assets/main-abc.js', headers: { 'accept-encoding': 'br, gzip' } })
    expect(reply.headers['content-encoding']).toBe('br')
    expect(reply.headers['content-type']).toMatch(/javascript/)
    expect(brotliDecompressSync(reply.rawPayload).toString()).toBe(script)
    expect(reply.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(reply.headers['x-content-type-options']).toBe('nosniff')
    const plain = await server.app.inject({ url: '/assets/main-abc.js' })
    expect(plain.body).toBe(script)
    expect(plain.headers['vary']).toContain('accept-encoding')
  })

  it('without a hash in its name is asked for again', async () => {
    expect((await server.app.inject({ url: '/favicon.svg' })).headers['cache-control']).toBe('no-cache')
  })

  it.each(['/assets/../index.html', '/assets/%2e%2e/index.html', '/..%2f..%2fetc/passwd', '/index.html', '/.vite/manifest.json'])(
    'is not %s',
    async (path) => {
      expect((await server.app.inject({ url: path })).statusCode).toBe(404)
    },
  )
})

describe('every answer', () => {
  it.each(['/', '/api/users/me', '/assets/main-abc.js', '/sandbox/shop/orders'])(
    'forbids framing and sniffing: %s',
    async (path) => {
      const { headers } = await open(path)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
      })
      expect(headers['content-security-policy']).toContain("default-src 'none'")
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['access-control-allow-origin']).toBeUndefined()
      expect(headers['set-cookie']).toBeUndefined()
    },
  )
})

describe('below a path', () => {
  const html =
    '<!doctype html><html lang="en" data-base=""><head><script nonce="__CSP_NONCE__">localStorage.theme</script><link href="/favicon.svg"><script src="/assets/main-abc.js"></script><style>src:url(/assets/a.woff2)</style></head></html>'
  let below: TestServer
  beforeAll(async () => {
    writeFileSync(join(folder, 'index.html'), html)
    below = await openTestServer({ consoleDir: folder, publicUrl: 'https://example.com/datacrane' })
  })
  afterAll(() => below.close())
  const get = (path: string) => below.ask('GET', path, { headers: { accept: 'text/html' } })

  it.each(['/datacrane', '/datacrane/details/1', '/details/1'])('the page at %s names its files there', async (path) => {
    const reply = await get(path)
    expect(reply.statusCode).toBe(200)
    expect(reply.body).toContain('data-base="/datacrane"')
    // Not the nonce: it may begin with a slash, too.
    expect([...reply.body.matchAll(/(?:(?:base|href|src)="|url\()(\/[^")]*)/g)].map(([, each]) => each)).toEqual([
      '/datacrane',
      '/datacrane/favicon.svg',
      '/datacrane/assets/main-abc.js',
      '/datacrane/assets/a.woff2',
    ])
  })

  it('leads to the sign-in page there, and serves files and calls with and without the path', async () => {
    expect((await get('/datacrane/setup')).headers['location']).toBe('/datacrane/sign-in')
    for (const base of ['', '/datacrane']) {
      expect((await get(`${base}/assets/main-abc.js`)).body).toBe(script)
      expect((await below.ask('GET', `${base}/healthz`)).statusCode).toBe(200)
      expect((await below.ask('GET', `${base}/openapi.json`)).json()['servers']).toEqual([
        { url: 'https://example.com/datacrane' },
      ])
    }
  })
})
