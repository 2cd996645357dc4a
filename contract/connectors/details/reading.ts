/** All that a page shows of one connector, of one instant: what it is, its health, its newest run, its records and its steps. */
import Type, { type Static } from 'typebox'

import { Statistic, Volume } from '../../analytics/analytics.ts'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, QueryInstant } from '../../kit/schemas.ts'
import { DestinationSums } from '../runs/destination-sums.ts'
import { Run } from '../runs/run.ts'
import { ConnectorDetails } from './connector.ts'
import { healths } from './health.ts'
import { meteredSteps } from './metrics.ts'

/** A step of the configuration, from its source to its destination. */
export const StepReading = Type.Object({
  step: oneOf(...meteredSteps),
  /** By its newest calls, however long ago within the days that health is judged by. */
  level: oneOf(...healths),
  /**
   * The `judgedMinutes` up to the minute of its last call, `minutes` of which had calls; null where there were none. `at` is when that minute begins, `failedAt` when the minute of
   * the last error among them does, and `latency` milliseconds on average. Calls are requests; of the mapping they are records.
   */
  newest: orNull(
    Type.Object({
      ...{ at: Instant, calls: Type.Integer({ minimum: 1 }), errors: Count, failedAt: orNull(Instant) },
      latency: Type.Number({ minimum: 0 }),
      minutes: Type.Integer({ minimum: 1 }),
    }),
  ),
  /** In the time that was asked for. */
  calls: Count,
  errors: Count,
  /** Milliseconds on average; null where nothing was called. */
  latency: orNull(Type.Number({ minimum: 0 })),
})
export type StepReading = Static<typeof StepReading>

/** The run for which the connector is degraded or failing, and what most of its lost records were lost for. */
export const LastFailure = Type.Object({
  runId: Id,
  /** When it ended. */
  at: Instant,
  /** It failed as a whole; otherwise it came to its end and lost records. */
  isWhole: Type.Boolean(),
  /** Why, where it failed as a whole. */
  reason: Type.String(),
  recordsRead: Count,
  recordsFailed: Count,
  /** May have arrived. */
  recordsUnknown: Count,
  /** The most frequent cause; null where no record was lost. `id` is that of its problem. */
  cause: orNull(
    Type.Object({
      ...{ id: Type.String(), message: Type.String(), answer: orNull(Type.String()), answerStatus: orNull(Type.Integer()) },
    }),
  ),
})
export type LastFailure = Static<typeof LastFailure>

export const ConnectorReading = Type.Object({
  readAt: Instant,
  details: ConnectorDetails,
  newestRun: orNull(Run),
  /** Runs of the company that the engine takes before the newest one, which is queued. */
  queuedBefore: Count,
  /** Null while it works well, is not active, or the run goes on still. */
  lastFailure: orNull(LastFailure),
  statistic: Statistic,
  /**
   * Records of the same time, each once, by its last outcome; the statistic counts attempts. `total` are all that were read, and `open` those of them
   * that have not ended.
   */
  records: Type.Object({
    ...Volume.properties,
    open: Count,
    /** Records that failed, or might not have arrived, and were delivered by a later attempt. */
    deliveredLater: Count,
  }),
  /** Of the same time by destination, where the live version has several; a record that was sent again counts each time. */
  destinations: Type.Optional(Type.Array(DestinationSums)),
  steps: Type.Array(StepReading),
  /** Connections of its live version that are off, refused or ended: its runs wait or fail. `isSeen`: the caller may open it; another one has no name. */
  connections: Type.Optional(
    Type.Array(
      Type.Object({
        ...{ id: Id, name: orNull(Type.String()), state: oneOf('failing', 'off', 'ended'), since: Instant },
        isSeen: Type.Boolean(),
      }),
    ),
  ),
})
export type ConnectorReading = Static<typeof ConnectorReading>

export const readingEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/reading',
    summary: "Get a connector's health, newest run, records and steps. Defaults to the last hour",
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id }),
    query: closed({ startDate: Type.Optional(QueryInstant), endDate: Type.Optional(QueryInstant) }),
    status: 200,
    reply: ConnectorReading,
  }),
} as const
