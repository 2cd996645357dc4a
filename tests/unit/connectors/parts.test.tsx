// @vitest-environment happy-dom
/** Which sources can be read in parts, and how the page of a run shows its parts. */
import { render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { partsFault, partsFor, wholeBecause } from '#contract/connectors/runs/source-parts.ts'
import { RunParts } from '#src/views/connectors/runs/page/RunParts.tsx'

type Config = Pick<ConnectorConfig, 'source' | 'trigger'>
type Source = Partial<ConnectorConfig['source']>

const at = { engine: 'postgresql', host: 'db.example.com', database: 'shop' } as const
const table: Source = { type: 'database', databaseConfig: { ...at, table: 'orders' } }
const configOf = (source: Source, trigger: ConnectorConfig['trigger'] = { type: 'manual' }): Config => ({
  trigger,
  source: { type: 'http', parts: 4, ...source },
})

// The table draws the rows that it has room for.
beforeEach(() => {
  for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth'] as const)
    vi.spyOn(HTMLElement.prototype, side, 'get').mockReturnValue(600)
})
afterEach(() => vi.restoreAllMocks())

const paging = { limitParam: 'limit', offsetParam: 'offset', pageParam: 'page', cursorParam: '', responsePathToItems: 'items' }
type Paging = NonNullable<NonNullable<Source['listConfig']>['paginationConfig']>
const pages = (type: Paging['type'], responsePathToTotal = 'total'): Source => ({
  ...{ type: 'http', isList: true },
  listConfig: {
    ...{ type: 'pagination', iterationPath: '', batchSize: 100, outputConfig: { strategy: 'individual' } },
    paginationConfig: { ...paging, type, responsePathToNextCursor: '', responsePathToTotal },
  },
})

const changes = (by: 'field' | 'runStart', query: string): Source => {
  const { listConfig, ...source } = pages('cursor')
  if (!listConfig) throw new Error('no list')
  return { ...source, url: `https://x.test/${query}`, listConfig: { ...listConfig, incrementalConfig: { by, cursorPath: 'at' } } }
}

it.each<[string, Source]>([
  ['a table with its own key', table],
  ['a table with a cursor', { ...table, databaseConfig: { ...at, table: 'orders', cursorColumn: 'changed' } }],
  [
    'a query with a cursor and keys',
    { ...table, databaseConfig: { ...at, query: 'select 1', cursorColumn: 'changed', keyColumns: ['id'] } },
  ],
  [
    'a query with a cursor and no keys at all',
    { ...table, noKey: true, databaseConfig: { ...at, query: 'select 1', cursorColumn: 'changed' } },
  ],
  ['numbered pages with a total', pages('page')],
  ['offsets with a total', pages('offset')],
])('%s is read in parts', (_, source) => {
  expect(wholeBecause(configOf(source))).toBeNull()
  expect(partsFault(configOf(source))).toBeNull()
})

it.each([
  [undefined, Number.POSITIVE_INFINITY],
  [0.5, 1],
  [32, 1],
  [33, 2],
  [100, 4],
])('a destination that takes %s requests a second needs at most %s parts', (perSecond, parts) => {
  expect(partsFor(perSecond)).toBe(parts)
})

it.each<[string, Config, string]>([
  ['a response without pages', configOf({ type: 'http' }), 'The source has no pages.'],
  ['changes without an end', configOf(changes('field', '?from={{cursor}}')), 'Use {{cursorEnd}} in the request'],
  ['changes since the last run', configOf(changes('runStart', '?from={{lastRunStartedAt}}')), 'Read changes by a field'],
  ['a cursor over HTTP', configOf(pages('cursor')), 'Each page leads to the next page'],
  ['links', configOf(pages('linkHeader')), 'Each page leads to the next page'],
  ['a total that is only guessed', configOf(pages('page', '')), 'Enter the path to the total'],
  ['records without a key', configOf({ ...pages('page'), noKey: true }), 'Records have no key'],
  ['a stream', configOf({ type: 'nats' }), 'Messages of a stream are read in order.'],
  ['files', configOf({ type: 'azure' }), 'Files are read one after the other'],
  ['events', configOf(table, { type: 'webhook' }), 'Webhook events'],
  ['a query', configOf({ ...table, databaseConfig: { ...at, query: 'select 1' } }), 'query rows'],
  [
    'a query with a cursor',
    configOf({ ...table, databaseConfig: { ...at, query: 'select 1', cursorColumn: 'id' } }),
    'Enter the key columns',
  ],
  ['own keys', configOf({ ...table, databaseConfig: { ...at, table: 'orders', keyColumns: ['id'] } }), 'key columns'],
])('is refused for %s with the reason, and only where parts are wanted', (_, config, why) => {
  expect(wholeBecause(config)).toContain(why)
  expect(partsFault(config)).toMatch(/ Set the parts to 1$/)
  expect(partsFault({ ...config, source: { ...config.source, parts: 1 } })).toBeNull()
})

it('a run shows what each part reads, who moves it and how it stands', () => {
  const part = {
    isHalfOpen: false,
    worker: null,
    recordsRead: 0,
    recordsOpen: 0,
    perSecond: null,
    startedAt: null,
    endedAt: null,
    error: null,
  }
  render(
    <RunParts
      parts={[
        {
          ...part,
          number: 1,
          after: null,
          until: '250',
          worker: 2,
          state: 'moving',
          recordsRead: 1_200,
          recordsOpen: 40,
          perSecond: 98.5,
        },
        { ...part, number: 2, after: '250', until: '500', state: 'waiting' },
        { ...part, number: 3, after: '500', until: null, state: 'stopped', error: 'The destination refused the request.' },
        { ...part, number: 4, after: '2026-11-01', until: '2026-11-02', isHalfOpen: true, state: 'ended' },
      ]}
    />,
  )
  const rows = within(screen.getByRole('grid', { name: 'Parts' }))
    .getAllByRole('row')
    .slice(1)
  const texts = rows.map((row) => row.textContent)
  expect(texts[0]).toMatch(/Up to 250.*Worker2.*Running.*1,200.*40.*98\.5/)
  expect(texts[1]).toMatch(/After 250, up to 500.*Queued/)
  expect(texts[3]).toMatch(/From 2026-11-01, before 2026-11-02.*Completed/)
  expect(texts[2]).toMatch(/After 500.*Stopped.*The destination refused the request\./)
})
