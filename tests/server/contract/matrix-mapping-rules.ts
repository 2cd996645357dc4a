/** The calls of mapping rules, as `matrix-table.ts` has the others. */
const rule = { type: 'constant', name: 'x', value: 1 } as const

export const mappingRuleCalls = {
  'POST /api-connectors/connectors/validateMappingRule': { of: 'people', body: {} },
  'POST /api-connectors/connectors/saveMappingRule': { of: 'people', body: rule },
  'GET /api-connectors/connectors/mappingRules': { of: 'people' },
  'PUT /api-connectors/connectors/mappingRules/:id': { of: 'rule', body: rule },
  'DELETE /api-connectors/connectors/mappingRules/:id': { of: 'rule' },
} as const
