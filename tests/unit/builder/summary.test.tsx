// @vitest-environment happy-dom
/** What the review says of the list of a source: what a run reads and sends. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'

import type { MappingEdge, SourceConfig } from '#contract/connectors/config/config.ts'
import type { IncrementalConfig, PaginationConfig } from '#contract/connectors/config/list-config.ts'
import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { firstPageOnly } from '#src/machines/builder/lists/remainder.ts'
import { Summary } from '#src/views/builder/review/Summary.tsx'
import { shopDraft } from '../../model/kit/samples/drafts.ts'

afterEach(cleanup)

const pages: PaginationConfig = {
  type: 'page',
  limitParam: '',
  offsetParam: '',
  pageParam: 'page',
  cursorParam: '',
  responsePathToNextCursor: '',
  responsePathToItems: 'data.rows',
}

it.each<[string, PaginationConfig]>([
  ['Reads the "data.rows" list page by page.', pages],
  ['Reads the "data.rows" list, 100 records per page.', { ...pages, limitParam: 'limit' }],
  ['Reads the "lines" list page by page.', { ...pages, responsePathToItems: '' }],
])('%s', (sentence, paginationConfig) => {
  const source: SourceConfig = {
    ...shopDraft.config.source,
    isList: true,
    listPath: 'items',
    listConfig: {
      type: 'pagination',
      iterationPath: 'lines',
      batchSize: 100,
      paginationConfig,
      outputConfig: { strategy: 'individual' },
    },
  }
  render(<Summary draft={{ ...shopDraft, config: { ...shopDraft.config, source } }} hrefOf={() => '/'} />)
  screen.getByText(sentence)
})

it.each<[IncrementalConfig, string, string]>([
  [
    { by: 'field', cursorPath: 'updated_at' },
    'Reads only changes, based on the field updated_at.',
    'Looks back 60 seconds for times, or a day for dates.',
  ],
  [{ by: 'runStart' }, 'Reads only changes since the last run started.', 'Looks back 60 seconds.'],
  [{ by: 'runStart', overlap: 1 }, 'Reads only changes since the last run started.', 'Looks back 1 second.'],
  [
    { by: 'field', cursorPath: 'id', overlap: 300 },
    'Reads only changes, based on the field id.',
    'Looks back 300 seconds, or 300 units if the field is a number.',
  ],
  [{ by: 'field', cursorPath: 'id', overlap: 0 }, 'Reads only changes, based on the field id.', 'Does not look back.'],
])('says how far a source of changes looks back: %o', (incrementalConfig, changes, looksBack) => {
  const whole = firstPageOnly({ ...shopDraft.config.source, isList: true, listPath: 'items' })
  const source = { ...whole, ...(whole.listConfig ? { listConfig: { ...whole.listConfig, incrementalConfig } } : {}) }
  render(<Summary draft={{ ...shopDraft, config: { ...shopDraft.config, source } }} hrefOf={() => '/'} />)
  screen.getByText(changes)
  screen.getByText(looksBack)
})

it('says that one page is read on purpose', () => {
  const source: SourceConfig = firstPageOnly({ ...shopDraft.config.source, isList: true, listPath: 'items' })
  render(<Summary draft={{ ...shopDraft, config: { ...shopDraft.config, source } }} hrefOf={() => '/'} />)
  screen.getByText('Reads the "items" list in one request. Reads only the first page, as you chose.')
})

it('says that nobody knows what an answer is that was never asked for', () => {
  const { isList: _, ...source } = shopDraft.config.source
  render(<Summary draft={{ ...shopDraft, config: { ...shopDraft.config, source } }} hrefOf={() => '/'} />)
  screen.getByText('Choose whether the response is one record or a list. Until then, runs read one record.')
})

it('names each rule and says what it makes, saved ones as well', () => {
  const line = (targetPath: string, more: Partial<MappingEdge>): MappingEdge => ({
    ...{ id: targetPath, source: '', sourcePath: '', target: targetPath, targetPath, ...more },
  })
  const join: NewMappingRule = {
    ...{ type: 'concatenate', name: 'Full name', sourcePaths: ['firstName', 'lastName'], separator: ' ' },
  }
  const dataMapping = [
    line('fullName', { ruleId: 'r1' }),
    line('total', { rule: { type: 'numberFormat', name: 'Cents', sourcePath: 'sum', fractionDigits: 2 } }),
    line('gone', { ruleId: 'r2' }),
  ]
  const rules: MappingRule[] = [{ _id: 'r1', rule: join, createdBy: null, createdAt: '2026-01-01T00:00:00.000Z' }]
  render(<Summary draft={{ ...shopDraft, config: { ...shopDraft.config, dataMapping } }} hrefOf={() => '/'} rules={rules} />)
  screen.getByText('Full name: firstName + " " + lastName → fullName')
  screen.getByText('Cents: sum with 2 decimals → total')
  screen.getByText('mapping rule → gone')
})

describe('the settings of requests', () => {
  const show = (config: Partial<typeof shopDraft.config>) =>
    render(<Summary draft={{ ...shopDraft, config: { ...shopDraft.config, ...config } }} hrefOf={() => '/'} />)
  const { source, destination } = shopDraft.config
  const crm = { ...destination, type: 'http' as const, url: 'https://crm.example.com/contacts' }
  const set = {
    secrets: [
      { in: 'header' as const, name: 'X-Tenant-Key', value: { set: true as const, last4: 'abcd' } },
      { in: 'query' as const, name: 'api_key', value: 'typed' },
    ],
    requestsPerSecond: 2,
    timeouts: { firstByteSeconds: 90, totalSeconds: 1 },
    success: { statuses: ['201', '204'], contentType: 'application/json', field: { path: 'result.ok', value: 'true' } },
  }

  it('are a sentence each, of sources, destinations and enrichments alike', () => {
    const lookup = { id: 'tier', type: 'http' as const, url: 'https://tiers.example.com/x', ...set }
    show({
      source: { ...source, ...set, url: 'https://shop.example.com/x' },
      destination: { ...crm, ...set },
      enrichment: [lookup],
    })
    for (const host of ['shop', 'crm', 'tiers']) screen.getByText(`At most 2 requests per second to ${host}.example.com.`)
    for (const sentence of [
      'Secret values are sent as X-Tenant-Key and api_key.',
      'A response must start within 90 seconds.',
      'A response must end within 1 second.',
      'A response counts as success if its status is 201 or 204, its content type is application/json, and its field result.ok is true.',
    ])
      expect(screen.getAllByText(sentence)).toHaveLength(3)
    expect(document.body.textContent).not.toContain('typed')
  })

  it.each([
    [1, 'At most 1 request per second to crm.example.com.'],
    [2.5, 'At most 2.5 requests per second to crm.example.com.'],
    [0.5, 'At most 1 request every 2 seconds to crm.example.com.'],
    [0.3, 'At most 1 request every 3.33 seconds to crm.example.com.'],
    [0.01, 'At most 1 request every 100 seconds to crm.example.com.'],
  ])('say a rate of %s in words', (requestsPerSecond, sentence) => {
    show({ destination: { ...crm, requestsPerSecond } })
    screen.getByText(sentence)
  })

  it('say whether unchanged records are sent, where that is not the same for everybody', () => {
    const hourly = { type: 'schedule' as const, everySeconds: 3_600 }
    const only = 'Only new and changed records are sent.'
    const all = 'Every run sends all records.'
    const said = (config: Partial<typeof shopDraft.config>) => {
      show(config)
      const found = [only, all].filter((it) => screen.queryByText(it))
      cleanup()
      return found
    }
    expect(said({ trigger: hourly, destination: { ...crm, requestMethod: 'POST' } })).toEqual([only])
    expect(said({ trigger: hourly, destination: { ...crm, requestMethod: 'POST', onlyChanged: false } })).toEqual([all])
    expect(said({ trigger: { type: 'manual' }, destination: crm })).toEqual([])
    expect(said({ trigger: { type: 'manual' }, destination: { ...crm, onlyChanged: true } })).toEqual([only])
  })
})
