import { oauthConnectionEndpoints as endpoints } from '#contract/connections/oauth.ts'
import { oauthCallbackPath, oauthReturnPath } from '#contract/connections/oauth-limits.ts'
import type { App } from '../../../kit/feature.ts'
import type { createOauthAppService } from './oauth-apps.service.ts'
import type { createSignInService } from './sign-in.service.ts'

/** Members of a return that are handed on to the console. */
const handedOn = ['state', 'code', 'error', 'error_description', 'realmId', 'shop'] as const
const textMax = 4_096

type Services = {
  readonly apps: ReturnType<typeof createOauthAppService>
  readonly signIns: ReturnType<typeof createSignInService>
  readonly publicUrl: string
}

export function oauthConnectionRoutes({ registerEndpoint, server }: App, { apps, signIns, publicUrl }: Services): void {
  registerEndpoint(endpoints.apps, ({ caller }) => apps.list(caller))
  registerEndpoint(endpoints.addApp, ({ caller, body, newId, audit }) => apps.add(caller, body, newId, audit))
  registerEndpoint(endpoints.removeApp, ({ caller, params, audit }) => apps.remove(caller, params.id, audit))
  registerEndpoint(endpoints.authorize, ({ caller, params, body, audit }) =>
    signIns.authorize(caller, params.id, body.returnTo, audit),
  )
  registerEndpoint(endpoints.finish, ({ caller, body, audit }) => signIns.finish(caller, body, audit))

  /**
   * Where providers send people back to. It stores nothing and believes nothing: it leads into the console, whose session ends the sign-in. What came is in
   * the fragment, which is neither sent nor logged.
   */
  server.get(oauthCallbackPath, async (request, reply) => {
    const given = (request.query ?? {}) as Readonly<Record<string, unknown>>
    const kept = new URLSearchParams()
    for (const name of handedOn) {
      const value = given[name]
      if (typeof value === 'string' && value.length <= textMax) kept.set(name, value)
    }
    return reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${publicUrl}${oauthReturnPath}#${kept}`, 303)
  })
}
