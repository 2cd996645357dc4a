/** Enrichments of configurations, opened for a simulator without an engine around them. */
import type { ServerResponse } from 'node:http'
import { expect, onTestFinished } from 'vitest'

import type { EnrichmentConfig, Lookup } from '#contract/connectors/config/config.ts'
import { checkEnrichments } from '#server/engine/enrichment/checking.ts'
import { enrichmentsOf } from '#server/engine/enrichment/enrichments.ts'
import type { Pace } from '#server/engine/kit/enriching.ts'
import type { Tools } from '#server/engine/kit/kind.ts'
import { engineLimits } from '#server/engine/limits.ts'
import type { OutboundLimits } from '#server/outbound/limits.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { hasty } from '../kit/stage.ts'
import { type Asked, type LookupSim, startLookup } from './enrichment-sim.ts'

export const lookup: Lookup = {
  per: 'record',
  parameters: [{ in: 'path', name: 'id', sourcePath: 'customer.id' }],
  resultPath: '',
  targetPath: 'customer.details',
  notFound: 'fail',
}
const batch: Lookup = {
  ...lookup,
  per: 'batch',
  parameters: [{ in: 'query', name: 'ids', sourcePath: 'customer.id' }],
  resultPath: 'found.items',
  matchPath: 'id',
}

type Options = {
  readonly tell?: Pace['tell']
  readonly measure?: Pace['measure']
  readonly outbound?: Partial<OutboundLimits>
  readonly egressAllow?: string[]
  readonly readSecret?: Tools['readSecret']
}

/** Opens enrichments of configurations without mistakes. */
export async function opened(
  configs: readonly EnrichmentConfig[],
  {
    tell = () => {},
    measure = () => {},
    outbound: limits = {},
    egressAllow,
    readSecret = async () => 'hidden-secret',
  }: Options = {},
) {
  expect(checkEnrichments(configs)).toEqual([])
  const outbound = createOutbound({ egressAllow: egressAllow ?? ['127.0.0.0/8'], limits })
  onTestFinished(() => outbound.close())
  const tools = { outbound, readSecret, heldEvents: async () => [] }
  const enrich = await enrichmentsOf(configs)(tools, { limits: { ...engineLimits, ...hasty }, tell, measure })
  return (records: readonly unknown[], signal = new AbortController().signal) => enrich(records, signal)
}

export async function third(options: Parameters<typeof startLookup>[0] = {}): Promise<LookupSim> {
  const sim = await startLookup(options)
  onTestFinished(() => sim.close())
  return sim
}

/** A configuration that looks customers up. */
export const of = (sim: LookupSim, how: Partial<Lookup> = {}, more: Partial<EnrichmentConfig> = {}): EnrichmentConfig => {
  const all = { ...(how.per === 'batch' ? batch : lookup), ...how }
  return {
    id: 'e1',
    title: 'Customers',
    type: 'http',
    url: `${sim.url}/customers${all.per === 'batch' ? '' : '/{id}'}`,
    lookup: all,
    ...more,
  }
}

/** A record that asks for a customer. */
export const order = (id: unknown) => ({ n: 1, customer: { id } })

/** A script that answers by itself. */
export const saying =
  (act: (response: ServerResponse, asked: Asked) => void, when: (asked: Asked) => boolean = () => true) =>
  (asked: Asked, response: ServerResponse): boolean => {
    if (!when(asked)) return false
    act(response, asked)
    return true
  }
