/** The tab AI Insights: every kind of finding in words, dismissed with a reason, and what is said where nothing was found. */
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createActor } from 'xstate'

import { type Insight, type InsightKind, type Insights, insightKinds } from '#contract/studio/insights.ts'
import type { PlannedAction } from '#src/machines/kit/confirmed-action.machine.ts'
import { confirmedActionOf } from '#src/services/kit/confirmed-action.actors.ts'
import { listOf } from '#src/services/kit/list.actors.ts'
import { InsightList } from '#src/views/studio/insights/InsightsTab.tsx'

const acted: PlannedAction[] = []
beforeEach(() => void acted.splice(0))
afterEach(cleanup)

const figures = [
  ...[
    'lost',
    'records',
    'recordsBefore',
    'lostOf',
    'delivered',
    'deliveredOf',
    'failed',
    'failedBefore',
    'usual',
    'times',
    'least',
    'most',
  ],
  ...['mean', 'before', 'hours', 'hoursBefore', 'empty', 'runs', 'repeated', 'requests', 'minutes', 'now', 'other', 'days'],
]
const detailOf: Partial<Record<InsightKind, string>> = {
  'field-differs': 'space: The phone is not valid.',
  'source-drift': 'type:number string',
  'credential-expiry': '2026-12-01T10:00:00.000Z',
}
const finding = (kind: InsightKind, at: number): Insight => ({
  ...{
    id: String(at).padStart(32, '0'),
    kind,
    subject: kind === 'credential-expiry' ? 'source' : '<b>a.b</b>',
    detail: detailOf[kind] ?? '',
    value: kind === 'field-differs' ? 'DE' : '',
  },
  figures: Object.fromEntries(figures.map((name, place) => [name, place + 2])),
  ...{ since: null, chance: at % 2 === 0 ? null : 0.0004, evidence: `/details/7?tab=transactions&n=${at}`, dismissed: null },
  action: { kind: 'mapping', href: '/edit-integration/data-mapping/7' },
})
const read = (insights: Insight[], records = 1_200): Insights => ({
  ...{ from: '2026-11-24T10:00:00.000Z', to: '2026-11-25T10:00:00.000Z', records, recordsBefore: 8_000, tests: 9, insights },
})

async function show(insights: Insights) {
  const list = createActor(
    listOf(async () => ({ items: [insights], total: 1 })),
    { input: { query: {} } },
  ).start()
  const moving = confirmedActionOf({
    act: async (action) => acted.push(action),
    isComplete: ({ kind, choice }) => kind === 'restore' || choice !== undefined,
    announce: () => {},
  })
  render(<InsightList actor={list} action={createActor(moving).start()} />)
  await screen.findByText(/^Compared/)
}

it('has words for every kind, with the figures that were counted', async () => {
  await show(read(insightKinds.map(finding)))
  const cards = screen.getAllByRole('article')
  expect(cards).toHaveLength(insightKinds.length)
  for (const card of cards) expect(card.textContent).not.toMatch(/undefined|NaN|Invalid/)
  const shared = screen.getByRole('article', { name: 'Failed records share field: <b>a.b</b>' })
  within(shared).getByRole('heading', { name: /^<b>a\.b<\/b> = DE in \d+ of \d+ failed records$/ })
  const drift = screen.getByRole('article', { name: 'Source field changed: <b>a.b</b>' })
  expect(drift.textContent).toContain('Has another type in 24 of 3 checked records: string, before number.')
  expect(
    screen.getByText(
      'The credential of the source expires on 1 Dec 2026. Replace the credential before then, or requests will be rejected.',
    ),
  ).toBeTruthy()
})

it('is dismissed with a reason only', async () => {
  await show(read([finding('batch-size', 0)]))
  await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  const dialog = screen.getByRole('dialog', { name: 'Dismiss this finding?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Dismiss' }))
  expect(acted).toEqual([])
  await userEvent.click(within(dialog).getByRole('radio', { name: /We know about it/ }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Dismiss' }))
  expect(acted).toMatchObject([{ kind: 'dismiss', choice: 'known' }])
})

it('says in how many records nothing was found, and that there were none', async () => {
  await show(read([]))
  expect(screen.getByText('No pattern found in 1,200 transactions from the past day.')).toBeTruthy()
  cleanup()
  await show(read([], 0))
  expect(screen.getByText('No transactions ended in the past day, so there is nothing to compare.')).toBeTruthy()
})

it('shows what was dismissed apart, and brings it back', async () => {
  const dismissed = { reason: 'expected', by: 'Mary', at: '2026-11-25T09:00:00.000Z' } as const
  await show(read([{ ...finding('volume', 0), dismissed }]))
  await userEvent.click(screen.getByText('Dismissed findings (1)'))
  await userEvent.click(screen.getByRole('button', { name: 'Show again' }))
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Show again' }))
  expect(acted).toMatchObject([{ kind: 'restore' }])
})
