export const audiences = ['everyone', 'chosen', 'nobody'] as const
export type Audience = (typeof audiences)[number]

export const enterprisePerPage = 10
export const enterpriseLimits = { companiesMax: 500, reasonMax: 500 } as const
