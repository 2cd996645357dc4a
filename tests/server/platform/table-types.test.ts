/** The row types are what the migrations make (`scripts/tables.ts`): a column that is added, renamed or made nullable is seen by the compiler. */
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, it } from 'vitest'

import { tablesFile, tablesOf } from '../../../scripts/tables.ts'
import { describeOnEachDatabase } from '../kit/databases.ts'

describeOnEachDatabase('the types of rows', (open) => {
  it('are those of the migrated schema: node scripts/tables.ts --write', async () => {
    const { database } = await open()
    expect(await tablesOf(database.db)).toBe(readFileSync(tablesFile, 'utf8'))

    await sql`alter table alarms rename column kind to sort`.execute(database.db)
    await expect(tablesOf(database.db)).rejects.toThrow('alarms.kind')
  })
})
