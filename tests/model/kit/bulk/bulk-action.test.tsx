import { screen, within } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect } from 'vitest'

import { refusal } from '#contract/kit/problem.ts'
import { type BulkActionActor, type BulkMatch, bulkActionMachine } from '#src/machines/kit/bulk/bulk-action.machine.ts'
import { selectEntry, selectIsOpen } from '#src/machines/kit/bulk/bulk-action.selectors.ts'
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
    change: {
      asks: ({ context: { queue } }) => ({ entry: { reason: 'unpaid' }, target: queue[0] ?? eve }),
      answers: { 'it is changed': null },
      problems: { 'it is refused': refusal('company/wrong-status') },
    },
  },
  drivers: {
    'user.opened': { ...press('Suspend all'), event: opened },
    'user.wrote': [writes('unpaid'), writes('')],
    'user.submitted': press('Suspend them'),
    'user.stopped': press('Stop'),
    'user.retried': press(/^(Retry|Continue)/),
    'user.closed': press(/^(Cancel|Close)$/),
  },
  assertions: {
    closed: () => expect(screen.queryByRole('dialog')).toBeNull(),
    finding: () => expect(screen.getByRole('status').textContent).toContain('Looking'),
    notFound: () => expect(alertText()).not.toBeNull(),
    choosing: ({ context: { match } }) => {
      const told = screen.getByRole('status').textContent
      expect(told).toContain(match === none ? '0 would change of 1' : '2 would change of 4')
      expect(told).toContain('suspended already')
      expect(told?.includes('narrow the filter')).toBe(match !== none)
    },
    changing: ({ context: { changed, failed } }) => {
      expect(screen.getByRole('progressbar')).toHaveProperty('value', changed + failed.length)
    },
    done: ({ context: { changed, failed, queue } }) => {
      expect(screen.getByText(`${changed} changed, ${failed.length} failed`)).toBeTruthy()
      expect(screen.queryByText(/not begun/) === null).toBe(queue.length === 0)
      const list = screen.queryByRole('list', { name: 'Failed' })
      expect(list === null ? [] : within(list).getAllByRole('listitem')).toHaveLength(failed.length)
    },
  },
  delays: {},
  project: ({ match, entry, queue, changed, failed, problem }) => ({
    ...{ found: match.total, reason: entry['reason'] ?? null, left: queue.map(({ name }) => name).join(' ') },
    ...{ changed, failed: failed.map(({ target }) => target.name).join(' '), told: problem?.code ?? null },
  }),
  invariants: {
    'each is changed, failed or left, and none twice': {
      when: ({ after }) => after.matches('done'),
      holds: ({ after: { context } }) => {
        const { queue, failed, changed } = context
        expect(changed + failed.length + queue.length).toBe(2)
      },
    },
  },
}

describe('an action on everything that a filter finds', () => {
  verifyShape(machine)
  verifyEveryEdge(machine, fixture)
})
