/** GraphQL: the same doors as REST, only known documents in production, and what is too much is refused small and soon. */
import { buildSchema, getNamedType, getNullableType, isListType, isObjectType, isScalarType, parse } from 'graphql'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { whoAmI } from '#contract/auth/person.graphql.ts'
import { connectorLive } from '#contract/connectors/details/live.graphql.ts'
import { documents } from '#contract/graphql-documents.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import { costMax, refuseCostly } from '#server/features/kit/graph/cost.ts'
import { depthMax, idOf } from '#server/features/kit/graph/limits.ts'
import { schema } from '#server/graph-schema.ts'
import { faultsOf } from '../../../scripts/graph-schema.ts'
import { type Ask, createTestServer, makeConnector, type Reply } from '../kit/test-server.ts'

type Answer = {
  readonly data?: Record<string, unknown> | null
  readonly errors?: { readonly message: string; readonly extensions: Record<string, unknown> }[]
}

const one = 'query one($id: Id!) { connector(id: $id) { id name status newestRun { id } } }'
/** Bytes and milliseconds that a refusal may take. */
const smallAnswer = 1_500
const soon = 1_000

describe('with any document', () => {
  const server = createTestServer({ graphFree: true })
  const ask = (body: unknown, more: Ask = { as: 'userA' }): Promise<Reply> => server.ask('POST', '/graphql', { ...more, body })
  const problemsOf = (reply: Reply) => [reply.json()['code']]

  it('gives what the caller sees, and 404 for what belongs to others', async () => {
    const { connector } = await makeConnector(server, 'userA')
    const question = { query: one, variables: { id: connector._id } }
    for (const as of ['userA', 'adminA', 'superA'] as const) {
      const reply = await ask(question, { as })
      expect(reply.json<Answer>().data?.['connector']).toEqual({
        ...{ id: connector._id, name: 'Orders', status: 'Draft', newestRun: null },
      })
    }
    for (const as of ['otherA', 'adminB'] as const) {
      const reply = await ask(question, { as })
      expect(reply.statusCode).toBe(200)
      const { status, title, message } = catalogue['connector/not-found']
      expect(reply.json<Answer>().errors).toEqual([
        expect.objectContaining({
          message,
          extensions: expect.objectContaining({ code: 'connector/not-found', status, title, message }),
        }),
      ])
      expect(reply.body).not.toContain('Orders')
    }
  })

  it('lets nobody in without a token, as every other call', async () => {
    const reply = await ask({ query: whoAmI.text }, { as: null })
    expect(reply.statusCode).toBe(401)
    expect(reply.json()).toMatchObject({ code: 'auth/token-missing' })
  })

  it('shuts people out in maintenance, and administrators not', async () => {
    await server.ask('PUT', '/api/maintenance', { as: 'adminA', body: { on: true, message: 'Until noon' } })
    const [user, admin] = [await ask({ query: whoAmI.text }), await ask({ query: whoAmI.text }, { as: 'adminA' })]
    await server.ask('PUT', '/api/maintenance', { as: 'adminA', body: { on: false, message: '' } })
    expect([user.statusCode, admin.statusCode]).toEqual([503, 200])
    expect(user.json()).toMatchObject({ code: 'maintenance/on', message: 'Until noon' })
  })

  it('says nothing of what broke inside, and logs it', async () => {
    const { connector } = await makeConnector(server, 'userA')
    await sql`alter table connectors rename to connectors_away`.execute(server.database.db)
    const reply = await ask({ query: one, variables: { id: connector._id } })
    await sql`alter table connectors_away rename to connectors`.execute(server.database.db)
    expect(reply.json<Answer>().errors?.[0]?.extensions).toMatchObject({ code: 'bug/unexpected', status: 500 })
    expect(reply.body).not.toMatch(/relation|does not exist|connectors_away|stack|select/i)
    expect(server.logged.join('')).toContain('does not exist')
  })

  it('takes only values of the right form, and does not repeat them', async () => {
    for (const id of ["' or 1=1", 7, 'A'.repeat(10_000), null, ['x'], '0198F0AA-0000-7000-8000-000000000001']) {
      const reply = await ask({ query: one, variables: { id } })
      expect(reply.statusCode, reply.body).toBe(400)
      expect(problemsOf(reply)).toEqual(['graph/invalid'])
      expect(reply.body).not.toMatch(/or 1=1|AAAA|0198F0AA/)
      expect(reply.body.length).toBeLessThan(smallAnswer)
    }
  })

  it('does not name fields that were not asked for', async () => {
    const reply = await ask({ query: '{ me { emial } }' })
    expect(problemsOf(reply)).toEqual(['graph/invalid'])
    expect(reply.body).not.toContain('email')
  })

  const nested = (depth: number) => `{ ${'me { '.repeat(depth)}id${' }'.repeat(depth)} }`
  const bombs: Readonly<Record<string, string>> = {
    'the same field 1,000 times': `{ ${Array.from({ length: 1_000 }, (_, at) => `a${at}: me { id }`).join(' ')} }`,
    'one level too many': nested(depthMax + 1),
    '300 levels': nested(300),
    'fragments in a circle': 'query x { me { ...a } } fragment a on Person { ...b } fragment b on Person { ...a }',
    'a fragment in itself': 'query x { me { ...a } } fragment a on Person { id ...a }',
    'fragments that double thirty times': `query x { me { ...f0 } } ${Array.from(
      { length: 30 },
      (_, at) => `fragment f${at} on Person { ...f${at + 1} ...f${at + 1} }`,
    ).join(' ')} fragment f30 on Person { id }`,
    'more than 20,000 characters': `{ me { id } } #${'x'.repeat(20_000)}`,
    '5,000 words': `{ me { ${'id '.repeat(5_000)} } }`,
    '500 directives': `{ me { id ${'@include(if: true) '.repeat(500)} } }`,
    '5,000 brackets': `{ me(a: ${'['.repeat(2_500)}${']'.repeat(2_500)}) { id } }`,
    'no GraphQL': '}{ me',
    'two operations and no name': 'query a { me { id } } query b { me { id } }',
    'a mutation, which there is not': 'mutation { me { id } }',
  }

  it.each(Object.entries(bombs))('refuses %s, small and soon', async (_, query) => {
    const begun = performance.now()
    const reply = await ask({ query })
    expect(performance.now() - begun).toBeLessThan(soon)
    expect(reply.statusCode, reply.body).toBe(400)
    expect(reply.body.length).toBeLessThan(smallAnswer)
    expect(reply.json<{ data?: unknown }>().data ?? null).toBeNull()
    expect(reply.headers['content-type']).toContain('application/problem+json')
    expect(['graph/too-much', 'graph/invalid', 'request/malformed']).toContain(problemsOf(reply)[0])
  })

  it('takes one question at a time', async () => {
    const reply = await ask([{ query: whoAmI.text }, { query: whoAmI.text }])
    expect([reply.statusCode, reply.json()['code']]).toEqual([400, 'request/malformed'])
  })

  it('refuses a subscription for whoever cannot read a stream', async () => {
    const { connector } = await makeConnector(server, 'userA')
    const reply = await ask({ query: connectorLive.text, variables: { ids: [connector._id] } })
    expect(reply.statusCode).toBe(400)
    expect(problemsOf(reply)).toEqual(['request/malformed'])
  })

  it('tells the schema where documents are free', async () => {
    const reply = await ask({ query: '{ __schema { queryType { name } } }' })
    expect(reply.json<Answer>().data).toEqual({ __schema: { queryType: { name: 'Query' } } })
  })
})

describe('in production', () => {
  const server = createTestServer()
  const ask = (body: unknown) => server.ask('POST', '/graphql', { as: 'userA', body })

  it('answers the documents of the console, by their text and by their hash', async () => {
    for (const body of [{ query: whoAmI.text }, { documentId: idOf(whoAmI.text) }]) {
      const reply = await ask(body)
      expect(reply.json<Answer>().data?.['me']).toMatchObject({ email: 'usera@example.test', role: 'USER' })
    }
  })

  it.each([
    ['another document', { query: '{ me { id } }' }],
    ['one more blank', { query: `${whoAmI.text} ` }],
    ['another hash', { documentId: `sha256:${'0'.repeat(64)}` }],
    ['the schema', { query: '{ __schema { types { name } } }' }],
    ['nothing', {}],
  ])('refuses %s', async (_, body) => {
    const reply = await ask(body)
    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ code: 'graph/document-unknown', status: 400 })
  })

  it('shows no page to try documents out', async () => {
    const headers = { accept: 'text/html' }
    const reply = await server.ask('GET', '/graphql', { as: 'userA', headers })
    expect([reply.statusCode, reply.json()['code']]).toEqual([405, 'request/wrong-method'])
    expect(reply.body).not.toMatch(/graphiql|<html/i)
  })
})

describe('the schema', () => {
  it('gives every list a limit that is counted', () => {
    const unbound = Object.values(schema.getTypeMap())
      .filter((type) => isObjectType(type) && !type.name.startsWith('__'))
      .flatMap((type) => (isObjectType(type) ? Object.values(type.getFields()).map((field) => ({ type, field })) : []))
      .filter(({ field }) => isListType(getNullableType(field.type)) && !isScalarType(getNamedType(field.type)))
      .filter(({ field }) => {
        const limit = field.args.find(({ name }) => name === 'limit')
        return limit?.defaultValue === undefined && typeof field.extensions['bounded'] !== 'number'
      })
    expect(unbound.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([])
  })

  it('can be asked every document of the console within the limits', () => {
    expect(documents.length).toBeGreaterThan(1)
    for (const { text } of documents) refuseCostly(schema, parse(text), undefined, {})
    expect(new Set(documents.map(({ text }) => idOf(text))).size).toBe(documents.length)
  })

  const small = buildSchema(`
    type Query { page(limit: Int = 20): Page }
    type Page { items: [Item!]! }
    type Item { id: ID parts(limit: Int = 10): [Item!]! }`)
  const costs = (query: string, variables = {}) => {
    try {
      refuseCostly(small, parse(query), undefined, variables)
      return 'fits'
    } catch (thrown) {
      return (thrown as { problem: { code: string } }).problem.code
    }
  }

  it('counts a field once for every item of the page that it stands in', () => {
    // 1 page, 1 items, and of each item its parts and their ids.
    const query = (limit: number | string) => `query q($n: Int) { page(limit: ${limit}) { items { parts(limit: 49) { id } } } }`
    expect(costs(query(97))).toBe('fits')
    expect(97 * 49 + 97 + 97 + 1).toBeLessThanOrEqual(costMax)
    expect(costs(query(99))).toBe('graph/too-much')
    expect([costs(query('$n'), { n: 97 }), costs(query('$n'), { n: 1_000_000 })]).toEqual(['fits', 'graph/too-much'])
  })

  it('counts what stands in fragments', () => {
    const text = (limit: number) =>
      `{ page(limit: ${limit}) { ...p ... on Page { items { id } } } } fragment p on Page { items { parts { ...i } } } fragment i on Item { id }`
    expect([costs(text(20)), costs(text(1_000))]).toEqual(['fits', 'graph/too-much'])
  })

  it('is compared: what breaks a reader is named, and what is new has to be committed', () => {
    const text = 'type Query {\n  a: String\n  b: Int\n}\n'
    expect(faultsOf(text, text)).toEqual([])
    expect(faultsOf(text, 'type Query {\n  a: String!\n  c: Int\n}\n')).toEqual([
      expect.stringMatching(/^breaking \(FIELD_REMOVED\): Query.b/),
      expect.stringContaining('is not what is served'),
    ])
    expect(faultsOf(text, `${text.slice(0, -2)}  c: Int\n}\n`)).toHaveLength(1)
  })
})
