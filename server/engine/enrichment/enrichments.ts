/** The enrichments of a version, one after the other: each sees what the one before it found. */
import { v7 as newId } from 'uuid'

import { addressOf } from '#contract/connectors/config/address.ts'
import type { EnrichmentConfig } from '#contract/connectors/config/config.ts'
import { systemNameOf } from '#contract/connectors/config/system-name.ts'
import { connected } from '../kinds/by-connection.ts'
import { toolsThrough } from '../kinds/by-gateway.ts'
import type { LookupLine, OpenEnrichment, Pace, Verdict } from '../kit/enriching.ts'
import { type Tools, Unreadable } from '../kit/kind.ts'
import { engineLimits } from '../limits.ts'
import type { System } from './answer.ts'
import { createAsker } from './asker.ts'
import { lookupCache } from './cache.ts'
import { openDatabaseSystem } from './database.ts'
import { type EnrichPage, openEnrichment } from './enrichment.ts'
import { openHttpSystem } from './request.ts'

const concurrencyDefault = 4
const patient: Pace = { limits: engineLimits, tell: () => {} }

/** Makes what opens the enrichments of a version that was checked. What they bring is kept under a name of this version alone. */
export function enrichmentsOf(configs: readonly EnrichmentConfig[]): OpenEnrichment {
  const version = newId()

  async function open(given: EnrichmentConfig, all: Tools, pace: Pace): Promise<EnrichPage[]> {
    const { lookup } = given
    if (!lookup) return []
    const { config, tools, note } = await connected(given, all)
    const name = config.title || config.id
    const openSystem = config.type === 'database' ? openDatabaseSystem : openHttpSystem
    const opened = await openSystem(config, lookup, name, toolsThrough(tools, config, 'enrichment'))
    const system = config.type === 'database' && note !== null ? noting(opened, note) : opened
    const asker = createAsker({
      ...{ enrichmentId: config.id, atOnce: lookup.concurrency ?? concurrencyDefault, pace },
      system: systemNameOf({ url: addressOf(config) ?? '', type: config.type }) ?? config.id,
    })
    return [
      openEnrichment({
        config,
        lookup,
        name,
        scope: `${version} ${config.id}`,
        cache: lookupCache,
        system,
        asker,
        measure: pace.measure,
      }),
    ]
  }

  return async (tools, pace = patient) => {
    const opened: EnrichPage[] = []
    for (const config of configs) opened.push(...(await open(config, tools, pace)))
    return async (records, signal) => {
      const lines: LookupLine[] = []
      let verdicts = records.map((record): Verdict => (record instanceof Unreadable ? { failed: record.problem } : { record }))
      for (const enrich of opened) verdicts = await enrich(verdicts, lines, signal)
      // Requests are open at the same time, so they end in another order than they began.
      return { verdicts, lines: lines.toSorted((one, other) => one.startedAt.getTime() - other.startedAt.getTime()) }
    }
  }
}

/** A database that answers has taken the credentials of its connection. Requests over HTTP note that by themselves. */
const noting = (system: System, note: NonNullable<Awaited<ReturnType<typeof connected>>['note']>): System => ({
  ...system,
  build: (asked) => {
    const asking = system.build(asked)
    return {
      ...asking,
      send: async (signal) => {
        const answered = await asking.send(signal)
        if (answered.kind === 'value') note(null)
        return answered
      },
    }
  },
})
