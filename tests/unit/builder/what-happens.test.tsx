// @vitest-environment happy-dom
/** What the review says before a deployment: what stays empty, and where the records go. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import type { Routes } from '#contract/connectors/config/config.ts'
import type { Operation } from '#contract/connectors/config/operations/operation.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { countTargets } from '#src/machines/builder/mapping/rows.ts'
import { emptyTargets } from '#src/machines/builder/review/required.ts'
import { Summary } from '#src/views/builder/review/Summary.tsx'
import { TrialTable } from '#src/views/builder/review/TrialTable.tsx'
import { tableOfTrial } from '#src/views/builder/review/trial-table.ts'
import { WhatHappens } from '#src/views/builder/review/WhatHappens.tsx'
import { shopDraft } from '../../model/kit/samples/drafts.ts'

afterEach(cleanup)

const field = (path: string): ShapeField => ({ path, types: ['string'], isRequired: false })
const line = (path: string) => ({ id: path, source: 's', target: 't', sourcePath: path, targetPath: path })

function draftOf(mapped: readonly string[], known: readonly string[]) {
  const { config, shapes } = shopDraft
  return {
    ...shopDraft,
    config: {
      ...config,
      source: { ...config.source, type: 'http' as const, url: 'http://127.0.0.1:9001/customers' },
      destination: { ...config.destination, type: 'http' as const, url: 'http://127.0.0.1:9002/people' },
      dataMapping: mapped.map(line),
    },
    shapes: {
      ...shapes,
      destination: { fields: known.map(field), examples: [], origin: 'typed' as const, takenAt: '2026-01-01T00:00:00Z' },
    },
  }
}

it('names the fields of the destination that stay empty', () => {
  render(<WhatHappens draft={draftOf(['id', 'city'], ['id', 'city', 'tier'])} trial={null} />)
  screen.getByText('2 of 3 fields mapped. tier stays empty.')
})

it('says that each item of a list is a line, and what becomes of a record without items', () => {
  const { config, ...draft } = draftOf(['id'], ['id'])
  const each = { path: 'lines', empty: 'keepParent' } as const
  render(<WhatHappens draft={{ ...draft, config: { ...config, records: { each } } }} trial={null} />)
  screen.getByText('Each item of lines is sent as one line. A record without items is sent as one line.')
  cleanup()
  render(<Summary draft={{ ...draft, config: { ...config, records: { each } } }} hrefOf={() => '/'} />)
  screen.getByText('One line for each item of lines.')
})

it('warns before a deployment that nothing is mapped, says what is sent then, and leads to the mapping', () => {
  render(<WhatHappens draft={draftOf([], ['id'])} trial={null} mappingHref="/mapping" />)
  expect(screen.getByRole('note').textContent).toContain('No fields are mapped. Records are sent as read.')
  expect(screen.getByRole('link', { name: 'Map fields' }).getAttribute('href')).toBe('/mapping')
  cleanup()
  render(<WhatHappens draft={draftOf(['id'], ['id'])} trial={null} mappingHref="/mapping" />)
  expect(screen.queryByRole('note')).toBeNull()
})

it('says without a mapping that values of the URL leave the body, and that a deletion has none', () => {
  const draft = draftOf([], [])
  const shown = (operation: Operation) => {
    const config = { ...draft.config, destination: { ...draft.config.destination, operation } }
    const { container } = render(<WhatHappens draft={{ ...draft, config }} trial={null} />)
    return container.textContent
  }
  const inPath = { in: 'path', name: 'id', field: 'id' } as const
  expect(shown({ do: 'update', parameters: [inPath] })).toContain('sent without the fields used in the URL or headers.')
  expect(shown({ do: 'update', parameters: [{ ...inPath, alsoInBody: true }] })).toContain('sent as read.')
  expect(shown({ do: 'delete', parameters: [inPath] })).toContain('Requests have no body.')
})

it('names some of many, and says of none that it stays empty where records pass unchanged', () => {
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  render(<WhatHappens draft={draftOf(['id'], ['id', ...many])} trial={null} />)
  screen.getByText('1 of 8 fields mapped. a, b, c, d, e and 2 more stay empty.')
  expect(emptyTargets(draftOf([], many))).toEqual([])
})

it('counts an object by its members', () => {
  const { config, shapes } = draftOf(['home.city'], ['home', 'home.city', 'home.street', 'work', 'work.city'])
  expect(emptyTargets({ config, shapes })).toEqual(['home.street', 'work.city'])
  expect(countTargets({ edges: config.dataMapping, shapes })).toEqual({ all: 5, required: 0, open: 3 })
})

it('tells two systems of one host apart by their ports', () => {
  render(<WhatHappens draft={draftOf(['id'], ['id'])} trial={null} />)
  screen.getByText(/records from 127\.0\.0\.1:9001 are sent to 127\.0\.0\.1:9002\.$/)
})

it('has a column for a field that stays empty', () => {
  const output = { a: 1, b: 2, c: 3, d: 4 }
  const record = { key: 'K', record: {}, outcome: 'mapped' as const, output, problem: null }
  render(<TrialTable records={[record]} empty={['tier']} onSave={() => {}} />)
  const cells = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(cells).toEqual([
    ['Record', 'a', 'b', 'c', 'd', 'tier', 'Result'],
    ['K', '1', '2', '3', '4', '(empty)', 'Mapped'],
  ])
})

it('says of each record to which of several destinations it goes', () => {
  const destinations = [
    { id: 0, name: 'ERP' },
    { id: 3, name: 'Fulfilment' },
  ]
  const tried = (key: string, routes: number[]) => ({
    key,
    record: {},
    outcome: 'mapped' as const,
    routes,
    output: { a: key },
    problem: null,
  })
  const records = [tried('K', [0, 3]), tried('L', [3]), tried('M', [])]
  render(<TrialTable {...{ records, destinations }} onSave={() => {}} />)
  const cells = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  const table = [
    ['Record', 'a', 'Goes to', 'Result'],
    ['K', 'K', 'ERP, Fulfilment', 'Mapped'],
    ['L', 'L', 'Fulfilment', 'Mapped'],
    ['M', 'M', 'No destination fits', 'Mapped'],
  ]
  expect(cells).toEqual(table)
  expect(tableOfTrial(records, destinations)).toEqual(table)
})

const routes: Routes = {
  fit: 'all',
  first: { name: 'ERP' },
  others: [{ id: 3, name: 'Fulfilment', dataMapping: [], destination: { type: 'http', url: 'https://fulfil.test/in' } }],
}

it('names every destination, what it receives and how it is mapped', () => {
  const draft = draftOf(['id'], ['id'])
  const several = { ...draft, config: { ...draft.config, routes } }
  render(<WhatHappens draft={several} trial={null} />)
  screen.getByText(/records from 127\.0\.0\.1:9001 are sent to ERP and Fulfilment\.$/)
  screen.getByText('Each record goes to all destinations that fit.')
  screen.getByText('ERP: 1 field mapped.')
  screen.getByText(/^Fulfilment: No fields are mapped\. Records are sent as read\./)
  cleanup()
  render(<Summary draft={several} hrefOf={() => '/'} />)
  const headings = screen.getAllByRole('heading', { level: 4 }).map(({ textContent }) => textContent)
  expect(headings).toEqual(['ERP', 'Fulfilment', 'ERP', 'Fulfilment'])
  screen.getByText('https://fulfil.test/in')
})

it('says that records become groups', () => {
  const draft = draftOf([], [])
  const config = { ...draft.config, records: { group: { by: ['customer', 'currency'], lines: [] } } }
  const sentence = 'Records are grouped by customer and currency. Groups are sent after all records are read.'
  render(<WhatHappens draft={{ ...draft, config }} trial={null} />)
  screen.getByText(sentence)
  cleanup()
  render(<Summary draft={{ ...draft, config }} hrefOf={() => '/'} />)
  screen.getByText(sentence)
})
