/** How often one address may ask for what is costly or writes to people. Threat T-REG. */
import { refusal } from '#contract/kit/problem.ts'
import { addressKey } from './address-key.ts'
import { createAttemptLimiter } from './attempt-limiter.ts'

const minute = 60_000

/** @param max calls a minute and address. Returns a check that throws `auth/too-many-attempts` for the others. */
export function createAddressLimit(max: number): (ip: string) => void {
  const byAddress = createAttemptLimiter({ max, window: minute })
  return (ip) => {
    const wait = byAddress.take(addressKey(ip))
    if (wait > 0) throw refusal('auth/too-many-attempts', { retryAfter: wait })
  }
}
