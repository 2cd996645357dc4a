import type { SampleLines } from '#contract/builder/sample-lines.ts'
import type { RecordSplit } from '#contract/connectors/config/records/record-split.ts'
import type { Offered, RowFault } from '#src/machines/builder/records/filter-form.ts'
import type { SplitFault } from '#src/machines/builder/records/split.machine.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')
const conditions = counted({ one: 'Filtered by # condition', other: 'Filtered by # conditions' })

/** Which records go on to the mapping. */
export const recordsMessages = {
  bar: 'Which records are sent',
  records: 'Records',
  all: 'All',
  sampleRecords: counted({ one: '1 sample record', other: '# sample records' }),
  meet: counted({ zero: 'none meets the filter', one: '1 meets the filter', other: '# meet the filter' }),
  only: conditions,
  title: 'Only records where',
  needs: 'Conditions',
  needsOf: { all: 'all of these are true', any: 'any of these is true' },
  /** Between two conditions. */
  joins: { all: ' and ', any: ' or ' },
  condition: (number: string) => `Condition ${number}`,
  group: (number: string) => `Group ${number}`,
  field: 'Field',
  comparison: 'Comparison',
  comparisons: {
    is: 'is',
    isNot: 'is not',
    oneOf: 'is one of',
    greater: 'is greater than',
    atLeast: 'is at least',
    less: 'is less than',
    atMost: 'is at most',
    contains: 'contains',
    startsWith: 'starts with',
    endsWith: 'ends with',
    matches: 'matches the pattern',
    isEmpty: 'is empty',
    isNotEmpty: 'is not empty',
    inLast: 'is newer than',
    before: 'is older than',
  } satisfies Record<Offered, string>,
  value: 'Value',
  valueOf: { value: 'a value', field: 'another field' },
  compareWith: 'Compare with',
  otherField: 'Other field',
  choice: 'Value (Enter to add)',
  removeChoice: (choice: string) => `Remove ${choice}`,
  number: 'Number',
  unit: 'Unit',
  units: { minutes: 'minutes', hours: 'hours', days: 'days' },
  addCondition: 'Add condition',
  addGroup: 'Add group',
  remove: (what: string) => `Remove ${what.toLowerCase()}`,
  faults: {
    path: 'Select a field',
    value: 'Enter a value',
    age: 'Enter a number, at most ten years',
  } satisfies Record<RowFault, string>,
  left: "Left-out records are counted in every run. They aren't failures.",
  clear: 'Remove filter',
  cancel: 'Cancel',
  apply: 'Apply',
  samples: 'Sample records',
  trying: 'Applying the filter to the sample records…',
  goes: 'Would be sent',
  would: (goes: string, all: string, out: string): string => `${goes} of ${all} would be sent, ${out} left out`,
  more: 'More samples',
  reading: 'Reading more records from the source…',
  which: 'Show',
  shown: { all: 'All', goes: 'Would be sent', leftOut: 'Left out', failed: 'Not checked' },
  reasons: 'Each left-out record shows the first condition that it does not meet.',
  failed: counted({ one: "# couldn't be checked", other: "# couldn't be checked" }),
  nothingYet: 'Complete a condition to see which sample records meet it.',
  noSamples: 'No sample records. Send a test request in the Source step to see which records meet the conditions.',
}

const records = counted({ one: '1 record', other: '# records' })
const lines = counted({ zero: 'no lines', one: '1 line', other: '# lines' })

/** One line for each item of a list. */
export const splitMessages = {
  per: 'One line per',
  record: 'record',
  item: (path: string) => `item of ${path}`,
  opening: 'Opening…',
  title: 'One line per item',
  list: 'List',
  listHint: 'For example line_items. Send a test request in the Source step to select a list.',
  key: 'Identify each line by',
  byNumber: 'The number of its item',
  byNumberHint:
    'If items change places, their lines are treated as changed. Select a field that stays the same, if there is one.',
  keyHint: 'Together with the key of the record.',
  empty: 'If the list is empty',
  emptyOf: { leaveOut: 'Leave the record out', keepParent: 'Send one line without an item' } satisfies Record<
    RecordSplit['empty'],
    string
  >,
  keep: 'Each line contains',
  keepOf: { parent: 'The item and the fields of its record', none: 'Only the item' } satisfies Record<
    NonNullable<RecordSplit['keep']>,
    string
  >,
  faults: {
    path: 'Select a list',
    notField: 'Enter the path of a list, without [ ]',
  } satisfies Record<SplitFault, string>,
  counts: 'Each line counts as one record in runs, limits and invoices.',
  clear: 'Remove lines',
  cancel: 'Cancel',
  apply: 'Apply',
  samples: 'Sample lines',
  trying: 'Applying the filter to the sample records…',
  lines,
  makes: (of: number, count: number) => `${records(of)} → ${lines(count)}`,
  filtered: counted({ one: 'The filter leaves out 1 record.', other: 'The filter leaves out # records.' }),
  shared: (key: string) =>
    counted({
      one: `"${key}" is missing or repeated in 1 record. Select a field that identifies each item.`,
      other: `"${key}" is missing or repeated in # records. Select a field that identifies each item.`,
    }),
  hidden: (name: string) => `The records have a field "${name}". Lines use this name, so the mapping can't read the field.`,
  outcome: (outcome: SampleLines['outcome'], count: number, path: string) => {
    if (outcome === 'notList') return `fails: ${path} is not a list`
    return outcome === 'empty' && count === 0 ? `left out: no items in ${path}` : lines(count)
  },
  moreLines: counted({ one: 'and 1 more', other: 'and # more' }),
  aList: 'a list',
  noSamples: 'No sample records. Send a test request in the Source step to see sample lines.',
  nothingYet: 'Select a list to see the lines of the sample records.',
}
