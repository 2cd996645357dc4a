import { type BulkMatch, type BulkStep, bulkActionMachine } from '../../machines/kit/bulk/bulk-action.machine.ts'
import type { Entry } from '../../machines/kit/entry-dialog.machine.ts'
import { actorFrom } from './actor.ts'

type Ports = {
  readonly find: (filter: Entry, signal: AbortSignal) => Promise<BulkMatch>
  readonly change: (step: BulkStep, signal: AbortSignal) => Promise<unknown>
  readonly isValid: (entry: Entry) => boolean
  readonly announce: () => void
}

export const bulkActionOf = ({ find, change, isValid, announce }: Ports) =>
  bulkActionMachine.provide({
    actors: { find: actorFrom(find), change: actorFrom(change) },
    guards: { isValid: (_, { entry, work }) => work > 0 && isValid(entry) },
    actions: { announceChanged: announce },
  })
