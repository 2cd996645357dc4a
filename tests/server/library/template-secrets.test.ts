/** Canaries in every place of a draft that can hold a secret: none of them leaves by a public connector or by a file (threats T-SEC-2, T-SEC-3). */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { TakeAwayFile } from '#contract/library/take-away.ts'
import type { Template } from '#contract/library/template.ts'
import { sendRequest } from '../contract/matrix-help.ts'
import { createTestServer, goodConfig, makeConnector } from '../kit/test-server.ts'

const server = createTestServer()

let count = 0
const planted: string[] = []
/** A word that is met nowhere else. */
function canary(): string {
  count += 1
  planted.push(`canary${count}q7f`)
  return planted.at(-1) ?? ''
}
const chance = () => `${canary()}Zk3Vb8Xw1Rt6`
const named = (key: string, value: string) => ({ key, value })
const line = (id: string, targetPath: string, rule: NewMappingRule) => ({
  id,
  source: '',
  target: targetPath,
  sourcePath: '',
  targetPath,
  rule,
})

/** Saved with another connector of the company. */
const elsewhere = `saved/${canary()} + "more"`
const saved = `saved-${canary()}`

const values = () => ({
  headers: [
    named('X-Api-Key', canary()),
    named('X-Auth-Token', canary()),
    named('Ocp-Apim-Subscription-Key', canary()),
    named('apikey', canary()),
    named('X-Innocent', saved),
    named('X-Link', `https://me:${canary()}@example.com/`),
    named('X-Proof', `Bearer ${chance()}`),
    named('X-Words', `session=${canary()}; theme=dark`),
    { ...named('X-Note', 'kept'), description: `like ${saved}` },
    { ...named('x-plain', canary()), urlKey: 'client_secret' },
  ],
  queries: [
    named('access_token', canary()),
    named('key', canary()),
    named('sig', canary()),
    named('q', elsewhere),
    named('code', canary()),
  ],
  variables: [named('anything', canary())],
  body: {
    rawContent: JSON.stringify({
      ...{ user: 'kept-user', password: canary(), pin: canary() },
      credentials: { of: { whom: canary() }, list: [canary()] },
      inner: JSON.stringify({ clientSecret: canary() }),
      link: `https://u:${canary()}@example.com`,
      more: elsewhere,
      coded: Buffer.from(saved).toString('base64'),
    }),
  },
})

const config = (): ConnectorConfig => ({
  name: `Name ${saved}`,
  trigger: { type: 'manual' },
  source: {
    ...{ type: 'http', requestMethod: 'GET', isList: true, listPath: 'items' },
    ...values(),
    url: `https://user:${canary()}@shop.example.com/hooks/${chance()}/T1/bot123456:${chance()}AAAAAAAAAAAAAAAA/${encodeURIComponent(elsewhere)}?api_key=${canary()}&page=2&x=${saved}#access_token=${canary()}`,
    auth: { type: 'basic', username: canary(), password: canary() },
  },
  destination: {
    ...{ type: 'http', requestMethod: 'POST' },
    ...values(),
    url: `https:\\\\u:${canary()}@crm.example.com/services/T0/B0/${canary()}`,
    auth: { type: 'apiKey', in: 'query', name: 'key', value: saved },
  },
  dataMapping: [
    line('m1', 'auth.apiKey', { type: 'constant', name: 'a', value: canary() }),
    line('m2', 'note', { type: 'constant', name: 'b', value: `it is ${saved}` }),
    line('m3', 'password', { type: 'default', name: 'c', sourcePath: 'x', value: canary() }),
    line('m4', 'token', {
      type: 'condition',
      name: 'd',
      sourcePath: 'x',
      operator: 'equals',
      compareTo: saved,
      thenValue: canary(),
      elseValue: canary(),
    }),
    line('m6', 'apiToken', { type: 'formula', name: 'f', text: `concat("${canary()}", x)` }),
    line('m5', 'secret', { type: 'lookup', name: 'e', sourcePath: 'x', table: { [saved]: canary() }, otherwise: canary() }),
    { id: saved, source: 'kept', target: 'kept', sourcePath: 'kept', targetPath: 'kept' },
  ],
  enrichment: [
    {
      ...{ id: 'l1', title: `Title ${saved}`, type: 'http', url: `//x:${canary()}@more.example.com` },
      ...values(),
      auth: {
        ...{ type: 'oauth2ClientCredentials', clientId: canary(), clientSecret: canary(), scope: `all ${saved}` },
        tokenUrl: `https://id:${canary()}@login.example.com/token?client_secret=${canary()}`,
      },
    },
    {
      ...{ id: 'l2', type: 'database' },
      databaseConfig: {
        ...{ engine: 'postgresql', host: 'db.example.com', database: 'd' },
        query: `select * from t where api_token = '${canary()}' and n = '${saved}'`,
      },
      auth: { type: 'basic', username: canary(), password: canary() },
    },
    {
      ...{
        id: 'l3',
        type: 'azure',
        azureConfig: { endpoint: 'https://acc.blob.example.net', container: 'c', format: 'json', prefix: saved },
      },
      auth: { type: 'sasToken', token: `sv=1&sig=${canary()}` },
    },
    {
      ...{ id: 'l4', type: 'azure', azureConfig: { endpoint: 'https://acc.blob.example.net', container: 'c', format: 'csv' } },
      auth: { type: 'accountKey', account: 'acc', key: Buffer.from(canary()).toString('base64') },
    },
    { id: 'l5', type: 'http', url: 'https://more.example.com', auth: { type: 'bearer', token: canary() } },
    {
      id: 'l6',
      type: 'http',
      url: `https://h.example.com/?${chance()}`,
      body: { rawContent: `<a><password>${canary()}</password><b>kept-xml</b></a>` },
    },
    {
      id: 'l7',
      type: 'http',
      url: 'https://h.example.com/{id}',
      body: { rawContent: `user=kept-form&password=${canary()}&x={{x}}` },
    },
    {
      id: 'l8',
      type: 'http',
      url: 'https://h.example.com',
      body: { rawContent: `mutation { a(token: "${canary()}", id: {{id}}) }` },
    },
  ] as ConnectorConfig['enrichment'],
})

const shape = () => ({
  fields: [{ path: 'id', types: ['string'], isRequired: true, description: `e.g. ${saved}` }],
  examples: [{ id: canary() }, canary()],
  origin: 'request',
  takenAt: '2026-01-02T03:04:05.000Z',
})

const about = { name: 'Public', description: '', category: '', tags: [] }

/** Every canary, also as others would spell it. */
function leaksIn(text: string): string[] {
  const spelled = (word: string) => [word, Buffer.from(word).toString('hex'), Buffer.from(word).toString('base64').slice(0, 12)]
  return planted.filter((word) => spelled(word).some((each) => text.includes(each)))
}

async function seeded() {
  await makeConnector(server, 'otherA', {
    ...goodConfig,
    source: { ...goodConfig.source, auth: { type: 'bearer', token: elsewhere } },
  })
  const { connector } = await makeConnector(server, 'userA', config())
  const body = { source: shape(), destination: shape(), enrichment: { l1: shape() } }
  const kept = await server.ask('PUT', `/api-connectors/${connector._id}/shapes`, { as: 'userA', body })
  expect(kept.statusCode).toBe(200)
  await server.ask('PATCH', `/api-connectors/connectors/${connector._id}`, {
    as: 'userA',
    body: { connector: { details: `see ${saved}` } },
  })
  return connector._id
}

it('lets no secret out by a public connector, its list, its rows, a file, or a request to support', async () => {
  const id = await seeded()
  expect(planted.length).toBeGreaterThan(80)
  const draft = await server.ask('GET', `/api-connectors/${id}`, { as: 'userA' })
  // What the draft shows to its own people is there: the test looks at something.
  expect(leaksIn(draft.body).length).toBeGreaterThan(50)

  const made = await server.ask('POST', '/api/templates', { as: 'userA', body: { connectorId: id, ...about } })
  expect(made.statusCode).toBe(201)
  const { _id } = made.json<Template>()
  const again = { _id, revision: 1, ...about, connectorId: id }
  const file = await server.ask('GET', `/api-connectors/${id}/export`, { as: 'userA' })
  const { rows } = await sql<{ all: string }>`select t::text as all from templates t`.execute(server.database.db)
  const seen = {
    made: made.body,
    list: (await server.ask('GET', '/api/templates?origin=public', { as: 'adminB' })).body,
    read: (await server.ask('GET', `/api/templates/${_id}`, { as: 'adminB' })).body,
    again: (await server.ask('PUT', '/api/templates/', { as: 'userA', body: again })).body,
    started: (await server.ask('POST', `/api/templates/${_id}/start`, { as: 'adminB', body: { name: 'x' } })).body,
    file: file.body,
    support: (await sendRequest(server, 'userA', { connectorId: id })).body,
    rows: JSON.stringify(rows),
    requests: JSON.stringify(await server.database.db.selectFrom('support_requests').selectAll().execute()),
    log: server.logged.join(''),
  }
  for (const [where, text] of Object.entries(seen)) expect(leaksIn(text), where).toEqual([])
  for (const text of [seen.read, seen.file]) {
    for (const word of ['kept-user', 'kept-xml', 'kept-form', 'page=2', '{{x}}', '{id}', 'shop.example.com', 'crm.example.com'])
      expect(text).toContain(word)
    expect(text).not.toContain('••')
  }
  const { config: published, needs } = made.json<Template>()
  expect(file.json<TakeAwayFile>().config).toEqual(published)
  expect(published.source.headers?.find(({ key }) => key === 'X-Note')?.value).toBe('kept')
  expect(needs).toEqual(
    expect.arrayContaining(['/source/url', '/source/auth/username', '/source/auth/password', '/source/headers/0/value']),
  )
  expect(needs).toEqual(
    expect.arrayContaining(['/destination/auth/value', '/source/variables/0/value', '/source/body/rawContent']),
  )
  expect(needs).toEqual(
    expect.arrayContaining(['/enrichment/0/auth/clientSecret', '/enrichment/2/auth/token', '/enrichment/3/auth/key']),
  )
})

it('refuses what is said of a public connector when it holds a secret', async () => {
  const { connector } = await makeConnector(server, 'userA', {
    ...goodConfig,
    source: { ...goodConfig.source, auth: { type: 'bearer', token: saved } },
  })
  const body = { connectorId: connector._id, ...about, description: `Use ${saved}`, tags: [saved.slice(0, 32)] }
  const refused = await server.ask('POST', '/api/templates', { as: 'userA', body })
  expect(refused.json<Problem>()).toMatchObject({ status: 422, code: 'connector/invalid' })
  expect(refused.json<Problem>().errors?.map(({ path }) => path)).toEqual(['/description', '/tags'])
  expect(leaksIn(refused.body)).toEqual([])
})
