/** Which provider this installation has. */
import type { Kysely } from 'kysely'
import type { Config } from '../../../platform/config/config.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandboxProvider, noProvider } from './sandbox-provider.ts'

export const providerFor = (db: Kysely<Tables>, { payments }: Pick<Config, 'payments'>): PaymentProvider =>
  payments === 'sandbox' ? createSandboxProvider(db) : noProvider
