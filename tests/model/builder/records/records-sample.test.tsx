import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { DryRun } from '#contract/builder/dry-run.ts'
import type { RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import { problem, refusal } from '#contract/kit/problem.ts'
import type { Draft } from '#src/machines/builder/draft/draft.ts'
import { recordsSampleMachine } from '#src/machines/builder/records/records-sample.machine.ts'
import { RecordsFlow } from '#src/views/builder/records/RecordsFlow.tsx'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const examples = [
  { id: 1, lines: [1, 2, 3] },
  { id: 2, lines: [4] },
]
const filter: RecordFilter = { all: [{ path: 'id', is: 'is', to: 1 }] }
const record = { key: '1', record: null, output: {}, problem: null }
const answer: DryRun = {
  records: [
    { ...record, outcome: 'mapped' },
    { ...record, outcome: 'left-out', problem: problem('record/left-out') as never },
  ],
  ...{ deliveries: [], exchanges: [], message: '', problem: null },
}
const draft = { config: { records: { each: { path: 'lines', empty: 'leaveOut' } } } } as Draft

const fixture: Fixture<typeof recordsSampleMachine> = {
  view: (actor) => <RecordsFlow actor={actor} draft={draft} />,
  inputs: { 'no filter': { filter: null, examples }, 'a filter': { filter, examples }, 'no samples': { filter, examples: [] } },
  answers: {
    watchDraft: {
      asks: undefined,
      isLasting: true,
      says: {
        'the filter was removed': { type: 'draft.changed', filter: null, examples },
        'there is a filter': { type: 'draft.changed', filter, examples },
      },
      problems: {},
    },
    tryFilter: {
      asks: () => ({ filter, examples }),
      answers: { 'one of two goes': answer },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
  },
  drivers: {},
  assertions: {
    deciding: 'passing',
    trying: () => expect(screen.queryByText('2 sample records')).toBeNull(),
    known: ({ context }) => {
      const is = (text: string) => screen.queryByText(text) !== null
      expect([is('2 sample records'), is('1 meets the filter'), is('3 lines'), is('4 lines')]).toEqual([
        context.examples.length > 0,
        context.filter !== null && context.examples.length > 0,
        context.filter !== null && context.examples.length > 0,
        context.filter === null,
      ])
    },
    unknown: () => expect(screen.queryByText('2 sample records')).toBeNull(),
  },
  delays: {},
  project: ({ filter: by, examples: known, goes }) => ({ by: by !== null, known: known.length, goes: goes?.join() ?? null }),
}

describe('the sample records of the rules', () => {
  verifyShape(recordsSampleMachine)
  verifyEveryEdge(recordsSampleMachine, fixture)
})
