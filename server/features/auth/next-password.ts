/** Another password for somebody who has one: the policy of the company, and what the person had before. `worklist.md` C-2. */
import type { Kysely } from 'kysely'
import { refuseWeakPassword, weak } from '#server/platform/security/new-password.ts'
import { passwordIsRight } from '#server/platform/security/passwords.ts'
import { findPasswordPolicy } from '#server/platform/security/security-policy.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { listEarlierPasswords } from './passwords.repository.ts'
import type { Account } from './users.repository.ts'

/** @param path JSON pointer to the password in the request. @throws `password/weak` */
export async function refuseByPolicy(db: Kysely<Tables>, account: Account, password: string, path: string): Promise<void> {
  const { companyId, email, firstName, lastName, companyName } = account
  const policy = await findPasswordPolicy(db, companyId)
  await refuseWeakPassword({ password, email, names: [firstName, lastName, companyName], path, policy })
}

/** Each earlier one costs a hash: it comes after everything that is cheaper to refuse. @throws `password/weak` */
export async function refuseEarlier(db: Kysely<Tables>, account: Account, password: string, path: string): Promise<void> {
  if (await passwordIsRight(password, account.passwordHash)) throw weak(path, 'is your current password')
  const { passwordHistoryCount } = await findPasswordPolicy(db, account.companyId)
  // The current one is the first of them.
  for (const hash of await listEarlierPasswords(db, account, Math.max(0, passwordHistoryCount - 1))) {
    if (await passwordIsRight(password, hash)) throw weak(path, `is one of your last ${passwordHistoryCount} passwords`)
  }
}
