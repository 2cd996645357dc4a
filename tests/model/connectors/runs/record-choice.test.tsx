import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { createActor, fromPromise } from 'xstate'

import { type RecordChoiceSnapshot, recordChoiceMachine } from '#src/machines/connectors/runs/record-choice.machine.ts'
import { recordFileMachine, type Saved, type Wanted } from '#src/machines/connectors/runs/record-file.machine.ts'
import { FileButtons } from '#src/views/studio/investigator/FileButtons.tsx'
import { ChosenRecords, RecordChoice } from '#src/views/studio/investigator/RecordChoice.tsx'
import { press, tick } from '../../kit/drivers.ts'
import type { Fixture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const rows = [
  { transactionId: 'one', recordKey: 'ORD-1' },
  { transactionId: 'two', recordKey: 'ORD-2' },
] as const
type Row = (typeof rows)[number]
const [one, two] = rows
const nameOf = ({ recordKey }: Pick<Row, 'recordKey'>) => `Select ${recordKey} for the file`
const box = (row: { readonly recordKey: string }) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${row.recordKey} for the file` })
const isChosen = ({ context }: RecordChoiceSnapshot, { transactionId }: Row) => context.chosen.includes(transactionId)

const chooses = (row: Row) => ({
  ...tick(nameOf(row), false),
  event: { type: 'user.chose', transactionId: row.transactionId } as const,
  behind: (snapshot: RecordChoiceSnapshot) => isChosen(snapshot, row),
})
const drops = (row: Row) => ({
  ...tick(nameOf(row), true),
  event: { type: 'user.dropped', transactionId: row.transactionId } as const,
  behind: (snapshot: RecordChoiceSnapshot) => !isChosen(snapshot, row),
})

const fixture: Fixture<typeof recordChoiceMachine> = {
  view: (actor) => (
    <>
      <ChosenRecords actor={actor} />
      {rows.map((row) => (
        <RecordChoice key={row.transactionId} actor={actor} row={row} />
      ))}
    </>
  ),
  inputs: { 'two rows': undefined },
  answers: {},
  drivers: {
    'user.chose': [chooses(one), chooses(two)],
    'user.dropped': [drops(one), drops(two)],
    'user.cleared': { ...press('Choose none'), behind: ({ context }) => context.chosen.length === 0 },
  },
  assertions: {
    choosing: (snapshot) => {
      for (const row of rows) expect(box(row).checked).toBe(isChosen(snapshot, row))
      const said = [
        '',
        '1 transaction selected. The file contains only this one.',
        '2 transactions selected. The file contains only these.',
      ]
      expect(screen.queryByText(/selected\. The file contains/)?.textContent?.trim() ?? '').toBe(
        said[snapshot.context.chosen.length],
      )
    },
  },
  delays: {},
  project: ({ chosen }) => ({ chosen: chosen.toSorted() }),
}

describe('transactions that are chosen for a file', () => {
  verifyShape(recordChoiceMachine)
  verifyEveryEdge(recordChoiceMachine, fixture)

  it('are at most 100: one more can only take the place of another', () => {
    const actor = createActor(recordChoiceMachine).start()
    for (let at = 0; at < 101; at += 1) actor.send({ type: 'user.chose', transactionId: String(at) })
    expect(actor.getSnapshot().context.chosen).toHaveLength(100)
    const more = { transactionId: '100', recordKey: 'ORD-100' }
    render(<RecordChoice actor={actor} row={more} />)
    expect(box(more).disabled).toBe(true)
    act(() => actor.send({ type: 'user.dropped', transactionId: '0' }))
    expect(box(more).disabled).toBe(false)
  })

  it('are what the file is asked for', async () => {
    const asked: unknown[] = []
    const ask = fromPromise<Saved, Wanted>(async ({ input }) => {
      asked.push(input)
      return { fileName: 'x', bytes: 1, cut: null }
    })
    const choice = createActor(recordChoiceMachine).start()
    const file = createActor(recordFileMachine.provide({ actors: { send: ask } }), {
      input: { format: 'ndjson', transactionIds: [] },
    }).start()
    for (const { transactionId } of rows) choice.send({ type: 'user.chose', transactionId })
    render(<FileButtons actor={file} choice={choice} />)
    await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }))
    expect(asked).toEqual([{ format: 'csv', transactionIds: ['one', 'two'] }])
  })
})
