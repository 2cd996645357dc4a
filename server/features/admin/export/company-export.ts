/** The export of a company by the operator: recorded on both sides and told to its administrators before the first line. */
import { Readable } from 'node:stream'
import type { Kysely } from 'kysely'

import { companyExportEnd } from '#contract/admin/customer-limits.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import { workFor } from '../../../platform/database/company-work.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import { addAuditEvent } from '../../kit/audit-events.repository.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { notify } from '../../kit/notify.ts'
import { companyExported } from '../customer-mails.ts'
import { administratorsOf, customersOf } from '../customers.repository.ts'
import { linesOfCompany } from './company-lines.repository.ts'

type Db = Kysely<Tables>
type Asked = { readonly id: string; readonly reason: string; readonly caller: Caller; readonly audit: Audit }

const administratorsMax = 50

/** @throws `company/not-found` */
export async function exportCompany(db: Db, { id, reason: written, caller, audit }: Asked): Promise<Readable> {
  const reason = written.trim()
  await inOneCommit(db, async (tx) => {
    const [company] = await customersOf(tx, [id])
    if (!company || company.status === 'deleting' || company.status === 'deleted') throw refusal('company/not-found')
    const target = { type: 'company', id }
    await audit(tx, { target, after: { reason } })
    if (id !== caller.companyId)
      await addAuditEvent(tx, {
        ...{ companyId: id, action: 'company.exported', address: null, target, before: null, after: { reason } },
        actor: { kind: 'person', id: caller.userId },
      })
    for (const { id: userId } of await administratorsOf(tx, id, administratorsMax))
      await notify(tx, { companyId: id, userId }, 'security', companyExported(company.name, reason))
  })
  // A file without its last line was cut off.
  async function* texts() {
    let lines = 0
    for await (const line of linesOfCompany(db, id)) {
      lines += 1
      yield `${JSON.stringify(line)}\n`
    }
    yield `${JSON.stringify({ kind: companyExportEnd, lines })}\n`
  }
  return workFor(id, () => Readable.from(texts(), { objectMode: false }))
}
