/** Runs of all connectors that the caller sees, newest first, and what the engine does now: searched, filtered and paged by the server. */
import Type, { type Static } from 'typebox'

import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { Count, closed, Id, Instant, oneOf, orNull, PageNumber, pageOf, QueryInstant } from '../../kit/schemas.ts'
import { Run } from './run.ts'

/** What runs are filtered by: those that are open, and then by their result. */
export const runFilters = ['open', 'succeeded', 'completedWithErrors', 'failed', 'cancelled'] as const
export type RunFilter = (typeof runFilters)[number]

/** What the engine has to do with runs: it moves them, they wait for it, or they need somebody. */
export const engineRunGroups = ['running', 'queued', 'failed'] as const
export type EngineRunGroup = (typeof engineRunGroups)[number]

/** Characters that a name of a connector is searched for by. */
export const runSearchMax = 200
export const runPageMax = 100

export const ListedRun = Type.Object({
  ...Run.properties,
  connectorName: Type.String(),
  /** Who started it, where a person did. */
  startedBy: orNull(Type.String()),
})
export type ListedRun = Static<typeof ListedRun>

export const RunPage = Type.Object({
  ...pageOf(ListedRun).properties,
  /** Runs of the same time and connectors, by each filter. */
  counts: Type.Array(Type.Object({ filter: oneOf(...runFilters), count: Count })),
})
export type RunPage = Static<typeof RunPage>

/** A connector that starts by itself. */
export const ScheduledStart = Type.Object({ connectorId: Id, connectorName: Type.String(), at: Instant })
export type ScheduledStart = Static<typeof ScheduledStart>

const paged = { page: Type.Optional(PageNumber), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: runPageMax })) }

export const runListEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/runs',
    summary: 'List runs of all connectors, newest first',
    access: everyRole,
    scope: 'integrations:read',
    query: closed({
      ...paged,
      /** Of this connector only. */
      connectorId: Type.Optional(Id),
      /** Part of the name of its connector. */
      search: Type.Optional(Type.String({ maxLength: runSearchMax })),
      filter: Type.Optional(oneOf(...runFilters)),
      /** Put into the queue in this time; `to` is not included. */
      from: Type.Optional(QueryInstant),
      to: Type.Optional(QueryInstant),
    }),
    status: 200,
    reply: RunPage,
  }),
  group: endpoint({
    method: 'GET',
    path: '/api/engine/runs',
    summary: 'List active, waiting or recently failed runs',
    access: everyRole,
    scope: 'integrations:read',
    /** Those that run now where no group is named. */
    query: closed({ ...paged, group: Type.Optional(oneOf(...engineRunGroups)) }),
    status: 200,
    reply: pageOf(ListedRun),
  }),
  scheduled: endpoint({
    method: 'GET',
    path: '/api/engine/scheduled',
    summary: 'List active connectors with a schedule, next start first',
    access: everyRole,
    scope: 'integrations:read',
    query: closed(paged),
    status: 200,
    reply: pageOf(ScheduledStart),
  }),
} as const
