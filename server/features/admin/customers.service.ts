/** The companies of the installation, for its operator. */
import type { Kysely } from 'kysely'

import type { CompanyMove } from '#contract/admin/company.lifecycle.ts'
import { customersPerPage } from '#contract/admin/customer-limits.ts'
import type { Customer, CustomerDetails, customerEndpoints } from '#contract/admin/customers.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Engine } from '../../engine/engine.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Mail } from '../../platform/mail/mails.ts'
import type { Access, Caller } from '../../platform/security/access.ts'
import { holdCompany } from '../auth/companies.repository.ts'
import { addAuditEvent } from '../kit/audit-events.repository.ts'
import type { Audit } from '../kit/audit-trail.ts'
import { notify } from '../kit/notify.ts'
import { connectorsInWork, moveCompany, setNote } from './company-status.repository.ts'
import { companyReactivated, companySuspended } from './customer-mails.ts'
import { administratorsOf, type CustomerRow, customersOf, extrasOf, pageOfCustomers } from './customers.repository.ts'
import { findLook } from './looking.repository.ts'

type Db = Kysely<Tables>
type Endpoints = typeof customerEndpoints
type Deps = {
  readonly db: Db
  readonly access: Pick<Access, 'forgetCompany'>
  readonly engine: Pick<Engine, 'wake' | 'quiesce'>
  readonly publicUrl: string
}

/** Administrators who are shown and written to. */
const administratorsMax = 50

const toCustomer = ({ statusSince, lastActiveAt, createdAt, ...row }: CustomerRow): Customer => ({
  ...row,
  statusSince: statusSince.toISOString(),
  lastActiveAt: lastActiveAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
})

type Move = { readonly type: CompanyMove['type']; readonly id: string; readonly caller: Caller; readonly audit: Audit }

export function createCustomersService({ db, access, engine, publicUrl }: Deps) {
  /** @throws `company/not-found` */
  async function get(id: string, { userId: operatorId }: Caller, of: Db = db): Promise<CustomerDetails> {
    const [row] = await customersOf(of, [id])
    const extras = await extrasOf(of, id)
    if (!row || !extras) throw refusal('company/not-found')
    const { reason, by, ...rest } = extras
    return {
      ...toCustomer(row),
      ...rest,
      suspension: reason === null ? null : { reason, by },
      administrators: await administratorsOf(of, id, administratorsMax),
      look: await findLook(of, { companyId: id, operatorId }),
    }
  }

  /** Both companies have it in their record, and the administrators of the one that is moved get an email. */
  async function move({ type, id, caller, audit }: Move, reason: string | null, mailOf: (company: string) => Mail) {
    const it = await inOneCommit(db, async (tx) => {
      await holdCompany(tx, id)
      const before = await get(id, caller, tx)
      if (before.isOperator) throw refusal('company/own')
      const by = reason === null ? null : { reason, userId: caller.userId }
      if (!(await moveCompany(tx, id, type, by))) throw refusal('company/wrong-status')
      const after = await get(id, caller, tx)
      const record = {
        target: { type: 'company', id },
        before: { name: before.name, status: before.status },
        after: { name: after.name, status: after.status, ...(reason === null ? {} : { reason }) },
      }
      await audit(tx, record)
      const action = type === 'operator.suspended' ? 'company.suspended' : 'company.reactivated'
      const actor = { kind: 'person', id: caller.userId } as const
      await addAuditEvent(tx, { ...record, companyId: id, action, actor, address: null })
      const written = mailOf(after.name)
      for (const { id: userId } of after.administrators) await notify(tx, { companyId: id, userId }, 'security', written)
      return after
    })
    access.forgetCompany(id)
    return it
  }

  return {
    get: (id: string, caller: Caller) => get(id, caller),

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
      const it = await move({ type: 'operator.suspended', id, caller, audit }, reason, (name) => companySuspended(name, reason))
      // Other processes see it at their next look; this one holds its runs now.
      await Promise.all((await connectorsInWork(db, id)).map((connectorId) => engine.quiesce(connectorId)))
      return it
    },

    /** @throws `company/not-found`, `company/wrong-status` */
    async reactivate(id: string, caller: Caller, audit: Audit): Promise<CustomerDetails> {
      const it = await move({ type: 'operator.reactivated', id, caller, audit }, null, (name) =>
        companyReactivated(name, publicUrl),
      )
      engine.wake()
      return it
    },

    /** @throws `company/not-found` */
    async setNote(id: string, written: string, caller: Caller, audit: Audit): Promise<CustomerDetails> {
      const note = written.trim()
      return inOneCommit(db, async (tx) => {
        await holdCompany(tx, id)
        const { note: before, name } = await get(id, caller, tx)
        await setNote(tx, id, note)
        await audit(tx, { target: { type: 'company', id }, before: { name, note: before }, after: { name, note } })
        return get(id, caller, tx)
      })
    },
  }
}
