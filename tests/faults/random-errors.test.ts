/** F44: every call to the database, the source and the destination may fail, one in two hundred. */
import type { ServerResponse } from 'node:http'
import { describe, expect, inject, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { Misbehaviour } from '../engine/kit/dest-sim.ts'
import { play } from '../engine/kit/scene.ts'
import { ended } from '../engine/kit/stage.ts'
import { freshDatabase } from '../server/kit/databases.ts'
import { expectWhole, tell } from './kit/checker.ts'
import { openOwn } from './kit/database.ts'
import { startDbProxy } from './kit/db-proxy.ts'
import { type Chance, chanceOf, inForm, seeds } from './kit/seed.ts'

const rate = 0.005
const records = inForm(4_000, 100_000)

/** Fails one call in two hundred, in one of four ways, and counts. */
function injector(chance: Chance) {
  const fired = { database: 0, source: 0, destination: 0 }
  let isOn = false
  const strikes = () => isOn && chance.next() < rate
  const bad = (response: ServerResponse) => {
    if (chance.next() < 0.5) response.writeHead([500, 502, 503, 429][chance.between(0, 3)] ?? 500).end('injected')
    else response.destroy()
  }
  return {
    fired,
    begin: () => {
      isOn = true
    },
    database: () => {
      if (!strikes()) return null
      fired.database += 1
      return chance.next() < 0.5 ? ('before' as const) : ('after' as const)
    },
    source: (_: unknown, response: ServerResponse) => {
      if (!strikes()) return false
      fired.source += 1
      bad(response)
      return true
    },
    destination: (): Misbehaviour | null => {
      if (!strikes()) return null
      fired.destination += 1
      return { commits: chance.next() < 0.5, answer: bad }
    },
  }
}

async function throughput(chance: Chance, isOn: boolean) {
  const { database: direct, place: where, remove } = await freshDatabase('postgres')
  const proxy = await startDbProxy(where.url ?? '')
  const { database } = await openOwn(proxy.url)
  const errors = injector(chance)
  const config = { paging: 'offset', batchSize: 20 } as const
  const destination = { delay: 10, misbehave: errors.destination }
  const begun = Date.now()
  // It honours keys and says so: else what may have arrived would wait for a person.
  const change = (it: ConnectorConfig): ConnectorConfig => ({ ...it, destination: { ...it.destination, honoursKeys: true } })
  const scene = await play(database, { records, config, script: errors.source, destination, change })
  if (isOn) {
    proxy.err(errors.database)
    errors.begin()
  }
  await ended(direct, scene.place, scene.run, inForm(60_000, 1_800_000))
  const took = Date.now() - begun
  proxy.err(null)
  const sums = await expectWhole(direct, scene.place, scene.run, scene.destination, records)
  await scene.engine.stop()
  await database.close()
  await proxy.close()
  await remove()
  return { took, sums, fired: errors.fired }
}

describe.runIf(inject('postgresSuperuserUrl') !== null)('a read at the begin of a run whose connection breaks', () => {
  it('F4 is no end of it: it is taken up again', async () => {
    const { database: direct, place: where, remove } = await freshDatabase('postgres')
    const proxy = await startDbProxy(where.url ?? '')
    const { database } = await openOwn(proxy.url)
    proxy.cutAfter((sent) => /from "source_pages"/.test(sent.toString('latin1')), 2)
    const scene = await play(database, { records: 40 })
    await ended(direct, scene.place, scene.run, 60_000)
    expect(proxy.cuts).toBe(2)
    await expectWhole(direct, scene.place, scene.run, scene.destination, 40)
    await scene.engine.stop()
    await database.close()
    await proxy.close()
    await remove()
  })
})

describe.runIf(inject('postgresSuperuserUrl') !== null)('one call in two hundred fails, everywhere', () => {
  it.each(seeds)('F44 and nothing is lost, repeated or stuck (seed %i)', async (seed) => {
    const chance = chanceOf(seed)
    const clean = await throughput(chance, false)
    const faulty = await throughput(chance, true)
    const { database, source, destination } = faulty.fired
    expect(database).toBeGreaterThan(0)
    expect(destination).toBeGreaterThan(0)
    expect(source + database + destination).toBeGreaterThan(inForm(10, 300))
    const goodput = clean.took / faulty.took
    tell('F44', seed, { ...faulty.sums, more: `errors=${database}+${source}+${destination} goodput=${goodput.toFixed(2)}` })
    // The short form lasts a second or two, and the machine is not ours alone.
    expect(goodput).toBeGreaterThan(inForm(0.5, 0.9))
  })
})
