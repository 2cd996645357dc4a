import { screen } from '@testing-library/react'
import { describe, expect } from 'vitest'

import type { DryRun } from '#contract/builder/dry-run.ts'
import type { RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import { refusal } from '#contract/kit/problem.ts'
import { groupSampleMachine } from '#src/machines/builder/records/group-sample.machine.ts'
import { useContextOf, useIsBusy } from '#src/views/kit/use-snapshot.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const group: RecordGroup = { by: ['customer'], lines: [{ target: 'orders', do: 'count' }] }
const examples = [{ customer: 'A' }, { customer: 'A' }]
const run: DryRun = {
  records: [
    { key: 'A', record: { customer: 'A', orders: 2 }, outcome: 'mapped', output: {}, problem: null },
    { key: '', record: {}, outcome: 'left-out', problem: null },
  ],
  deliveries: [],
  exchanges: [],
  message: '',
  problem: null,
}

type Actor = Parameters<Fixture<typeof groupSampleMachine>['view']>[0]

function Harness({ actor }: { readonly actor: Actor }) {
  const isBusy = useIsBusy(actor)
  const groups = useContextOf(actor, 'groups')
  return <p>{isBusy ? 'Grouping' : `${groups.length} groups`}</p>
}

const fixture: Fixture<typeof groupSampleMachine> = {
  view: (actor) => <Harness actor={actor} />,
  inputs: { 'two samples': { group, examples }, 'no sample': { group, examples: [] } },
  answers: {
    tryGroup: {
      asks: ({ context: { group: its, examples: tried } }) => ({ group: its, examples: tried }),
      answers: { 'one group': run },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
  },
  drivers: {},
  assertions: {
    deciding: 'passing',
    trying: () => expect(screen.getByText('Grouping')).toBeTruthy(),
    known: ({ context: { groups } }) => expect(screen.getByText(`${groups.length} groups`)).toBeTruthy(),
  },
  delays: {},
  project: ({ groups }) => ({ groups: groups.length }),
}

describe('the groups of the sample records', () => {
  verifyShape(groupSampleMachine)
  verifyEveryEdge(groupSampleMachine, fixture)
})
