/** What a run has moved, wherever it is shown. */
import Type from 'typebox'
import { Count, Id, Instant, oneOf, orNull } from '../../kit/schemas.ts'
import { runResults } from './run-result.ts'
import { Waiting } from './run-waiting.ts'

/** A run as lists and cards show it. */
export const RunSums = Type.Object({
  recordsRead: Count,
  recordsDelivered: Count,
  recordsSkipped: Count,
  recordsFailed: Count,
  /** May have arrived, and are not sent again by themselves. */
  recordsUnknown: Count,
  /** The same version was delivered before: not sent again. */
  recordsUnchanged: Count,
  /** The filter of the connector left them out. */
  recordsLeftOut: Count,
})

/** How a run ended; null while it is open. */
export const Result = orNull(oneOf(...runResults))

/** The newest run of a connector, as lists show it. */
export const LastRun = Type.Object({
  runId: Id,
  status: Type.String(),
  result: Result,
  startedAt: orNull(Instant),
  endedAt: orNull(Instant),
  /** What holds it up; null: nothing. The run says the rest. */
  waits: orNull(Waiting.properties.kind),
  ...RunSums.properties,
})
