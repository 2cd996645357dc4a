/** What the operator has switched for all companies. */
import { type Kysely, sql } from 'kysely'

import type { Tables } from '../../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
export type Switches = {
  readonly publicSignUp: boolean
  /** Of email addresses that may sign up; none: every one. */
  readonly domains: string[]
  /** Null: it is off. */
  readonly maintenance: string | null
  readonly revision: number
}

export async function findSwitches(db: Db): Promise<Switches> {
  return db
    .selectFrom('installation')
    .select(['sign_up as publicSignUp', 'domains', 'maintenance_message as maintenance', 'revision'])
    .executeTakeFirstOrThrow()
}

/** False where somebody changed them after this revision. */
export async function saveSwitches(tx: Db, { publicSignUp, domains, maintenance, revision }: Switches): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('installation')
    .set({ sign_up: publicSignUp, domains: [...domains], maintenance_message: maintenance, revision: sql`revision + 1` })
    .where('revision', '=', revision)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}
