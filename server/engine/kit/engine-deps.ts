/** What the parts of the engine have in common. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'
import type { Hosts } from '../fairness/hosts.ts'
import type { Paces } from '../fairness/paces.ts'
import type { CompanyTurns } from '../fairness/tenant-scheduling.ts'
import type { Crash } from '../fault-injection.ts'
import type { EngineLimits } from '../limits.ts'
import type { Tools } from './kind.ts'
import type { Meter } from './metering.ts'
import type { Fence } from './ownership-check.ts'
import type { Payloads } from './payloads.ts'
import type { Plan } from './plan.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

export type EngineDeps = {
  readonly db: Kysely<Tables>
  readonly limits: EngineLimits
  readonly fence: Fence
  readonly crash: Crash
  readonly log: Log
  readonly hosts: Hosts
  readonly paces: Paces
  readonly meter: Meter
  readonly turns: CompanyTurns
  /** The compiled version of a run. Throws `ProblemError`. */
  readonly planOf: (run: ClaimedRun) => Promise<Plan>
  readonly payloads: Payloads
  readonly toolsOf: (run: ClaimedRun) => Tools
}
