/** Wrong passwords in a row: how many are compared, and when the owner of an account hears of them (threat T-PWD). */
import type { Kysely } from 'kysely'

import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { addressKey } from '#server/platform/http/call-limit.ts'
import { inFixedTime } from '#server/platform/http/constant-time.ts'
import { lockRecipient } from '#server/platform/mail/recipients.repository.ts'
import { deviceOf } from '#server/platform/security/device.ts'
import type { AccountLinks } from '../account-links.ts'
import { findAccount } from '../users.repository.ts'
import { type Tried, takeSignInTry } from './sign-in-tries.repository.ts'

/** Where a sign-in comes from. */
export type Origin = { readonly ip: string; readonly userAgent: string | null }

type Deps = {
  readonly db: Kysely<Tables>
  readonly links: Pick<AccountLinks, 'mayBeSent' | 'guessed'>
  /** Wrong passwords in a row before the next ones have to wait. */
  readonly signInLimit: number
}

const minute = 60_000
/** After so many delays in a row (the last one lasts eight minutes) the owner of an account is written to. */
const delaysBeforeNotice = 3
/** Milliseconds, longer than the work of a commit. */
const tellingTime = 250

export function createPasswordAttempts({ db, links, signInLimit }: Deps) {
  return {
    /** Counts a password before it is compared. @returns how many there were in a row. @throws `auth/too-many-attempts` */
    async admit(tried: Tried): Promise<number> {
      const taken = await takeSignInTry(db, tried, signInLimit)
      if ('wait' in taken) throw refusal('auth/too-many-attempts', { message: waitingFor(taken.wait), retryAfter: taken.wait })
      return taken.failures
    },

    /** Writes to the owner of an account once the delays have grown; it takes the same time for emails that are nobody's. */
    async tell(email: string, { ip, userAgent }: Origin, failures: number): Promise<void> {
      if (failures < signInLimit + delaysBeforeNotice) return
      const from = { at: new Date(), ip: addressKey(ip), ...deviceOf(userAgent) }
      await inFixedTime(tellingTime, () =>
        inOneCommit(db, async (tx) => {
          await lockRecipient(tx, email)
          const owner = await findAccount(tx, email)
          if (owner?.active && owner.confirmed && (await links.mayBeSent(tx, email, 'guessed')))
            await links.guessed(tx, owner, from)
        }),
      )
    },
  }
}

/** @param wait milliseconds. */
function waitingFor(wait: number): string {
  const minutes = Math.ceil(wait / minute)
  if (minutes > 60) return 'Too many attempts. Set a new password, or sign in from a network you used recently.'
  return `Too many attempts. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, then try again.`
}
