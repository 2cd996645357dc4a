/** All that the page of one run shows, of one instant. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, orNull } from '../../kit/schemas.ts'
import { ConnectorStatus } from '../details/connector.ts'
import { DestinationSums } from './destination-sums.ts'
import { Run } from './run.ts'
import { RunPart } from './run-part.ts'
import { chosenRecordsMax } from './transaction.ts'

/** Records that a run lost for one cause. */
export const RunProblem = Type.Object({
  /** Of its problem, as links have it. */
  id: Type.String(),
  /** Of the catalogue; empty where no cause was recorded. */
  code: Type.String(),
  message: Type.String(),
  /** Status and beginning of what the destination answered, secrets masked; null where it did not. */
  answerStatus: orNull(Type.Integer()),
  answer: orNull(Type.String()),
  /** Whether its records failed for different reasons, so that no single one names them. */
  isMixed: Type.Boolean(),
  /** The mapped field that the problem is about; null where it names none that is mapped. */
  field: orNull(Type.String()),
  failed: Count,
  /** May have arrived. */
  unknown: Count,
  /** How many of these arrived later. */
  arrived: Count,
  /** When the last run that delivered some of them ended; null while that run is open, and where none arrived. */
  arrivedAt: orNull(Instant),
  /** The newest of them. */
  example: Type.Object({
    transactionId: Type.String(),
    recordKey: Type.String(),
    /** What people call it; null where it has nothing of the kind. */
    recordName: orNull(Type.String()),
  }),
})
export type RunProblem = Static<typeof RunProblem>

export const RunReport = Type.Object({
  readAt: Instant,
  connector: Type.Object({ _id: Id, name: Type.String(), status: ConnectorStatus }),
  run: Run,
  /** In their order; empty where the run reads its source as a whole. */
  parts: Type.Array(RunPart),
  /** By destination; together they are the sums of the run. Absent where its version has one destination. */
  destinations: Type.Optional(Type.Array(DestinationSums)),
  /** Its follow-up requests by their status; absent where nothing follows its deliveries. */
  afterwards: Type.Optional(Type.Object({ pending: Count, done: Count, failed: Count, unknown: Count })),
  /** What its records are called. */
  recordNoun: Type.Object({ one: Type.String(), other: Type.String() }),
  /** Who started it, where a person did. */
  startedBy: orNull(Type.String()),
  queuedAt: Instant,
  /** Largest first; those that were solved since come last. */
  problems: Type.Array(RunProblem),
})
export type RunReport = Static<typeof RunReport>

export const runReportEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/runs/:runId/report',
    summary: 'Get a run with who started it and why records failed',
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id, runId: Id }),
    status: 200,
    reply: RunReport,
  }),
  cancel: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/runs/:runId/cancel',
    summary: 'Stop a run. Nothing more is sent after the response',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'run.cancelled',
    params: closed({ id: Id, runId: Id }),
    status: 200,
    reply: Run,
  }),
  retryAfterwards: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/runs/:runId/afterwards/retry',
    summary: 'Send the follow-up requests again that failed. The records are not sent again',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'afterwards.retried',
    params: closed({ id: Id, runId: Id }),
    /** Without `transactionIds`: all that failed. Named ones also where the outcome is unknown. */
    body: closed({ transactionIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: chosenRecordsMax })) }),
    status: 200,
    reply: Type.Object({ retried: Count }),
  }),
} as const
