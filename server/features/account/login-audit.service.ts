/** Who tried to sign in, for the people concerned: everybody sees their own, administrators see those of their company. */
import type { Kysely } from 'kysely'
import { type LoginRecord, type loginAuditEndpoints, signInFileMax } from '#contract/auth/login-audit.ts'
import type { ChainCheck } from '#contract/kit/chain-check.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { instantIn } from '../../platform/time/zoned.ts'
import { findBrokenLink, listSignIns, measureChain } from '../auth/sign-in/login-audit.repository.ts'
import { findUser } from '../auth/users.repository.ts'
import { findZone } from '../kit/formats.repository.ts'
import { csvLine } from '../kit/spreadsheet.ts'

type ListQuery = QueryOf<typeof loginAuditEndpoints.ofUser>
type Filter = QueryOf<typeof loginAuditEndpoints.exportOfUser>
type Page = ReplyOf<typeof loginAuditEndpoints.ofUser>
type Whose = { readonly companyId: string; readonly userId?: string }

const pageSize = 10
const head = ['time', 'result', 'reason', 'email', 'network address', 'device', 'browser', 'user agent']

const lineOf = (it: LoginRecord, zone: string) =>
  csvLine([
    ...[instantIn(zone, it.loginTimestamp), it.success ? 'success' : 'failed', it.failureReason, it.email, it.ipAddress],
    ...[it.deviceInfo.device, it.deviceInfo.browser, it.userAgent],
  ])

export function createLoginAuditService({ db }: { readonly db: Kysely<Tables> }) {
  async function list(whose: Whose, asked: ListQuery): Promise<Page> {
    const { page = 1, limit = pageSize, sortOrder: order = 'desc', sortBy: _, ...filter } = asked
    const { data, total } = await listSignIns(db, { ...filter, ...whose, page, limit, order })
    return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
  }

  /** CSV in which no text can become a formula. */
  async function file(caller: Caller, whose: Whose, filter: Filter): Promise<string> {
    const zone = await findZone(db, caller)
    const { data } = await listSignIns(db, { ...filter, ...whose, page: 1, limit: signInFileMax, order: 'desc' })
    return [csvLine(head), ...data.map((it) => lineOf(it, zone))].join('')
  }

  /** @throws `user/not-found` for somebody else, unless an administrator asks for somebody of the company. */
  async function whoseUser({ companyId, role, userId: own }: Caller, userId: string): Promise<Whose> {
    const isTheirs = userId === own || (role !== 'USER' && (await findUser(db, { companyId, userId })) !== null)
    if (!isTheirs) throw refusal('user/not-found')
    return { companyId, userId }
  }

  /** @throws `user/not-found` for another company, as if there were none. */
  function whoseCompany({ companyId }: Caller, asked: string): Whose {
    if (asked !== companyId) throw refusal('user/not-found', { message: 'Company not found' })
    return { companyId }
  }

  return {
    ofUser: async (caller: Caller, userId: string, asked: ListQuery) => list(await whoseUser(caller, userId), asked),
    ofCompany: async (caller: Caller, companyId: string, asked: ListQuery) => list(whoseCompany(caller, companyId), asked),
    exportOfUser: async (caller: Caller, userId: string, filter: Filter) => file(caller, await whoseUser(caller, userId), filter),
    exportOfCompany: async (caller: Caller, companyId: string, filter: Filter) =>
      file(caller, whoseCompany(caller, companyId), filter),

    /** Walks the whole chain. */
    async check(caller: Caller, asked: string): Promise<ChainCheck> {
      const { companyId } = whoseCompany(caller, asked)
      const { length, since } = await measureChain(db, companyId)
      const broken = await findBrokenLink(db, companyId)
      const brokenAt = broken === null ? null : Number(broken.id ?? length)
      return { isUnbroken: broken === null, length, since: since?.toISOString() ?? null, brokenAt }
    },
  }
}
