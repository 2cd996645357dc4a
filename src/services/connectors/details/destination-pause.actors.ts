/** Joins the pause of a destination to the call. */
import { destinationPauseEndpoints } from '#contract/connectors/details/destination-pause.ts'
import { destinationPauseMachine } from '#src/machines/connectors/details/destination-pause.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import { type Access, call } from '../../kit/api-client.ts'

/** @param moved is called when the destination was paused or resumed. */
export const liveDestinationPauseMachine = (access: Access, moved: () => void) =>
  destinationPauseMachine.provide({
    actors: {
      send: actorFrom(async ({ connectorId, destination, move }, signal) => {
        const reply = await call(destinationPauseEndpoints[move], {
          ...{ access, params: { id: connectorId }, body: { destination }, signal },
        })
        moved()
        return reply
      }),
    },
  })
