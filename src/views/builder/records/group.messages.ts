import type { GroupFault, OfferedFunction } from '#src/machines/builder/records/group-form.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')
const records = counted({ one: '1 sample record', other: '# sample records' })
const groups = counted({ zero: 'no groups', one: '1 group', other: '# groups' })

/** One record for each group of records. */
export const groupMessages = {
  rule: 'Groups',
  none: 'None',
  of: (fields: readonly string[]) => `by ${fields.join(', ')}`,
  opening: 'Opening…',
  title: 'One record per group',
  by: 'Group by',
  byHint: 'Records with the same value become one record.',
  key: (number: number) => `Group field ${number}`,
  addKey: 'Add group field',
  fields: 'Fields of each group',
  line: (number: number) => `Field ${number}`,
  does: 'Function',
  functions: {
    records: 'number of records',
    sum: 'sum of',
    count: 'number of values in',
    min: 'minimum of',
    max: 'maximum of',
    first: 'first value of',
    last: 'last value of',
    list: 'list of',
    unique: 'list of unique values of',
  } satisfies Record<OfferedFunction, string>,
  field: 'Source field',
  target: 'Name',
  addLine: 'Add field',
  remove: (what: string) => `Remove ${what.toLowerCase()}`,
  faults: {
    path: 'Select a field',
    twice: 'Already selected',
    target: 'Enter a name',
    taken: 'Another field has this name',
    brackets: 'Enter a path without [*]',
  } satisfies Record<GroupFault, string>,
  sent: 'Groups are sent after all records are read. If a run ends earlier, no groups are sent.',
  unmapped: counted({
    one: '1 mapped field is not in the groups. Change its mapping after you apply.',
    other: '# mapped fields are not in the groups. Change their mapping after you apply.',
  }),
  clear: 'Remove groups',
  cancel: 'Cancel',
  apply: 'Apply',
  samples: 'Groups of the sample records',
  trying: 'Grouping the sample records…',
  makes: (count: number, of: number) => `${records(count)} → ${groups(of)}`,
  leftOut: counted({ one: '1 record is left out.', other: '# records are left out.' }),
  groupless: (reason: string) => `A run would send no groups. ${reason}`,
  more: counted({ one: 'and 1 more group', other: 'and # more groups' }),
  ofSamples: 'A run groups all records of the source, so its values can differ.',
  nothingYet: 'Select a field to group by to see the groups of the sample records.',
  noSamples: 'No sample records. Send a test request in the Source step to see sample groups.',
  impossible: "These records can't be grouped",
}
