/** What is to become of the records that an answer declares beyond its list. */
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { configOf, defaultsFor } from './list-settings.ts'

type Source = ConnectorConfig['source']

/** The source, whose first page alone is read on purpose: paging that was set is taken back, as its pages would be read all the same. */
export function firstPageOnly(source: Source): Source {
  const { listConfig } = source
  const kept =
    listConfig === undefined || listConfig.type === 'pagination' ? configOf(defaultsFor(source.listPath ?? '')) : listConfig
  return { ...source, listConfig: { ...kept, firstPageOnly: true } }
}
