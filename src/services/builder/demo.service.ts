import { probeEndpoints, type Sample } from '#contract/builder/probe.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { ListConfig } from '#contract/connectors/config/list-config.ts'
import { templateEndpoints } from '#contract/library/template.ts'
import { type Access, call, once } from '../kit/api-client.ts'

const shopDefinition = 'sandbox-shop-to-crm'

/** The orders of the built-in shop, at the address under which the server reaches it. */
export async function readShopSource(access: Access, signal: AbortSignal): Promise<SourceConfig> {
  const { config } = await call(templateEndpoints.get, { access, params: { id: shopDefinition }, signal })
  return config.source
}

/** One real answer of the shop, read as the list settings say. */
export function sampleShop(
  access: Access,
  { source, listConfig }: { readonly source: SourceConfig; readonly listConfig: ListConfig },
  signal: AbortSignal,
): Promise<Sample> {
  const config = { ...source, isList: true, listPath: 'items', listConfig }
  return call(probeEndpoints.sample, { access, body: { side: 'source', config }, signal, patience: once })
}
