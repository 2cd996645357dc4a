import { oauthEndpoints } from '#contract/auth/oauth.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { OauthService } from './oauth.service.ts'

export function oauthRoutes(registerEndpoint: RegisterEndpoint, service: OauthService): void {
  registerEndpoint(oauthEndpoints.providers, () => service.providers())
  registerEndpoint(oauthEndpoints.start, ({ body, log }) => service.start(body.provider, log))
  registerEndpoint(oauthEndpoints.finish, ({ body, ip, userAgent, log, audit }) =>
    service.finish(body, { origin: { ip, userAgent }, log, audit }),
  )
  registerEndpoint(oauthEndpoints.link, ({ body, caller }) => service.link(body.ticket, caller))
}
