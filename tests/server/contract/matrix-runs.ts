/** The calls of the runs of a connector, as `matrix-table.ts` has the others. */
export const runCalls = {
  'GET /api-connectors/:id/runs': { of: 'connector' },
  'GET /api-connectors/:id/runs/:runId': { of: 'connector' },
  'GET /api-connectors/:id/runs/:runId/report': { of: 'connector' },
  // The run of the fixture is over.
  'POST /api-connectors/:id/runs/:runId/cancel': { of: 'connector', answer: 409 },
  'POST /api-connectors/:id/runs/:runId/afterwards/retry': { of: 'connector', body: {} },
  // The connector of the fixture has one destination.
  'POST /api-connectors/:id/destinations/pause': { of: 'connector', body: { destination: 1 }, answer: 409 },
  'POST /api-connectors/:id/destinations/resume': { of: 'connector', body: { destination: 1 }, answer: 409 },
  'GET /api-connectors/:id/runs/:runId/lookups': { of: 'connector' },
} as const
