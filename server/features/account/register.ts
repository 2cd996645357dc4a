import { loginAuditEndpoints } from '#contract/auth/login-audit.ts'
import type { App, FeatureDeps } from '../kit/feature.ts'
import { createLoginAuditService } from './login-audit.service.ts'

export function registerAccount(app: App, { db }: FeatureDeps): void {
  const service = createLoginAuditService({ db })
  app.registerEndpoint(loginAuditEndpoints.ofUser, ({ caller, params, query }) => service.ofUser(caller, params.userId, query))
  app.registerEndpoint(loginAuditEndpoints.ofCompany, ({ caller, params, query }) =>
    service.ofCompany(caller, params.companyId, query),
  )
}
