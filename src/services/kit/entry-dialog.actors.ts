import { type Entry, entryDialogMachine } from '../../machines/kit/entry-dialog.machine.ts'
import { actorFrom } from './actor.ts'

type Ports = {
  readonly save: (entry: Entry, signal: AbortSignal) => Promise<unknown>
  readonly isValid: (entry: Entry) => boolean
  readonly announce?: (entry: Entry) => void
  /** Milliseconds that it may take, where that is more than usual. */
  readonly limit?: number
}

export const entryDialogOf = ({ save, isValid, announce = () => {}, limit }: Ports) =>
  entryDialogMachine.provide({
    actors: { saveEntry: actorFrom(save, limit === undefined ? {} : { limit }) },
    guards: { isValid: (_, { entry }) => isValid(entry) },
    actions: { announceSaved: (_, { entry }) => announce(entry) },
  })
