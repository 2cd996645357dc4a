/** Joins the clock of a session to its calls. */
import { type SessionStatus, sessionStatusEndpoints } from '#contract/auth/session-status.ts'
import { type SessionReading, sessionClockMachine } from '../../machines/auth/sign-in/session-clock.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import { type Access, call } from '../kit/api-client.ts'
import type { StartReading } from './start.service.ts'

async function read(access: Access, signal: AbortSignal, isBackground: boolean): Promise<SessionReading> {
  return readingOf(await call(sessionStatusEndpoints.get, { access, signal, isBackground }), 0)
}

async function readAtStart(start: StartReading): Promise<SessionReading | null> {
  const taken = await start.take('session')
  return taken === null ? null : readingOf(taken.value, taken.age)
}

/** @param age milliseconds since the server said so. */
function readingOf({ stage, idleEndsIn, endsIn, mfaDueAt }: SessionStatus, age: number): SessionReading {
  const first = Math.min(idleEndsIn ?? Number.POSITIVE_INFINITY, endsIn ?? Number.POSITIVE_INFINITY) - age
  const left = Number.isFinite(first) ? first : null
  return {
    ...{ stage, mfaDueAt, endsIn: left },
    endsAt: left === null ? null : new Date(Date.now() + left).toISOString(),
    canStay: idleEndsIn !== null && idleEndsIn < (endsIn ?? Number.POSITIVE_INFINITY),
  }
}

/** @param prepared is called when what had to be set up first is done. */
export const sessionClockFor = (access: Access, start: StartReading, prepared: () => void) =>
  sessionClockMachine.provide({
    actors: {
      readSession: actorFrom(async (_, signal) => (await readAtStart(start)) ?? read(access, signal, true)),
      stay: actorFrom((_, signal) => read(access, signal, false)),
    },
    actions: { announcePrepared: prepared },
  })
