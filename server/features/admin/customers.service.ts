/** The companies of the installation, for its operator. */
import type { Kysely } from 'kysely'

import { customersPerPage } from '#contract/admin/customer-limits.ts'
import type { Customer, CustomerDetails, customerEndpoints } from '#contract/admin/customers.ts'
import { companyLimitNames } from '#contract/billing/own-limits.ts'
import type { BodyOf, QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '../../engine/engine.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Mail } from '../../platform/mail/mails.ts'
import { hasOwnMailServer } from '../../platform/mail/messages.repository.ts'
import type { Access, Caller } from '../../platform/security/access.ts'
import { holdCompany } from '../auth/companies.repository.ts'
import type { Quotas } from '../billing/quotas.ts'
import { addAuditEvent } from '../kit/audit-events.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { notify } from '../kit/notify.ts'
import { connectorsInWork, moveCompany } from './company-status.repository.ts'
import { companyDeletionPlanned, companyDeletionWithdrawn, companyReactivated, companySuspended } from './customer-mails.ts'
import { administratorsOf, type CustomerRow, customersOf, extrasOf, invitedTo, pageOfCustomers } from './customers.repository.ts'
import { addDeletion, findDeletion, removeDeletion } from './deletion/deletion.repository.ts'
import { findLook } from './looking.repository.ts'

type Db = Kysely<Tables>
type Endpoints = typeof customerEndpoints
type Deps = {
  readonly db: Db
  readonly access: Pick<Access, 'forgetCompany'>
  readonly engine: Pick<Engine, 'wake' | 'quiesce'>
  readonly quotas: Pick<Quotas, 'ofPlan' | 'setOwn'>
  readonly publicUrl: string
  readonly hasMailServer: boolean
}

/** Administrators who are shown and written to. */
const administratorsMax = 50

const toCustomer = ({ statusSince, lastActiveAt, createdAt, ...row }: CustomerRow): Customer => ({
  ...row,
  statusSince: statusSince.toISOString(),
  lastActiveAt: lastActiveAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

type Deletion = NonNullable<Awaited<ReturnType<typeof findDeletion>>>
const toDeletion = ({ requestedAt, dueAt, endedAt, removed, by }: Deletion): CustomerDetails['deletion'] => ({
  ...{ requestedAt: requestedAt.toISOString(), dueAt: dueAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
  ...{ rows: removed, by },
})

/** What an operator does to a company, and how it is recorded in that company's audit log. */
const recordedAs = {
  'operator.suspended': 'company.suspended',
  'operator.reactivated': 'company.reactivated',
  'operator.deleted': 'company.deletionPlanned',
  'operator.restored': 'company.deletionWithdrawn',
} as const

type Move = {
  readonly type: keyof typeof recordedAs
  readonly id: string
  readonly caller: Caller
  readonly audit: Audit
  /** Why; null where the company may go on. */
  readonly reason: string | null
  /** Further work of the same commit, before the company is read again. */
  readonly alongside?: (tx: Db, before: CustomerDetails) => Promise<void>
}

export function createCustomersService({ db, access, engine, quotas, publicUrl, hasMailServer }: Deps) {
  /** @throws `company/not-found` */
  async function get(id: string, { userId: operatorId }: Caller, of: Db = db): Promise<CustomerDetails> {
    const [row] = await customersOf(of, [id])
    const extras = await extrasOf(of, id)
    if (!row || !extras) throw refusal('company/not-found')
    const { reason, by, ...rest } = extras
    const deletion = await findDeletion(of, id)
    const { own, ...ofPlan } = await quotas.ofPlan(of, id)
    return {
      ...toCustomer(row),
      ...rest,
      limits: companyLimitNames.map((limit) => ({ limit, plan: ofPlan[limit], own: own[limit] ?? null })),
      deletion: deletion === null ? null : toDeletion(deletion),
      suspension: reason === null ? null : { reason, by },
      administrators: await administratorsOf(of, id, administratorsMax),
      invited: (await invitedTo(of, id)).map(({ email, expiresAt }) => ({ email, expiresAt: expiresAt.toISOString() })),
      isMailed: hasMailServer || (await hasOwnMailServer(of, id)),
      look: await findLook(of, { companyId: id, operatorId }),
    }
  }

  /** Both companies have it in their record, and the administrators of the one that is moved get an email. */
  async function move({ type, id, caller, audit, reason, alongside }: Move, mailOf: (company: CustomerDetails) => Mail) {
    const it = await inOneCommit(db, async (tx) => {
      await holdCompany(tx, id)
      const before = await get(id, caller, tx)
      if (before.isOperator) throw refusal('company/own')
      const by = reason === null ? null : { reason, userId: caller.userId }
      if (!(await moveCompany(tx, id, type, by))) throw refusal('company/wrong-status')
      await alongside?.(tx, before)
      const after = await get(id, caller, tx)
      const record = {
        target: { type: 'company', id },
        before: { status: before.status },
        after: { status: after.status, ...(reason === null ? {} : { reason }) },
      }
      await audit(tx, record)
      const actor = { kind: 'person', id: caller.userId } as const
      await addAuditEvent(tx, { ...record, companyId: id, action: recordedAs[type], actor, address: null })
      const written = mailOf(after)
      for (const { id: userId } of after.administrators) await notify(tx, { companyId: id, userId }, 'security', written)
      return after
    })
    access.forgetCompany(id)
    return it
  }

  /** Other processes see it at their next look; this one holds its runs now. */
  async function holdRuns(id: string): Promise<void> {
    await Promise.all((await connectorsInWork(db, id)).map((connectorId) => engine.quiesce(connectorId)))
  }

  return {
    get,

    async list(query: QueryOf<Endpoints['list']>): Promise<ReplyOf<Endpoints['list']>> {
      const { search = '', status = null, sort = 'attention', page = 1, limit = customersPerPage } = query
      const direction = query.direction ?? (sort === 'attention' ? 'descending' : 'ascending')
      const asked = { search: search.trim(), status, sort, direction, limit, offset: (page - 1) * limit }
      const { ids, total } = await pageOfCustomers(db, asked)
      const data = ids.length === 0 ? [] : await customersOf(db, ids)
      return { data: data.map(toCustomer), total, page, limit, totalPages: Math.ceil(total / limit) }
    },

    /** @throws `company/not-found`, `company/own`, `company/wrong-status` */
    async suspend(id: string, written: string, caller: Caller, audit: Audit): Promise<CustomerDetails> {
      const reason = written.trim()
      const type = 'operator.suspended'
      const it = await move({ type, id, caller, audit, reason }, ({ name }) => companySuspended(name, reason))
      await holdRuns(id)
      return it
    },

    /** @throws `company/not-found`, `company/wrong-status` */
    async reactivate(id: string, caller: Caller, audit: Audit): Promise<CustomerDetails> {
      const type = 'operator.reactivated'
      const it = await move({ type, id, caller, audit, reason: null }, ({ name }) => companyReactivated(name, publicUrl))
      engine.wake()
      return it
    },

    /** @throws `company/not-found`, `company/own`, `company/wrong-status`, `company/name-differs` */
    async planDeletion(id: string, body: { reason: string; name: string }, caller: Caller, audit: Audit) {
      const reason = body.reason.trim()
      const alongside = async (tx: Db, { name }: CustomerDetails) => {
        if (body.name.trim() !== name.trim()) throw refusal('company/name-differs')
        await addDeletion(tx, id, caller.userId)
      }
      const it = await move({ type: 'operator.deleted', id, caller, audit, reason, alongside }, ({ name, deletion }) =>
        companyDeletionPlanned(name, reason, deletion?.dueAt ?? ''),
      )
      await holdRuns(id)
      return it
    },

    /** @throws `company/not-found`, `company/wrong-status` */
    async withdrawDeletion(id: string, caller: Caller, audit: Audit): Promise<CustomerDetails> {
      const alongside = (tx: Db) => removeDeletion(tx, id)
      const reason = "An operator cancelled the company's deletion."
      return move({ type: 'operator.restored', id, caller, audit, reason, alongside }, ({ name }) =>
        companyDeletionWithdrawn(name),
      )
    },

    /** @throws `company/not-found`, `company/own`, `company/wrong-status` */
    async setLimits(id: string, { limits, reason: written }: BodyOf<Endpoints['limits']>, caller: Caller, audit: Audit) {
      const set = Object.entries(limits).filter((entry): entry is [string, number] => entry[1] !== null)
      return inOneCommit(db, async (tx) => {
        await holdCompany(tx, id)
        const { limits: before, isOperator, status } = await get(id, caller, tx)
        if (isOperator) throw refusal('company/own')
        if (status === 'deleting' || status === 'deleted') throw refusal('company/wrong-status')
        await quotas.setOwn(tx, id, Object.fromEntries(set))
        const record = {
          target: { type: 'company', id },
          before: Object.fromEntries(before.map(({ limit, own }) => [limit, own])),
          after: { ...limits, reason: written.trim() },
        }
        await audit(tx, record)
        const actor = { kind: 'person', id: caller.userId } as const
        await addAuditEvent(tx, { ...record, companyId: id, action: 'company.limitsChanged', actor, address: null })
        return get(id, caller, tx)
      })
    },
  }
}
