import { loginAuditEndpoints } from '#contract/auth/login-audit.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { LoginAuditService } from './login-audit.service.ts'

export function loginAuditRoutes(registerEndpoint: RegisterEndpoint, service: LoginAuditService): void {
  registerEndpoint(loginAuditEndpoints.ofUser, ({ caller, params, query }) => service.ofUser(caller, params.userId, query))
  registerEndpoint(loginAuditEndpoints.ofCompany, ({ caller, params, query }) =>
    service.ofCompany(caller, params.companyId, query),
  )
}
