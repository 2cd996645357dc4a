// @vitest-environment happy-dom
/** Paging that is proposed: what the person reads of its proof, and what each button takes over. */
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import type { TriedPaging } from '#contract/builder/probe.ts'
import { problem } from '#contract/kit/problem.ts'
import { configOf, defaultsFor } from '#src/machines/builder/lists/list-settings.ts'
import { proposedPagingMachine } from '#src/machines/builder/lists/paging.machine.ts'
import type { PagingProposal as Proposed } from '#src/machines/builder/lists/paging-evidence.ts'
import { PagingProposal } from '#src/views/builder/lists/PagingProposal.tsx'

afterEach(cleanup)

const proposal: Proposed = {
  config: configOf({ ...defaultsFor('data'), type: 'pagination', paginationType: 'page' }),
  type: 'page',
  parameter: 'page',
  facts: [
    { path: 'total', value: '250' },
    { path: 'hasMore', value: 'true' },
  ],
  declared: { records: 250, pages: 5 },
}
const proved: TriedPaging = {
  pages: [
    { startpoint: 'GET https://a.test/c?page=1', exchanges: [], count: 50, firstKey: 'A-1', lastKey: 'A-50' },
    { startpoint: 'GET https://a.test/c?page=2', exchanges: [], count: 50, firstKey: 'A-51', lastKey: 'A-100' },
  ],
  exchanges: [],
  ended: 'tried-enough',
  message: '2 pages were read.',
  firstPage: 1,
  problem: null,
}
const lost = problem('source/unreachable')

async function shown(tried: TriedPaging, text?: string, shownProposal = proposal) {
  const pressed: unknown[] = []
  const machine = proposedPagingMachine.provide({ actors: { send: fromPromise(async () => tried) } })
  const actor = createActor(machine, { input: {} }).start()
  render(
    <PagingProposal
      actor={actor}
      proposal={shownProposal}
      onUse={(tried) => pressed.push(['use', tried?.firstPage])}
      onFirstOnly={() => pressed.push('first page')}
      onOther={() => pressed.push('other')}
    />,
  )
  await screen.findByText(
    text ?? (tried.ended === 'tried-enough' && shownProposal.declared ? 'Runs read all pages.' : tried.message),
  )
  return { pressed, user: userEvent.setup({ delay: null }) }
}

it('says what the response says, shows the pages that prove it, and takes over the number of the first one', async () => {
  const { pressed, user } = await shown(proved)
  screen.getByText('Read all 5 pages (250 records)')
  screen.getByText(/^The response contains total: 250,? (?:and )?hasMore: true\. Uses page numbers \(parameter page\)\.$/)
  screen.getByText('2 of 5 pages tested')
  expect(screen.queryByText(proved.message), 'no doubt of more pages beside their number').toBeNull()
  expect(screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Page', 'Request', 'Records', 'First to last'],
    ['1', 'page=1', '50', 'A-1 … A-50'],
    ['2', 'page=2', '50', 'A-51 … A-100'],
  ])
  for (const name of ['Use this', 'Read this page only', 'Other paging']) await user.click(screen.getByRole('button', { name }))
  expect(pressed).toEqual([['use', 1], 'first page', 'other'])
})

it('shows the last page under its number, and the total', async () => {
  const last = {
    startpoint: 'GET https://a.test/c?page=5',
    exchanges: [],
    count: 50,
    number: 5,
    firstKey: 'A-201',
    lastKey: 'A-250',
  }
  const message = 'The source reports 250 records on 5 pages. The last page contains 50 records. Runs read all pages.'
  const tried: TriedPaging = { ...proved, pages: [...proved.pages, last], declared: { records: 250, pages: 5 }, message }
  await shown(tried, message)
  screen.getByText('3 of 5 pages tested, the last one too')
  expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['1', '2', '5'])
})

it.each<[string, TriedPaging]>([
  ['Repeats', { ...proved, ended: 'repeats', message: 'The same records came again.' }],
  ['Failed', { ...proved, pages: [], ended: 'failed', message: lost.message, problem: lost }],
])('is not called tested where the pages prove the opposite: %s', async (word, tried) => {
  await shown(tried)
  expect(screen.queryByText(/tested/i)).toBeNull()
  screen.getByText(word)
})

it('names no number of pages that the response does not declare', async () => {
  await shown(proved, undefined, { ...proposal, declared: null })
  screen.getByText('Read all pages')
  screen.getByText('2 pages tested')
})
