import { passkeyEndpoints } from '#contract/auth/passkeys.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { PasskeySignInService } from './passkey-sign-in.service.ts'
import type { PasskeysService } from './passkeys.service.ts'

export function passkeyRoutes(registerEndpoint: RegisterEndpoint, service: PasskeySignInService, own: PasskeysService): void {
  registerEndpoint(passkeyEndpoints.beginSignIn, ({ body, ip, userAgent }) => service.begin(body, { ip, userAgent }))
  registerEndpoint(passkeyEndpoints.signIn, ({ body, ip, userAgent }) => service.signIn(body, { ip, userAgent }))
  registerEndpoint(passkeyEndpoints.list, ({ caller, params }) => own.list(caller, params.userId))
  registerEndpoint(passkeyEndpoints.begin, ({ caller, params, body }) => own.begin(caller, params.userId, body))
  registerEndpoint(passkeyEndpoints.add, ({ caller, params, body, userAgent }) =>
    own.add(caller, params.userId, { ...body, userAgent }),
  )
  registerEndpoint(passkeyEndpoints.rename, ({ caller, params, body }) =>
    own.rename(caller, params.userId, params.passkeyId, body.name),
  )
  registerEndpoint(passkeyEndpoints.remove, ({ caller, params, body }) =>
    own.remove(caller, params.userId, params.passkeyId, body),
  )
}
