/** Whoever presses again because the answer did not come makes nothing twice, and what was removed is removed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type ProblemCode, problem, refusal, toProblem } from '#contract/kit/problem.ts'
import { takeAwayFormat, takeAwayVersion } from '#contract/library/take-away.ts'
import { newConfig } from '#src/machines/builder/draft/new-config.ts'
import { createConnector } from '#src/services/builder/creation.service.ts'
import { deleteMappingRule, saveMappingRule } from '#src/services/builder/mapping-rule.service.ts'
import { removeConnector } from '#src/services/connectors/details/connector.service.ts'
import { importFile } from '#src/services/library/take-away.service.ts'
import { publish, readPublished, removeTemplate, startTemplate } from '#src/services/library/template.service.ts'
import { hangUp, json, type ScriptServer, silence, startScriptServer, text } from './script-server.ts'

let server: ScriptServer
beforeAll(async () => {
  server = await startScriptServer()
})
afterAll(() => server.close())

const id = '01a1f9dd-286f-7175-987c-3afdb61ae67f'
const access = { bearer: () => 'token', renew: () => Promise.reject(refusal('auth/token-expired')) }
const { signal } = new AbortController()
const config = newConfig('Orders', { type: 'manual' })
const given = { name: 'Orders', description: '', category: '', tags: [] }
const file = (name: string) => ({
  ...{ format: takeAwayFormat, version: takeAwayVersion, exportedAt: '2026-11-20T10:00:00.000Z' },
  ...{ name, details: '', config, shapes: {} },
})
const rule = (name: string) => ({ name, type: 'constant', value: 1 }) as const

type Ask = (name: string, leaving: AbortSignal) => Promise<unknown>
const creations: readonly (readonly [string, Ask])[] = [
  ['a connector', (name, leaving) => createConnector(access, { name, details: '', config }, leaving)],
  ['a start from a template', (name, leaving) => startTemplate(access, { templateId: 'shop-to-crm', name }, leaving)],
  ['a publication', (name, leaving) => publish(access, { own: null, connectorId: id, given: { ...given, name } }, leaving)],
  ['an import', (name, leaving) => importFile(access, { text: JSON.stringify(file(name)) }, leaving)],
  ['a saved rule', (name, leaving) => saveMappingRule(access, rule(name), leaving)],
]

describe.each(creations)('%s', (_, ask) => {
  const codeOf = (name: string, leaving = signal) => ask(name, leaving).catch((thrown: unknown) => toProblem(thrown).code)
  const lastKey = () => server.asked.at(-1)?.headers['idempotency-key']

  it.each([
    ['an answer that cannot be read', text('{"_id":', 201), 'net/malformed-reply'],
    ['the first one being under way', json(problem('request/in-progress'), 409), 'request/in-progress'],
    ['a sign-in that ran out', json(problem('auth/token-expired'), 401), 'auth/token-expired'],
  ])('is the same one after %s, and another one with other content or after an answer', async (_what, answer, code) => {
    server.answers(answer)
    expect(await codeOf('Orders')).toBe(code)
    const first = lastKey()
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    await codeOf('Other orders')
    expect(lastKey()).not.toBe(first)
    server.answers(json(problem('connector/invalid'), 422))
    expect(await codeOf('Orders')).toBe('connector/invalid')
    expect(lastKey()).toBe(first)
    await codeOf('Orders')
    expect(lastKey()).not.toBe(first)
  })

  it('is the same one after a cancel', async () => {
    server.answers(silence)
    const leaving = new AbortController()
    const cancelled = codeOf('Cancelled orders', leaving.signal)
    await expect.poll(() => server.asked).toHaveLength(1)
    const first = lastKey()
    leaving.abort()
    await cancelled
    server.answers(json(problem('connector/invalid'), 422))
    await codeOf('Cancelled orders')
    expect(lastKey()).toBe(first)
  })
})

it('is answered: the next rule with the same content is another one', async () => {
  const saved = { _id: id, rule: rule('Once'), createdBy: id, createdAt: '2026-11-20T10:00:00.000Z' }
  server.answers(json(saved, 201))
  await saveMappingRule(access, rule('Once'), signal)
  await saveMappingRule(access, rule('Once'), signal)
  const [first, second] = server.asked.map(({ headers }) => headers['idempotency-key'])
  expect(second).not.toBe(first)
})

const removals: readonly (readonly [string, ProblemCode, () => Promise<void>])[] = [
  ['a mapping rule', 'mapping-rule/not-found', () => deleteMappingRule(access, id, signal)],
  ['a public connector', 'template/not-found', () => removeTemplate(access, { templateId: id }, signal)],
  ['a connector', 'connector/not-found', () => removeConnector(access, { connectorId: id }, signal)],
]

describe.each(removals)('removing %s', (_, gone, remove) => {
  it('has worked when only the answer was lost', async () => {
    server.answers(hangUp, json(problem(gone), 404))
    await remove()
    expect(server.asked.map(({ method }) => method)).toEqual(['DELETE', 'DELETE'])
  })

  it.each<[ProblemCode, number]>([
    ['auth/forbidden', 403],
    ['user/not-found', 404],
  ])('fails with %s', async (code, status) => {
    server.answers(json(problem(code), status))
    await expect(remove()).rejects.toMatchObject({ problem: { code } })
  })
})

const template = {
  ...{
    _id: id,
    ...given,
    origin: 'public',
    publisher: 'Company A',
    isOwn: true,
    status: 'approved',
    declinedReason: null,
    usedBy: 0,
    sourceType: 'http',
    destinationType: 'http',
  },
  ...{
    hosts: [],
    revision: 2,
    updatedAt: null,
    config,
    shapes: {},
    needs: [],
    rights: [],
    source: null,
    destination: null,
    documentation: null,
  },
}

it('reads what is public together with what would be published of the connector that is chosen', async () => {
  server.answers(json(template), json(file('Orders')))
  expect(await readPublished(access, { templateId: id, connectorId: id }, signal)).toMatchObject({
    ...{ revision: 2, chosen: { config, shapes: {} } },
  })
  expect(server.asked.map(({ path }) => path)).toEqual([`/api/templates/${id}`, `/api-connectors/${id}/export`])
})

it('reads what is public when the connector that is chosen is gone, or none is', async () => {
  server.answers(json(template), json(problem('connector/not-found'), 404))
  expect((await readPublished(access, { templateId: id, connectorId: id }, signal)).chosen).toBeNull()
  server.answers(json(template))
  expect((await readPublished(access, { templateId: id, connectorId: null }, signal)).chosen).toBeNull()
  expect(server.asked).toHaveLength(1)
})
