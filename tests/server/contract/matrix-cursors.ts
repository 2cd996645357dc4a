/** The calls of cursors, as `matrix-table.ts` has the others. */
export const cursorCalls = {
  'GET /api-connectors/:id/cursor': { of: 'connector' },
  'POST /api-connectors/:id/cursor': { of: 'connector', body: { from: 'beginning', revision: 'x' }, answer: 409 },
  'POST /api-connectors/:id/cursor/preview': { of: 'connector', body: { from: 'beginning' } },
} as const
