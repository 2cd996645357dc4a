/** Sign-up and the confirmation of an account. `decisions.md` sections 2 and 3, threats T-PWD, T-RESET and T-REG. */
import type { Kysely, Transaction } from 'kysely'
import { v7 as uuid } from 'uuid'
import {
  freeTier,
  type PaymentOption,
  type ProductTier,
  type Registration,
  type SignUpOffer,
} from '#contract/auth/registration.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Config } from '#server/platform/config/config.ts'
import { inOneCommit } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { createAddressLimit } from '#server/platform/http/call-limit.ts'
import { inFixedTime } from '#server/platform/http/constant-time.ts'
import { lockRecipient } from '#server/platform/mail/recipients.repository.ts'
import { refuseWeakPassword } from '#server/platform/security/new-password.ts'
import { hashPassword, passwordIsRight } from '#server/platform/security/passwords.ts'
import { hashOfToken } from '#server/platform/security/tokens.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import type { AccountLinks } from '../account-links.ts'
import { addCompany } from '../companies.repository.ts'
import { findOneTimeToken, removeOneTimeTokens, spendOneTimeToken, tokenStatusesOf } from '../one-time-tokens.repository.ts'
import { type Account, addUser, confirmUser, findAccount } from '../users.repository.ts'
import { currentPrices, findSwitches, isFull } from './installation.repository.ts'

/** The ways to pay that a sign-up may choose from, by `PAYMENTS`. */
type PaymentSetting = Config['payments']

const ownTransfer: readonly PaymentOption[] = [
  {
    id: 'invoice',
    type: 'invoice',
    name: 'Invoice',
    description: 'You get an invoice after each month. Your operator must approve the plan first.',
  },
  {
    id: 'bank-transfer',
    type: 'bank-transfer',
    name: 'Bank transfer',
    description: 'You pay by bank transfer after each month. Your operator must approve the plan first.',
  },
]

const byCard = (description: string): readonly PaymentOption[] => [
  { id: 'card', type: 'card', name: 'Card', description },
  {
    id: 'invoice',
    type: 'invoice',
    name: 'Invoice',
    description: 'Your operator must approve invoices first. Until then, your company has the free plan.',
  },
]

const options: Readonly<Record<PaymentSetting, readonly PaymentOption[]>> = {
  none: ownTransfer,
  sandbox: byCard('TEST: no one is charged. Add a TEST card after you sign in. Until then, your company has the free plan.'),
  stripe: byCard('Add a card after you sign in. Until then, your company has the free plan.'),
}

const paymentOptionsOf = (payments: PaymentSetting): readonly PaymentOption[] => options[payments]

type Deps = {
  readonly db: Kysely<Tables>
  readonly links: AccountLinks
  /** Calls a minute and address. */
  readonly attemptLimit: number
  /** Whether there is anybody: the first person is the operator, who does not come by sign-up. */
  readonly isSetUp: () => Promise<boolean>
  /** Whether anybody may make a company; invitations do not ask. */
  readonly isOpen: boolean
  /** Nothing that could send a message is set up. */
  readonly isKept: boolean
  readonly payments: PaymentSetting
}

export type RegistrationService = ReturnType<typeof createRegistrationService>

type RegistrationResult = { readonly success: true; readonly email: string; readonly isKept: boolean }

/** Milliseconds, longer than the work: a hash of a password and a commit, or a commit alone. */
const registrationTime = 500
const resendTime = 250

export function createRegistrationService({ db, links, attemptLimit, isSetUp, isOpen, isKept, payments }: Deps) {
  const admit = createAddressLimit(attemptLimit)
  const judge = createAddressLimit(attemptLimit)
  const options = paymentOptionsOf(payments)

  /** Of an account that is there already. Nothing of it is changed by whoever asks. */
  async function notifyOwner(tx: Transaction<Tables>, account: Account, isRepeated: boolean): Promise<void> {
    // Two people may have signed up: no link of before is good, also when no more mails may be sent.
    if (!account.confirmed && !isRepeated) await removeOneTimeTokens(tx, account, 'confirm')
    const isToldAlready = isRepeated && (await tokenStatusesOf(tx, account, 'confirm')) === 'alive'
    if (isToldAlready || !(await links.mayBeSent(tx, account.email, 'signUp'))) return
    if (account.confirmed) await links.known(tx, account)
    else if (isRepeated) await links.again(tx, account)
    else await links.finish(tx, account)
  }

  async function open(tx: Transaction<Tables>, it: Registration, passwordHash: string, audit: Audit): Promise<void> {
    const { email, firstName, lastName, companyName: name, paymentMethodId } = it
    if (await isFull(tx, true)) throw refusal('registration/full')
    const [companyId, userId] = [uuid(), uuid()]
    const tiers = tiersOf(it)
    await addCompany(tx, { id: companyId, name, workspaceName: name, ...tiers, paymentMethodId })
    const person = { id: userId, companyId, email, firstName, lastName, role: 'ADMIN', confirmed: false } as const
    await addUser(tx, { ...person, passwordHash })
    await links.confirmation(tx, { userId, companyId, email, firstName, companyName: name })
    // What the company agreed to.
    const after = { productTier: it.productTier, paymentMethodId, ...(it.priceVersion && { priceVersion: it.priceVersion }) }
    await audit(tx, { companyId, actor: { kind: 'person', id: userId }, target: { type: 'company', id: companyId }, after })
  }

  /** One look, one costly hash, one commit, whoever asks. False when the account changed meanwhile. */
  async function enrol(it: Registration, audit: Audit): Promise<boolean> {
    const known = await findAccount(db, it.email)
    const isRight = known !== null && (await passwordIsRight(it.password, known.passwordHash))
    const passwordHash = known === null ? await hashPassword(it.password) : null
    return inOneCommit(db, async (tx) => {
      await lockRecipient(tx, it.email)
      const account = await findAccount(tx, it.email)
      if (account?.passwordHash !== known?.passwordHash) return false
      if (account) await notifyOwner(tx, account, !account.confirmed && isRight && isSame(account, it))
      else if (passwordHash !== null) await open(tx, it, passwordHash, audit)
      return true
    })
  }

  return {
    offer: async (): Promise<SignUpOffer> => ({ paymentMethods: [...options], prices: await currentPrices(db) }),

    /** Before the names are known: they are judged with the rest. @throws `password/weak`, `auth/too-many-attempts`. */
    async judgePassword({ email, password }: { email: string; password: string }, ip: string): Promise<{ success: true }> {
      judge(ip)
      await refuseWeakPassword({ password, email: email.trim(), names: [], path: '/password' })
      return { success: true }
    },

    /**
     * A company and its ADMIN, who has to confirm the account; the same answer in the same time for an email that is known already.
     * The same again makes nothing twice.
     * @throws `setup/not-done`, `registration/closed`, `registration/payment-missing`, `registration/payment-unknown`, `registration/prices-changed`, `password/weak`, `auth/too-many-attempts`.
     */
    async register(asked: Registration, ip: string, audit: Audit): Promise<RegistrationResult> {
      admit(ip)
      if (!(await isSetUp())) throw refusal('setup/not-done')
      const it = trimmed(asked)
      const { publicSignUp, domains } = await findSwitches(db)
      if (!isOpen || !publicSignUp) throw refusal('registration/closed')
      const domain = it.email.slice(it.email.lastIndexOf('@') + 1).toLowerCase()
      if (domains.length > 0 && !domains.includes(domain)) throw refusal('registration/domain')
      // Before anything is known of the address, so that the answer says nothing about it.
      if (await isFull(db)) throw refusal('registration/full')
      checkPayment(it, options)
      if (it.priceVersion !== undefined && it.priceVersion !== (await currentPrices(db)).version)
        throw refusal('registration/prices-changed')
      const names = [it.firstName, it.lastName, it.companyName]
      await refuseWeakPassword({ password: it.password, email: it.email, names, path: '/password' })
      await inFixedTime(registrationTime, async () => {
        while (!(await enrol(it, audit)));
      })
      return { success: true, email: it.email, isKept }
    },

    /** The same link pressed again is answered the same: the account is confirmed. @throws `confirmation/dead`. */
    async confirm(token: string, audit: Audit): Promise<{ success: true }> {
      const hash = hashOfToken(token)
      await inOneCommit(db, async (tx) => {
        const found = await findOneTimeToken(tx, 'confirm', hash)
        if (!found) throw refusal('confirmation/dead')
        if (found.isUsed) return
        const { companyId, userId } = found
        if (await spendOneTimeToken(tx, 'confirm', hash)) {
          await confirmUser(tx, found)
          await audit(tx, { companyId, actor: { kind: 'person', id: userId }, target: { type: 'member', id: userId } })
        }
        // Pressed twice at once, it is used by now; or it was taken back in between.
        else if (!(await findOneTimeToken(tx, 'confirm', hash))) throw refusal('confirmation/dead')
      })
      return { success: true }
    },

    /** The same answer in the same time for every address. */
    async resend(email: string, ip: string): Promise<RegistrationResult> {
      admit(ip)
      await inFixedTime(resendTime, () =>
        inOneCommit(db, async (tx) => {
          await lockRecipient(tx, email)
          const account = await findAccount(tx, email)
          if (!account || !(await links.mayBeSent(tx, account.email, 'signUp'))) return
          await (account.confirmed ? links.known(tx, account) : links.again(tx, account))
        }),
      )
      return { success: true, email, isKept }
    },
  }
}

const isSame = (account: Account, it: Registration) =>
  account.companyName === it.companyName && account.firstName === it.firstName && account.lastName === it.lastName

const trimmed = (it: Registration): Registration => ({
  ...it,
  email: it.email.trim(),
  firstName: it.firstName.trim(),
  lastName: it.lastName.trim(),
  companyName: it.companyName.trim(),
})

/** A paid plan needs a card or the operator's approval, so every company starts on the free one. */
const tiersOf = ({
  productTier,
}: Registration): { readonly productTier: ProductTier; readonly requestedTier: ProductTier | null } => ({
  productTier: freeTier,
  requestedTier: productTier === freeTier ? null : productTier,
})

/** Only the tier that costs nothing needs no way to pay. */
function checkPayment({ productTier, paymentMethodId: id }: Registration, options: readonly PaymentOption[]): void {
  const path = '/paymentMethodId'
  if (id === null && productTier !== freeTier) {
    throw refusal('registration/payment-missing', { errors: [{ path, message: 'must be one of the offered payment methods' }] })
  }
  if (id !== null && !options.some((option) => option.id === id)) {
    throw refusal('registration/payment-unknown', { errors: [{ path, message: 'must be one of the offered payment methods' }] })
  }
}
