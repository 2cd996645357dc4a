/** The sentences of `studio-account-settings.md` section 5 "Config editor", word for word. */
import { describe, expect, it } from 'vitest'

import { checkSection, checkSections, type SectionName } from '../../contract/config-sections.ts'

const source = { type: 'http', url: 'https://shop.example.test/orders', requestMethod: 'GET' }
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

  it.each([{ azureConfig: { container: 'c' } }, { databaseConfig: { host: 'h' } }])(
    'ask %j for no address and no method',
    (side) => {
      expect(checkSection('source', side)).toEqual({ errors: [], warnings: [] })
    },
  )

  it('ask the source of a webhook for nothing', () => {
    expect(checkSection('source', { type: 'http' }, { type: 'webhook' })).toEqual({ errors: [], warnings: [] })
  })

  it.each([null, [], 'text', 7])('say nothing of %j', (config) =>
    expect(checkSections(config)).toEqual({ errors: [], warnings: [] }),
  )

  it('are all four looked at', () => {
    expect(checkSections({}).errors.map(({ path }) => path)).toEqual(['/source', '/destination', '/dataMapping', '/enrichment'])
  })
})
