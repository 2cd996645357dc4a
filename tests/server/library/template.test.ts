/** Public connectors: found, read by all, changed by their own, started from. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { ConnectorAndConfig } from '#contract/connectors/details/connector.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { TakeAwayFile } from '#contract/library/take-away.ts'
import type { Template, TemplateSummary } from '#contract/library/template.ts'
import { readyMade } from '#server/features/library/ready-made/library.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createTestServer, describeOnEachKind, goodConfig, makeConnector, type Who } from '../kit/test-server.ts'

const about = { name: 'Orders for everybody', description: 'What it does', category: 'Shops', tags: ['orders', 'Ünïcode'] }
type Page = {
  data: TemplateSummary[]
  total: number
  totalPages: number
  categories: { category: string; count: number }[]
  from: { system: string; count: number }[]
  to: { system: string; count: number }[]
}

describeOnEachKind('public connectors', (kind) => {
  const server = createTestServer({}, kind)
  const publish = async (as: Who, body: object = {}, config = goodConfig) => {
    const { connector } = await makeConnector(server, as, config)
    const reply = await server.ask('POST', '/api/templates', { as, body: { connectorId: connector._id, ...about, ...body } })
    if (reply.statusCode !== 201) throw new Error(reply.body)
    return reply.json<Template>()
  }
  const list = async (query: string, as: Who = 'userA') =>
    (await server.ask('GET', `/api/templates?${query}`, { as })).json<Page>()
  const names = async (query: string, as: Who = 'userA') => (await list(query, as)).data.map(({ name }) => name)

  it('are read by every company, and changed and taken back by their own: its administrators and who published', async () => {
    const { _id } = await publish('userA')
    const seen = (await server.ask('GET', `/api/templates/${_id}`, { as: 'adminB' })).json<Template>()
    expect(seen).toMatchObject({
      ...about,
      origin: 'public',
      publisher: 'Company A',
      isOwn: false,
      revision: 1,
      documentation: null,
    })
    expect((await server.ask('GET', `/api/templates/${_id}`, { as: 'otherA' })).json<Template>().isOwn).toBe(true)
    const change = (as: Who, revision: number) =>
      server.ask('PUT', '/api/templates/', { as, body: { _id, revision, ...about, name: `of ${as}` } })
    expect([(await change('adminB', 1)).statusCode, (await change('otherA', 1)).statusCode]).toEqual([403, 403])
    expect((await change('userA', 1)).json<Template>()).toMatchObject({ name: 'of userA', revision: 2 })
    expect((await change('adminA', 2)).json<Template>()).toMatchObject({ name: 'of adminA', revision: 3 })
    const remove = (as: Who) => server.ask('DELETE', `/api/templates/${_id}`, { as })
    expect([(await remove('adminB')).statusCode, (await remove('otherA')).statusCode]).toEqual([403, 403])
    const started = await server.ask('POST', `/api/templates/${_id}/start`, { as: 'adminB', body: { name: 'mine' } })
    expect((await remove('adminA')).json()).toEqual({ success: true })
    expect((await server.ask('GET', `/api/templates/${_id}`, { as: 'userA' })).json()).toMatchObject({
      status: 404,
      code: 'template/not-found',
    })
    expect((await remove('adminA')).json()).toMatchObject({ status: 404, code: 'template/not-found' })
    const { connector } = started.json<ConnectorAndConfig>()
    expect((await server.ask('GET', `/api-connectors/${connector._id}`, { as: 'adminB' })).statusCode).toBe(200)
  })

  it('are not changed from an old revision, which is told with the one that is there', async () => {
    const { _id } = await publish('userA')
    const change = (revision: number, name: string) =>
      server.ask('PUT', '/api/templates/', { as: 'userA', body: { _id, revision, ...about, name } })
    await change(1, 'first')
    const stale = await change(1, 'second')
    expect(stale.json<Problem>()).toMatchObject({
      ...{ status: 409, code: 'template/stale' },
      message: expect.stringContaining('You have revision 1, but the current revision is 2'),
      errors: [{ path: '/revision', message: 'is 1, but must be 2' }],
    })
    expect((await server.ask('GET', `/api/templates/${_id}`, { as: 'userA' })).json<Template>().name).toBe('first')
    const both = await Promise.all([change(2, 'a'), change(2, 'b')])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  })

  it('keep what they were made of until they are made anew, from a connector that the person sees', async () => {
    const { _id, config } = await publish('userA')
    const other = { ...goodConfig, destination: { ...goodConfig.destination, url: 'https://new.example.com/orders' } }
    const { connector } = await makeConnector(server, 'userA', other)
    const change = async (as: Who, revision: number, more: object) =>
      (await server.ask('PUT', '/api/templates/', { as, body: { _id, revision, ...about, ...more } })).json<
        Template & Omit<Problem, 'status'>
      >()
    expect((await change('userA', 1, {})).config).toEqual(config)
    const anew = await change('userA', 2, { connectorId: connector._id })
    expect([anew.config.destination.url, anew.hosts]).toEqual([
      'https://new.example.com/orders',
      ['new.example.com', 'shop.example.com'],
    ])
    // By this the console knows its own publication again when the answer to it was lost.
    const file = (await server.ask('GET', `/api-connectors/${connector._id}/export`, { as: 'userA' })).json<TakeAwayFile>()
    expect([anew.config, anew.shapes]).toEqual([file.config, file.shapes])
    const foreign = (await makeConnector(server, 'adminB')).connector._id
    expect(await change('userA', 3, { connectorId: foreign })).toMatchObject({ status: 404, code: 'connector/not-found' })
    const hidden = await server.ask('POST', '/api/templates', { as: 'otherA', body: { connectorId: connector._id, ...about } })
    expect(hidden.json()).toMatchObject({ status: 404, code: 'connector/not-found' })
  })

  it('are published once when it is asked for twice', async () => {
    const { connector } = await makeConnector(server)
    const body = { connectorId: connector._id, ...about, name: 'only once' }
    const ask = () => server.ask('POST', '/api/templates', { as: 'userA', key: 'publish-1', body })
    const first = await ask()
    expect((await ask()).body).toBe(first.body)
    // As when the process ended before its answer was kept.
    await sql`delete from idempotency_keys`.execute(server.database.db)
    expect((await ask()).body).toBe(first.body)
    expect(await names('search=only%20once')).toEqual(['only once'])
  })

  it('are found by name, description, tag and host, all words of a search, whatever their case', async () => {
    const at = (url: string) => ({ ...goodConfig, source: { ...goodConfig.source, url } })
    await publish(
      'userA',
      { name: 'Alpha 50%_off', description: 'moves Zebras', tags: ['Tägg'] },
      at('https://Very-Odd.example.org:8443/x'),
    )
    for (const search of ['alpha', 'ZEBRA', 'tägg', 'very-odd.example.org:8443', 'alpha zebras', '50%_'])
      expect(await names(`search=${encodeURIComponent(search)}`, 'adminB'), search).toEqual(['Alpha 50%_off'])
    for (const search of ['alpha lion', '_%_', 'alpha%off', 'off\nmoves zzz', "'; drop table templates"])
      expect(await names(`search=${encodeURIComponent(search)}&origin=public`), search).not.toContain('Alpha 50%_off')
  })

  it('are listed page by page behind the ready-made ones, with how many there are of each category', async () => {
    for (let each = 0; each < 3; each += 1)
      await publish('adminB', { name: `Page ${each}`, category: 'Paged', tags: ['pagedtag'] })
    const ready = readyMade(readConfig({}).sandboxOrigin).length
    const everything = await list('limit=100')
    expect(everything.total).toBe(everything.data.length)
    expect(everything.data.slice(0, ready).every(({ origin }) => origin === 'library')).toBe(true)
    expect(everything.data.slice(ready).every(({ origin }) => origin === 'public')).toBe(true)
    const paged: string[] = []
    for (let page = 1; page <= Math.ceil(everything.total / 4); page += 1)
      paged.push(...(await list(`limit=4&page=${page}`)).data.map(({ _id }) => _id))
    expect(paged).toEqual(everything.data.map(({ _id }) => _id))
    const sum = everything.categories.reduce((all, { count }) => all + count, 0)
    expect(sum).toBe(everything.total)
    expect(everything.categories).toContainEqual({ category: 'Paged', count: 3 })
    const narrow = await list('category=Paged&search=pagedtag&limit=2&page=2')
    expect([narrow.total, narrow.totalPages, narrow.data.map(({ name }) => name)]).toEqual([3, 2, ['Page 0']])
    expect((await list('origin=library&limit=100')).total).toBe(ready)
    expect(await names('origin=own&search=pagedtag', 'userA')).toEqual([])
    expect(await names('origin=own&search=pagedtag', 'adminB')).toEqual(['Page 2', 'Page 1', 'Page 0'])
    expect((await server.ask('GET', '/api/templates?limit=101', { as: 'userA' })).statusCode).toBe(400)
  })

  it('are filtered by the systems that they join, each filter with what the others leave', async () => {
    const toCrm = { ...goodConfig, destination: { ...goodConfig.destination, url: 'https://in.joined-crm.example/orders' } }
    const fromStripe = { ...toCrm, source: { ...toCrm.source, url: 'https://api.stripe.com/v1/charges' } }
    const one = { name: 'Joins one', category: 'Joined', tags: ['joinedtag'] }
    await publish('adminB', one, toCrm)
    await publish('adminB', { ...one, name: 'Joins Stripe' }, fromStripe)
    expect(await names('origin=public&from=Stripe&search=joinedtag')).toEqual(['Joins Stripe'])
    const narrow = await list('search=joinedtag&from=Stripe&to=Joined-crm')
    expect([narrow.total, narrow.data.map(({ source, destination }) => [source, destination])]).toEqual([
      1,
      [['Stripe', 'Joined-crm']],
    ])
    // What another choice would leave: each filter is counted without itself.
    expect(narrow.from).toContainEqual({ system: 'Stripe', count: 1 })
    expect(narrow.from.length).toBe(2)
    expect(narrow.to).toEqual([{ system: 'Joined-crm', count: 1 }])
    expect(narrow.categories).toEqual([{ category: 'Joined', count: 1 }])
    const ready = await list('origin=library&from=Stripe')
    expect(ready.data.map(({ _id: id }) => id)).toEqual([
      ...['stripe-customers-to-hubspot', 'stripe-customers-to-postgresql', 'stripe-charges-to-postgresql'],
      ...['stripe-customers', 'stripe-charges'],
    ])
    expect(ready.data[3]).toMatchObject({ destination: null, rights: ['Secret or restricted key that can read customers'] })
    expect((await list('origin=library')).from).toContainEqual({ system: 'Webhook', count: 1 })
    expect(await names("from=Stripe' or '1'='1&search=joinedtag")).toEqual([])
  })

  it('of one system are found for a pair, behind those of both, and each filter says how many a choice would leave', async () => {
    const ids = (page: Page) => page.data.map(({ _id: id }) => id)
    const pair = await list('origin=library&from=Stripe&to=HubSpot')
    expect(ids(pair)).toEqual(['stripe-customers-to-hubspot', 'stripe-customers', 'stripe-charges', 'hubspot-new-contacts'])
    expect([pair.total, pair.to.find(({ system }) => system === 'HubSpot')?.count]).toEqual([4, 4])

    const open = { ...goodConfig.source, url: '' }
    const to = (host: string) => ({ ...goodConfig.destination, url: `https://in.${host}.example/orders` })
    const of = { category: 'Paired', tags: ['pairtag'] }
    const both = {
      ...goodConfig,
      source: { ...goodConfig.source, url: 'https://api.stripe.com/v1/charges' },
      destination: to('pairs-one'),
    }
    await publish('adminB', { ...of, name: 'Of both' }, both)
    await publish('adminB', { ...of, name: 'To one' }, { ...goodConfig, source: open, destination: to('pairs-one') })
    await publish('adminB', { ...of, name: 'To two' }, { ...goodConfig, source: open, destination: to('pairs-two') })
    const published = 'origin=public&search=pairtag&from=Stripe'
    expect(await names(`${published}&to=Pairs-one`)).toEqual(['Of both', 'To one'])
    expect((await list(published)).to).toEqual([
      { system: 'Pairs-one', count: 2 },
      { system: 'Pairs-two', count: 1 },
    ])
  })

  it('keep hostile texts as texts, and are started from with them', async () => {
    const hostile = '<img src=x onerror=alert(1)> $\u007b7*7} {{x}} \u200f"; drop table templates;--'
    const config = { ...goodConfig, source: { ...goodConfig.source, headers: [{ key: 'x-note', value: hostile }] } }
    const made = await publish(
      'userA',
      { name: hostile, description: hostile, category: hostile.slice(0, 64), tags: ['<b>', '--'] },
      config,
    )
    expect(made).toMatchObject({ name: hostile, description: hostile, tags: ['<b>', '--'] })
    const started = await server.ask('POST', `/api/templates/${made._id}/start`, { as: 'adminB', body: { name: hostile } })
    const { connector, config: draft } = started.json<ConnectorAndConfig>()
    expect([connector.name, connector.details, draft.source.headers?.[0]?.value]).toEqual([hostile, hostile, hostile])
  })

  it('are not called so that they read as something else', async () => {
    const { connector } = await makeConnector(server)
    const ask = (body: object) =>
      server.ask('POST', '/api/templates', { as: 'userA', body: { connectorId: connector._id, ...about, ...body } })
    for (const turn of ['\u202a', '\u202e', '\u2066', '\u2069']) {
      const reply = await ask({ name: `a${turn}b`, category: turn, tags: ['x', turn] })
      expect(reply.statusCode).toBe(422)
      expect(reply.json<Problem>().errors?.map(({ path }) => path)).toEqual(['/name', '/category', '/tags'])
    }
    const made = await publish('userA', { name: 'سفارش\u200cها' })
    const body = { _id: made._id, revision: 1, ...about, description: '\u202e' }
    expect((await server.ask('PUT', '/api/templates/', { as: 'userA', body })).json<Problem>()).toMatchObject({
      errors: [{ path: '/description' }],
    })
  })

  it('are started from in the own company, once for one key, with the fields that they know', async () => {
    const { connector } = await makeConnector(server)
    const shape = {
      fields: [{ path: 'id', types: ['string'], isRequired: true }],
      examples: [{ id: 'of somebody' }],
      origin: 'request',
      takenAt: '2026-01-02T03:04:05.000Z',
    }
    await server.ask('PUT', `/api-connectors/${connector._id}/shapes`, { as: 'userA', body: { source: shape } })
    const made = await server.ask('POST', '/api/templates', { as: 'userA', body: { connectorId: connector._id, ...about } })
    const { _id } = made.json<Template>()
    const start = () =>
      server.ask('POST', `/api/templates/${_id}/start`, { as: 'adminB', key: 'start-1', body: { name: 'From there' } })
    const [first, second] = [await start(), await start()]
    expect(second.body).toBe(first.body)
    await sql`delete from idempotency_keys`.execute(server.database.db)
    expect((await start()).body).toBe(first.body)
    const draft = first.json<ConnectorAndConfig>()
    expect(draft.connector).toMatchObject({
      name: 'From there',
      details: about.description,
      status: 'Draft',
      userId: server.ids.adminB,
    })
    expect(draft.config).toMatchObject({ ...goodConfig, name: 'From there' })
    const shapes = await server.ask('GET', `/api-connectors/${draft.connector._id}/shapes`, { as: 'adminB' })
    expect(shapes.json()).toEqual({ source: { ...shape, examples: [] } })
    expect((await server.ask('GET', `/api-connectors/${draft.connector._id}`, { as: 'adminA' })).statusCode).toBe(404)
  })
})
