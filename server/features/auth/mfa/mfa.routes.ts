import { mfaEndpoints } from '#contract/auth/mfa.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { MfaService } from './mfa.service.ts'
import type { MfaSettingsService } from './mfa-settings.service.ts'

export function mfaRoutes(registerEndpoint: RegisterEndpoint, service: MfaService, own: MfaSettingsService): void {
  registerEndpoint(mfaEndpoints.verify, ({ body, ip, userAgent }) => service.verify(body, { ip, userAgent }))
  registerEndpoint(mfaEndpoints.resend, ({ body, ip, userAgent }) => service.resend(body, { ip, userAgent }))
  registerEndpoint(mfaEndpoints.settings, ({ caller, params }) => own.settings(caller, params.userId))
  registerEndpoint(mfaEndpoints.enable, ({ caller, params, body }) => own.enable(caller, params.userId, body))
  registerEndpoint(mfaEndpoints.activate, ({ caller, params, body }) => own.activate(caller, params.userId, body))
  registerEndpoint(mfaEndpoints.disable, ({ caller, params, body }) => own.disable(caller, params.userId, body))
  registerEndpoint(mfaEndpoints.recoveryCodes, ({ caller, params, body }) => own.recoveryCodes(caller, params.userId, body))
  registerEndpoint(mfaEndpoints.viewRecoveryCodes, ({ caller, params, body }) =>
    own.viewRecoveryCodes(caller, params.userId, body),
  )
  registerEndpoint(mfaEndpoints.resendOwn, ({ caller, params, body }) => own.resend(caller, params.userId, body.purpose))
  registerEndpoint(mfaEndpoints.addPhone, ({ caller, params, body }) => own.addPhone(caller, params.userId, body))
  registerEndpoint(mfaEndpoints.verifyPhone, ({ caller, params, body }) => own.verifyPhone(caller, params.userId, body))
}
