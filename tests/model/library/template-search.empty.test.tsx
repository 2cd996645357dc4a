/** Lists of templates without any, and what stands in the address. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromCallback, fromPromise } from 'xstate'

import { blankQuery, placeOf, queryIn, type TemplateQuery } from '#src/machines/library/template-place.ts'
import {
  type TemplatePage,
  type TemplateSearchEmitted,
  templateSearchMachine,
} from '#src/machines/library/template-search.machine.ts'
import { TemplateBrowser } from '#src/views/library/browse/TemplateBrowser.tsx'
import { everything, nothing } from './templates.ts'

afterEach(cleanup)

it.each([
  ['library', blankQuery, 'No templates yet', false],
  ['library', everything, 'No templates found', false],
  ['public', blankQuery, 'No public connectors yet', true],
  ['own', blankQuery, 'No published connectors yet', true],
  ['public', everything, 'No templates found', false],
] as const)('says of an empty list of %s what is missing', async (of, query, title, hasExample) => {
  const readTemplates = fromPromise<TemplatePage, TemplateQuery>(async () => nothing)
  const joinPlace = fromCallback<TemplateSearchEmitted, void>(() => {})
  const machine = templateSearchMachine.provide({ actors: { readTemplates, joinPlace } })
  const actor = createActor(machine, { input: { query } }).start()
  render(<TemplateBrowser actor={actor} of={of} />)
  await screen.findByText(title)
  expect(screen.queryByRole('img', { name: 'Example: Warehouse stock to Shopify' }) !== null).toBe(hasExample)
  expect(screen.queryByRole('button', { name: 'Clear filters' }) !== null).toBe(query === everything)
  actor.stop()
})

it('reads from the address only what the server takes, and writes nothing that is usual', () => {
  expect(queryIn({ q: 'x'.repeat(200), category: 'c'.repeat(65), from: '', to: 'Slack', page: '-3' })).toEqual({
    ...blankQuery,
    search: 'x'.repeat(128),
    to: 'Slack',
  })
  expect(Object.values(placeOf(blankQuery)).every((part) => part === null)).toBe(true)
  const query = { search: 'pay', category: 'CRM', from: 'Stripe', to: 'Slack', page: 2 }
  expect(queryIn(placeOf(query))).toEqual(query)
})
