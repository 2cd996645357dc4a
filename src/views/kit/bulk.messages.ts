import type { BulkJobStatus } from '#contract/kit/bulk/bulk-job.lifecycle.ts'
import { countedIn } from './format/counted.ts'
import { number } from './format/numbers.ts'

const counted = countedIn('en')
const changes = counted({ one: '# would change', other: '# would change' })
const stays = counted({ one: '# stays as it is', other: '# stay as they are' })
const onlyFirst = counted({
  one: 'Only the first is taken: narrow the filter.',
  other: 'Only the first # are taken: narrow the filter.',
})

/** What is said of an action on everything that a filter finds. */
export const bulkMessages = {
  finding: 'Looking for what the filter finds…',
  changes: (count: number, total: number) => `${changes(count)} of ${number(total)} that the filter finds.`,
  first: onlyFirst,
  skipped: (count: number, reason: string) => `${stays(count)}: ${reason}`,
  ordering: 'Telling the server…',
  goesOn: 'The server continues even if you close this page. This page shows the progress.',
  job: 'the newest action',
  states: { running: 'Running', stopped: 'Stopped', done: 'Done' } satisfies Record<BulkJobStatus, string>,
  stopTitle: 'Stop the action?',
  retryTitle: 'Continue the action?',
  more: (count: string) => `and ${count} more`,
  by: (person: string) => `by ${person}`,
  progress: 'Progress',
  done: (changed: number, failed: number) => `${number(changed)} changed, ${number(failed)} failed`,
  left: counted({ one: '# is not done yet.', other: '# are not done yet.' }),
  failed: 'Failed',
  stop: 'Stop',
  cancel: 'Cancel',
  continue: 'Continue',
  goOn: counted({ one: 'Continue with #', other: 'Continue with #' }),
  retry: counted({ one: 'Retry # that failed', other: 'Retry # that failed' }),
}
