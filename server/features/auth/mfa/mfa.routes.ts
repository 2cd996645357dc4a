import { mfaEndpoints } from '#contract/auth/mfa.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { MfaDesk } from './mfa.service.ts'
import type { MfaSettingsDesk } from './mfa-settings.service.ts'

export function mfaRoutes(mount: Mount, desk: MfaDesk, own: MfaSettingsDesk): void {
  mount(mfaEndpoints.verify, ({ body, ip, userAgent }) => desk.verify(body, { ip, userAgent }))
  mount(mfaEndpoints.resend, ({ body, ip, userAgent }) => desk.resend(body, { ip, userAgent }))
  mount(mfaEndpoints.settings, ({ caller, params }) => own.settings(caller, params.userId))
  mount(mfaEndpoints.enable, ({ caller, params, body }) => own.enable(caller, params.userId, body))
  mount(mfaEndpoints.activate, ({ caller, params, body }) => own.activate(caller, params.userId, body))
  mount(mfaEndpoints.disable, ({ caller, params, body }) => own.disable(caller, params.userId, body))
  mount(mfaEndpoints.recoveryCodes, ({ caller, params, body }) => own.recoveryCodes(caller, params.userId, body))
  mount(mfaEndpoints.addPhone, ({ caller, params, body }) => own.addPhone(caller, params.userId, body))
  mount(mfaEndpoints.verifyPhone, ({ caller, params, body }) => own.verifyPhone(caller, params.userId, body))
}
