/** What an open run waits for: a system that limits requests, or one that does not take them. A run does not fail by waiting. */
import Type, { type Static } from 'typebox'

import { Count, Instant, oneOf, orNull } from '../../kit/schemas.ts'

/**
 * What a person has to change before an open run goes on. `hold`: a hold of its company or connector. `destination`: every destination that it has
 * records for is paused. `connection`: a connection of it is off.
 */
export const HeldBy = oneOf('hold', 'destination', 'connection')
export type HeldBy = Static<typeof HeldBy>

export const Waiting = Type.Object({
  /**
   * `limited`: there is a limit of requests. `away`: requests fail, and none was taken since. `delayed`: requests for some records fail, and the
   * system took others after they were first sent.
   */
  kind: oneOf('limited', 'away', 'delayed'),
  /** The first request of this run that had to wait, or that failed. */
  since: Instant,
  side: oneOf('source', 'enrichment', 'destination'),
  /** What people call the system. */
  system: Type.String(),
  /** The limit, as far as it is known: announced by the system, set in the configuration, or measured. */
  pace: orNull(
    Type.Object({
      ...{ from: oneOf('announced', 'set', 'measured'), requests: Type.Number({ minimum: 0 }) },
      /** In so many seconds. */
      seconds: Type.Number({ exclusiveMinimum: 0 }),
    }),
  ),
  /** When the next request is sent; null where that is not known. */
  nextAt: orNull(Instant),
  /** How often it is checked whether the system takes requests again, in seconds; null: at `nextAt` only. */
  checkedEvery: orNull(Type.Number({ exclusiveMinimum: 0 })),
  /** What the last request came to; null of a limit. */
  reason: orNull(Type.String()),
  /** The HTTP status of the last response; null: there was none. Runs that waited before this was stored have no member. */
  lastStatus: Type.Optional(orNull(Type.Integer())),
  /** When all is sent, as long as the pace is steady; null otherwise. */
  endsAt: orNull(Instant),
  recordsWaiting: Count,
})
export type Waiting = Static<typeof Waiting>
