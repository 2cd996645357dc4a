/** A draft that is asked for once more because the answer did not come is the same draft. */
import { afterAll, beforeAll, expect, it } from 'vitest'

import { problem } from '#contract/kit/problem.ts'
import { newConfig } from '#src/machines/builder/draft/new-config.ts'
import { createConnector } from '#src/services/builder/creation.service.ts'
import { json, type ScriptServer, startScriptServer, text } from '../kit/script-server.ts'

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())

const access = { bearer: () => 'token', renew: () => Promise.reject(new Error('nobody renews here')) }
const { signal } = new AbortController()
const ask = (name: string) =>
  createConnector(access, { name, details: '', config: newConfig(name, { type: 'manual' }) }, signal).catch(
    (thrown: unknown) => thrown,
  )
const keys = () => server.asked.map(({ headers }) => headers['idempotency-key'])

it('keeps its key while no answer came, and takes another one for another draft and after an answer', async () => {
  server.answers(
    text('{"connector":', 201),
    text('{"connector":', 201),
    json(problem('connector/invalid'), 422),
    json(problem('connector/invalid'), 422),
  )
  await ask('Orders')
  await ask('Orders')
  const [first, second] = keys()
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(second).toBe(first)
  await ask('Other orders')
  const third = keys().at(-1)
  expect(third).not.toBe(first)
  await ask('Other orders')
  expect(keys().at(-1)).not.toBe(third)
})
