import { type BulkMatch, type BulkOrder, bulkActionMachine } from '../../machines/kit/bulk/bulk-action.machine.ts'
import type { Entry } from '../../machines/kit/entry-dialog.machine.ts'
import { actorFrom } from './actor.ts'

type Ports = {
  readonly find: (filter: Entry, signal: AbortSignal) => Promise<BulkMatch>
  readonly order: (order: BulkOrder, signal: AbortSignal) => Promise<unknown>
  readonly isValid: (entry: Entry) => boolean
  readonly announce: () => void
}

export const bulkActionOf = ({ find, order, isValid, announce }: Ports) =>
  bulkActionMachine.provide({
    actors: { find: actorFrom(find), order: actorFrom(order) },
    guards: { isValid: (_, { entry, work }) => work > 0 && isValid(entry) },
    actions: { announceOrdered: announce },
  })
