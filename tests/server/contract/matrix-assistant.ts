/** The calls of the assistant, as `matrix-table.ts` has the others. The conversation that stands in the path is nobody's. */
export const assistantCalls = {
  'POST /api/ai/chat': { of: 'people', body: { message: 'Is everything ok?' } },
  'GET /api/ai/conversations': { of: 'people' },
  'GET /api/ai/conversations/:id': { of: 'people', answer: 404 },
  'POST /api/ai/messages/:id/press': { of: 'people', body: { place: 0 }, answer: 404 },
  'DELETE /api/ai/conversations/:id': { of: 'people', answer: 404 },
} as const
