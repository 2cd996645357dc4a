import { probeEndpoints, type Sample } from '#contract/builder/probe.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { ListConfig } from '#contract/connectors/config/list-config.ts'
import { type Access, call, once } from '../kit/api-client.ts'

/** One real answer of the shop, read as the list settings say. */
export function sampleShop(
  access: Access,
  { source, listConfig }: { readonly source: SourceConfig; readonly listConfig: ListConfig },
  signal: AbortSignal,
): Promise<Sample> {
  const config = { ...source, isList: true, listPath: 'items', listConfig }
  return call(probeEndpoints.sample, { access, body: { side: 'source', config }, signal, patience: once })
}
