/** A process is killed while it reads records into groups, and while it sends the groups: nothing is added twice, and the sums hold. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { findRun, ledgerSums } from '#server/records/runs/runs.repository.ts'
import { eventually } from '../engine/kit/stage.ts'
import { inFullForm } from '../kit/form.ts'
import { describeOnEachDatabase, type Fresh } from '../server/kit/databases.ts'
import { chanceOf, seedsOn } from './kit/seed.ts'
import { lifeOf, prepare, type Transfer } from './kit/transfer.ts'

type Size = { readonly records: number; readonly pageSize: number; readonly groups: number }
type Group = { readonly customer: string; readonly orders: number; readonly total: number }

/** Every group has records of every page. */
const few: Size = { records: 400, pageSize: 40, groups: 20 }
const many: Size = { records: 100_000, pageSize: 1_000, groups: 1_000 }

/** What a group is: the ids of its records are its number and every `groups`-th after it. */
function groupOf({ records, groups }: Size, at: number): Group {
  const first = at === 0 ? groups : at
  const orders = Math.floor((records - first) / groups) + 1
  return { customer: `C${at}`, orders, total: orders * first + (groups * orders * (orders - 1)) / 2 }
}
const numberOf = ({ customer }: Group) => Number(customer.slice(1))

/** Each life dies at its point; the last one ends the run. */
const deaths = [
  ['after-fetch#3', 'after-outbox-commit#2', 'after-outbox-commit#1', 'after-fetch#1'],
  ['after-outbox-commit#11', 'before-send#3', 'after-answer#2', 'after-settle#2'],
]

async function prepareGroups(fresh: Fresh, { records, pageSize, groups }: Size, delay: number): Promise<Transfer> {
  return prepare(fresh, {
    records: groups,
    destination: { delay },
    script: ({ url }, response) => {
      const from = Number(url.searchParams.get('offset'))
      const count = Math.max(0, Math.min(pageSize, records - from))
      const items = Array.from({ length: count }, (_, at) => from + at + 1)
      return !!response.end(JSON.stringify({ items: items.map((id) => ({ id, customer: `C${id % groups}`, amount: id })) }))
    },
    change: (config) => ({
      ...config,
      dataMapping: [],
      records: {
        group: {
          by: ['customer'],
          lines: [
            { target: 'total', do: 'sum', path: 'amount' },
            { target: 'orders', do: 'count' },
          ],
        },
      },
    }),
  })
}

/** Ends the run, and looks at what it made and left. */
async function expectGroups(transfer: Transfer, size: Size, limit?: number) {
  const { records, groups } = size
  const last = lifeOf(transfer)
  await eventually(last.said, (text) => text.includes('over'), limit)
  last.child.kill('SIGTERM')
  await last.gone
  const database = await openDatabase(transfer.where)
  try {
    const { companyId, connectorId } = transfer.place
    const run = await findRun(database.db, companyId, connectorId, transfer.run.runId)
    const counted = { recordsRead: groups, recordsDelivered: groups, sourceRecordsRead: records }
    expect(run).toMatchObject({ status: 'succeeded', ...counted })
    expect(await ledgerSums(database.db, companyId, transfer.run.runId)).toMatchObject({ delivered: groups, pending: 0 })
    const { rows } = await sql`select 1 from run_groups union all select 1 from run_group_pages`.execute(database.db)
    expect(rows).toEqual([])
  } finally {
    await database.close()
  }
  const { journal, bodies } = transfer.destination
  const sent = journal.filter(({ applied }) => applied).map(({ number }) => JSON.parse(bodies[number - 1] ?? '') as Group)
  expect(sent.sort((one, other) => numberOf(one) - numberOf(other))).toEqual(
    Array.from({ length: groups }, (_, at) => groupOf(size, at)),
  )
}

describeOnEachDatabase('kill -9 of groups', (open, kind) => {
  it.each(deaths)('at %s, %s, %s, %s adds nothing twice and loses nothing', async (...points) => {
    const transfer = await prepareGroups(await open(), few, 5)
    for (const crash of points) {
      const life = lifeOf(transfer, { crash })
      // A life that does not reach its point ends the run, and would wait for another one.
      await eventually(
        () => life.child.exitCode !== null || life.child.signalCode !== null || life.said().includes('over'),
        (isOver) => isOver,
      )
      life.child.kill('SIGKILL')
      await life.gone
      expect(life.complained()).toContain(`crashed at ${crash}`)
    }
    await expectGroups(transfer, few)
  })

  // Twenty starts of the embedded database take minutes, and show nothing that the kills above do not.
  const long = inFullForm(kind === 'postgres' ? seedsOn(kind).slice(0, 1) : [])
  it.each(long)('100,000 records make 1,000 groups through 20 kills (seed %i)', { timeout: 600_000 }, async (seed) => {
    const chance = chanceOf(seed)
    const transfer = await prepareGroups(await open(), many, 1)
    let killed = 0
    for (; killed < 20; killed += 1) {
      const life = lifeOf(transfer)
      const [asked, sent] = [transfer.source.asked.length, transfer.destination.journal.length]
      const [pages, deliveries] = [chance.between(1, 9), chance.between(1, 90)]
      await eventually(
        () =>
          life.said().includes('over') ||
          transfer.source.asked.length > asked + pages ||
          transfer.destination.journal.length > sent + deliveries,
        (isDue) => isDue,
        60_000,
      )
      if (life.said().includes('over')) break
      life.child.kill('SIGKILL')
      await life.gone
    }
    expect(killed).toBeGreaterThan(5)
    await expectGroups(transfer, many, 120_000)
  })
})
