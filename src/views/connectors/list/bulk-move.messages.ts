import type { BulkAction } from '#contract/connectors/list/connector-bulk.ts'
import { countedIn } from '../../kit/format/counted.ts'

const counted = countedIn('en')
const connectors = counted({ one: '# connector', other: '# connectors' })

/** Many connectors paused or resumed at once; numbers come as numbers. */
export const bulkMoveMessages = {
  name: 'Chosen connectors',
  chooseAll: 'Select all',
  chosen: (count: number) => `${connectors(count)} chosen`,
  full: (count: number) => `You can select up to ${connectors(count)}.`,
  gathering: 'Selecting all…',
  stop: 'Stop',
  clear: 'Clear choice',
  ask: { pause: 'Pause…', resume: 'Resume…' } satisfies Record<BulkAction, string>,
  title: {
    pause: (count: number) => `Pause ${connectors(count)}?`,
    resume: (count: number) => `Resume ${connectors(count)}?`,
  } satisfies Record<BulkAction, (count: number) => string>,
  fit: {
    pause: counted({ one: '# connector is active and will be paused.', other: '# connectors are active and will be paused.' }),
    resume: counted({ one: '# connector is paused and will be resumed.', other: '# connectors are paused and will be resumed.' }),
  } satisfies Record<BulkAction, (count: number) => string>,
  same: {
    pause: counted({ one: '# connector is already paused.', other: '# connectors are already paused.' }),
    resume: counted({ one: '# connector is already active.', other: '# connectors are already active.' }),
  } satisfies Record<BulkAction, (count: number) => string>,
  unfit: {
    pause: counted({
      one: "# connector can't be paused: neither active nor paused.",
      other: "# connectors can't be paused: neither active nor paused.",
    }),
    resume: counted({
      one: "# connector can't be resumed: neither active nor paused.",
      other: "# connectors can't be resumed: neither active nor paused.",
    }),
  } satisfies Record<BulkAction, (count: number) => string>,
  effect: {
    pause: 'Open runs pause too. They continue when you resume.',
    resume: 'Paused runs continue, and schedules start again.',
  } satisfies Record<BulkAction, string>,
  asListed: 'Statuses at the time you selected them.',
  confirm: {
    pause: (count: number) => `Pause ${connectors(count)}`,
    resume: (count: number) => `Resume ${connectors(count)}`,
  } satisfies Record<BulkAction, (count: number) => string>,
  cancel: 'Cancel',
  moving: {
    pause: (count: number) => `Pausing ${connectors(count)}…`,
    resume: (count: number) => `Resuming ${connectors(count)}…`,
  } satisfies Record<BulkAction, (count: number) => string>,
  goesOn: 'You can close this dialog. The list shows the progress.',
  maybe: 'Some may have changed already. Retrying is safe.',
  retry: 'Retry',
  close: 'Close',
  told: {
    pause: counted({ one: '# connector was paused.', other: '# connectors were paused.' }),
    resume: counted({ one: '# connector was resumed.', other: '# connectors were resumed.' }),
  } satisfies Record<BulkAction, (count: number) => string>,
  unchanged: {
    pause: counted({ one: '# connector was already paused.', other: '# connectors were already paused.' }),
    resume: counted({ one: '# connector was already active.', other: '# connectors were already active.' }),
  } satisfies Record<BulkAction, (count: number) => string>,
  refused: counted({ one: '# connector could not be changed:', other: '# connectors could not be changed:' }),
  refusal: (name: string, why: string) => `${name}: ${why}`,
}
