// @vitest-environment happy-dom
/** What the review says of the list of a source: what a run reads and sends. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, it } from 'vitest'

import type { MappingEdge, SourceConfig } from '#contract/connectors/config/config.ts'
import type { PaginationConfig } from '#contract/connectors/config/list-config.ts'
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
  ['A list at data.rows, read page by page, as many at a time as the source gives.', pages],
  ['A list at data.rows, read page by page, 100 at a time.', { ...pages, limitParam: 'limit' }],
  ['A list at lines, read page by page, as many at a time as the source gives.', { ...pages, responsePathToItems: '' }],
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

it('says that one page is read on purpose', () => {
  const source: SourceConfig = firstPageOnly({ ...shopDraft.config.source, isList: true, listPath: 'items' })
  render(<Summary draft={{ ...shopDraft, config: { ...shopDraft.config, source } }} hrefOf={() => '/'} />)
  screen.getByText('A list at items, read as one. Only the first page is read, on purpose.')
})

it('says that nobody knows what an answer is that was never asked for', () => {
  const { isList: _, ...source } = shopDraft.config.source
  render(<Summary draft={{ ...shopDraft, config: { ...shopDraft.config, source } }} hrefOf={() => '/'} />)
  screen.getByText('No one has said whether the answer is one record or a list. It is read as one record.')
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
