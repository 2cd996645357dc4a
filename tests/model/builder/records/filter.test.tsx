import { screen, within } from '@testing-library/react'
import { useSelector } from '@xstate/react'
import { describe, expect, it } from 'vitest'

import type { DryRun } from '#contract/builder/dry-run.ts'
import type { RecordFilter } from '#contract/connectors/config/records/record-filter.ts'
import { problem, refusal } from '#contract/kit/problem.ts'
import { type FilterActor, type FilterSnapshot, filterMachine, type Shown } from '#src/machines/builder/records/filter.machine.ts'
import { type FilterForm, faultOfRow, filterOf, formOf, isGroup, rowsOf } from '#src/machines/builder/records/filter-form.ts'
import { FilterPanel } from '#src/views/builder/records/FilterPanel.tsx'
import { Button } from '#src/views/kit/controls/Button.tsx'
import { press } from '../../kit/drivers.ts'
import type { Fixture, Gesture } from '../../kit/fixture.ts'
import { verifyEveryEdge } from '../../kit/harness.ts'
import { alertText } from '../../kit/samples/public-pages.ts'
import { verifyShape } from '../../kit/shape.ts'

const examples = [
  { id: 1, state: 'paid' },
  { id: 2, state: 'open' },
]
const saved: RecordFilter = { any: [{ path: 'state', is: 'oneOf', to: ['paid', 'open'] }] }
const run: DryRun = {
  records: [
    { key: '1', record: examples[0], outcome: 'mapped', output: {}, problem: null },
    {
      ...{ key: '2', record: examples[1], outcome: 'left-out' },
      problem: problem('record/left-out', { errors: [{ path: '/records/only/all/0', message: '"state" is "open"' }] }) as never,
    },
  ],
  deliveries: [],
  exchanges: [],
  message: '',
  problem: null,
}

const opens = {
  'Filter of nothing': { filter: null, examples, canRead: true },
  'Filter of a state': { filter: saved, examples, canRead: true },
  'Filter without samples': { filter: null, examples: [], canRead: false },
} as const

function Harness({ actor }: { readonly actor: FilterActor }) {
  const isOpen = useSelector(actor, (snapshot) => snapshot.matches('open'))
  return (
    <>
      {Object.entries(opens).map(([name, it]) => (
        <Button key={name} isBlocked={isOpen} onPress={() => actor.send({ type: 'user.opened', ...it })}>
          {name}
        </Button>
      ))}
      {isOpen ? <FilterPanel actor={actor} fields={['id', 'state']} hasFilter /> : null}
    </>
  )
}

const inCondition = (number: string, role: string, name: string): HTMLElement | null => {
  const group = screen.queryByRole('group', { name: `Condition ${number}` })
  return group === null ? null : within(group).queryByRole(role, { name })
}
const writes = (text: string, role: string, label: string): Gesture => ({
  says: `write "${text}" under "${label}" of condition 1`,
  find: () => inCondition('1', role, label),
  use: async (control, user) => {
    await user.clear(control)
    await user.click(control)
    await user.paste(text)
  },
})
const chooses = (option: string, label: string): Gesture => ({
  says: `choose "${option}" under "${label}" of condition 1`,
  find: () => inCondition('1', 'combobox', label),
  use: (control, user) => user.selectOptions(control, option),
})

const only = ({ context: { form } }: FilterSnapshot) => (form.items.length === 1 ? rowsOf(form)[0] : undefined)
/** Nothing is on its way: what is done to a form is done from here. */
const isRested = (it: FilterSnapshot) => it.matches({ open: 'untried' }) || it.matches({ open: 'tried' })
const isUnchecked = ({ context: { isChecked, problem: told, examples: known } }: FilterSnapshot) =>
  !isChecked && told === null && known.length > 0
const needsAll = ({ context: { form } }: FilterSnapshot) => form.needs === 'all'
/** One condition of one field, as one of the many forms that are edited alike. */
const isNamed = (snapshot: FilterSnapshot) =>
  only(snapshot)?.path === 'state' && needsAll(snapshot) && isRested(snapshot) && isUnchecked(snapshot)
const is = (snapshot: FilterSnapshot, comparison: string, value = '') => {
  const row = only(snapshot)
  return isNamed(snapshot) && row?.is === comparison && row.value === value && !row.withField && row.choices.length === 0
}
const wrote = (change: object) => ({ type: 'user.wrote', id: 'row-0', change }) as const
const hasGroupNow = (it: FilterSnapshot) => it.context.form.items.some(isGroup)
const hasGroup = (it: FilterSnapshot) => hasGroupNow(it) && it.matches({ open: 'untried' }) && isUnchecked(it)
const lacks = (says: (it: FilterSnapshot) => boolean) => (it: FilterSnapshot) => it.matches('closed') || !says(it)
const firstIs =
  (...comparisons: readonly string[]) =>
  (it: FilterSnapshot) => {
    const [row] = it.context.form.items
    return row !== undefined && !isGroup(row) && row.id === 'row-0' && comparisons.includes(row.is)
  }
const hasFirst = firstIs('is', 'isEmpty', 'oneOf')
const isSaved = ({ context: { form } }: FilterSnapshot) => JSON.stringify(filterOf(form)) === JSON.stringify(saved)
const shows = (name: string, before: Shown, shown: Shown) => ({
  ...press(name),
  event: { type: 'user.choseShown', shown } as const,
  when: (it: FilterSnapshot) => it.context.shown === before && it.matches({ open: 'tried' }) && isSaved(it),
  behind: lacks((it) => it.context.answer !== null),
})
const isSmall = (it: FilterSnapshot) => {
  const rows = rowsOf(it.context.form)
  return rows.length === 1 && rows[0]?.path === '' && it.matches({ open: 'untried' }) && isUnchecked(it)
}

const fixture: Fixture<typeof filterMachine> = {
  view: (actor) => <Harness actor={actor} />,
  inputs: { 'a mapping': undefined },
  answers: {
    tryFilter: {
      asks: ({ context: { form, examples: tried } }) => ({ filter: filterOf(form) as RecordFilter, examples: tried }),
      answers: { 'one of two goes': run },
      problems: { 'the net is down': refusal('net/unreachable') },
    },
    readExamples: {
      asks: () => undefined,
      answers: { 'two records': examples },
      problems: { 'the source is down': refusal('net/unreachable') },
    },
  },
  drivers: {
    'user.opened': [
      { ...press('Filter of nothing'), event: { type: 'user.opened', ...opens['Filter of nothing'] } },
      { ...press('Filter of a state'), event: { type: 'user.opened', ...opens['Filter of a state'] } },
      { ...press('Filter without samples'), event: { type: 'user.opened', ...opens['Filter without samples'] } },
    ],
    'user.wrote': [
      {
        ...writes('state', 'combobox', 'Field'),
        event: wrote({ path: 'state' }),
        when: (it) => isSmall(it) && needsAll(it),
        behind: lacks(hasFirst),
      },
      {
        ...chooses('is empty', 'Comparison'),
        event: wrote({ is: 'isEmpty' }),
        when: (it) => is(it, 'is'),
        behind: lacks(hasFirst),
      },
      {
        ...chooses('is one of', 'Comparison'),
        event: wrote({ is: 'oneOf' }),
        when: (it) => is(it, 'is'),
        behind: lacks(hasFirst),
      },
      {
        ...writes('paid', 'textbox', 'Value'),
        event: wrote({ value: 'paid' }),
        when: (it) => is(it, 'is'),
        behind: lacks((it) => firstIs('is')(it) && rowsOf(it.context.form)[0]?.withField === false),
      },
      {
        ...chooses('another field', 'Compare with'),
        event: wrote({ withField: true }),
        when: (it) => is(it, 'is'),
        behind: lacks(firstIs('is')),
      },
      {
        ...writes('id', 'combobox', 'Other field'),
        event: wrote({ value: 'id' }),
        when: (it) => isNamed(it) && only(it)?.value === '',
        behind: lacks((it) => firstIs('is')(it) && rowsOf(it.context.form)[0]?.withField === true),
      },
      {
        ...writes('paid', 'textbox', 'Value (Enter to add)'),
        event: wrote({ value: 'paid' }),
        when: (it) => is(it, 'oneOf'),
        behind: lacks(firstIs('oneOf')),
      },
      ...['open', 'paid'].map((choice) => ({
        ...press(`Remove ${choice}`),
        event: wrote({ choices: choice === 'open' ? ['paid'] : [] }),
        when: (it: FilterSnapshot) =>
          only(it)?.choices.length === (choice === 'open' ? 2 : 1) && !needsAll(it) && it.matches({ open: 'tried' }),
        behind: lacks((it) => rowsOf(it.context.form)[0]?.choices.includes(choice) === true),
      })),
    ],
    'user.addedChoice': {
      says: 'press Enter after the value',
      find: () => inCondition('1', 'textbox', 'Value (Enter to add)'),
      use: async (control, user) => {
        await user.click(control)
        await user.keyboard('{Enter}')
      },
      event: { type: 'user.addedChoice', id: 'row-0' },
      when: (it) => is(it, 'oneOf', 'paid'),
      behind: lacks(firstIs('oneOf')),
    },
    'user.addedCondition': [
      { ...press('Add condition'), event: { type: 'user.addedCondition', group: null }, when: isSmall },
      {
        ...press('Group 2: Add condition'),
        event: { type: 'user.addedCondition', group: 'group-1' },
        when: (it) => hasGroup(it) && rowsOf(it.context.form).length === 2,
        behind: lacks(hasGroupNow),
      },
    ],
    'user.addedGroup': { ...press('Add group'), event: { type: 'user.addedGroup' }, when: isSmall },
    'user.choseNeeds': [
      {
        says: 'choose that any of them must be true',
        find: () => screen.queryAllByRole('combobox', { name: 'Conditions' })[0] ?? null,
        use: (control, user) => user.selectOptions(control, 'any of these is true'),
        event: { type: 'user.choseNeeds', group: null, needs: 'any' },
        when: (it) => isSmall(it) && needsAll(it),
      },
      {
        says: 'choose that all of a group must be true',
        find: () => {
          const group = screen.queryByRole('group', { name: 'Group 2' })
          return group === null ? null : within(group).queryByRole('combobox', { name: 'Conditions' })
        },
        use: (control, user) => user.selectOptions(control, 'all of these are true'),
        event: { type: 'user.choseNeeds', group: 'group-1', needs: 'all' },
        when: (it) =>
          hasGroup(it) && it.context.form.items.some((item) => isGroup(item) && item.needs === 'any' && item.rows.length === 1),
        behind: lacks(hasGroupNow),
      },
    ],
    'user.removed': [
      { ...press('Remove condition 1'), event: { type: 'user.removed', id: 'row-0' }, when: isSmall, behind: lacks(hasFirst) },
      { ...press('Remove group 2'), event: { type: 'user.removed', id: 'group-1' }, when: hasGroup, behind: lacks(hasGroupNow) },
    ],
    'user.choseShown': [
      shows('Left out 1', 'all', 'leftOut'),
      shows('Would be sent 1', 'leftOut', 'goes'),
      shows('All 2', 'goes', 'all'),
    ],
    'user.askedMore': {
      ...press('More samples'),
      when: (it) => isSmall(it) || ((it.matches({ open: 'tried' }) || it.matches({ open: 'failed' })) && isSaved(it)),
    },
    'user.applied': press('Apply'),
    'user.cleared': { ...press('Remove filter'), when: (it) => it.matches({ open: 'tried' }) },
    'user.cancelled': { ...press('Cancel'), when: (it) => it.matches({ open: 'trying' }) || isSmall(it) },
    'user.retried': press('Retry'),
  },
  assertions: {
    closed: () => expect(screen.queryByRole('region', { name: 'Only records where' })).toBeNull(),
    'open.waiting': ({ context: { form, isChecked } }) => {
      const lacking = rowsOf(form).filter((row) => faultOfRow(row) === 'path').length
      expect(screen.queryAllByText('Select a field')).toHaveLength(isChecked ? lacking : 0)
    },
    'open.deciding': 'passing',
    'open.untried': ({ context: { examples: known } }) => {
      const told = known.length === 0 ? /^No sample records/ : /^Complete a condition/
      expect(screen.getByText(told)).toBeTruthy()
    },
    'open.trying': () => {},
    'open.tried': ({ context: { shown } }) => {
      expect(screen.getByText('1 of 2 would be sent, 1 left out')).toBeTruthy()
      expect(screen.queryAllByText('"state" is "open"')).toHaveLength(shown === 'goes' ? 0 : 1)
      expect(screen.queryAllByText('Would be sent', { selector: 'em' })).toHaveLength(shown === 'leftOut' ? 0 : 1)
    },
    'open.reading': () => expect(screen.getByText('Reading more records from the source…')).toBeTruthy(),
    'open.unread': () => expect(alertText()).toBeTruthy(),
    'open.failed': () => expect(alertText()).toBeTruthy(),
  },
  delays: { tryPause: 400 },
  parts: ['Condition 2', 'Condition 2.1', 'Condition 2.2'],
  project: ({ form, examples: known, isChecked, shown }) => ({
    form: JSON.stringify(filterOf(form)),
    rows: rowsOf(form).map((row) => [row.path, row.is, row.value, row.choices.length, row.withField].join(' ')),
    needs: form.needs,
    groups: form.items.filter(isGroup).map((group) => `${group.needs} ${group.rows.length}`),
    known: known.length,
    isChecked,
    shown,
  }),
}

describe('the filter of records', () => {
  verifyShape(filterMachine)
  verifyEveryEdge(filterMachine, fixture)

  it.each<RecordFilter>([
    saved,
    { all: [{ path: 'a', is: 'isEmpty' }, { any: [{ path: 'b', is: 'is', to: { path: 'c' } }] }] },
    {
      all: [
        { path: 'at', is: 'atLeast', to: { ago: 7_200 } },
        { path: 'at', is: 'less', to: { ago: 90 * 60 } },
      ],
    },
    { all: [{ path: 'n', is: 'greater', to: '5' }] },
  ])('%j is the same after it was opened and applied', (filter) => {
    expect(filterOf(formOf(filter))).toEqual(filter)
  })

  it('takes an age of up to ten years', () => {
    const aged = (value: string) =>
      ({ ...formOf(null), items: [{ ...rowsOf(formOf(null))[0], path: 'at', is: 'before', value }] }) as FilterForm
    expect(filterOf(aged('3650'))).toEqual({ all: [{ path: 'at', is: 'less', to: { ago: 315_360_000 } }] })
    for (const value of ['3651', '-1', 'x', '0.0000001']) expect(filterOf(aged(value))).toBeNull()
  })

  it('keeps the meaning of numbers, and of comparisons that the form writes otherwise', () => {
    expect(filterOf(formOf({ all: [{ path: 'n', is: 'is', to: 5 }] }))).toEqual({ all: [{ path: 'n', is: 'is', to: '5' }] })
    const odd: RecordFilter = { all: [{ path: 'at', is: 'atLeast', to: { ago: 90 } }] }
    expect(filterOf(formOf(odd))).toEqual(odd)
  })
})
