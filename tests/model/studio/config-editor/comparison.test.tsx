import { screen, within } from '@testing-library/react'
import { describe, expect } from 'vitest'
import { problem, refusal, toProblem } from '#contract/kit/problem.ts'
import type { Comparison } from '#contract/studio/comparison.ts'
import { comparisonMachine } from '#src/machines/studio/config-editor/comparison.machine.ts'
import { configEditorMachine } from '#src/machines/studio/config-editor/config-editor.machine.ts'
import { ComparisonView } from '#src/views/studio/config-editor/ComparisonView.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { shopDraft } from '../../kit/samples/drafts.ts'
import { offline } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const order = { connectorId: 'shop', config: shopDraft.config }
const region = () => screen.getByRole('region', { name: 'Result for recent records' })
const readAt = '2026-11-20T10:00:00.000Z'
const mapped = (output: unknown) => ({ outcome: 'mapped', output, problem: null }) as const
const unfit = problem('mapping/failed', {
  message: '"amount" must be a number',
  errors: [{ path: '/dataMapping/0', message: 'x' }],
})
const failed = { outcome: 'failed', problem: unfit } as const
const records: Comparison['records'] = [
  {
    transactionId: 't3',
    key: 'c',
    readAt,
    record: { id: 'c', n: 'many' },
    live: mapped({ amount: 'many' }),
    draft: failed,
    change: 'fails',
  },
  {
    transactionId: 't1',
    key: 'a',
    readAt,
    record: { id: 'a', n: '1' },
    live: mapped({ amount: '1' }),
    draft: mapped({ amount: 1 }),
    change: 'differs',
  },
  { transactionId: 't4', key: 'd', readAt, record: { id: 'd' }, live: failed, draft: mapped({ amount: 4 }), change: 'works' },
  { transactionId: 't2', key: 'b', readAt, record: { id: 'b' }, live: mapped({}), draft: mapped({}), change: 'same' },
]
const first: Comparison['records'] = [
  { transactionId: 't1', key: 'a', readAt, record: { id: 'a' }, live: null, draft: mapped({ id: 'a' }), change: 'new' },
  { transactionId: 't2', key: 'b', readAt, record: { id: 'b' }, live: null, draft: failed, change: 'new' },
]
const compared: Comparison = { liveVersion: 2, records, notKept: 3, problem: null }
const unaskable = problem('lookup/refused')
const samples = {
  'some change': compared,
  'none changes': { ...compared, records: records.slice(3), notKept: 0 },
  'nothing was read yet': { ...compared, records: [], notKept: 0 },
  'nothing runs': { ...compared, liveVersion: null, records: first, notKept: 0 },
  'an enrichment is not to be asked': { ...compared, records: [], problem: unaskable },
} satisfies Readonly<Record<string, Comparison>>

const sums = new Map<Comparison, string>([
  [samples['some change'], 'Of the last 4 records, 1 now fails, 1 comes out differently, 1 that failed now works.'],
  [samples['none changes'], 'Of the last record, with no differences.'],
  [samples['nothing was read yet'], 'No records to compare yet.'],
  [samples['nothing runs'], 'Compared the last 2 records: 1 fails.'],
])

const fixture: Fixture<typeof comparisonMachine> = {
  view: (actor) => <ComparisonView actor={actor} />,
  inputs: { 'a configuration': order },
  answers: {
    compareConfig: {
      asks: order,
      answers: samples,
      problems: { 'the net is down': offline, 'too many were asked for': refusal('request/rate-limited') },
    },
  },
  drivers: { 'user.retried': press('Retry') },
  assertions: {
    comparing: () => expect(region().getAttribute('aria-busy')).toBe('true'),
    compared: ({ context: { comparison } }) => {
      expect(region().getAttribute('aria-busy')).toBe('false')
      const sum = comparison === null ? undefined : sums.get(comparison)
      expect(within(region()).queryByRole('status')?.textContent).toBe(sum)
    },
    failed: () => expect(within(region()).queryByRole('list')).toBeNull(),
  },
  delays: {},
  project: ({ comparison, problem: told }) => ({
    said: comparison === null ? 'nothing' : (sums.get(comparison) ?? comparison.problem?.code),
    told: told?.code ?? false,
  }),
  invariants: {
    'each record that changes is shown as it was read, before and after; no other': {
      when: ({ after }) => after.context.comparison === compared,
      holds: () => {
        const rows = within(region())
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent)
        expect(rows.filter((row) => row?.startsWith('Record'))).toHaveLength(3)
        const shown = region().textContent
        for (const { key, record, live, draft, change } of records.filter((it) => it.change !== 'same')) {
          expect(shown).toContain(
            `Record ${key} ${{ fails: 'Now fails', differs: 'Differs', works: 'Now works' }[change as 'fails']}`,
          )
          for (const value of [record, live?.output, draft.output])
            if (value !== undefined) expect(shown).toContain(JSON.stringify(value, null, 2))
        }
        expect(shown).toContain(unfit.message)
        within(region()).getByText('3 newer records could not be compared: their originals are not stored.')
      },
    },
    'before the first version only what fails is shown': {
      when: ({ after }) => after.context.comparison === samples['nothing runs'],
      holds: () => {
        within(region()).getByText('Record b')
        expect(within(region()).queryByText('Record a')).toBeNull()
      },
    },
    'what keeps it from being tried is told in its own words': {
      when: ({ after }) => after.context.comparison?.problem != null,
      holds: () => expect(screen.getByRole('alert').textContent).toContain(unaskable.message),
    },
    'what failed is told in its own words': {
      when: ({ event }) => /^xstate\.(error|after)/.test(event.type),
      holds: ({ event }) => {
        const expected = 'error' in event ? toProblem(event['error']) : problem('net/timeout')
        expect(screen.getByRole('alert').textContent).toContain(expected.message)
      },
    },
  },
}

describe('a comparison', () => {
  verifyShape(comparisonMachine, configEditorMachine)
  verifyEveryEdge(comparisonMachine, fixture)
})
