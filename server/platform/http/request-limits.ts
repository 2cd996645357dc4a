/** What one request may cost. Milliseconds: a whole request, its headers, a silent connection, an idle one. */
export const requestLimits = {
  bodyLimit: 1_048_576,
  requestTimeout: 30_000,
  connectionTimeout: 120_000,
  keepAliveTimeout: 72_000,
  http: { headersTimeout: 15_000 },
} as const
