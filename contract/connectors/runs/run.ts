/** Runs: one pass of a connector over its source. `decisions.md` section 4. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, ProblemShape, pageOf } from '../../kit/schemas.ts'
import { runStates } from './run.lifecycle.ts'
import { Result, RunSums } from './run-sums.ts'
import { HeldBy, Waiting } from './run-waiting.ts'

export const RunStatus = oneOf(...runStates)
export type RunStatus = Static<typeof RunStatus>

export const Run = Type.Object({
  runId: Id,
  connectorId: Id,
  /** The number of the version that this run was started with. */
  version: Type.Integer({ minimum: 1 }),
  trigger: oneOf('manual', 'schedule', 'webhook', 'replay'),
  status: RunStatus,
  /** A run that succeeded and lost records is completed with errors. */
  result: Result,
  statusSince: Instant,
  statusReason: Type.String(),
  statusNext: Type.String(),
  /** What holds up a run that is open; null: nothing. */
  waiting: orNull(Waiting),
  /** What a person has to change before it goes on, while it is open; null: nothing. */
  heldBy: Type.Optional(orNull(HeldBy)),
  /** Whether it has read its source to the end. */
  isReadToEnd: Type.Boolean(),
  ...RunSums.properties,
  /** Of a connector that makes several lines of a record: the records of the source, beside the lines in `recordsRead`. Null: each record is one line. */
  sourceRecordsRead: orNull(Count),
  /**
   * Delivered ones that may have been delivered twice: a response was lost, or they were on their way when the run was broken off, and they were sent again
   * to a destination not known to honour keys. Of those that were on their way the number is the largest that can be.
   */
  recordsPossiblyTwice: Count,
  /** Different pages of the source: a page that was read again or in parts counts once, and what an earlier run could not send is none. */
  pagesRead: Count,
  startedAt: orNull(Instant),
  endedAt: orNull(Instant),
  error: orNull(ProblemShape),
})
export type Run = Static<typeof Run>

const OfConnector = closed({ id: Id })

export const runEndpoints = {
  start: endpoint({
    method: 'POST',
    path: '/api-connectors/:id/runs',
    summary: 'Start a run',
    access: everyRole,
    scope: 'integrations:execute',
    audit: 'run.started',
    params: OfConnector,
    status: 202,
    reply: Type.Object({ runId: Id }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/runs',
    summary: "List a connector's runs, newest first",
    access: everyRole,
    scope: 'integrations:read',
    params: OfConnector,
    query: closed({ page: Type.Optional(PageNumber), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    status: 200,
    reply: pageOf(Run),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api-connectors/:id/runs/:runId',
    summary: 'Get a run with its totals',
    access: everyRole,
    scope: 'integrations:read',
    params: closed({ id: Id, runId: Id }),
    status: 200,
    reply: Run,
  }),
} as const
