import { screen, within } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect, it } from 'vitest'

import type { DryRun } from '#contract/builder/dry-run.ts'
import type { RecordGroup } from '#contract/connectors/config/records/record-group.ts'
import { problem, refusal } from '#contract/kit/problem.ts'
import { type GroupActor, type GroupSnapshot, groupMachine } from '#src/machines/builder/records/group.machine.ts'
import { faultOfKey, formOf, groupOf, targetOf } from '#src/machines/builder/records/group-form.ts'
import { GroupPanel } from '#src/views/builder/records/GroupPanel.tsx'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture, Gesture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const examples = [
  { id: 1, customer: 'A', amount: 2 },
  { id: 2, customer: 'A', amount: 3 },
  { id: 3, customer: 'B', amount: 'x' },
]
const saved: RecordGroup = { by: ['customer'], lines: [{ target: 'total', do: 'sum', path: 'amount' }] }
const reason = 'Record 3 can\'t be added to the group: "amount" is "x", which is not a number.'
const run: DryRun = {
  records: [
    { key: 'A', record: { customer: 'A', total: 5 }, outcome: 'mapped', output: {}, problem: null },
    { key: 'B', record: null, outcome: 'failed', problem: problem('group/value', { message: reason }) as never },
  ],
  deliveries: [],
  exchanges: [],
  message: '',
  problem: null,
}

const opens = {
  'Group of nothing': { group: null, examples, because: null },
  'Group of a customer': { group: saved, examples, because: null },
  'Group without samples': { group: null, examples: [], because: null },
  'Group of events': { group: null, examples, because: 'Webhook events have no end' },
} as const

function Harness({ actor }: { readonly actor: GroupActor }) {
  const isOpen = useSelector(actor, (snapshot) => !snapshot.matches('closed'))
  return (
    <>
      {Object.entries(opens).map(([name, it]) => (
        <Button key={name} isBlocked={isOpen} onPress={() => actor.send({ type: 'user.opened', ...it })}>
          {name}
        </Button>
      ))}
      {isOpen ? <GroupPanel actor={actor} fields={['customer', 'amount']} hasGroup mapped={['customer', 'amount']} /> : null}
    </>
  )
}

const inLine = (name: string, role: string, label: string): HTMLElement | null => {
  const group = screen.queryByRole('group', { name })
  return group === null ? null : within(group).queryByRole(role, { name: label })
}
const writes = (text: string, label: string, find: () => HTMLElement | null): Gesture => ({
  says: `write "${text}" under "${label}"`,
  find,
  use: async (control, user) => {
    await user.clear(control)
    await user.click(control)
    await user.paste(text)
  },
})

const isRested = (it: GroupSnapshot) => it.matches({ open: 'untried' }) || it.matches({ open: 'tried' })
const isUnchecked = ({ context: { isChecked, problem: told, examples: known } }: GroupSnapshot) =>
  !isChecked && told === null && known.length > 0
const rowsOf = ({ context: { form } }: GroupSnapshot) => [form.by.length, form.lines.length].join(' ')
const firstKey = ({ context: { form } }: GroupSnapshot) => form.by[0]
const firstLine = ({ context: { form } }: GroupSnapshot) => form.lines[0]
/** As it was opened of nothing, as one of the many forms that are edited alike. */
const isFresh = (it: GroupSnapshot) =>
  rowsOf(it) === '1 1' &&
  firstKey(it)?.path === '' &&
  firstLine(it)?.does === 'records' &&
  firstLine(it)?.target === null &&
  it.matches({ open: 'untried' }) &&
  isUnchecked(it)
const isKeyed = (it: GroupSnapshot) =>
  rowsOf(it) === '1 1' && firstKey(it)?.id === 'key-0' && firstKey(it)?.path === 'customer' && isRested(it) && isUnchecked(it)
const isOpen = (it: GroupSnapshot) => it.matches('open')
const lacks = (says: (it: GroupSnapshot) => boolean) => (it: GroupSnapshot) => !isOpen(it) || !says(it)
const hasFreshLine = (it: GroupSnapshot) => firstLine(it)?.id === 'line-1'

const fixture: Fixture<typeof groupMachine> = {
  view: (actor) => <Harness actor={actor} />,
  inputs: { 'a mapping': undefined },
  answers: {
    tryGroup: {
      asks: ({ context: { form, examples: tried } }) => ({ group: groupOf(form) as RecordGroup, examples: tried }),
      answers: { 'one group and one that fails': run },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
  },
  drivers: {
    'user.opened': [
      { ...press('Group of nothing'), event: { type: 'user.opened', ...opens['Group of nothing'] } },
      { ...press('Group of a customer'), event: { type: 'user.opened', ...opens['Group of a customer'] } },
      { ...press('Group without samples'), event: { type: 'user.opened', ...opens['Group without samples'] } },
      { ...press('Group of events'), event: { type: 'user.opened', ...opens['Group of events'] } },
    ],
    'user.wroteKey': {
      ...writes('customer', 'Group by', () => inLine('Group field 1', 'combobox', 'Group by')),
      event: { type: 'user.wroteKey', id: 'key-0', path: 'customer' },
      when: isFresh,
      behind: lacks(() => true),
    },
    'user.wroteLine': [
      {
        says: 'choose a sum',
        find: () => inLine('Field 1', 'combobox', 'Function'),
        use: (control, user) => user.selectOptions(control, 'sum of'),
        event: { type: 'user.wroteLine', id: 'line-1', change: { does: 'sum' } },
        when: (it) => isKeyed(it) && firstLine(it)?.does === 'records',
        behind: lacks(hasFreshLine),
      },
      {
        ...writes('amount', 'Source field', () => inLine('Field 1', 'combobox', 'Source field')),
        event: { type: 'user.wroteLine', id: 'line-1', change: { path: 'amount' } },
        when: (it) => isKeyed(it) && firstLine(it)?.does === 'sum' && firstLine(it)?.path === '',
        behind: lacks((it) => hasFreshLine(it) && firstLine(it)?.does !== 'records'),
      },
      {
        says: 'clear the name',
        find: () => inLine('Field 1', 'textbox', 'Name'),
        use: (control, user) => user.clear(control),
        event: { type: 'user.wroteLine', id: 'line-1', change: { target: '' } },
        when: (it) => isKeyed(it) && firstLine(it)?.path === 'amount' && firstLine(it)?.target === null,
        behind: lacks(hasFreshLine),
      },
      {
        ...writes('total', 'Name', () => inLine('Field 1', 'textbox', 'Name')),
        event: { type: 'user.wroteLine', id: 'line-1', change: { target: 'total' } },
        when: (it) => isKeyed(it) && firstLine(it)?.path === 'amount' && firstLine(it)?.target === '',
        behind: lacks(hasFreshLine),
      },
    ],
    'user.addedKey': { ...press('Add group field'), when: isFresh },
    'user.addedLine': { ...press('Add field'), when: isFresh },
    'user.removed': [
      {
        ...press('Remove group field 1'),
        event: { type: 'user.removed', id: 'key-0' },
        when: (it) => it.context.form.by.length === 2 && it.matches({ open: 'untried' }) && isUnchecked(it),
        behind: lacks((it) => it.context.form.by.length === 2),
      },
      {
        ...press('Remove field 1'),
        event: { type: 'user.removed', id: 'line-1' },
        when: isFresh,
        behind: lacks(hasFreshLine),
      },
    ],
    'user.applied': press('Apply'),
    'user.cleared': { ...press('Remove groups'), when: (it) => it.matches({ open: 'tried' }) || it.matches('refused') },
    'user.cancelled': {
      ...press('Cancel'),
      when: (it) => it.matches({ open: 'trying' }) || it.matches('refused') || isFresh(it),
    },
    'user.retried': press('Retry'),
  },
  assertions: {
    closed: () => expect(screen.queryByRole('region', { name: 'One record per group' })).toBeNull(),
    refused: () => expect(screen.getByText('Webhook events have no end.')).toBeTruthy(),
    'open.waiting': ({ context: { form, isChecked } }) => {
      const lacking = form.by.filter((row) => faultOfKey(form, row) === 'path').length
      const lines = form.lines.filter(({ does, path }) => does !== 'records' && path === '').length
      expect(screen.queryAllByText('Select a field')).toHaveLength(isChecked ? lacking + lines : 0)
    },
    'open.deciding': 'passing',
    'open.untried': ({ context: { examples: known } }) => {
      expect(screen.getByText(known.length === 0 ? /^No sample records/ : /^Select a field to group by/)).toBeTruthy()
    },
    'open.trying': () => {},
    'open.tried': () => {
      expect(screen.getByText('3 sample records → 2 groups')).toBeTruthy()
      expect(screen.getByText(reason)).toBeTruthy()
    },
    'open.failed': () => expect(alertText()).toBeTruthy(),
  },
  delays: { tryPause: 400 },
  parts: ['Group field 2', 'Field 2'],
  project: ({ form, examples: known, because, isChecked }) => ({
    group: JSON.stringify(groupOf(form)),
    keys: form.by.map(({ path }) => path),
    lines: form.lines.map((row) => [row.does, row.path, row.target].join(' ')),
    known: known.length,
    because,
    isChecked,
  }),
}

describe('the groups of records', () => {
  verifyShape(groupMachine)
  verifyEveryEdge(groupMachine, fixture)

  it.each<RecordGroup>([
    saved,
    {
      by: ['a', 'b.c'],
      lines: [
        { target: 'n', do: 'count' },
        { target: 'm', do: 'count', path: 'x' },
      ],
    },
    { by: ['a'], lines: [] },
  ])('%j is the same after it was opened and applied', (group) => {
    expect(groupOf(formOf(group))).toEqual(group)
  })

  it('names a field after what it is, until it has a name', () => {
    const line = { id: 'l', does: 'sum', path: 'order.amount', target: null } as const
    expect(targetOf(line)).toBe('total_amount')
    expect(targetOf({ ...line, does: 'unique', path: '["line items"]' })).toBe('line items_list')
    expect(targetOf({ ...line, target: ' total ' })).toBe('total')
    expect(targetOf({ ...line, target: '' })).toBe('')
    expect(targetOf({ ...line, does: 'records' })).toBe('records')
  })
})
