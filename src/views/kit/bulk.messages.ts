import type { BulkJobStatus } from '#contract/kit/bulk/bulk-job.lifecycle.ts'
import { countedIn } from './format/counted.ts'
import { number } from './format/numbers.ts'

const counted = countedIn('en')
const stays = counted({ one: '# stays unchanged', other: '# stay unchanged' })
const onlyFirst = counted({
  one: 'Only the first match is included. Narrow the filter.',
  other: 'Only the first # matches are included. Narrow the filter.',
})

/** What is said of an action on everything that a filter finds. */
export const bulkMessages = {
  finding: 'Finding matches…',
  changes: (count: number, total: number) => `${number(count)} of ${number(total)} that match the filter would change.`,
  first: onlyFirst,
  skipped: (count: number, reason: string) => `${stays(count)}: ${reason}`,
  ordering: 'Starting…',
  goesOn: 'You can close this page. The action continues, and the progress appears here.',
  job: 'the newest action',
  states: { running: 'Running', stopped: 'Stopped', done: 'Done' } satisfies Record<BulkJobStatus, string>,
  stopTitle: 'Stop the action?',
  retryTitle: 'Continue the action?',
  more: (count: string) => `and ${count} more`,
  by: (person: string) => `by ${person}`,
  progress: 'Progress',
  done: (changed: number, failed: number) => `${number(changed)} changed, ${number(failed)} failed`,
  left: counted({ one: '# item is still to do.', other: '# items are still to do.' }),
  failed: 'Failed',
  stop: 'Stop',
  cancel: 'Cancel',
  continue: 'Continue',
  goOn: counted({ one: 'Continue with # item', other: 'Continue with # items' }),
  retry: counted({ one: 'Retry # failed item', other: 'Retry # failed items' }),
}
