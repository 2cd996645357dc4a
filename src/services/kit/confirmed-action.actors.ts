import { confirmedActionMachine, type PlannedAction } from '../../machines/kit/confirmed-action.machine.ts'
import { actorFrom } from './actor.ts'

type Ports = {
  readonly act: (action: PlannedAction, signal: AbortSignal) => Promise<unknown>
  readonly isComplete?: (action: PlannedAction) => boolean
  readonly announce?: (action: PlannedAction) => void
}

export const confirmedActionOf = ({ act, isComplete = () => true, announce = () => {} }: Ports) =>
  confirmedActionMachine.provide({
    actors: { act: actorFrom(act) },
    guards: { isComplete: (_, { action }) => isComplete(action) },
    actions: { announceDone: (_, { action }) => announce(action) },
  })
