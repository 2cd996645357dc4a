import type { BulkAction } from '#contract/connectors/list/connector-bulk.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')
const connectors = counted({ one: '# connector', other: '# connectors' })

/** Many connectors paused or resumed at once; numbers come as numbers. */
export const bulkMoveMessages = {
  name: 'Chosen connectors',
  chooseAll: 'Select all',
  chosen: (count: number) => `${connectors(count)} chosen`,
  full: (count: number) => `No more than ${connectors(count)} are chosen at once.`,
  gathering: 'Choosing all of the list…',
  stop: 'Stop',
  clear: 'Clear choice',
  ask: { pause: 'Pause…', resume: 'Resume…' } satisfies Record<BulkAction, string>,
  title: {
    pause: (count: number) => `Pause ${connectors(count)}?`,
    resume: (count: number) => `Resume ${connectors(count)}?`,
  } satisfies Record<BulkAction, (count: number) => string>,
  fit: {
    pause: counted({ one: '# of them is active and is paused.', other: '# of them are active and are paused.' }),
    resume: counted({ one: '# of them is paused and is resumed.', other: '# of them are paused and are resumed.' }),
  } satisfies Record<BulkAction, (count: number) => string>,
  same: {
    pause: counted({ one: '# is paused already.', other: '# are paused already.' }),
    resume: counted({ one: '# is active already.', other: '# are active already.' }),
  } satisfies Record<BulkAction, (count: number) => string>,
  unfit: {
    pause: counted({
      one: '# is neither active nor paused and will be refused.',
      other: '# are neither active nor paused and will be refused.',
    }),
    resume: counted({
      one: '# is neither active nor paused and will be refused.',
      other: '# are neither active nor paused and will be refused.',
    }),
  } satisfies Record<BulkAction, (count: number) => string>,
  effect: {
    pause: 'Runs in progress pause too, and continue where they left off when you resume.',
    resume: 'Paused runs continue where they stopped, and schedules start again.',
  } satisfies Record<BulkAction, string>,
  asListed: 'These are the statuses that the list showed when you chose.',
  confirm: {
    pause: (count: number) => `Pause ${connectors(count)}`,
    resume: (count: number) => `Resume ${connectors(count)}`,
  } satisfies Record<BulkAction, (count: number) => string>,
  cancel: 'Cancel',
  moving: {
    pause: (count: number) => `Pausing ${connectors(count)}…`,
    resume: (count: number) => `Resuming ${connectors(count)}…`,
  } satisfies Record<BulkAction, (count: number) => string>,
  goesOn: 'You can close this. The server continues, and the list shows the progress.',
  maybe: 'Some of them may have been moved. Another try leaves those as they are.',
  retry: 'Retry',
  close: 'Close',
  told: {
    pause: counted({ one: '# connector was paused.', other: '# connectors were paused.' }),
    resume: counted({ one: '# connector was resumed.', other: '# connectors were resumed.' }),
  } satisfies Record<BulkAction, (count: number) => string>,
  unchanged: {
    pause: counted({ one: '# was paused already.', other: '# were paused already.' }),
    resume: counted({ one: '# was active already.', other: '# were active already.' }),
  } satisfies Record<BulkAction, (count: number) => string>,
  refused: counted({ one: '# was not possible:', other: '# were not possible:' }),
  refusal: (name: string, why: string) => `${name}: ${why}`,
}
