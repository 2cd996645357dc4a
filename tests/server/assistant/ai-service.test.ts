/** The calls under `/api/ai/` beside the chat, by a person and by an API key. */
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Template, Workflow } from '#contract/assistant/ai-service.ts'
import type { Message } from '#contract/assistant/assistant.ts'
import { createTestServer, goodConfig } from '../kit/test-server.ts'
import { addConnector, addRecords, ask } from './assistant-scene.ts'

const server = createTestServer()
let id = ''

beforeAll(async () => {
  id = await addConnector(server, { name: 'Shopify orders', as: 'userA' })
  await addRecords(server, [{ connectorId: id, company: 'A', hoursAgo: 1, of: [30, 0, 0] }], Date.now())
})

type As = 'userA' | 'otherA' | 'adminB'
const asked = async <T>(method: string, path: string, body?: object, as: As = 'userA') => {
  const reply = await server.ask(method, `/api/ai/${path}`, { as, ...(body ? { body } : {}) })
  return { status: reply.statusCode, data: reply.json<{ data: T }>().data }
}

describe('a sentence', () => {
  it('is read for what it wants and the systems that it names', async () => {
    const { data } = await asked('POST', 'parse-intent', { input: 'Create a connector from Shopify to HubSpot' })
    expect(data).toEqual({
      type: 'create-connector',
      confidence: null,
      entities: { sourceSystem: 'shopify', targetSystem: 'hubspot' },
    })
  })

  it('becomes a draft that is valid where it says so, and the same as by its systems', async () => {
    const bySentence = await asked<Workflow>('POST', 'generate-workflow', { intent: 'from Shopify to HubSpot every hour' })
    const entities = { sourceSystem: 'Shopify', targetSystem: 'HubSpot' }
    const bySystems = await asked<Workflow>('POST', 'generate-workflow', { intent: { entities } })
    expect(bySentence.data.config.trigger).toEqual({ type: 'schedule', everySeconds: 3_600 })
    expect(bySystems.data.config.trigger).toEqual({ type: 'manual' })
    expect(bySentence.data.config.source).toEqual(bySystems.data.config.source)
    const checked = await asked<{ isValid: boolean }>('POST', 'validate-workflow', { workflow: bySentence.data })
    expect(checked.data.isValid).toBe(bySentence.data.isReady)
    // Nothing was made.
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from connectors`.execute(server.database.db)
    expect(rows[0]?.n).toBe(1)
  })

  it('sets the rate limit and "Send only changes" that it names', async () => {
    const intent = 'from Shopify to HubSpot every hour, at most 0.5 requests a second, only new or changed records'
    const { config } = (await asked<Workflow>('POST', 'generate-workflow', { intent })).data
    expect(config.destination).toMatchObject({ requestsPerSecond: 0.5, onlyChanged: true })
    expect(config.source).not.toHaveProperty('requestsPerSecond')
    const { sentences, proposals } = await ask(server, intent.replace('from', 'Create a connector from'), { as: 'userA' })
    expect(proposals[0]).toMatchObject({ config: { destination: { requestsPerSecond: 0.5, onlyChanged: true } } })
    expect(JSON.stringify(sentences)).toContain(' requests per second to the destination.')
    expect(JSON.stringify(sentences)).toContain('Unchanged records are not sent again.')
  })

  it('has the filter and the formula that it names, and names what is not set', async () => {
    const wished = 'from Shopify to HubSpot, only orders where currency is EUR and total price is over 50. Only gifted orders.'
    const only = {
      all: [
        { path: 'currency', is: 'is', to: 'EUR' },
        { path: 'total_price', is: 'greater', to: '50' },
      ],
    }
    expect((await asked<Workflow>('POST', 'generate-workflow', { intent: wished })).data.config.records).toEqual({ only })
    const { sentences, proposals } = await ask(server, wished.replace('from', 'Create a connector from'), { as: 'userA' })
    expect(proposals[0]).toMatchObject({ config: { records: { only } } })
    const said = JSON.stringify(sentences)
    expect(said).toContain('currency, total_price')
    expect(said).toContain('Only gifted orders')
  })

  it('uses the template that connects both systems, and otherwise a template of each', async () => {
    const intentOf = (intent: string) => asked<Workflow>('POST', 'generate-workflow', { intent })
    const { config } = (await intentOf('from Stripe to HubSpot every hour')).data
    expect(config).toMatchObject({ name: 'Stripe customers to HubSpot', trigger: { type: 'schedule', everySeconds: 3_600 } })
    expect(config.dataMapping.map(({ targetPath }) => targetPath)).toContain('properties.email')
    expect((await intentOf('from Shopify to HubSpot')).data.config.name).toBe('Shopify orders to HubSpot contacts')
    const { sentences } = await ask(server, 'Create a connector from Stripe to HubSpot', { as: 'userA' })
    expect(JSON.stringify(sentences)).toContain(' from the template.')
  })

  it('that names what the library does not have leaves that half open', async () => {
    const entities = { sourceSystem: 'Abacus 3000', targetSystem: 'HubSpot' }
    const { data } = await asked<Workflow>('POST', 'generate-workflow', { intent: { entities } })
    expect(data).toMatchObject({ isReady: false, unknown: ['abacus3000'], config: { source: { url: '' } } })
  })
})

it('checks workflows and mappings as the builder does', async () => {
  const body = (name: string) => ({ ...goodConfig, name })
  const here = await asked('POST', 'validate-workflow', { workflow: { config: body('x') } })
  const there = await server.ask('POST', '/api-connectors/validateConfig', { as: 'userA', body: body('x') })
  expect(here.data).toMatchObject({ isValid: there.json<{ isValid: boolean }>().isValid })
  const mapping = [{ id: '1', source: 'a', target: '', sourcePath: 'a', targetPath: '' }]
  const mine = await asked('POST', 'validate-mapping', { mapping })
  const builders = await server.ask('POST', '/api-connectors/validateDataMapping', { as: 'userA', body: mapping })
  expect(mine.data).toEqual(builders.json())
})

it('suggests lines with their reasons', async () => {
  const side = (...paths: string[]) => ({ fields: paths.map((path) => ({ path, types: ['string'], isRequired: false })) })
  const { data } = await asked<object[]>('POST', 'suggest-mappings', {
    ...{ sourceSchema: side('customer.email', 'total'), targetSchema: side('emailAddress', 'colour') },
  })
  expect(data).toMatchObject([{ sourcePath: 'customer.email', targetPath: 'emailAddress' }])
})

it('names ready-made connectors with a reason, and none without', async () => {
  const found = await asked<Template[]>('GET', 'workflow-recommendations?systems=hubspot')
  expect(found.data.length).toBeGreaterThan(0)
  expect(found.data.filter(({ because }) => because.length === 0)).toEqual([])
  expect(found.data.some(({ because }) => because[0]?.includes('One of your connectors'))).toBe(true)
  const simple = await asked<Template[]>('GET', 'template-suggestions?complexity=simple')
  const complex = await asked<Template[]>('GET', 'template-suggestions?complexity=complex')
  const idsOf = ({ data }: { data: Template[] }) => data.map((it) => it.id)
  expect(idsOf(simple).filter((it) => idsOf(complex).includes(it))).toEqual([])
  expect((await asked('GET', 'template-suggestions?category=qqqq')).data).toEqual([])
})

it('measures what could be improved of an own connector only', async () => {
  const { data } = await asked('POST', 'optimize-workflow', { workflowId: id })
  expect(data).toMatchObject({ records: 30, findings: [] })
  for (const as of ['otherA', 'adminB'] as const)
    expect((await asked('POST', 'optimize-workflow', { workflowId: id }, as)).status).toBe(404)
})

it('keeps the newest opinion on an own answer, and no other', async () => {
  const { interactionId, conversationId } = await ask(server, 'Is everything ok?', { as: 'userA' })
  const give = (feedback: string, as: As = 'userA') =>
    asked('POST', 'feedback', { interactionId, feedback, comment: "'; drop table x; --" }, as)
  expect([(await give('helpful')).status, (await give('not-helpful')).status]).toEqual([200, 200])
  expect([(await give('helpful', 'otherA')).status, (await give('splendid')).status]).toEqual([404, 400])
  const { rows } = await sql`select feedback, comment, intent, speaker from assistant_feedback`.execute(server.database.db)
  expect(rows).toEqual([{ feedback: 'not-helpful', comment: "'; drop table x; --", intent: 'health', speaker: 'built-in' }])
  // The same one again keeps its time; the chat shows it.
  const time = () => sql`select given_at from assistant_feedback`.execute(server.database.db)
  const before = (await time()).rows
  await give('not-helpful')
  expect((await time()).rows).toEqual(before)
  const chat = (await server.ask('GET', `/api/ai/conversations/${conversationId}`, { as: 'userA' })).json<{
    messages: Message[]
  }>()
  expect(chat.messages.at(-1)).toMatchObject({ answer: { opinion: { feedback: 'not-helpful' } } })
})

it('says who answers', async () => {
  expect((await asked('GET', 'health')).data).toEqual({ status: 'ok', speaker: 'built-in' })
})
