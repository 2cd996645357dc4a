/** T1: a record really kills every process that makes it. It alone is left out with a reason; its run and the runs beside it go on. */
import { expect, it, onTestFinished } from 'vitest'
import { pageOfTransactions } from '#server/features/connectors/runs/transactions.repository.ts'
import { openDatabase } from '#server/platform/database/database.ts'
import { findRun } from '#server/records/runs/runs.repository.ts'
import { startDestination } from '../engine/kit/dest-sim.ts'
import { edge } from '../engine/kit/mapped.ts'
import { startSource } from '../engine/kit/source-sim.ts'
import { configFor, eventually, openRunOf, settleIn } from '../engine/kit/stage.ts'
import { describeOnEachDatabase } from '../server/kit/databases.ts'
import { live } from './kit/lives.ts'
import { shortLease } from './kit/transfer.ts'

const records = 20
const poison = 7
const livesMax = 7

describeOnEachDatabase('a record that kills', (open, kind) => {
  it.runIf(kind === 'postgres')(
    'T1 is left out after a few deaths, and every other record of both runs is delivered',
    async () => {
      const { database, place: where, remove } = await open()
      const source = await startSource(records)
      const [deadly, innocent] = [await startDestination(), await startDestination()]
      onTestFinished(async () => {
        for (const sim of [source, deadly, innocent]) await sim.close()
        await remove()
      })
      const dataMapping = [
        { id: '1', source: '', target: 'id', sourcePath: 'id', targetPath: 'id' },
        edge({ type: 'case', sourcePath: 'name', to: 'upper' }, 'name', { id: '2', target: 'name', sourcePath: 'name' }),
      ]
      const [one, other] = [await settleIn(database), await settleIn(database)]
      const of = (destination: { readonly url: string }) => configFor({ source: source.url, destination: destination.url })
      const killing = await openRunOf(database, one, { ...of(deadly), dataMapping })
      const beside = await openRunOf(database, other, of(innocent))
      await database.close()

      let deaths = 0
      for (let isOver = false; !isOver; ) {
        const limits = { ...shortLease, stallPauses: { free: 3, base: 50, cap: 500 } }
        const life = live({ place: where, limits, deadly: `record ${poison}` })
        const ended = () => life.child.signalCode !== null || life.said().includes('over')
        await eventually(ended, (is) => is, 60_000)
        isOver = life.said().includes('over')
        if (isOver) life.child.kill('SIGTERM')
        else deaths += 1
        expect((await life.gone).signal).toBe(isOver ? null : 'SIGKILL')
        expect(deaths).toBeLessThan(livesMax)
      }

      const again = await openDatabase(where)
      onTestFinished(() => again.close())
      expect(await findRun(again.db, one.companyId, one.connectorId, killing.runId)).toMatchObject({
        status: 'succeeded',
        recordsDelivered: records - 1,
        recordsFailed: 1,
      })
      const { companyId, connectorId } = one
      const failed = await pageOfTransactions(again.db, { companyId, connectorId, status: 'failure' }, 1, 10)
      expect(failed.transactions).toMatchObject([{ recordKey: `${poison}`, error: { code: 'record/poison' } }])
      expect(deaths).toBeGreaterThanOrEqual(3)
      expect(deadly.effects.has(poison)).toBe(false)
      expect([...deadly.effects.values()]).toEqual(Array(records - 1).fill(1))
      expect(await findRun(again.db, other.companyId, other.connectorId, beside.runId)).toMatchObject({
        status: 'succeeded',
        recordsDelivered: records,
        recordsFailed: 0,
      })
      expect([...innocent.effects.values()]).toEqual(Array(records).fill(1))
    },
  )
})
