import { type Entry, entryDialogMachine } from '../../machines/kit/entry-dialog.machine.ts'
import { actorFrom } from './actor.ts'

type Ports = {
  readonly save: (entry: Entry, signal: AbortSignal) => Promise<unknown>
  readonly isValid: (entry: Entry) => boolean
  readonly announce: (entry: Entry) => void
}

export const entryDialogOf = ({ save, isValid, announce }: Ports) =>
  entryDialogMachine.provide({
    actors: { saveEntry: actorFrom(save) },
    guards: { isValid: (_, { entry }) => isValid(entry) },
    actions: { announceSaved: (_, { entry }) => announce(entry) },
  })
