/** The calls of actions on many connectors, as `matrix-table.ts` has the others. */
export const connectorJobCalls = {
  'GET /api-connectors/bulk-jobs/found': { of: 'people' },
  // No connector is called so: what is done to each is in the tests of the jobs.
  'POST /api-connectors/bulk-jobs': { of: 'people', body: { action: 'pause', search: 'no such connector' }, answer: 409 },
  'GET /api-connectors/bulk-jobs': { of: 'people' },
  'POST /api-connectors/bulk-jobs/:id/stop': { of: 'people', answer: 404 },
  'POST /api-connectors/bulk-jobs/:id/retry': { of: 'people', answer: 404 },
} as const
