// @vitest-environment happy-dom
/** What of a draft survives a page that is closed, and what is still missing in it. */
import { describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { differencesOf, sameContent } from '#src/machines/builder/draft/comparison.ts'
import { changed, type Draft } from '#src/machines/builder/draft/draft.ts'
import { type Lack, missingOf } from '#src/machines/builder/draft/missing.ts'
import { openedFrom, parseStoredDraft } from '#src/machines/builder/draft/opened.ts'
import { withoutSecrets } from '#src/machines/builder/draft/secrets.ts'
import { firstPageOnly } from '#src/machines/builder/lists/remainder.ts'
import { sentenceOf } from '#src/views/builder/draft/missing-text.ts'
import { named, shopDraft } from '../../model/kit/samples/drafts.ts'

const mark = { set: true, last4: 'word' } as const
const withAuth = (token: ConnectorConfig['source']['auth'], draft = shopDraft): Draft =>
  changed(draft, { config: { source: { ...draft.config.source, ...(token && { auth: token }) } } })
const later = (draft: Draft): Draft => ({ ...draft, revision: draft.revision + 1 })

describe('what a tab keeps', () => {
  it('holds no secret that was typed: not in a sign-in, not in a header that carries one', () => {
    const typed = changed(withAuth({ type: 'bearer', token: 'hush' }), {
      config: {
        destination: {
          ...shopDraft.config.destination,
          headers: [
            { key: 'Authorization', value: 'Bearer hush' },
            { key: 'X-Shop', value: 'north' },
          ],
        },
        enrichment: [{ id: 'a', type: 'http', auth: { type: 'basic', username: 'ada', password: 'hush' } }],
      },
    })
    const kept = JSON.stringify(withoutSecrets(typed))
    expect(JSON.stringify(typed).split('hush')).toHaveLength(4)
    expect(kept).not.toContain('hush')
    expect(kept).toContain('north')
    expect(kept).toContain('ada')
  })

  it('keeps the mark of a secret that the server has, and finds it again where a new one was typed', () => {
    expect(withoutSecrets(withAuth({ type: 'bearer', token: mark })).config.source.auth).toEqual({ type: 'bearer', token: mark })
    const server = withAuth({ type: 'bearer', token: mark })
    const kept = withoutSecrets(withAuth({ type: 'bearer', token: 'hush' }, named('Orders')))
    const opened = openedFrom(server, kept)
    expect(opened.draft.config.source.auth).toEqual({ type: 'bearer', token: mark })
    expect(opened.draft.profile.name).toBe('Orders')
  })

  it('takes no secret of another kind of sign-in', () => {
    const kept = withoutSecrets(withAuth({ type: 'basic', username: 'ada', password: 'hush' }))
    const { draft } = openedFrom(withAuth({ type: 'bearer', token: mark }), kept)
    expect(draft.config.source.auth).toEqual({ type: 'basic', username: 'ada', password: '' })
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a text', 'draft'],
    ['a list', [shopDraft]],
    ['no revision', { ...shopDraft, revision: '3' }],
    ['no name', { ...shopDraft, profile: {} }],
    ['no trigger', { ...shopDraft, config: { ...shopDraft.config, trigger: null } }],
    ['no lines', { ...shopDraft, config: { ...shopDraft.config, dataMapping: [null] } }],
  ])('is no draft when it is %s', (_, found) => expect(parseStoredDraft(found)).toBeNull())

  it('is a draft also while it is half typed', () => {
    const half = named('', changed(shopDraft, { config: { trigger: { type: 'schedule', everySeconds: 0 } } }))
    expect(parseStoredDraft(JSON.parse(JSON.stringify(half)))).toEqual(half)
  })
})

describe('a draft opens', () => {
  it('as the server has it where the tab kept nothing, or the same in another order', () => {
    expect(openedFrom(shopDraft, null)).toEqual({ draft: shopDraft, isAhead: false })
    const { url, type, requestMethod, isList } = shopDraft.config.source
    const kept = changed(shopDraft, { config: { source: { isList, url, requestMethod, type, headers: undefined } as never } })
    expect(openedFrom(later(shopDraft), kept)).toEqual({ draft: later(shopDraft), isAhead: false })
  })

  it('as the tab had it where nobody saved since, and that is saved first', () => {
    expect(openedFrom(shopDraft, named('Orders'))).toEqual({ draft: named('Orders'), isAhead: true })
  })

  it('with both versions where somebody saved since', () => {
    const server = later(named('Theirs'))
    const opened = openedFrom(server, named('Orders'))
    expect(opened).toMatchObject({ draft: { revision: 3, profile: { name: 'Orders' } }, isAhead: true, theirs: server })
  })
})

it('a draft keeps lines of its records without a filter, and no empty rules', () => {
  const records = { each: { path: 'lines', empty: 'leaveOut' as const } }
  const split = changed(shopDraft, { config: { records } })
  expect(changed(split, { config: { name: 'Other' } }).config.records).toEqual(records)
  expect(changed(split, { config: { records: {} } }).config).not.toHaveProperty('records')
})

describe('two versions', () => {
  it('differ in single values, each with its place', () => {
    const other = changed(shopDraft, {
      config: { source: { ...shopDraft.config.source, url: 'https://b.test' }, trigger: { type: 'webhook' } },
    })
    expect(differencesOf(shopDraft, other)).toEqual([
      { path: '/config/trigger/type', mine: 'manual', theirs: 'webhook' },
      { path: '/config/source/url', mine: 'https://shop.example.test/orders', theirs: 'https://b.test' },
    ])
  })

  it('never show a secret, and do not differ by one', () => {
    const [one, other] = [withAuth({ type: 'bearer', token: 'hush' }), withAuth({ type: 'bearer', token: mark })]
    expect(sameContent(one, other)).toBe(true)
    expect(JSON.stringify(differencesOf(one, shopDraft))).not.toContain('hush')
  })

  it('do not differ by the status, which is the connector’s', () => {
    expect(sameContent(shopDraft, changed(shopDraft, { config: { status: 'Active' } }))).toBe(true)
  })
})

describe('a step misses', () => {
  const lacks = (change: Parameters<typeof changed>[1], step: keyof ReturnType<typeof missingOf>) =>
    missingOf(changed(shopDraft, change))[step].map((lack: Lack) => sentenceOf(lack))
  const side = (more: Partial<ConnectorConfig['source']>) => ({ config: { source: { ...shopDraft.config.source, ...more } } })

  it('nothing where all is there', () => expect(Object.values(missingOf(shopDraft)).flat()).toEqual([]))

  it.each<[string, Parameters<typeof changed>[1], keyof ReturnType<typeof missingOf>]>([
    ['Enter a connector name.', { profile: { name: ' ' } }, 'profile'],
    ['Enter an interval of at least 1 second.', { config: { trigger: { type: 'schedule', everySeconds: 0 } } }, 'profile'],
    ['Enter a cron expression.', { config: { trigger: { type: 'schedule', cron: ' ' } } }, 'profile'],
    ['Enter the URL of the source.', side({ url: ' ' }), 'source'],
    ['Enter a valid URL for the source.', side({ url: 'shop.test/orders' }), 'source'],
    ['Enter a valid URL for the source.', side({ url: 'ftp://shop.test/orders' }), 'source'],
    ['Enter the token of the source.', side({ auth: { type: 'bearer', token: '' } }), 'source'],
    ['Enter the API key of the source.', side({ auth: { type: 'apiKey', in: 'header', name: 'X-Key', value: '' } }), 'source'],
    ['Enter the secret of the source.', side({ secrets: [{ in: 'header', name: 'X-Key', value: '' }] }), 'source'],
    ['Enter the host and database of the source.', side({ type: 'database' }), 'source'],
    ['Enter a table or a query for the source.', side({ type: 'database' }), 'source'],
    ['Enter the endpoint and container of the source.', side({ type: 'azure' }), 'source'],
    [
      'Enter the URL of the destination.',
      { config: { destination: { type: 'http', requestMethod: 'POST', url: '' } } },
      'destination',
    ],
    [
      'Enter the URL of the enrichment “Weather”.',
      { config: { enrichment: [{ id: 'w', title: 'Weather', type: 'http' }] } },
      'enrichment',
    ],
    [
      'Choose which record field to look up with the enrichment “1”.',
      { config: { enrichment: [{ id: 'w', type: 'http' }] } },
      'enrichment',
    ],
    ['Enter the target path of the enrichment “1”.', { config: { enrichment: [{ id: 'w', type: 'http' }] } }, 'enrichment'],
    [
      'Complete the field mapping of email.',
      { config: { dataMapping: [{ id: '1', source: 's', target: 't', sourcePath: '', targetPath: 'email' }] } },
      'mapping',
    ],
  ])('%s', (sentence, change, step) => expect(lacks(change, step)).toContain(sentence))

  it('a parameter for a place in the address of an enrichment, and a place for a parameter', () => {
    const lookup = { per: 'record', notFound: 'fail', resultPath: '', targetPath: 'customer' } as const
    const of = (url: string, ...names: string[]) => {
      const parameters = names.map((name) => ({ in: 'path', name, sourcePath: 'id' }) as const)
      const item = { id: 'c', title: 'CRM', type: 'http', url, lookup: { ...lookup, parameters } } as const
      return lacks({ config: { enrichment: [item] } }, 'enrichment')
    }
    expect(of('https://crm.test/customers/{id}', 'id')).toEqual([])
    expect(of('https://crm.test/customers/{id}/{{tenant}}', 'key')).toEqual([
      'Add a parameter for {id} in the URL of the enrichment “CRM”.',
      'Add {key} to the URL of the enrichment “CRM”, or remove its parameter.',
    ])
    expect(of('crm.test/{id}', 'key')).toEqual(['Enter a valid URL for the enrichment “CRM”.'])
  })

  it('whether the answer of a source that was never asked is one record or a list', () => {
    const { isList: _, ...source } = shopDraft.config.source
    const known = (origin: 'request' | 'pasted' | 'openapi', examples: unknown[] = []) => ({
      source: { fields: [], examples, origin, takenAt: '' },
    })
    const asked = ['Send a test request, or choose whether the response is one record or a list.']
    const of = (shapes?: ReturnType<typeof known>) => lacks({ config: { source }, ...(shapes && { shapes }) }, 'source')
    expect([of(), of(known('openapi')), of(known('pasted', [{ id: 1 }]))], 'nobody saw an answer').toEqual([asked, asked, asked])
    expect(of(known('pasted', [{ items: [{ id: 1 }] }]))).toEqual([
      'Found a list of 1 item. Choose whether each item is a record.',
    ])
    expect(of(known('request', [{ id: 1 }])), 'the test says it').toEqual([])
    for (const isList of [false, true]) expect(lacks({ config: { source: { ...source, isList } } }, 'source')).toEqual([])
    expect(lacks({ config: { source: { ...source, url: '' } } }, 'source')).toEqual(['Enter the URL of the source.'])
    expect(lacks({ config: { source: { type: 'database' } } }, 'source')).not.toContain(asked[0])
  })

  it('what becomes of records that the answer declares and does not hold', () => {
    const shapes = {
      source: { fields: [], examples: [], origin: 'request' as const, takenAt: '', more: [{ path: 'items', said: 'x' }] },
    }
    const listed = { ...shopDraft.config.source, isList: true, listPath: 'items' }
    expect(lacks({ config: { source: listed }, shapes }, 'source')).toEqual([
      'The response has more pages. Set up pagination, or choose to read this page only.',
    ])
    expect(lacks({ config: { source: firstPageOnly(listed) }, shapes }, 'source')).toEqual([])
  })

  it('no address where the records come by a webhook, and none of a known secret', () => {
    expect(lacks({ config: { trigger: { type: 'webhook' }, source: { type: 'http', url: '' } } }, 'source')).toEqual([])
    expect(lacks(side({ auth: { type: 'bearer', token: mark } }), 'source')).toEqual([])
  })

  it('what the destination asks for, until something is mapped to it or inside it', () => {
    const field = (path: string, isRequired: boolean) => ({ path, types: ['string' as const], isRequired })
    const shapes = {
      destination: {
        fields: [field('email', true), field('address', true), field('note', false)],
        examples: [],
        origin: 'typed' as const,
        takenAt: '2026-11-20T10:00:00.000Z',
      },
    }
    const line = (targetPath: string) => ({ id: targetPath, source: 's', target: 't', sourcePath: 'x', targetPath })
    expect(lacks({ shapes, config: { dataMapping: [line('note')] } }, 'mapping')).toEqual([
      'Map a source field to email. The destination requires it.',
      'Map a source field to address. The destination requires it.',
    ])
    expect(lacks({ shapes, config: { dataMapping: [line('email'), line('address.city')] } }, 'mapping')).toEqual([])
    expect(lacks({ shapes }, 'mapping'), 'delivered as they are, and nobody knows how they are').toEqual([])
  })
})
