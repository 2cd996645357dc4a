import type { ConnectorConfig, Trigger } from '#contract/connectors/config/config.ts'

/** What a new connector is told to do besides its trigger: nothing yet, over HTTP on both sides. */
export const newConfig = (name: string, trigger: Trigger): ConnectorConfig => ({
  name,
  trigger,
  source: { type: 'http', requestMethod: 'GET', url: '' },
  destination: { type: 'http', requestMethod: 'POST', url: '' },
  dataMapping: [],
  enrichment: [],
})
