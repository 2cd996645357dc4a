/** The sentences of `studio-account-settings.md` section 5 "Config editor", word for word. */
import { describe, expect, it } from 'vitest'

import { checkSection, checkSections, type SectionName } from '#contract/connectors/config/config-sections.ts'

const source = { type: 'http', url: 'https://shop.example.test/orders', requestMethod: 'GET' }
const onlyChanges = { paginationConfig: { type: 'page' }, incrementalConfig: { by: 'field', cursorPath: 'id' } }
const line = { id: 'm1', source: 'id', target: 'orderId', sourcePath: 'id', targetPath: 'orderId' }
const sound = { trigger: { type: 'manual' }, source, destination: source, dataMapping: [line], enrichment: [] }

describe('the sections of a configuration', () => {
  it('have nothing against a sound one', () => expect(checkSections(sound)).toEqual({ errors: [], warnings: [] }))

  it.each<[SectionName, unknown, string, string]>([
    ['source', undefined, '/source', 'The section source is missing'],
    ['destination', null, '/destination', 'The section destination is missing'],
    ['dataMapping', '', '/dataMapping', 'The section dataMapping is missing'],
    ['enrichment', undefined, '/enrichment', 'The section enrichment is missing'],
    ['source', { requestMethod: 'GET' }, '/source/url', 'Source must have a URL, Azure config, or database config'],
    [
      'destination',
      { requestMethod: 'GET' },
      '/destination/url',
      'Destination must have a URL, Azure config, or database config',
    ],
    ['source', { url: source.url }, '/source/requestMethod', 'Source must have a request method'],
    ['destination', { url: source.url }, '/destination/requestMethod', 'Destination must have a request method'],
    ['dataMapping', [line, { ...line, source: '' }], '/dataMapping/1', 'Data mapping 2: Missing source or target'],
    ['dataMapping', [{ ...line, target: undefined }], '/dataMapping/0', 'Data mapping 1: Missing source or target'],
  ])('find an error in %s %j', (section, data, path, message) => {
    expect(checkSection(section, data)).toEqual({ errors: [{ path, message }], warnings: [] })
  })

  it.each<[SectionName, unknown, string, string]>([
    ['source', { ...source, url: 'not a url' }, '/source/url', 'Source URL format may be invalid'],
    ['destination', { ...source, url: 'not a url' }, '/destination/url', 'Destination URL format may be invalid'],
    ['dataMapping', [{ ...line, sourcePath: '' }], '/dataMapping/0', 'Data mapping 1: Missing source or target path'],
    ['enrichment', [{ id: 'e' }, { id: 'f', url: 'https://x.test' }], '/enrichment/0', 'Enrichment 1: Missing URL or config'],
  ])('have a doubt about %s %j', (section, data, path, message) => {
    expect(checkSection(section, data)).toEqual({ errors: [], warnings: [{ path, message }] })
  })

  it('want the results of a search to be compared, and need it where the first is taken', () => {
    const found = (find: object) => {
      const operation = { do: 'find', parameters: [], find }
      const { errors, warnings } = checkSection('destination', { ...source, requestMethod: 'POST', operation })
      return [errors, warnings].map((all) => all.map(({ path }) => path))
    }
    const path = '/destination/operation/find/matchPath'
    expect(found({})).toEqual([[], [path]])
    expect(found({ onMany: 'first' })).toEqual([[path], []])
    expect(found({ onMany: 'first', matchPath: 'id', matchField: 'id' })).toEqual([[], []])
  })

  it.each<[string, SectionName, object, string, string]>([
    [
      'a body beside GET',
      'source',
      { ...source, body: { rawContent: '{}' } },
      '/source/body/rawContent',
      'This body is not sent: GET requests have none. Use POST, or remove it',
    ],
    [
      'a body of a destination',
      'destination',
      { ...source, requestMethod: 'POST', body: { rawContent: '{"a":1}' } },
      '/destination/body/rawContent',
      'This body is not sent, because a delivery contains only its records. Remove it',
    ],
    [
      'headers beside a database',
      'source',
      { type: 'database', databaseConfig: { table: 't' }, headers: [{ key: 'X-A', value: '1' }] },
      '/source/headers',
      'A database is asked without headers: these are not used. Remove them',
    ],
    [
      'query parameters beside a container',
      'destination',
      { type: 'azure', azureConfig: { container: 'c' }, queries: [{ key: 'a', value: '1' }] },
      '/destination/queries',
      'A container is asked without query parameters: these are not used. Remove them',
    ],
    [
      'a batch size of single deliveries',
      'source',
      { ...source, isList: true, listConfig: { type: 'simple', batchSize: 25, outputConfig: { strategy: 'individual' } } },
      '/source/listConfig/batchSize',
      'The batch size is not used: each record is delivered by itself, and one request reads the whole list',
    ],
    [
      'a batch size of one delivery',
      'source',
      { ...source, isList: true, listConfig: { type: 'simple', batchSize: 25, outputConfig: { strategy: 'aggregate' } } },
      '/source/listConfig/batchSize',
      'The batch size is not used: everything that one request brought is delivered at once, and one request reads the whole list',
    ],
    [
      'one page of all that are followed',
      'source',
      { ...source, isList: true, listConfig: { type: 'pagination', firstPageOnly: true } },
      '/source/listConfig/firstPageOnly',
      'This is not used: all pages are followed. Remove it, or choose another list type',
    ],
    [
      'pages of one record',
      'source',
      { ...source, isList: false, listConfig: { type: 'pagination', paginationConfig: { type: 'page' } } },
      '/source/listConfig',
      'List processing is off, so the list configuration is not used: the whole answer is one record. Turn it on if each item is a record',
    ],
    [
      'an output that nobody said to be of a list',
      'source',
      { ...source, listConfig: { type: 'simple', outputConfig: { strategy: 'bulk' } } },
      '/source/listConfig',
      'List processing is off, so the list configuration is not used: the whole answer is one record. Turn it on if each item is a record',
    ],
    [
      'another name of a header',
      'enrichment',
      [{ ...source, headers: [{ key: 'X-A', urlKey: 'X-B', value: '1' }] }],
      '/enrichment/0/headers/0/urlKey',
      'This name is not used: only a query parameter has another name in the URL. Remove it',
    ],
    [
      'another name of a variable',
      'destination',
      { ...source, requestMethod: 'POST', variables: [{ key: 'a', urlKey: 'b', value: '1' }] },
      '/destination/variables/0/urlKey',
      'This name is not used: only a query parameter has another name in the URL. Remove it',
    ],
    [
      'only changes of a database',
      'source',
      { type: 'database', databaseConfig: { table: 't' }, isList: true, listConfig: { type: 'pagination', ...onlyChanges } },
      '/source/listConfig/incrementalConfig',
      'This is not used: a database is asked for what is new by its cursor column. Set that column',
    ],
    [
      'only changes of blobs',
      'source',
      { type: 'azure', azureConfig: { container: 'c' }, isList: true, listConfig: onlyChanges },
      '/source/listConfig/incrementalConfig',
      'This is not used: every run reads all blobs. Remove it',
    ],
  ])('name %s, which nothing obeys', (_, section, side, path, message) => {
    expect(checkSection(section, side)).toEqual({ errors: [], warnings: [{ path, message }] })
  })

  it('name none that is obeyed, or says nothing', () => {
    const listConfig = { type: 'simple', batchSize: 25, outputConfig: { strategy: 'bulk' } }
    const usual = { ...listConfig, batchSize: 100, outputConfig: { strategy: 'individual' } }
    const posting = { ...source, requestMethod: 'POST', body: { rawContent: '{}' } }
    for (const side of [
      { ...posting, isList: true, listConfig },
      { ...source, isList: true, listConfig: usual, body: { rawContent: ' ' } },
      { ...source, isList: false, listConfig: usual },
      { ...source, queries: [{ key: 'a', urlKey: 'b', value: '1' }] },
    ])
      expect(checkSection('source', side).warnings).toEqual([])
    const off = { type: 'database', databaseConfig: { table: 't' }, headers: [{ key: 'X', value: '1', active: false }] }
    expect(checkSection('source', off).warnings).toEqual([])
  })

  it.each<[string, object, string | null]>([
    ['a list', { sourceDataType: 'array', targetDataType: 'string' }, '"id" is a list, and "orderId" takes a text'],
    [
      'all elements of a list',
      { sourcePath: 'lines[*].sku', sourceDataType: 'string', targetDataType: 'number' },
      '"lines[*].sku" is a list, and "orderId" takes a number',
    ],
    [
      'all that a rule makes of a list',
      { rule: { type: 'concat', sourcePaths: ['a', 'lines[*].sku'] }, targetDataType: 'string' },
      '"lines[*].sku" is a list, and "orderId" takes a text',
    ],
    ['each element', { sourcePath: 'lines[*].sku', targetPath: 'rows[*].sku', targetDataType: 'string' }, null],
    ['one element', { sourcePath: 'lines[0].sku', targetDataType: 'string' }, null],
    [
      'a list that a rule reads',
      { rule: { type: 'x', sourcePath: 'id' }, sourceDataType: 'array', targetDataType: 'string' },
      null,
    ],
    ['a list into a list', { sourceDataType: 'array', targetDataType: 'array' }, null],
    ['a list into anything', { sourceDataType: 'array' }, null],
  ])('have a doubt about %s in a field of one value', (_, more, said) => {
    const { warnings } = checkSection('dataMapping', [{ ...line, ...more }])
    expect(warnings.map(({ path }) => path)).toEqual(said === null ? [] : ['/dataMapping/0/targetPath'])
    if (said !== null) expect(warnings[0]?.message).toContain(said)
  })

  it.each([{ azureConfig: { container: 'c' } }, { databaseConfig: { host: 'h' } }])(
    'ask %j for no address and no method',
    (side) => {
      expect(checkSection('source', side)).toEqual({ errors: [], warnings: [] })
    },
  )

  it('ask the source of a webhook for nothing', () => {
    expect(checkSection('source', { type: 'http' }, { type: 'webhook' })).toEqual({ errors: [], warnings: [] })
  })

  it('name what the source of a webhook does not obey', () => {
    const { warnings } = checkSection('source', { type: 'http', listConfig: onlyChanges }, { type: 'webhook' })
    const message = 'This is not used: the records are the events of the webhook'
    expect(warnings).toEqual([{ path: '/source/listConfig/incrementalConfig', message }])
  })

  it.each([null, [], 'text', 7])('say nothing of %j', (config) =>
    expect(checkSections(config)).toEqual({ errors: [], warnings: [] }),
  )

  it('are all four looked at', () => {
    expect(checkSections({}).errors.map(({ path }) => path)).toEqual(['/source', '/destination', '/dataMapping', '/enrichment'])
  })
})
