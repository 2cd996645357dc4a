/** What people changed, for the administrators of the company. */
import type { Kysely } from 'kysely'
import { type AuditRecord, type auditEndpoints, auditFileMax } from '#contract/kit/audit.ts'
import { auditActions } from '#contract/kit/audit-actions.ts'
import type { ChainCheck } from '#contract/kit/chain-check.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { instantIn } from '../../platform/time/zoned.ts'
import {
  type AuditRow,
  checkAuditChain,
  countAuditEvents,
  listAuditEvents,
  listAuditPeople,
} from '../kit/audit-events.repository.ts'
import { findZone } from '../kit/formats.repository.ts'
import { csvLine } from '../kit/spreadsheet.ts'

type ListQuery = QueryOf<typeof auditEndpoints.list>

const pageSize = 10
const head = ['time', 'action', 'actor', 'email', 'address', 'target', 'target name', 'target id', 'before', 'after']

const parsed = (text: string | null): unknown => (text === null ? null : JSON.parse(text))

const toRecord = (row: AuditRow): AuditRecord => ({
  id: row.seq,
  at: row.at.toISOString(),
  action: row.action,
  actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name, email: row.actor_email },
  address: row.address,
  target: row.target_type === null ? null : { type: row.target_type, id: row.target_id, name: row.target_name },
  before: parsed(row.before),
  after: parsed(row.after),
})

const filterOf = ({ companyId }: Caller, { from, to, actor, what, search }: ListQuery) => ({
  ...{ companyId, from, to, actor, action: what, search: search?.trim() || undefined },
})

export function createAuditService({ db }: { readonly db: Kysely<Tables> }) {
  return {
    async list(caller: Caller, asked: ListQuery): Promise<ReplyOf<typeof auditEndpoints.list>> {
      const { page = 1, limit = pageSize } = asked
      const filter = filterOf(caller, asked)
      const total = await countAuditEvents(db, filter)
      const rows = await listAuditEvents(db, { ...filter, limit, offset: (page - 1) * limit })
      return { data: rows.map(toRecord), total, page, limit, totalPages: Math.ceil(total / limit) }
    },

    /** CSV in which no text can become a formula. */
    async export(caller: Caller, asked: ListQuery): Promise<string> {
      const rows = await listAuditEvents(db, { ...filterOf(caller, asked), limit: auditFileMax, offset: 0 })
      const zone = await findZone(db, caller)
      const lines = rows.map((row) =>
        csvLine([
          ...[instantIn(zone, row.at), auditActions[row.action], row.actor_name, row.actor_email, row.address],
          ...[row.target_type, row.target_name, row.target_id, row.before, row.after],
        ]),
      )
      return [csvLine(head), ...lines].join('')
    },

    people: async ({ companyId }: Caller) => ({ data: await listAuditPeople(db, companyId) }),

    async check({ companyId }: Caller): Promise<ChainCheck> {
      const { length, since, brokenAt } = await checkAuditChain(db, companyId)
      return { isUnbroken: brokenAt === null, length, since: since?.toISOString() ?? null, brokenAt }
    },
  }
}
