/** The addresses that a company lets in, for people and API keys on every way in. `worklist.md` C-3. */
import type { Kysely } from 'kysely'
import { blockedNoticeHours } from '#contract/kit/blocked-addresses.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { addressBlocked } from '../../platform/mail/mails.ts'
import { type AddressRule, isIn } from '../../platform/security/address-rule.ts'
import { listAdministrators, noteBlocked } from './blocked-addresses.repository.ts'
import { notify } from './notify.ts'

/** `userId` is null of a webhook event. */
type Visitor = { readonly userId: string | null; readonly companyId: string; readonly addressRule: AddressRule | null }

/** Lets an address in, or throws. Not inside a transaction: what is refused stays recorded. @throws `access/address` */
export type AdmitAddress = (visitor: Visitor, address: string) => Promise<void>

export function createAdmitAddress(db: Kysely<Tables>): AdmitAddress {
  async function record({ userId, companyId }: Visitor, address: string, { blocks, notifies }: AddressRule): Promise<void> {
    await inOneCommit(db, async (tx) => {
      const isToBeTold = await noteBlocked(
        tx,
        { companyId, userId, address, refused: blocks },
        { notifies, everyHours: blockedNoticeHours },
      )
      if (!isToBeTold) return
      const mail = addressBlocked({ address, isRefused: blocks })
      for (const { userId: admin } of await listAdministrators(tx, companyId))
        await notify(tx, { companyId, userId: admin }, 'security', mail)
    })
  }

  return async (visitor, address) => {
    const { addressRule, userId } = visitor
    if (addressRule === null || isIn(address, addressRule.networks)) return
    await record(visitor, address, addressRule)
    if (!addressRule.blocks) return
    const who =
      userId === null
        ? 'The company accepts webhook events only from listed IP addresses'
        : 'Your company accepts only listed IP addresses'
    throw refusal('access/address', {
      message: `${who}, and ${address} is not on the list. Ask ${userId === null ? 'a' : 'your'} company administrator.`,
    })
  }
}
