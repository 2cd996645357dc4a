/** Limits, defaults and texts of the section Network Connectivity. `worklist.md` C-7, X7. */

export const gatewayLimits = {
  requestsPerMinute: { min: 1, max: 10_000 },
  requestsPerHour: { min: 1, max: 100_000 },
} as const

export const networkDefaults = {
  apiGateway: { enabled: true, rateLimiting: { enabled: true, requestsPerMinute: 1_000, requestsPerHour: 10_000 } },
} as const

export const networkTexts = { saved: 'Network connectivity settings saved successfully!' } as const
