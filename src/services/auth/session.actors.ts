/** Joins the session's chart to the browser and to the calls. Services come when they are first needed: the sign-in page shows without them. */
import { fromCallback, waitFor } from 'xstate'

import { refusal } from '#contract/kit/problem.ts'
import {
  type SessionActor,
  type SessionSnapshot,
  selectBearer,
  selectIsOffline,
  selectIsRefreshing,
  selectStage,
  selectUser,
  sessionMachine,
} from '../../machines/auth/sign-in/session.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { loadPart } from '../kit/page.ts'
import { readStoredSession, watchFront, watchStoredSession } from './session.storage.ts'

let service: typeof import('./session.service.ts') | undefined

async function loadService() {
  service ??= await loadPart(() => import('./session.service.ts'))
  return service
}

export const liveSessionMachine = sessionMachine.provide({
  actors: {
    restoreSession: actorFrom(async () => (readStoredSession() === null ? null : (await loadService()).restore()), {
      limit: 10_000,
    }),
    signIn: actorFrom(async (input, signal) => (await loadService()).signIn(input, signal), {
      limit: 10_000,
      late: 'auth/sign-in-timeout',
    }),
    refreshSession: actorFrom(async (input) => (await loadService()).refresh(input.standing), { limit: 10_000 }),
    signOut: actorFrom(async (input, signal) => (await loadService()).signOut(input, signal), { limit: 10_000 }),
    watchBrowser: fromCallback(({ sendBack }) => {
      const stopKept = watchStoredSession(async (kept) => {
        if (kept === null) {
          // The pages go first: they keep nothing more then.
          sendBack({ type: 'browser.cleared' })
          return (await loadService()).followOut()
        }
        const standing = (await loadService()).takeOver(kept)
        sendBack(standing === null ? { type: 'browser.asked' } : { type: 'browser.replaced', standing })
      })
      const stopFront = watchFront(async () => {
        const kept = readStoredSession()
        if (kept === null) return
        if ((await loadService()).sessionStateIn(kept)?.refreshIn === 0) sendBack({ type: 'browser.asked' })
      })
      return () => {
        stopKept()
        stopFront()
      }
    }),
  },
})

/**
 * How the calls of whoever is signed in are let in. Many calls that are refused at once lead to one refresh: the chart knows one.
 * While a session has expired they wait for its person to sign in again, and go on as if nothing had been; for nobody else.
 */
export function accessOf(session: SessionActor): Access {
  const person = () => selectUser(session.getSnapshot())?._id
  /** Whose each token is: a call that is refused late may find another person signed in, and must not be made again as that one. */
  const owners = new Map<string, string | undefined>()
  const bearer = () => {
    const token = selectBearer(session.getSnapshot())
    if (token !== null && !owners.has(token)) {
      const [oldest] = owners.keys()
      if (owners.size >= ownersMax && oldest !== undefined) owners.delete(oldest)
      owners.set(token, person())
    }
    return token
  }
  return {
    bearer,
    leave: () => session.send({ type: 'user.signedOut' }),
    // The chart renews it five minutes before its end. After sleep, or where timers are held back, that comes late: then a call waits for it.
    freshen: async (signal) => {
      const snapshot = session.getSnapshot()
      if (selectStage(snapshot) !== 'signedIn' || selectIsOffline(snapshot) || !service?.isRefreshDue(readStoredSession())) return
      const before = person()
      session.send({ type: 'browser.asked' })
      await waitFor(session, isSettled, { signal, timeout: Number.POSITIVE_INFINITY })
      if (before !== person()) throw refusal('auth/token-expired')
    },
    renew: async (used, signal) => {
      const before = owners.has(used) ? owners.get(used) : person()
      if (bearer() === used) session.send({ type: 'browser.asked' })
      await waitFor(session, isSettled, { signal, timeout: Number.POSITIVE_INFINITY })
      if (selectIsOffline(session.getSnapshot())) throw refusal('net/unreachable')
      if (before === undefined || person() !== before || bearer() === used) throw refusal('auth/token-expired')
    },
  }
}

/** Tokens that calls on their way may hold. */
const ownersMax = 32

/** Neither a refresh nor a person is waited for. */
function isSettled(snapshot: SessionSnapshot): boolean {
  const stage = selectStage(snapshot)
  return !selectIsRefreshing(snapshot) && (stage === 'signedIn' || stage === 'signedOut' || stage === 'signingOut')
}
