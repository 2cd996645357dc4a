/** Who tried to sign in, for the people concerned: everybody sees their own, administrators see those of their company. */
import type { Kysely } from 'kysely'
import type { loginAuditEndpoints } from '#contract/auth/login-audit.ts'
import type { QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { listSignIns } from '../auth/sign-in/login-audit.repository.ts'
import { findUser } from '../auth/users.repository.ts'

type Paging = QueryOf<typeof loginAuditEndpoints.ofUser>
type Page = ReplyOf<typeof loginAuditEndpoints.ofUser>

const pageSize = 10

export function createLoginAuditService({ db }: { readonly db: Kysely<Tables> }) {
  async function list(whose: { companyId: string; userId?: string }, paging: Paging): Promise<Page> {
    const { page = 1, limit = pageSize, sortOrder: order = 'desc' } = paging
    const { data, total } = await listSignIns(db, { ...whose, page, limit, order })
    return { data, total, page, limit, totalPages: Math.ceil(total / limit) }
  }

  return {
    /** @throws `user/not-found` for somebody else, unless an administrator asks for somebody of the company. */
    async ofUser({ companyId, role, userId: own }: Caller, userId: string, paging: Paging): Promise<Page> {
      const isTheirs = userId === own || (role !== 'USER' && (await findUser(db, { companyId, userId })) !== null)
      if (!isTheirs) throw refusal('user/not-found')
      return list({ companyId, userId }, paging)
    },

    /** @throws `user/not-found` for another company, as if there were none. */
    async ofCompany({ companyId }: Caller, asked: string, paging: Paging): Promise<Page> {
      if (asked !== companyId) throw refusal('user/not-found', { message: 'Company not found' })
      return list({ companyId }, paging)
    },
  }
}
