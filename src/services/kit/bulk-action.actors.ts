import {
  type BulkFilter,
  type BulkMatch,
  type BulkOrder,
  bulkActionMachine,
} from '../../machines/kit/bulk/bulk-action.machine.ts'
import type { Entry } from '../../machines/kit/entry-dialog.machine.ts'
import { actorFrom } from './actor.ts'

/** Of one list: what opens the action has its filter (`Filter`). */
type Ports<Filter extends BulkFilter> = {
  readonly find: (filter: Filter, signal: AbortSignal) => Promise<BulkMatch>
  readonly order: (order: BulkOrder<Filter>, signal: AbortSignal) => Promise<unknown>
  readonly isValid: (entry: Entry) => boolean
  readonly announce: () => void
}

export const bulkActionOf = <Filter extends BulkFilter>({ find, order, isValid, announce }: Ports<Filter>) =>
  bulkActionMachine.provide({
    actors: {
      find: actorFrom((filter: BulkFilter, signal) => find(filter as Filter, signal)),
      order: actorFrom((input: BulkOrder, signal) => order(input as BulkOrder<Filter>, signal)),
    },
    guards: { isValid: (_, { entry, work }) => work > 0 && isValid(entry) },
    actions: { announceOrdered: announce },
  })
