/** Which provider this installation has. */
import type { Kysely } from 'kysely'

import { createOutbound } from '../../../outbound/outbound.ts'
import type { Config } from '../../../platform/config/config.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { PaymentProvider } from './provider.ts'
import { createSandboxProvider, noProvider } from './sandbox-provider.ts'
import { createStripeProvider } from './stripe/stripe-provider.ts'

type Of = Pick<Config, 'payments' | 'stripe' | 'publicUrl' | 'egressAllow' | 'proxy'>

export function providerFor(
  db: Kysely<Tables>,
  { payments, stripe: settings, publicUrl, egressAllow, proxy }: Of,
): PaymentProvider {
  if (settings !== null)
    return createStripeProvider({ db, settings, publicUrl, outbound: createOutbound({ egressAllow, proxy }) })
  return payments === 'sandbox' ? createSandboxProvider(db) : noProvider
}
