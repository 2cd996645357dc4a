/** The export of a company for the operator: recorded on both sides and told to its administrators when it is asked for; each download is recorded too. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'

import type { CompanyExport } from '#contract/admin/company-export.ts'
import type { AuditAction } from '#contract/kit/audit-actions.ts'
import { refusal } from '#contract/kit/problem.ts'
import { workFor } from '#server/platform/database/fair-connections.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import { hashOfToken } from '../../../platform/security/tokens.ts'
import { holdCompany } from '../../auth/companies.repository.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { notify } from '../../kit/notify.ts'
import { companyExported } from '../customer-mails.ts'
import { administratorsOf, customersOf } from '../customers.repository.ts'
import { findByLink, findExport, partsOf, queueExport, setLink } from './exports.repository.ts'

type Db = Kysely<Tables>
type Asked = { readonly id: string; readonly caller: Caller; readonly audit: Audit }

const administratorsMax = 50

async function shown(db: Db, companyId: string): Promise<CompanyExport | null> {
  const row = await findExport(db, companyId)
  if (row === null) return null
  const { id, status, lines, bytes, by } = row
  return {
    ...{ id, status, lines, bytes: bytes === null ? null : Number(bytes), requestedBy: by },
    ...{ requestedAt: row.requested_at.toISOString(), expiresAt: row.expires_at?.toISOString() ?? null },
  }
}

async function recordOnBothSides(tx: Db, { id, caller, audit }: Asked, action: AuditAction, after: object | null) {
  const target = { type: 'company', id }
  await audit(tx, { target, after })
  if (id === caller.companyId) return
  const actor = { kind: 'person', id: caller.userId } as const
  await addAuditEvent(tx, { companyId: id, action, address: null, target, before: null, after, actor })
}

export function createExportsService({ db }: { readonly db: Db }) {
  /** @throws `company/not-found` */
  async function companyOf(of: Db, id: string) {
    const [company] = await customersOf(of, [id])
    if (!company || company.status === 'deleting' || company.status === 'deleted') throw refusal('company/not-found')
    return company
  }

  return {
    /** @throws `company/not-found`, `company/export-running` */
    async request(asked: Asked & { readonly newId: string; readonly reason: string }): Promise<CompanyExport> {
      const { id, caller, newId } = asked
      const reason = asked.reason.trim()
      return inOneCommit(db, async (tx) => {
        const company = await companyOf(tx, id)
        await holdCompany(tx, id)
        if (!(await queueExport(tx, { id: newId, companyId: id, userId: caller.userId }))) throw refusal('company/export-running')
        await recordOnBothSides(tx, asked, 'company.exported', { reason })
        for (const { id: userId } of await administratorsOf(tx, id, administratorsMax))
          await notify(tx, { companyId: id, userId }, 'security', companyExported(company.name, reason))
        const made = await shown(tx, id)
        if (made === null) throw new Error('an export without its row')
        return made
      })
    },

    /** @throws `company/not-found` */
    async find(id: string): Promise<{ export: CompanyExport | null }> {
      await companyOf(db, id)
      return { export: await shown(db, id) }
    },

    /** @throws `company/not-found`, `company/export-gone` */
    async link(asked: Omit<Asked, 'audit'>): Promise<{ path: string }> {
      const key = randomBytes(32).toString('base64url')
      return inOneCommit(db, async (tx) => {
        await companyOf(tx, asked.id)
        const exportId = await setLink(tx, asked.id, hashOfToken(key), asked.caller.userId)
        if (exportId === null) throw refusal('company/export-gone')
        return { path: `/api/company-exports/${exportId}?key=${key}` }
      })
    },

    /** Recorded on both sides before the first byte is sent. @throws `company/export-gone` */
    async file(id: string, key: string): Promise<Readable> {
      const found = await findByLink(db, id, hashOfToken(key))
      if (found === null) throw refusal('company/export-gone')
      const { companyId, bytes, operatorId, operatorCompany } = found
      const record = {
        target: { type: 'company', id: companyId },
        actor: { kind: 'person', id: operatorId },
        before: null,
      } as const
      await inOneCommit(db, async (tx) => {
        for (const of of new Set([operatorCompany, companyId]))
          await addAuditEvent(tx, {
            ...{ ...record, companyId: of, action: 'company.exportDownloaded', address: null, after: { bytes } },
          })
      })
      return workFor(companyId, () => Readable.from(partsOf(db, id, bytes), { objectMode: false }))
    },
  }
}
