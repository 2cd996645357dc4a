/** Freezes the days whose grace is over, closes months, makes payments and notifies people. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Config } from '../../platform/config/config.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { closeMonths } from './invoices/closing.ts'
import { freezeDays } from './metering.repository.ts'
import { tellOfExpiry, tellOfLimits, tellOfPrices } from './notices/limit-notices.ts'
import { chargePending } from './payments/charging.ts'
import { retryFailed } from './payments/dunning.ts'
import type { PaymentProvider } from './payments/provider.ts'
import { removeAtProvider } from './payments/provider-removals.ts'
import { createPlanService } from './plan.service.ts'

export type BillingDeps = {
  readonly db: Kysely<Tables>
  readonly provider: PaymentProvider
  readonly config: Pick<Config, 'publicUrl' | 'quotas'>
  readonly log?: Pick<Logger, 'warn'>
}

export async function doBilling({ db, provider, config, log }: BillingDeps, now: Date): Promise<void> {
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
