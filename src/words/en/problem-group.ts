import { countedIn } from '../counted.ts'

const counted = countedIn('en')

/** What went wrong, by cause. */
export const problemGroup = {
  name: 'problems',
  list: 'Causes, largest first',
  none: 'No problems',
  noneHere: 'No failed run, deployment or record in this period.',
  runs: 'Failed runs',
  runsCount: counted({ one: '# run failed', other: '# runs failed' }),
  paths: 'Mapped paths that no record contained',
  pathsCount: counted({ one: '# run met no record with it', other: '# runs met no record with it' }),
  newestRun: 'Newest: run {run}',
  deployments: 'Failed deployments',
  deploymentAt: 'Deployment failed {at}',
  range: 'From {from} to {to}.',
  records: counted({ one: '# record did not arrive, or may not have.', other: '# records did not arrive, or may not have.' }),
  cut: (max: string) => `There are more: the newest ${max} are grouped here.`,
  cause: (code: string) => (code === '' ? 'Cause not recorded' : code),
  noMessage: 'The cause was not recorded.',
  answered: (status: number) => `The destination answered ${status}`,
  notAnswered: 'No response from destination',
  failed: (count: string) => `${count} failed`,
  unknown: (count: string) => `${count} of unknown outcome`,
  times: 'First {first}, last {last}',
  example: 'Newest: record {record}',
  all: 'Show these records',
  replay: 'Replay these records',
  replayAll: 'Replay all failed',
}
