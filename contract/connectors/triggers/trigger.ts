/** What a connector says about the starts that nobody presses. */
import Type, { type Static } from 'typebox'

import { Count, Instant, orNull } from '../../kit/schemas.ts'

export const Schedule = Type.Object({
  /** Null while the connector is not active or its runs are held: nothing is moved then. */
  nextRunAt: orNull(Instant),
  /** When it last started a run. */
  lastRunAt: orNull(Instant),
  /** Starts that were left out because the run before was still open, and since when. */
  skippedStarts: Count,
  skippedSince: orNull(Instant),
  /** Instants that passed while no engine could start a run; of those that passed together one run was started. */
  missedStarts: Count,
  missedSince: orNull(Instant),
})
export type Schedule = Static<typeof Schedule>

/** Members of a connector that starts by itself. */
export const Triggered = {
  /** Of a connector whose live version has a schedule. */
  schedule: Type.Optional(Schedule),
  /** Of a connector with a webhook: events that were taken in and are not on their way yet. */
  heldEvents: Type.Optional(Count),
  /** Why its runs are held although it is active: a limit of the plan or its budget is used up. */
  held: Type.Optional(Type.String()),
}
