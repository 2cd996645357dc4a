import { ssoDomainEndpoints } from '#contract/auth/sso/sso-domains.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { SsoDomainService } from './domains.service.ts'

export function ssoRoutes(registerEndpoint: RegisterEndpoint, domains: SsoDomainService): void {
  registerEndpoint(ssoDomainEndpoints.list, ({ caller }) => domains.list(caller))
  registerEndpoint(ssoDomainEndpoints.add, ({ caller, body, audit }) => domains.add(caller, body, audit))
  registerEndpoint(ssoDomainEndpoints.check, ({ caller, params, audit }) => domains.check(caller, params.id, audit))
  registerEndpoint(ssoDomainEndpoints.remove, ({ caller, params, body, audit }) => domains.remove(caller, params.id, body, audit))
}
