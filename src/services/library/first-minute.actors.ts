import { known } from '../../machines/kit/known.ts'
import { firstMinuteMachine, type Ways } from '../../machines/library/first-minute.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { deployAndRun, makeDemo, readWays } from './first-minute.service.ts'

/** @param name of the demo's connector; `onMoved` hears which one runs. */
export const liveFirstMinuteMachine = (access: Access, name: string, onMoved: (connectorId: string) => void) =>
  firstMinuteMachine.provide({
    actors: {
      readWays: actorFrom<Ways, void>((_, signal) => readWays(access, signal)),
      makeDemo: actorFrom((_, signal) => makeDemo(access, name, signal)),
      runDemo: actorFrom(async ({ connectorId }, signal) => {
        const id = known(connectorId, 'connectorId')
        await deployAndRun(access, id, signal)
        onMoved(id)
      }),
    },
  })
