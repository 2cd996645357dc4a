import { expect, it } from 'vitest'

import { endpoints } from '#contract/endpoints.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createLog } from '#server/platform/logging/log.ts'
import { routesOf } from '../kit/routes-of.ts'
import { asksNobody, createTestServer, triesNothing } from '../kit/test-server.ts'

const server = createTestServer()

const promised = endpoints
  .flatMap(({ method, path, aliases = [] }) => [path, ...aliases].map((each) => `${method} ${each}`))
  .toSorted()

it('serves the calls of the contract, all of them and no other', () => {
  expect(promised.length).toBeGreaterThan(20)
  // The router takes a path with and without a slash at its end, and prints it without.
  const withoutSlash = promised.map((route) => route.replace(/\/$/, '')).toSorted()
  expect(routesOf(server.app)).toEqual(withoutSlash)
})

it('describes all of them', async () => {
  const reply = await server.ask('GET', '/openapi.json')
  const description = reply.json<{
    openapi: string
    paths: Record<string, Record<string, { 'x-scope'?: string; responses: Record<string, unknown> }>>
  }>()
  expect(description.openapi).toBe('3.1.0')
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
  )
  expect(described.toSorted()).toEqual(promised)
  for (const { method, path, status, scope } of endpoints) {
    const { responses, 'x-scope': needed } = description.paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] ?? {}
    expect(Object.keys(responses ?? {}), `${method} ${path}`).toEqual([String(status), 'default'])
    // GraphQL is for the console's own documents.
    if (scope !== 'public' && path !== '/graphql') expect(needed, `${method} ${path}`).toBe(scope)
  }
})

it('logs what the sandbox refuses on purpose as an answer, not as an error', async () => {
  for (let asked = 0; asked < 5; asked += 1) await server.ask('GET', '/sandbox/flaky/orders')
  const lines = server.logged.map((line): { path?: string; status?: number; level: number } => JSON.parse(line))
  const refusals = lines.filter(({ path, status }) => path === '/sandbox/flaky/orders' && status === 503)
  expect(refusals.map(({ level }) => level)).toEqual([30])
})

it('serves a worker only what says how it is', async () => {
  const { database, masterKey } = server
  const config = { ...readConfig({}), role: 'worker' as const }
  const engine = {
    wake: () => {},
    quiesce: async () => {},
    checkAddresses: async () => [],
    probe: triesNothing,
    askForTokens: asksNobody,
  }
  const worker = await buildApp({ config, database, engine, masterKey, log: createLog('silent'), version: '0.0.0' })
  expect(routesOf(worker)).toEqual(['GET /healthz', 'GET /metrics', 'GET /openapi.json', 'GET /readyz'])
  expect((await worker.inject('/readyz')).json()).toEqual({ status: 'ready' })
  expect((await worker.inject('/dashboard')).statusCode).toBe(404)
  await worker.close()
})
