/** What a person is told of a template before anything is made of it: needs in words, parts without what stays, hostile texts as texts. */
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Template } from '#contract/library/template.ts'
import { DestinationReview, MappingReview, SourceReview } from '#src/views/library/ConfigReview.tsx'
import { needsIn, wordOfNeed } from '#src/views/library/need.ts'
import { AboutCard, BeforeCard } from '#src/views/library/TemplateFacts.tsx'

afterEach(cleanup)

const hostile = '<img src=x onerror=alert(1)>'
const config: ConnectorConfig = {
  name: 'Orders',
  trigger: { type: 'manual' },
  source: {
    type: 'http',
    url: 'https://shop.example.test/orders',
    requestMethod: 'GET',
    headers: [{ key: 'x-shop', value: hostile }],
    variables: [{ key: 'shop', value: 'never shown' }],
    auth: { type: 'bearer', token: '' },
  },
  destination: { type: 'http', url: 'https://crm.example.test/orders', requestMethod: 'POST' },
  dataMapping: [{ id: 'm1', source: 'number', target: 'no', sourcePath: 'number', targetPath: 'no' }],
  enrichment: [
    { id: 'e1', title: 'Weather', type: 'http', auth: { type: 'apiKey', in: 'query', name: 'key', value: '' } },
    { id: 'e2', type: 'http' },
  ],
}

it.each([
  ['/source/auth/token', 'Source: token'],
  ['/destination/auth/clientSecret', 'Destination: client secret'],
  ['/source/url', 'Source: address'],
  ['/source/headers/0/value', 'Source: value of the header “x-shop”'],
  ['/source/variables/0/value', 'Source: value of “shop”'],
  ['/enrichment/0/auth/value', 'Weather: API key'],
  ['/enrichment/1/url', 'Enrichment: address'],
  ['/dataMapping/0/rule/value', 'Data mapping: source of “no”'],
  ['/source/queries/7/value', 'Source: queries/7/value'],
  ['/somewhere/else', '/somewhere/else'],
])('%s is told as %s', (place, words) => expect(wordOfNeed(place, config)).toBe(words))

describe('a template on its page', () => {
  const template: Template = {
    _id: 'the-template',
    name: hostile,
    description: hostile,
    category: hostile,
    tags: [hostile],
    origin: 'public',
    publisher: hostile,
    isOwn: false,
    status: 'approved',
    declinedReason: null,
    usedBy: 0,
    sourceType: 'http',
    destinationType: 'http',
    source: hostile,
    destination: null,
    rights: [hostile],
    hosts: ['crm.example.test', 'shop.example.test'],
    revision: 1,
    updatedAt: null,
    config,
    shapes: { source: { fields: [], examples: [], origin: 'library', takenAt: '2026-01-01T00:00:00.000Z' } },
    needs: ['/source/auth/token'],
    documentation: 'https://docs.example.test/orders',
  }

  it('names every host and everything that is missing', () => {
    render(<BeforeCard {...template} />)
    const listed = (name: string) =>
      within(screen.getByRole('list', { name }))
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent)
    expect(listed('Hosts')).toEqual(template.hosts)
    expect(listed('Values')).toEqual(['Source: token'])
    expect(listed('Access rights')).toEqual([hostile])
  })

  it('says so where there is no host and no need', () => {
    render(<BeforeCard hosts={[]} needs={[]} config={config} />)
    screen.getByText("No hosts yet. You'll enter the URL yourself.")
    screen.getByText('Nothing. You can test it now.')
  })

  it('shows hostile texts as texts', () => {
    render(<AboutCard template={template} />)
    render(<SourceReview of={template} />)
    expect(document.querySelector('img')).toBeNull()
    expect(screen.getAllByText(hostile, { exact: false }).length).toBeGreaterThan(2)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', ' https://docs.example.test'])('makes no link of %j', (documentation) => {
    render(<AboutCard template={{ ...template, documentation }} />)
    expect(screen.queryByRole('link')).toBeNull()
  })

  it('links to the public documentation', () => {
    render(<AboutCard template={template} />)
    expect(screen.getByRole('link', { name: 'Public documentation' }).getAttribute('href')).toBe(template.documentation)
  })

  it('shows each part, and neither a secret nor the value of a variable', () => {
    render(<SourceReview of={template} />)
    render(<DestinationReview of={template} />)
    render(<MappingReview of={template} />)
    expect(screen.getByRole('region', { name: 'Source' }).textContent).toContain('Bearer token, secret not included')
    expect(screen.getByRole('region', { name: 'Source' }).textContent).toContain('shop (value not included)')
    expect(screen.getByRole('region', { name: 'Destination' }).textContent).toContain('POST')
    expect(screen.getByRole('region', { name: 'Data mapping' }).textContent).toContain('no from number')
    screen.getByRole('region', { name: 'Weather' })
    expect(document.body.textContent).not.toContain('never shown')
  })

  it('names each secret of a checked file by its header or parameter', () => {
    const secrets = [
      { in: 'header', name: 'X-Tenant-Key', value: '' },
      { in: 'query', name: 'api_key', value: '' },
    ]
    const file = { config: { ...config, source: { ...config.source, secrets }, destination: { ...config.destination, secrets } } }
    const needs = ['/source/secrets/0/value', '/destination/secrets/1/value', '/source/auth/token']
    expect(needsIn(JSON.stringify(file), needs)).toEqual([
      'Source: secret “X-Tenant-Key”',
      'Destination: secret “api_key”',
      'Source: token',
    ])
    expect(needsIn('no file', ['/source/secrets/0/value'])).toEqual(['Source: Secret 1, value'])
  })
})
