import { loginAuditEndpoints } from '../../contract/login-audit.ts'
import type { LoginAuditDesk } from '../desks/login-audit.ts'
import type { Mount } from '../mount.ts'

export function loginAuditRoutes(mount: Mount, desk: LoginAuditDesk): void {
  mount(loginAuditEndpoints.ofUser, ({ caller, params, query }) => desk.ofUser(caller, params.userId, query))
  mount(loginAuditEndpoints.ofCompany, ({ caller, params, query }) => desk.ofCompany(caller, params.companyId, query))
}
