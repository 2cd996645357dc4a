/** What a session of PostgreSQL begins its transactions with. */
import { answerLimit } from '../faults.ts'

/** What every transaction begins with. `local`, so that nothing is left behind at a pooler. */
export const begin = (
  purpose: 'read' | 'write',
) => `begin isolation level ${purpose === 'read' ? 'repeatable read read only' : 'read committed read write'};
  set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601'; set local timezone = 'UTC'; set local extra_float_digits = 3;
  set local bytea_output = 'hex'; set local statement_timeout = ${answerLimit}; set local lock_timeout = ${answerLimit / 3};
  set local idle_in_transaction_session_timeout = 0`

export const beginWriting = begin('write')
