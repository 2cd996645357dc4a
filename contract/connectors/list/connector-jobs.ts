/** All connectors that a filter finds paused or resumed by the server: it goes on when the page is closed. One at a time for each person. */
import Type, { type Static } from 'typebox'

import { BulkProgress } from '../../kit/bulk/bulk-job.ts'
import { endpoint, everyRole } from '../../kit/endpoint.ts'
import { Count, closed, Id, oneOf, orNull } from '../../kit/schemas.ts'
import { ConnectorStatus } from '../details/connector.ts'
import { bulkActions } from './connector-bulk.ts'
import { OverviewFilterQuery, overviewFilter } from './connector-filter.ts'

export const ConnectorJob = Type.Object({ ...BulkProgress, action: oneOf(...bulkActions) })
export type ConnectorJob = Static<typeof ConnectorJob>

const shared = { access: everyRole, scope: 'session', status: 200 } as const
const params = closed({ id: Id })

export const connectorJobEndpoints = {
  found: endpoint({
    ...shared,
    method: 'GET',
    path: '/api-connectors/bulk-jobs/found',
    summary: 'Count the connectors that match a filter, by status',
    query: OverviewFilterQuery,
    reply: Type.Object({ counts: Type.Array(Type.Object({ status: ConnectorStatus, count: Count })), total: Count }),
  }),
  start: endpoint({
    ...shared,
    method: 'POST',
    path: '/api-connectors/bulk-jobs',
    summary: 'Pause or resume all connectors that match a filter. Returns 409 while another is in progress',
    audit: 'connectorJob.started',
    body: closed({ action: oneOf(...bulkActions), ...overviewFilter }),
    status: 201,
    reply: ConnectorJob,
  }),
  newest: endpoint({
    ...shared,
    method: 'GET',
    path: '/api-connectors/bulk-jobs',
    summary: 'Get your newest bulk action on connectors with its progress and failures',
    reply: Type.Object({ job: orNull(ConnectorJob) }),
  }),
  stop: endpoint({
    ...shared,
    method: 'POST',
    path: '/api-connectors/bulk-jobs/:id/stop',
    summary: 'Stop a bulk action after the current connectors. Completed changes stay',
    audit: 'connectorJob.stopped',
    params,
    reply: ConnectorJob,
  }),
  retry: endpoint({
    ...shared,
    method: 'POST',
    path: '/api-connectors/bulk-jobs/:id/retry',
    summary: 'Continue a bulk action with the failed and remaining connectors',
    audit: 'connectorJob.retried',
    params,
    reply: ConnectorJob,
  }),
} as const
