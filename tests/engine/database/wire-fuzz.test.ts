/** Databases that send anything at all, against each way in which one is used: this process goes on, and each use ends with a reason. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { EnrichmentConfig } from '#contract/connectors/config/config.ts'
import { databaseKind } from '#server/engine/kinds/database/database-kind.ts'
import { SourceFault } from '#server/engine/kit/kind.ts'
import { createOutbound } from '#server/outbound/outbound.ts'
import { byForm } from '../../kit/form.ts'
import { attackOf, chanceOf } from '../../kit/wire/corpus.ts'
import { startMysqlWire } from '../../kit/wire/mysql.ts'
import { startPostgresqlWire } from '../../kit/wire/postgresql.ts'
import type { WireServer } from '../../kit/wire/wire.ts'
import { lookup, opened, order } from '../enrichment/enrichments.ts'
import { holdMax, longestHold } from '../kit/loop-hold.ts'
import { databaseConfig, engines, openDestinationOf, openSourceOf, readAll, sideOf, toolsFor } from './database-stage.ts'

const seed = Number(process.env['WIRE_SEED'] ?? 20_261_123)
const attacks = byForm(8, 25)

const looking: NonNullable<typeof databaseKind.probeDestination> = (...given) => {
  if (!databaseKind.probeDestination) throw new Error('a destination cannot be looked at')
  return databaseKind.probeDestination(...given)
}

/** Of what the other system did; anything else is thrown again. */
function codeOf(thrown: unknown): string {
  if (!(thrown instanceof SourceFault)) throw thrown
  return thrown.problem.code
}

describe.each(engines)('%s', (engine) => {
  let server: WireServer
  beforeAll(async () => {
    server = await (engine === 'postgresql' ? startPostgresqlWire() : startMysqlWire())
    server.patience = 50
  })
  afterAll(() => server.stop())
  const reached = () => ({ engine, port: server.port, name: 'shop', user: 'a', password: 'secret-1' })

  async function read(changes: Parameters<typeof openSourceOf>[1]): Promise<string> {
    const source = await openSourceOf(reached(), changes)
    // Whoever waits that long is taken back, as a person or a deadline does it.
    const late = setTimeout(() => void source.close?.(), 300)
    try {
      return `read ${(await readAll(source, source.start(null))).records.length}`
    } catch (thrown) {
      return codeOf(thrown)
    } finally {
      clearTimeout(late)
      await source.close?.()
    }
  }

  const outbound = createOutbound({ egressAllow: ['127.0.0.0/8'] })
  const uses: Readonly<Record<string, () => Promise<string>>> = {
    'a query': () => read({ query: 'select id, name from t' }),
    'a table by a cursor': () => read({ table: 't', cursorColumn: 'name' }),
    'a delivery': async () => {
      const destination = await openDestinationOf(reached(), { table: 't' })
      const signal = AbortSignal.timeout(300)
      const permission = { signal, withdrawn: new AbortController().signal, mayStart: () => true }
      const parcel = { key: 'k', body: '{"id":1}', bytes: Buffer.from('{"id":1}'), count: 1, texts: () => ['{"id":1}'] }
      return destination
        .deliver(parcel, permission)
        .then(({ outcome }) => outcome)
        .finally(() => destination.close?.())
    },
    'a look at a destination': async () =>
      (await looking(sideOf(reached(), { table: 't' }), toolsFor(outbound), AbortSignal.timeout(300))).verdict,
    'an enrichment': async () => {
      const config: EnrichmentConfig = {
        ...{ id: 'e1', title: 'Names', type: 'database', auth: { type: 'basic', username: 'a', password: 'secret-1' } },
        databaseConfig: databaseConfig(reached(), { query: 'select id, name from t where id = :id' }),
        lookup: { ...lookup, parameters: [{ in: 'query', name: 'id', sourcePath: 'customer.id' }], notFound: 'null' },
      }
      const enrich = await opened([config], { readSecret: async () => 'secret-1' })
      // A mistake that every record would meet ends the run with its reason.
      return enrich([order(1)], AbortSignal.timeout(2_000)).then(
        ({ verdicts }) => verdicts.map((it) => Object.keys(it).join()).join(),
        codeOf,
      )
    },
  }

  it.each(Object.keys(uses))(`ends with a reason: %s, attacked ${attacks} times`, async (name) => {
    const use = uses[name]
    const chance = chanceOf(seed + name.length)
    server.attack = null
    await use?.()
    const before = server.attacks()
    const ends: string[] = []
    const hold = await longestHold(async () => {
      for (let made = 0; made < attacks; made += 1) {
        server.attack = attackOf(engine, chance)
        ends.push((await use?.()) ?? '')
      }
    })
    expect(ends).not.toContain('')
    expect(hold).toBeLessThan(holdMax)
    expect(server.attacks()).toBeGreaterThan(before + attacks / 3)
    // An honest server is served as if nothing had been.
    server.attack = null
    expect(await use?.()).toMatch(/read (40|0)|delivered|works|record/)
  })
})
