/** Processes that die between the creation of a record and its response: it is looked for before it is sent again, more than once. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { engineLimits } from '#server/engine/limits.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { findRun } from '#server/records/runs/runs.repository.ts'
import { startCrm } from '../engine/kit/crm.ts'
import { eventually } from '../engine/kit/stage.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { chanceOf, inForm, seedsOn } from './kit/seed.ts'
import { lifeOf, prepare, shortLease, type Transfer } from './kit/transfer.ts'

const records = inForm(150, 2_000)
const kills = inForm(3, 20)
/** A search finds what was created at the second time, so it need not be long. */
const limits = { ...shortLease, retryBase: 100, searchMax: 1_000 }

describeOnEachDatabase('find, then create', (open, kind) => {
  it.each(seedsOn(kind))(
    'creates nothing twice when processes die (seed %i)',
    { timeout: inForm(120_000, 600_000) },
    async (seed) => {
      const crm = await startCrm([], undefined, 30, 1)
      const change = (config: ConnectorConfig): ConnectorConfig => ({
        ...config,
        destination: {
          type: 'http',
          url: `${crm.url}/contacts`,
          requestMethod: 'POST',
          operation: {
            do: 'find',
            parameters: [],
            find: { method: 'GET', url: `${crm.url}/contacts?name={name}`, resultPath: 'results' },
            update: { method: 'PATCH', url: `${crm.url}/contacts/{found.id}` },
          },
        },
      })
      const transfer = await prepare(await open(), { records, change })
      const chance = chanceOf(seed)
      for (let killed = 0; killed < kills; killed += 1) {
        const life = lifeOf(transfer, { limits })
        const before = crm.contacts.length
        const most = Math.floor(records / kills / 2)
        await eventually(
          () => crm.contacts.length,
          (count) => count > before + chance.between(5, most) || life.said().includes('over'),
        )
        await sleep(chance.between(0, 25))
        life.child.kill('SIGKILL')
        await life.gone
      }
      const last = lifeOf(transfer, { limits })
      await eventually(last.said, (text) => text.includes('over'), 60_000)
      last.child.kill('SIGTERM')
      await last.gone
      expect(crm.requests.some(({ method }) => method === 'PATCH')).toBe(true)
      expect(new Set(crm.contacts.map((it) => it['name'])).size).toBe(crm.contacts.length)
      const run = await ended(transfer)
      expect(run).toMatchObject({ recordsFailed: 0, recordsDelivered: records - run.recordsUnknown })
      // What was written down and not sent any more is never found.
      expect(records - crm.contacts.length).toBeLessThanOrEqual(run.recordsUnknown)
      expect(run.recordsUnknown).toBeLessThanOrEqual(kills * engineLimits.sendsAtOnce)
    },
  )
})

async function ended({ where, place, run }: Transfer) {
  const database = await openDatabase(where)
  try {
    const told = await findRun(database.db, place.companyId, place.connectorId, run.runId)
    if (told === null) throw new Error('the run is gone')
    return told
  } finally {
    await database.close()
  }
}
