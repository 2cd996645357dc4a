/** Joins the clock of a session to its calls. */
import { sessionStatusEndpoints } from '#contract/auth/session-status.ts'
import { type SessionReading, sessionClockMachine } from '../../machines/auth/sign-in/session-clock.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'

async function read(access: Access, signal: AbortSignal, isBackground: boolean): Promise<SessionReading> {
  const { stage, idleEndsIn, endsIn, mfaDueAt } = await call(sessionStatusEndpoints.get, { access, signal, isBackground })
  const first = Math.min(idleEndsIn ?? Number.POSITIVE_INFINITY, endsIn ?? Number.POSITIVE_INFINITY)
  const left = Number.isFinite(first) ? first : null
  return {
    ...{ stage, mfaDueAt, endsIn: left },
    endsAt: left === null ? null : new Date(Date.now() + left).toISOString(),
    canStay: idleEndsIn !== null && idleEndsIn < (endsIn ?? Number.POSITIVE_INFINITY),
  }
}

/** @param prepared is called when what had to be set up first is done. */
export const sessionClockFor = (access: Access, prepared: () => void) =>
  sessionClockMachine.provide({
    actors: {
      readSession: actorFrom((_, signal) => read(access, signal, true)),
      stay: actorFrom((_, signal) => read(access, signal, false)),
    },
    actions: { announcePrepared: prepared },
  })
