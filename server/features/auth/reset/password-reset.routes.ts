import { passwordResetEndpoints } from '#contract/auth/password-reset.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { PasswordResetService } from './password-reset.service.ts'

export function passwordResetRoutes(registerEndpoint: RegisterEndpoint, service: PasswordResetService): void {
  registerEndpoint(passwordResetEndpoints.request, ({ body, ip }) => service.request(body.email, ip))
  registerEndpoint(passwordResetEndpoints.rules, ({ bearer, ip }) => service.rules(bearer, ip))
  registerEndpoint(passwordResetEndpoints.update, ({ bearer, body, ip, audit }) =>
    service.update(bearer, body.password.new, ip, audit),
  )
}
