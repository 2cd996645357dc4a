/**
 * Waits for the outcome of events, for senders that want it in the response. What commits change is heard once for the whole process (`live.ts`); each
 * look asks for all events of a connector that are waited for.
 */
import type { Kysely } from 'kysely'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { type EventOutcome, settledEvents } from '#server/records/connectors/event-results.repository.ts'

/** Milliseconds. */
export const waitMax = 10_000
/** Events that are waited for at once in one process; others get the response of senders that do not wait. */
const waitersMax = 500

type Of = { readonly companyId: string; readonly connectorId: string }
/** Calls back after commits that change something of a connector. Returns what ends it. */
export type Follow = (connectorId: string, changed: () => void) => () => void
type Waiter = { readonly eventId: string; readonly resolve: (outcome: EventOutcome | null) => void }
type Line = { readonly of: Of; readonly waiters: Set<Waiter>; isLooking: boolean; isAsked: boolean; readonly forget: () => void }

export type EventWaiting = {
  /** The outcome of an event; null if there is none in time. */
  readonly outcomeOf: (of: Of, eventId: string) => Promise<EventOutcome | null>
  /** Ends every wait. */
  readonly close: () => void
}

/** @param fault is told of a look that failed: the event is then waited for until the next change. */
export function createEventWaiting(
  db: Kysely<Tables>,
  follow: Follow,
  fault: (thrown: unknown) => void,
  limit = waitMax,
): EventWaiting {
  const lines = new Map<string, Line>()
  let count = 0

  async function look(line: Line): Promise<void> {
    line.isAsked = true
    if (line.isLooking) return
    line.isLooking = true
    try {
      while (line.isAsked && line.waiters.size > 0) {
        line.isAsked = false
        const asked = [...line.waiters]
        const outcomes = await settledEvents(db, line.of, [...new Set(asked.map(({ eventId }) => eventId))])
        const byId = new Map(outcomes.map((it) => [it.eventId, it]))
        for (const { eventId, resolve } of asked) {
          const outcome = byId.get(eventId)
          if (outcome !== undefined) resolve(outcome)
        }
      }
    } catch (thrown) {
      fault(thrown)
    } finally {
      line.isLooking = false
    }
  }

  function lineOf(of: Of): Line {
    const known = lines.get(of.connectorId)
    if (known) return known
    const forget = follow(of.connectorId, () => void look(line))
    const line: Line = { of, waiters: new Set(), isLooking: false, isAsked: false, forget }
    lines.set(of.connectorId, line)
    return line
  }

  return {
    outcomeOf: (of, eventId) => {
      if (count >= waitersMax) return Promise.resolve(null)
      const line = lineOf(of)
      return new Promise((done) => {
        const waiter: Waiter = {
          eventId,
          resolve: (outcome) => {
            if (!line.waiters.delete(waiter)) return
            clearTimeout(timer)
            count -= 1
            if (line.waiters.size === 0) {
              line.forget()
              lines.delete(of.connectorId)
            }
            done(outcome)
          },
        }
        const timer = setTimeout(() => waiter.resolve(null), limit)
        line.waiters.add(waiter)
        count += 1
        void look(line)
      })
    },
    close: () => {
      for (const { waiters } of [...lines.values()]) for (const { resolve } of [...waiters]) resolve(null)
    },
  }
}
