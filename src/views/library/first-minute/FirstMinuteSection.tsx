import type { Access } from '#src/services/kit/api-client.ts'
import { liveFirstMinuteMachine } from '#src/services/library/first-minute.actors.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { FirstMinute } from './FirstMinute.tsx'
import { firstMinuteMessages } from './first-minute.messages.ts'

/** What a company without connectors sees; the demo leads to its connector. */
export function FirstMinuteSection({ access }: { readonly access: Access }) {
  return (
    <FirstMinute
      actor={useMachine(
        () => liveFirstMinuteMachine(access, firstMinuteMessages.demo.name, (connectorId) => navigate(`/details/${connectorId}`)),
        [access],
      )}
    />
  )
}
