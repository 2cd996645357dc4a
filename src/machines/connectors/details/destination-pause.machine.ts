import type { ActorRefFrom } from 'xstate'

import type { PausedDestinations } from '#contract/connectors/details/destination-pause.ts'
import { createRequestMachine } from '../../kit/request.machine.ts'

/** The number of the destination, and what is done to it. */
export type DestinationMove = {
  readonly connectorId: string
  readonly destination: number
  readonly move: 'pause' | 'resume'
}

/** One of several destinations is paused or resumed. The page reads anew afterwards. */
export const destinationPauseMachine = createRequestMachine<DestinationMove, PausedDestinations>({ id: 'destination-pause' })

export type DestinationPauseActor = ActorRefFrom<typeof destinationPauseMachine>
