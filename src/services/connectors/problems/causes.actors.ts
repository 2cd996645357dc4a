/** Joins the chart of causes to the calls. */
import { type CauseWish, causesMachine } from '#src/machines/connectors/problems/causes.machine.ts'
import { actorFrom } from '../../kit/actor.ts'
import type { Access } from '../../kit/api-client.ts'
import { assignCause, readCauses, reopenCause, resolveCause } from './causes.service.ts'

function move(access: Access, connectorId: string, { type, ...wish }: CauseWish, signal: AbortSignal) {
  const of = { connectorId, causeId: wish.causeId, seenAt: wish.seenAt }
  if ('userId' in wish) return assignCause(access, { ...of, userId: wish.userId }, signal)
  return (type === 'user.resolved' ? resolveCause : reopenCause)(access, of, signal)
}

export const liveCausesMachine = (access: Access) =>
  causesMachine.provide({
    actors: {
      readCauses: actorFrom((input, signal) => readCauses(access, input, signal)),
      moveCause: actorFrom(({ connectorId, wish }, signal) => move(access, connectorId, wish, signal)),
    },
  })
