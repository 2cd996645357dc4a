/** A document that describes an API, fetched for a person: whole or not at all, by the guarded way out (threat T-SSRF). */
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'

import { documentBytes } from '#contract/builder/probe.ts'
import { proberOf } from '../builder/probes.ts'
import { createTestServer } from '../kit/test-server.ts'

const open = createTestServer({ egressAllow: ['127.0.0.0/8'] })
const shut = createTestServer()
const probe = proberOf(open)

async function serving(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/openapi.yaml`
}

it('gives the text, also of one that is far longer than what a test request shows, and packed', async () => {
  const text = `openapi: 3.1.0\n# ${'é'.repeat(1_000_000)}\n`
  const asked: (string | undefined)[] = []
  const url = await serving((request, response) => {
    asked.push(request.headers.accept, request.headers.authorization)
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(text, { level: 0 }))
  })
  const { status, result } = await probe<{ text: string }>('document', { url })
  expect([status, result.text === text]).toEqual([200, true])
  expect(asked).toEqual([expect.stringContaining('yaml'), undefined])
})

it.each<[name: string, RequestListener, code: string, said: RegExp]>([
  ['is longer than 5 MB', (_, to) => void to.end('x'.repeat(documentBytes + 1)), 'source/too-large', /larger than 5 MB/],
  ['is no text', (_, to) => void to.end(Buffer.from([0xff, 0xfe, 0x00])), 'source/unreadable', /not UTF-8 text/],
  ['is not there', (_, to) => void to.writeHead(404).end('no such page'), 'source/refused', /returned 404/],
  [
    'stands elsewhere',
    (_, to) => void to.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    'source/refused',
    /redirect/,
  ],
  ['breaks off', (_, to) => void to.destroy(), 'source/unreachable', /broke/],
])('says why a document that %s is not given', async (_, answer, code, said) => {
  const { result } = await probe('document', { url: await serving(answer) })
  expect(result).toMatchObject({ text: null, problem: { code, message: expect.stringMatching(said) } })
})

it('shows first what the other side said', async () => {
  const { result } = await probe('document', { url: await serving((_, to) => void to.writeHead(403).end('ask the owner')) })
  expect(result).toMatchObject({ problem: { answer: { status: 403, body: 'ask the owner' } } })
})

it('opens no door that is shut, and takes no address that is none', async () => {
  let called = 0
  const url = await serving((_, to) => {
    called += 1
    to.end('x')
  })
  expect((await proberOf(shut)('document', { url })).result).toMatchObject({ status: 422, code: 'egress/refused' })
  expect(called).toBe(0)
  for (const bad of ['file:///etc/passwd', 'shop orders', 'ftp://a.test/x']) {
    expect((await probe('document', { url: bad })).result).toMatchObject({
      code: 'connector/invalid',
      errors: [{ path: '/url' }],
    })
  }
})
