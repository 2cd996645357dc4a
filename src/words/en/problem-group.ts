import { countedIn } from '../counted.ts'

const counted = countedIn('en')

/** What went wrong, by cause. */
export const problemGroup = {
  name: 'problems',
  list: 'Causes, largest first',
  none: 'Nothing went wrong',
  noneHere: 'No record failed in this time, and none has an unknown outcome.',
  range: 'From {from} to {to}.',
  records: counted({ one: '# record did not arrive, or may not have.', other: '# records did not arrive, or may not have.' }),
  cut: (max: string) => `There are more: the newest ${max} are grouped here.`,
  cause: (code: string) => (code === '' ? 'Cause not recorded' : code),
  noMessage: 'The cause was not recorded.',
  answered: (status: number) => `The destination answered ${status}`,
  notAnswered: 'No answer of the destination',
  failed: (count: string) => `${count} failed`,
  unknown: (count: string) => `${count} of unknown outcome`,
  times: 'First {first}, last {last}',
  example: 'Newest: record {record}',
  all: 'Show these records',
  replay: 'Replay these records',
}
