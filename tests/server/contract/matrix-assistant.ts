/** The calls of the assistant, as `matrix-table.ts` has the others. The conversation that stands in the path is nobody's. */
export const assistantCalls = {
  'POST /api/ai/chat': { of: 'people', body: { message: 'Is everything ok?' } },
  'POST /api/ai/parse-intent': { of: 'people', body: { input: 'How many records failed?' } },
  'POST /api/ai/generate-workflow': { of: 'people', body: { intent: 'Create a connector from Shopify to HubSpot' } },
  'POST /api/ai/validate-workflow': { of: 'people', body: { workflow: {} } },
  'POST /api/ai/suggest-mappings': { of: 'people', body: { sourceSchema: { fields: [] }, targetSchema: { fields: [] } } },
  'POST /api/ai/validate-mapping': { of: 'people', body: { mapping: [] } },
  'GET /api/ai/workflow-recommendations': { of: 'people' },
  'POST /api/ai/optimize-workflow': {
    of: 'people',
    body: { workflowId: '00000000-0000-4000-8000-000000000000' },
    answer: 404,
  },
  'GET /api/ai/template-suggestions': { of: 'people' },
  'POST /api/ai/feedback': {
    of: 'people',
    body: { interactionId: '00000000-0000-4000-8000-000000000000', feedback: 'helpful' },
    answer: 404,
  },
  'GET /api/ai/health': { of: 'people' },
  'GET /api/ai/conversations': { of: 'people' },
  'GET /api/ai/conversations/:id': { of: 'people', answer: 404 },
  'POST /api/ai/messages/:id/press': { of: 'people', body: { place: 0 }, answer: 404 },
  'DELETE /api/ai/conversations/:id': { of: 'people', answer: 404 },
} as const
