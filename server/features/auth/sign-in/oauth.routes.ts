import { oauthEndpoints } from '#contract/auth/oauth.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { OauthDesk } from './oauth.service.ts'

export function oauthRoutes(mount: Mount, desk: OauthDesk): void {
  mount(oauthEndpoints.providers, () => desk.providers())
  mount(oauthEndpoints.start, ({ body, log }) => desk.start(body.provider, log))
  mount(oauthEndpoints.finish, ({ body, ip, userAgent, log }) => desk.finish(body, { origin: { ip, userAgent }, log }))
  mount(oauthEndpoints.link, ({ body, caller }) => desk.link(body.ticket, caller))
}
