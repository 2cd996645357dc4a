import { loginAuditEndpoints } from '#contract/auth/login-audit.ts'
import type { Mount } from '../kit/register-endpoint.ts'
import type { LoginAuditDesk } from './login-audit.service.ts'

export function loginAuditRoutes(mount: Mount, desk: LoginAuditDesk): void {
  mount(loginAuditEndpoints.ofUser, ({ caller, params, query }) => desk.ofUser(caller, params.userId, query))
  mount(loginAuditEndpoints.ofCompany, ({ caller, params, query }) => desk.ofCompany(caller, params.companyId, query))
}
