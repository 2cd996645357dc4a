// @vitest-environment happy-dom
/** What was tried before paging was accepted stays readable as long as it says something of the request. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'

import type { TriedPaging } from '#contract/builder/probe.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { provedBy, requestOf } from '#src/machines/builder/lists/paging-proof.ts'
import { UsedPaging } from '#src/views/builder/lists/PagingProposal.tsx'

afterEach(cleanup)

const tried: TriedPaging = {
  pages: [{ startpoint: 'GET https://a.test/c?page=1', exchanges: [], count: 50, firstKey: 'A-1', lastKey: 'A-50' }],
  exchanges: [],
  ended: 'last-page',
  message: 'Every page was read.',
  problem: null,
}
const source: SourceConfig = { type: 'http', url: 'https://a.test/c', auth: { type: 'bearer', token: 'x' } } as SourceConfig

it('holds for the same request, whatever the order of its members and the mark of its secret', () => {
  const proof = { request: requestOf(source), tried }
  const { auth: _, ...rest } = source
  expect(provedBy(proof, { auth: { type: 'bearer', token: '•••' }, ...rest } as SourceConfig)).toBe(tried)
  expect(provedBy(proof, { ...source, url: 'https://a.test/d' })).toBeNull()
  expect(provedBy(null, source)).toBeNull()
})

it('is shown of paging that is used, with the way to another one', async () => {
  const pressed: string[] = []
  render(
    <UsedPaging tried={tried} found={null} onChange={() => pressed.push('change')} onFirstOnly={() => pressed.push('one')} />,
  )
  screen.getByText('Reads all pages')
  screen.getByText('Tested')
  screen.getByText('A-1 … A-50')
  for (const name of ['Change paging', 'Read this page only']) screen.getByRole('button', { name }).click()
  expect(pressed).toEqual(['change', 'one'])
})
