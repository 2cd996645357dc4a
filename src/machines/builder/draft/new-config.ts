import type { ConnectorConfig } from '#contract/connectors/config/config.ts'

/** What a new connector is told to do: nothing yet, by hand, over HTTP on both sides. */
export const newConfig = (name: string): ConnectorConfig => ({
  name,
  trigger: { type: 'manual' },
  source: { type: 'http', requestMethod: 'GET', url: '' },
  destination: { type: 'http', requestMethod: 'POST', url: '' },
  dataMapping: [],
  enrichment: [],
})
