/** Which visitor may do what with plan, invoices and payment, for `matrix-table.ts`. */
const price = { base: 0, included: 0, perThousand: 0, connectors: null, members: null, records: null }

export const prices = { currency: 'USD', plans: { Basic: price, Professional: price, Enterprise: price } } as const

export const billingCalls = {
  // Which plan it is about, tests of its own have.
  'GET /api/billing/plan': { of: 'people' },
  'GET /api/billing/plan/preview': { of: 'admins', answer: 400 },
  'PUT /api/billing/plan': { of: 'admins', body: { plan: 'Basic' } },
  'GET /api/billing/prices': { of: 'operator' },
  'GET /api/billing/prices/current': { of: 'people' },
  'POST /api/billing/prices': { of: 'operator', body: prices },
} as const
