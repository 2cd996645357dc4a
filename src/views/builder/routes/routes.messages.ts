import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')

/** Several destinations of a connector. */
export const routesMessages = {
  goesTo: 'Goes to',
  fits: { single: 'Goes to one destination', first: 'Goes to the first that fits', all: 'Goes to all that fit' },
  destinations: 'Destinations',
  add: 'Add a destination',
  full: 'A connector can have 8 destinations.',
  newName: (at: number) => `Destination ${at}`,
  firstName: 'First destination',
  rules: { only: 'Records that meet conditions', rest: 'Everything else', all: 'All records' },
  ruleOf: 'Receives',
  conditions: counted({ one: '# condition', other: '# conditions' }),
  edit: 'Edit conditions',
  editOf: (conditions: string) => `Edit conditions: ${conditions}`,
  more: 'Move or remove this destination',
  name: 'Name',
  moveFront: 'Move forward',
  moveBack: 'Move back',
  remove: 'Remove destination',
  settings: 'Destination settings',
  missing: counted({ one: '# missing', other: '# missing' }),
  shares: (parts: readonly string[]) => `Share of each destination: ${parts.join(', ')}`,
  share: (name: string, count: string) => `${name} ${count}`,
  counts: (own: string, all: string) => `${own} of ${all}`,
  where: counted({ one: 'Where # sample record goes', other: 'Where # sample records go' }),
  nowhere: 'No destination fits',
  several: counted({ one: '# record goes to several destinations', other: '# records go to several destinations' }),
  trying: 'Checking where the sample records go…',
  untried: 'No sample records. Send a test request in the Source step to see where they go.',
  holds: 'A destination that fails holds up only its own records.',
  left: 'Other destinations can still receive the records that these conditions exclude.',
  clear: 'Remove conditions',
}
