/** A process works with the fewest connections to PostgreSQL that it can be given, as a role that is no superuser. */
import { sql } from 'kysely'
import { expect, inject, it, onTestFinished } from 'vitest'

import { openDatabase } from '#server/platform/database/database.ts'
import { isFullForm } from '../../kit/form.ts'
import { freshDatabase } from '../../server/kit/databases.ts'
import { playRuns } from '../kit/many-runs.ts'

it('many runs at once succeed with two connections', async (context) => {
  if (inject('postgresSuperuserUrl') === null) context.skip(inject('postgresMissing'))
  const { database: other, place, remove } = await freshDatabase('postgres')
  onTestFinished(remove)
  await other.close()
  const database = await openDatabase({ ...place, connections: 2 })
  onTestFinished(() => database.close())
  expect((await sql`select current_setting('is_superuser') as super`.execute(database.db)).rows).toEqual([{ super: 'off' }])
  const over = await playRuns(database, isFullForm ? 100 : 12, 20)
  expect(over.map(({ status, recordsDelivered }) => ({ status, recordsDelivered }))).toEqual(
    over.map(() => ({ status: 'succeeded', recordsDelivered: 20 })),
  )
  expect(database.connections().open).toBeLessThanOrEqual(2)
})
