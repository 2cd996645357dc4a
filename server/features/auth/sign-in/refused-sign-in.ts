/** Sign-ins of people whose right was proved, and who may not enter all the same: each is in the login history. */
import type { Kysely } from 'kysely'
import { type ProblemError, refusal } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { findUser } from '../users.repository.ts'
import { recordSignIn } from './login-audit.repository.ts'

type Refused = {
  readonly userId: string
  readonly companyId: string
  readonly origin: { readonly ip: string; readonly userAgent: string | null }
}

export async function recordRefusal(
  db: Kysely<Tables>,
  { userId, companyId, origin }: Refused,
  failureReason: string,
): Promise<void> {
  const email = (await findUser(db, { userId, companyId }))?.email ?? ''
  await recordSignIn(db, { companyId, userId, email, success: false, failureReason, origin })
}

/** The refusal of a sign-in by anything else than single sign-on, recorded. */
export async function refusedWithoutSso(db: Kysely<Tables>, it: Refused): Promise<ProblemError> {
  await recordRefusal(db, it, 'The company requires single sign-on.')
  return refusal('sso/required')
}
