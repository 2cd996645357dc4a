/**
 * The id of a ledger row: the first 80 bits of the run's id, of which 42 are random, and 32 bits of the record's position. Ids of one run stand
 * together and in order, so the primary key is also the index by run.
 */
import { type RawBuilder, sql } from 'kysely'

type Operand = RawBuilder<unknown>

/** In SQL, of expressions for the run's id and the position. */
export const transactionIdOf = (runId: Operand, position: Operand): RawBuilder<string> =>
  sql<string>`(left(${runId}::text, 28) || lpad(to_hex(${position}), 8, '0'))::uuid`

/** The first and the last id that a run can have. */
export const transactionIdsOf = (runId: string): readonly [string, string] => [
  `${runId.slice(0, 28)}00000000`,
  `${runId.slice(0, 28)}ffffffff`,
]
