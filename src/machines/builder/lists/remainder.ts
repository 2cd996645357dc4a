/** What is to become of the records that an answer declares beyond its list. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { configOf, defaultsFor } from './list-settings.ts'

type Source = ConnectorConfig['source']

/** The source, whose first page alone is read on purpose. */
export const firstPageOnly = (source: Source): Source => ({
  ...source,
  listConfig: { ...(source.listConfig ?? configOf(defaultsFor(source.listPath ?? ''))), firstPageOnly: true },
})
