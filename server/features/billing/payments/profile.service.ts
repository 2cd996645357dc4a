/** Billing profiles of a company. Exactly one is the primary one: another one takes its place in the same commit. */
import type { Kysely } from 'kysely'

import type { BillingProfile, ProfileForm } from '#contract/billing/profiles.ts'
import { profilesMax } from '#contract/billing/profiles.ts'
import { vatNumberFault, vatNumberOf } from '#contract/billing/vat-number.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import { databaseNow } from '../../../platform/database/database-now.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import { holdCompany } from '../../auth/companies.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { dayText, monthAt } from '../months.ts'
import type { createPlanService } from '../plan.service.ts'
import { findMethod, methodName } from './methods.repository.ts'
import {
  addProfile,
  changeProfile,
  clearPrimary,
  deleteProfile,
  hasOpenInvoices,
  listProfiles,
  type ProfileRow,
} from './profiles.repository.ts'

type Db = Kysely<Tables>
type Deps = { readonly db: Db; readonly plans: Pick<ReturnType<typeof createPlanService>, 'get'> }

const periodOf = async (db: Db) => dayText(monthAt(await databaseNow(db), -1).from)

/** An invoice is issued in every case: without a card it is what the company pays. */
const withoutCard = (chosen: string | null) => (chosen === 'invoice' ? 'Invoice' : 'Bank transfer')

/** What decides the tax. */
const taxFactsOf = ({ country, vatNumber }: ProfileForm) => ({ country, vatNumber })
const malformed = (path: string, message: string) => refusal('request/malformed', { errors: [{ path, message }] })

export function createProfileService({ db, plans }: Deps) {
  async function list(caller: Pick<Caller, 'companyId'>): Promise<{ data: BillingProfile[] }> {
    const rows = await listProfiles(db, caller.companyId, await periodOf(db))
    if (rows.length === 0) return { data: [] }
    const { bill, book } = await plans.get(caller)
    return {
      data: rows.map(({ brand, last4, chosen, ...row }) => ({
        ...row,
        // Only the primary one pays what this month comes to.
        status: row.isPrimary ? 'active' : 'inactive',
        paysWith: brand === null || last4 === null ? withoutCard(chosen) : methodName({ brand, last4 }),
        monthToDate: row.isPrimary ? bill.total : 0,
        currency: book.currency,
      })),
    }
  }

  async function shown(caller: Caller, id: string): Promise<BillingProfile> {
    const found = (await list(caller)).data.find((it) => it.id === id)
    if (found === undefined) throw refusal('billing-profile/not-found')
    return found
  }

  /** @param before of an existing one: a country that was never chosen may stay so. */
  async function checked(tx: Db, companyId: string, form: ProfileForm, before?: ProfileRow): Promise<ProfileForm> {
    if (form.country === null && before?.country !== null) throw malformed('/country', 'must be chosen')
    const fault = vatNumberFault(form.country, form.vatNumber)
    if (fault !== null) throw malformed('/vatNumber', fault)
    if (form.methodId !== null && (await findMethod(tx, { companyId, id: form.methodId })) === null)
      throw refusal('payment-method/not-found')
    return { ...form, name: form.name.trim(), address: form.address.trim(), vatNumber: vatNumberOf(form.vatNumber) }
  }

  async function held(tx: Db, companyId: string, id: string): Promise<{ row: ProfileRow; all: readonly ProfileRow[] }> {
    await holdCompany(tx, companyId)
    const all = await listProfiles(tx, companyId, await periodOf(tx))
    const row = all.find((it) => it.id === id)
    if (row === undefined) throw refusal('billing-profile/not-found')
    return { row, all }
  }

  return {
    list,

    async create(caller: Caller, id: string, form: ProfileForm, audit: Audit): Promise<BillingProfile> {
      const { companyId } = caller
      await inOneCommit(db, async (tx) => {
        await holdCompany(tx, companyId)
        const all = await listProfiles(tx, companyId, await periodOf(tx))
        if (all.length >= profilesMax) throw refusal('billing-profile/too-many')
        // The first one is the primary one whatever was asked.
        const isPrimary = form.isPrimary || all.length === 0
        if (isPrimary) await clearPrimary(tx, companyId, id)
        await addProfile(tx, { ...(await checked(tx, companyId, form)), isPrimary, companyId, id })
        await audit(tx, { target: { type: 'billingProfile', id }, after: { ...taxFactsOf(form), name: form.name, isPrimary } })
      })
      return shown(caller, id)
    },

    /** @throws `billing-profile/stale`; `billing-profile/primary` where no profile would be the primary one. */
    async update(caller: Caller, id: string, { revision, ...form }: ProfileForm & { readonly revision: number }, audit: Audit) {
      const { companyId } = caller
      await inOneCommit(db, async (tx) => {
        const { row } = await held(tx, companyId, id)
        if (row.revision !== revision) throw refusal('billing-profile/stale')
        if (row.isPrimary && !form.isPrimary) throw refusal('billing-profile/primary')
        if (form.isPrimary) await clearPrimary(tx, companyId, id)
        await changeProfile(tx, { ...(await checked(tx, companyId, form, row)), companyId, id })
        const before = { ...taxFactsOf(row), name: row.name, isPrimary: row.isPrimary }
        const after = { ...taxFactsOf(form), name: form.name, isPrimary: form.isPrimary }
        await audit(tx, { target: { type: 'billingProfile', id }, before, after })
      })
      return shown(caller, id)
    },

    /** @throws `billing-profile/primary`, `billing-profile/open-invoices`. */
    async remove({ companyId }: Caller, id: string, audit: Audit): Promise<{ success: true }> {
      await inOneCommit(db, async (tx) => {
        const { row, all } = await held(tx, companyId, id)
        if (row.isPrimary && all.length > 1) throw refusal('billing-profile/primary')
        if (await hasOpenInvoices(tx, id)) throw refusal('billing-profile/open-invoices')
        await deleteProfile(tx, { companyId, id })
        await audit(tx, { target: { type: 'billingProfile', id }, before: { name: row.name } })
      })
      return { success: true }
    },
  }
}
