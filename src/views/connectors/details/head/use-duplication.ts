import type { DuplicationActor } from '#src/machines/connectors/details/duplication.machine.ts'
import { liveDuplicationMachine } from '#src/services/connectors/details/duplication.actors.ts'
import type { Access } from '#src/services/kit/api-client.ts'
import { useMachine } from '#src/views/kit/actors/use-machine.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { toast } from '#src/views/kit/feedback/toast.ts'
import { duplicationMessages as messages } from './duplication.messages.ts'

/** Copies connectors for as long as the page is there, and leads to each copy. */
export function useDuplication(access: Access): DuplicationActor {
  return useMachine(
    () =>
      liveDuplicationMachine(access, ({ connectorId, name, needs }) => {
        toast(needs === 0 ? messages.copied(name) : messages.needs(name, needs))
        navigate(`/details/${connectorId}`)
      }),
    [access],
  )
}
