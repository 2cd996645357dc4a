import { screen } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect, it } from 'vitest'
import { createActor, fromCallback } from 'xstate'

import type { RecordSplit } from '#contract/connectors/config/records/record-split.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { recordsSampleMachine } from '#src/machines/builder/records/records-sample.machine.ts'
import { faultOfSplit, type SplitActor, splitMachine, splitOfForm } from '#src/machines/builder/records/split.machine.ts'
import { SplitPanel } from '#src/views/builder/records/SplitPanel.tsx'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture, Gesture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { verifyShape } from '../../kit/shape.ts'

const field = (path: string, ...types: ShapeField['types']): ShapeField => ({ path, types, isRequired: true })
const fields = [
  ...[field('id', 'integer'), field('tags', 'array'), field('tags[*]', 'string')],
  ...[field('lines', 'array'), field('lines[*].sku', 'string'), field('lines[*].size', 'object')],
]
const examples = [
  { id: 1, tags: ['new'], lines: [{ sku: 'a' }, { sku: 'b' }] },
  { id: 2, item: 'own', tags: [], lines: [{ sku: 'a' }, { sku: 'a' }] },
]
const saved: RecordSplit = { path: 'lines', key: 'sku', empty: 'leaveOut' }

const idle = recordsSampleMachine.provide({ actors: { watchDraft: fromCallback(() => {}) } })
const sampled = createActor(idle, { input: { filter: null, examples } }).start()

const opens = {
  'Split of nothing': { split: null, proposed: 'lines' },
  'Split of lines': { split: saved, proposed: 'lines' },
  'Split without a list': { split: null, proposed: '' },
} as const

function Harness({ actor }: { readonly actor: SplitActor }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'))
  const hasList = useSelector(actor, ({ context }) => context.form.path !== '')
  return (
    <>
      {Object.entries(opens).map(([name, it]) => (
        <Button key={name} isBlocked={isOpen} onPress={() => actor.send({ type: 'user.opened', ...it })}>
          {name}
        </Button>
      ))}
      {isOpen ? <SplitPanel actor={actor} sample={sampled} fields={hasList ? fields : []} hasSplit /> : null}
    </>
  )
}

const chooses = (option: string, label: string): Gesture => ({
  says: `choose "${option}" under "${label}"`,
  find: () => screen.queryByRole('combobox', { name: label }),
  use: (control, user) => user.selectOptions(control, option),
})
const isSame = (one: RecordSplit, other: RecordSplit) => JSON.stringify(one) === JSON.stringify(other)
const isSaved = ({ context: { form } }: { readonly context: { readonly form: Parameters<typeof splitOfForm>[0] } }) =>
  isSame(splitOfForm(form), saved)
const wrote = (change: object) => ({ type: 'user.wrote', change }) as const

const fixture: Fixture<typeof splitMachine> = {
  view: (actor) => <Harness actor={actor} />,
  inputs: { 'a mapping': undefined },
  answers: {},
  drivers: {
    'user.opened': [
      { ...press('Split of nothing'), event: { type: 'user.opened', ...opens['Split of nothing'] } },
      { ...press('Split of lines'), event: { type: 'user.opened', ...opens['Split of lines'] } },
      { ...press('Split without a list'), event: { type: 'user.opened', ...opens['Split without a list'] } },
    ],
    'user.wrote': [
      { ...chooses('tags', 'List'), event: wrote({ path: 'tags' }), when: isSaved, behind: (it) => it.context.form.path === '' },
      {
        ...chooses('The number of its item', 'Identify each line by'),
        event: wrote({ key: '' }),
        when: isSaved,
      },
      {
        ...chooses('Send one line without an item', 'If the list is empty'),
        event: wrote({ empty: 'keepParent' }),
        when: isSaved,
      },
      { ...chooses('Only the item', 'Each line contains'), event: wrote({ keep: 'none' }), when: isSaved },
      {
        says: 'type "lines" under "List"',
        find: () => screen.queryByRole('textbox', { name: 'List' }),
        use: async (control, user) => {
          await user.click(control)
          await user.paste('lines')
        },
        event: wrote({ path: 'lines' }),
        when: ({ context: { form } }) => form.path === '',
        behind: (it) => it.context.form.path !== '',
      },
    ],
    'user.applied': press('Apply'),
    'user.cleared': press('Remove lines'),
    'user.cancelled': press('Cancel'),
  },
  assertions: {
    closed: () => expect(screen.queryByRole('region', { name: 'One line per item' })).toBeNull(),
    open: ({ context: { form, isChecked } }) => {
      expect(screen.queryByText('Select a list') !== null).toBe(isChecked && faultOfSplit(form) === 'path')
      const made = form.path === 'tags' ? '2 records → 1 line' : '2 records → 4 lines'
      expect(screen.queryByText(made) !== null).toBe(form.path !== '')
      expect(screen.queryByText(/^"sku" is missing or repeated in 1 record/) !== null).toBe(form.key === 'sku')
      expect(screen.queryByText(/^The records have a field "item"/) !== null).toBe(form.path !== '' && form.keep === 'parent')
      // The object in an item is no key.
      expect(screen.queryByRole('option', { name: 'size' })).toBeNull()
    },
  },
  delays: {},
  project: ({ form, isChecked }) => ({ ...form, isChecked }),
}

describe('one line for each item', () => {
  verifyShape(splitMachine)
  verifyEveryEdge(splitMachine, fixture)

  it('keeps what a split says, and leaves out what is as usual', () => {
    const form = { path: ' lines ', key: '', keep: 'parent', empty: 'leaveOut' } as const
    expect(splitOfForm(form)).toEqual({ path: 'lines', empty: 'leaveOut' })
    expect(splitOfForm({ ...form, key: 'sku', keep: 'none' })).toEqual({
      path: 'lines',
      key: 'sku',
      keep: 'none',
      empty: 'leaveOut',
    })
    for (const path of ['lines[*]', 'lines[0].x', 'item', '']) expect(faultOfSplit({ ...form, path })).not.toBeNull()
  })
})
