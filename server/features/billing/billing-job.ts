/** Freezes the days whose grace is over, closes months, makes payments and tells people. In every process: what one has done the others find done. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../../platform/config/config.ts'
import { databaseNow } from '../../platform/database/database-now.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { repeatedly } from '../../platform/jobs/repeatedly.ts'
import { closeMonths } from './invoices/closing.ts'
import { freezeDays } from './metering.repository.ts'
import { tellOfExpiry, tellOfLimits, tellOfPrices } from './notices/limit-notices.ts'
import { chargePending } from './payments/charging.ts'
import { retryFailed } from './payments/dunning.ts'
import type { PaymentProvider } from './payments/provider.ts'
import { removeAtProvider } from './payments/provider-removals.ts'
import { createPlanService } from './plan.service.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly provider: PaymentProvider
  readonly config: Pick<Config, 'publicUrl' | 'quotas'>
  readonly log: Pick<Logger, 'warn'>
}

/** Milliseconds. */
const firstPause = 5_000
const pause = 600_000
/** Between two looks at payments that a process left behind, or whose result the provider did not tell. */
const paymentPause = 60_000

type Billing = Omit<Deps, 'log'> & Partial<Pick<Deps, 'log'>>

export async function doBilling({ db, provider, config, log }: Billing, now: Date): Promise<void> {
  await freezeDays(db, now)
  const { publicUrl, quotas } = config
  await closeMonths({ db, publicUrl }, now, (thrown, of) =>
    log?.warn({ err: thrown, ...of }, "a company's month could not be closed, will retry"),
  )
  await retryFailed(db, now)
  await chargePending({ db, provider, publicUrl })
  await removeAtProvider(db, provider)
  await tellOfExpiry({ db, publicUrl }, now)
  await tellOfPrices({ db, publicUrl })
  await tellOfLimits({ db, publicUrl, planOf: createPlanService({ db, quotas, cardsOf: 'none' }).get })
}

/** Until the returned function is called; that one waits for what is under way. */
export function startBillingJob(deps: Deps): () => Promise<void> {
  const { db, provider, config, log } = deps
  const warn = (thrown: unknown) => log.warn({ err: thrown }, 'billing could not be updated, will retry')
  const rest = [
    repeatedly(pause, async () => doBilling(deps, await databaseNow(db)), warn, firstPause),
    repeatedly(paymentPause, async () => void (await chargePending({ db, provider, publicUrl: config.publicUrl })), warn),
  ]
  return async () => {
    await Promise.all(rest.map((stop) => stop()))
  }
}
