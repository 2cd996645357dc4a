/** The calls of causes and insights, as `matrix-table.ts` has the others. Nothing was lost for the cause that stands in the path. */
const seenAt = '2026-01-31T12:00:00.000Z'

export const causeCalls = {
  'GET /api-connectors/:id/causes': { of: 'connector' },
  'POST /api-connectors/:id/causes/:causeId/assign': {
    of: 'connector',
    body: { userId: '00000000-0000-4000-8000-000000000000', seenAt },
    answer: 404,
  },
  'POST /api-connectors/:id/causes/:causeId/resolve': { of: 'connector', body: { seenAt }, answer: 404 },
  'POST /api-connectors/:id/causes/:causeId/mute': { of: 'connector', body: { seenAt }, answer: 404 },
  'GET /api-connectors/:id/causes/:causeId/evidence': { of: 'connector', answer: 404 },
  'POST /api-connectors/:id/causes/:causeId/reopen': { of: 'connector', body: { seenAt }, answer: 404 },
  'GET /api-connectors/:id/insights': { of: 'connector' },
  'POST /api-connectors/:id/insights/:insightId/dismiss': { of: 'connector', body: { reason: 'known' } },
  'POST /api-connectors/:id/insights/:insightId/restore': { of: 'connector' },
} as const
