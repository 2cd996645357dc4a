/** A process is killed while it reads records into groups, and while it sends the groups: nothing is added twice, and the sums hold. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { findRun, ledgerSums } from '#server/records/runs/runs.repository.ts'
import { eventually } from '../engine/kit/stage.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { lifeOf, prepare } from './kit/transfer.ts'

/** Every group has records of every page. */
const [records, pageSize, groups] = [400, 40, 20]
const ids = Array.from({ length: records }, (_, at) => at + 1)
const expected = Array.from({ length: groups }, (_, at) => {
  const amounts = ids.filter((id) => id % groups === at)
  return { customer: `C${at}`, orders: amounts.length, total: amounts.reduce((sum, it) => sum + it, 0) }
})

type Group = (typeof expected)[number]
const numberOf = ({ customer }: Group) => Number(customer.slice(1))

/** Each life dies at its point; the last one ends the run. */
const deaths = [
  ['after-fetch#3', 'after-outbox-commit#2', 'after-outbox-commit#1', 'after-fetch#1'],
  ['after-outbox-commit#11', 'before-send#3', 'after-answer#2', 'after-settle#2'],
]

describeOnEachDatabase('kill -9 of groups', (open) => {
  it.each(deaths)('at %s, %s, %s, %s adds nothing twice and loses nothing', async (...points) => {
    const transfer = await prepare(await open(), {
      records: groups,
      destination: { delay: 5 },
      script: ({ url }, response) => {
        const from = Number(url.searchParams.get('offset'))
        const items = ids.slice(from, from + pageSize).map((id) => ({ id, customer: `C${id % groups}`, amount: id }))
        return !!response.end(JSON.stringify({ items }))
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
    const last = lifeOf(transfer)
    await eventually(last.said, (text) => text.includes('over'))
    last.child.kill('SIGTERM')
    await last.gone
    const database = await openDatabase(transfer.where)
    try {
      const { companyId, connectorId } = transfer.place
      const run = await findRun(database.db, companyId, connectorId, transfer.run.runId)
      expect(run).toMatchObject({
        status: 'succeeded',
        recordsRead: groups,
        recordsDelivered: groups,
        sourceRecordsRead: records,
      })
      expect(await ledgerSums(database.db, companyId, transfer.run.runId)).toMatchObject({ delivered: groups, pending: 0 })
      const { rows } = await sql`select 1 from run_groups union all select 1 from run_group_pages`.execute(database.db)
      expect(rows).toEqual([])
    } finally {
      await database.close()
    }
    const { journal, bodies } = transfer.destination
    const sent = journal.filter(({ applied }) => applied).map(({ number }) => JSON.parse(bodies[number - 1] ?? '') as Group)
    expect(sent.sort((one, other) => numberOf(one) - numberOf(other))).toEqual(expected)
  })
})
