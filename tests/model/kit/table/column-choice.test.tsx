import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createActor } from 'xstate'
import { type ColumnChoiceSnapshot, columnChoiceMachine } from '#src/machines/kit/table/column-choice.machine.ts'
import { readHiddenColumns, storedColumnChoiceMachine } from '#src/services/kit/table/column-choice.actors.ts'
import { ColumnChoice } from '#src/views/kit/table/ColumnChoice.tsx'
import { press, tick } from '../drivers.ts'
import type { Fixture } from '../fixture.ts'
import { verifyEveryEdge } from '../harness.ts'
import { verifyShape } from '../shape.ts'

const columns = [
  { id: 'name', title: 'Name' },
  { id: 'status', title: 'Status' },
  { id: 'read', title: 'Read' },
]
const all = columns.map(({ id }) => id)
const isHidden =
  (id: string) =>
  ({ context }: ColumnChoiceSnapshot) =>
    context.hidden.includes(id)
const turns = (id: string, title: string, isTicked: boolean) => ({
  ...tick(title, isTicked),
  event: { type: 'user.turned', column: id } as const,
  behind: (snapshot: ColumnChoiceSnapshot) => isHidden(id)(snapshot) === isTicked,
})

const fixture: Fixture<typeof columnChoiceMachine> = {
  view: (actor) => <ColumnChoice actor={actor} columns={columns} />,
  inputs: { 'all are shown': { all, hidden: [] }, 'one is hidden, and one that is gone': { all, hidden: ['read', 'old'] } },
  answers: {},
  drivers: {
    'user.turned': [
      turns('status', 'Status', true),
      turns('status', 'Status', false),
      turns('read', 'Read', true),
      turns('read', 'Read', false),
    ],
    'user.reset': press('Show all columns'),
  },
  assertions: {
    choosing: (snapshot) => {
      expect(screen.queryByRole('checkbox', { name: 'Name' })).toBeNull()
      for (const { id, title } of columns.slice(1))
        expect(screen.getByRole<HTMLInputElement>('checkbox', { name: title }).checked).toBe(!isHidden(id)(snapshot))
    },
  },
  delays: {},
  project: ({ hidden }) => ({ hidden: [...hidden].sort().join(' ') }),
}

describe('the choice of columns', () => {
  verifyShape(columnChoiceMachine)
  verifyEveryEdge(columnChoiceMachine, fixture)

  it('is kept by the browser, and what is kept there by somebody else is none', () => {
    const actor = createActor(storedColumnChoiceMachine('runs'), { input: { all, hidden: readHiddenColumns('runs') } }).start()
    actor.send({ type: 'user.turned', column: 'read' })
    expect(readHiddenColumns('runs')).toEqual(['read'])
    expect(readHiddenColumns('transactions')).toEqual([])
    actor.send({ type: 'user.turned', column: 'name' })
    actor.send({ type: 'user.reset' })
    expect(readHiddenColumns('runs')).toEqual([])
    localStorage.setItem('columns:runs', '{"a":1}')
    expect(readHiddenColumns('runs')).toEqual([])
  })
})
