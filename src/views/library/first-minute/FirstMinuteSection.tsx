import { liveFirstMinuteMachine } from '#src/services/library/first-minute.actors.ts'
import { useAccess } from '#src/views/kit/actors/use-access.ts'
import { navigate } from '#src/views/kit/browser-location.ts'
import { useMachine } from '../../kit/actors/use-machine.ts'
import { FirstMinute } from './FirstMinute.tsx'
import { firstMinuteMessages } from './first-minute.messages.ts'

/** What a company without connectors sees; the demo leads to its connector. */
export function FirstMinuteSection() {
  const access = useAccess()
  return (
    <FirstMinute
      actor={useMachine(
        () => liveFirstMinuteMachine(access, firstMinuteMessages.demo.name, (connectorId) => navigate(`/details/${connectorId}`)),
        [access],
      )}
    />
  )
}
