/** What the parts of the engine have in common. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { ClaimedRun } from '../store/run-leases.ts'
import type { Tables } from '../store/tables.ts'
import type { CompanyTurns } from './company-turns.ts'
import type { Crash } from './crash.ts'
import type { Fence } from './fence.ts'
import type { Hosts } from './hosts.ts'
import type { Tools } from './kinds/kind.ts'
import type { EngineLimits } from './limits.ts'
import type { Meter } from './metering.ts'
import type { Plan } from './plan.ts'

export type Log = Pick<Logger, 'info' | 'warn' | 'error'>

export type Surroundings = {
  readonly db: Kysely<Tables>
  readonly limits: EngineLimits
  readonly fence: Fence
  readonly crash: Crash
  readonly log: Log
  readonly hosts: Hosts
  readonly meter: Meter
  readonly turns: CompanyTurns
  /** The compiled version of a run. Throws `ProblemError`. */
  readonly planOf: (run: ClaimedRun) => Promise<Plan>
  readonly toolsOf: (run: ClaimedRun) => Tools
}
