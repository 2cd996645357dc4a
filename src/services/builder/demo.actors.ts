/** Joins the list of shown readings to the shop's real answers. */

import { probeEndpoints, type Sample } from '#contract/builder/probe.ts'
import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { ListConfig } from '#contract/connectors/config/list-config.ts'
import { configOf, defaultsFor } from '../../machines/builder/lists/list-settings.ts'
import { type Access, call, once } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'

export const demoBatchSize = 25

/** What the shop answered, and how it was asked. */
export type Reading = { readonly source: SourceConfig; readonly sample: Sample | null }

/** The source that is shown, from wherever it is kept. */
export type ReadSource = (access: Access, signal: AbortSignal) => Promise<SourceConfig>

const configFor = (type: ListConfig['type']): ListConfig => ({
  ...configOf(defaultsFor('items')),
  type,
  batchSize: demoBatchSize,
  ...(type === 'pagination' ? {} : { firstPageOnly: true }),
})

/** A list of one reading; `query.type` is the list type. Pages are asked for by whoever looks at them. */
export const readingMachine = (access: Access, readSource: ReadSource) =>
  listOf(async (query, signal) => {
    const source = await readSource(access, signal)
    const type = query['type'] === 'batch' || query['type'] === 'pagination' ? query['type'] : 'simple'
    const listConfig = configFor(type)
    const sample = type === 'pagination' ? null : await sampleShop(access, { source, listConfig }, signal)
    return { items: [{ source: { ...source, isList: true, listPath: 'items', listConfig }, sample }], total: 1 }
    // It is a look at another system: nobody asks again and again for it.
  }).provide({ delays: { refreshPause: 86_400_000 } })

/** One real answer of the shop, read as the list settings say. */
function sampleShop(
  access: Access,
  { source, listConfig }: { readonly source: SourceConfig; readonly listConfig: ListConfig },
  signal: AbortSignal,
): Promise<Sample> {
  const config = { ...source, isList: true, listPath: 'items', listConfig }
  return call(probeEndpoints.sample, { access, body: { side: 'source', config }, signal, patience: once })
}
