import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import {
  type BulkActionActor,
  type BulkMatch,
  bulkActionMachine,
  selectEntry,
  selectIsOpen,
} from '#src/machines/kit/bulk/bulk-action.machine.ts'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { Field } from '#src/views/kit/controls/Field.tsx'
import { BulkDialog } from '#src/views/kit/feedback/BulkDialog.tsx'
import { press, write } from '../drivers.ts'
import type { Fixture } from '../fixture.ts'
import { verifyEveryEdge } from '../harness.ts'
import { alertText, offline } from '../samples/public-pages.ts'
import { verifyShape } from '../shape.ts'

const machine = bulkActionMachine.provide({ guards: { isValid: (_, { entry, work }) => work > 0 && entry['reason'] !== '' } })
const of = (name: string, status: string) => ({ id: name, name, facts: { status } })
const [ada, bob, eve] = [of('Ada', 'active'), of('Bob', 'active'), of('Eve', 'suspended')]
const some: BulkMatch = { targets: [ada, bob, eve], total: 4 }
const none: BulkMatch = { targets: [eve], total: 1 }
const input = {
  reasonToSkip: (_: unknown, { facts }: typeof ada) => (facts.status === 'active' ? null : 'status'),
} as never

const opened = { type: 'user.opened', filter: { search: 'a' }, entry: { reason: '' } } as const

function View({ actor }: { readonly actor: BulkActionActor }) {
  const { reason = '' } = useSelector(actor, selectEntry)
  const isOpen = useSelector(actor, selectIsOpen)
  return (
    <>
      <Button isBlocked={isOpen} onPress={() => actor.send(opened)}>
        Suspend all
      </Button>
      <BulkDialog actor={actor} title="Suspend" submit="Suspend them" reasons={{ status: 'suspended already' }}>
        <Field label="Reason" value={reason} onWrite={(text) => actor.send({ type: 'user.wrote', field: 'reason', text })} />
      </BulkDialog>
    </>
  )
}

const writes = (text: string) => ({
  ...write(text, 'Reason'),
  event: { type: 'user.wrote', field: 'reason', text } as const,
  when: ({ context }: { context: { entry: Readonly<Record<string, string>> } }) => context.entry['reason'] !== text,
})

const fixture: Fixture<typeof machine> = {
  view: (actor) => <View actor={actor} />,
  inputs: { nothing: input },
  answers: {
    find: {
      asks: { search: 'a' },
      answers: { 'three are found': some, 'none that would change': none },
      problems: { 'the net is down': offline },
    },
    order: {
      asks: { filter: { search: 'a' }, entry: { reason: 'unpaid' }, ids: ['Ada', 'Bob'] },
      answers: { 'it is under way': null },
      problems: { 'another one runs': refusal('bulk/running') },
    },
  },
  drivers: {
    'user.opened': { ...press('Suspend all'), event: opened },
    'user.wrote': [writes('unpaid'), writes('')],
    'user.submitted': press('Suspend them'),
    'user.closed': press('Cancel'),
  },
  assertions: {
    closed: () => expect(screen.queryByRole('dialog')).toBeNull(),
    finding: () => expect(screen.getByRole('status').textContent).toContain('Finding'),
    notFound: () => expect(alertText()).not.toBeNull(),
    choosing: ({ context: { match } }) => {
      const told = screen.getByRole('status').textContent
      expect(told).toContain(
        match === none ? '0 of 1 that match the filter would change' : '2 of 4 that match the filter would change',
      )
      expect(told).toContain('suspended already')
      expect(told?.includes('Narrow the filter')).toBe(match !== none)
    },
    ordering: () => expect(screen.getByRole('status').textContent).toContain('Starting…'),
  },
  delays: {},
  project: ({ match, entry, problem }) => ({
    ...{ found: match.total, reason: entry['reason'] ?? null, told: problem?.code ?? null },
  }),
  invariants: {
    'what was written stays while the server refuses it': {
      when: ({ event }) => event.type === 'xstate.error.actor.order',
      holds: ({ before, after }) => {
        expect(after.context.entry).toEqual(before.context.entry)
        expect(alertText()).toContain('A bulk action is in progress')
      },
    },
  },
}

describe('an action on everything that a filter finds', () => {
  verifyShape(machine)
  verifyEveryEdge(machine, fixture)
})
