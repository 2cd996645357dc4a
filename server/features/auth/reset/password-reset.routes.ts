import { passwordResetEndpoints } from '#contract/auth/password-reset.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { PasswordResetDesk } from './password-reset.service.ts'

export function passwordResetRoutes(mount: Mount, desk: PasswordResetDesk): void {
  mount(passwordResetEndpoints.request, ({ body, ip }) => desk.request(body.email, ip))
  mount(passwordResetEndpoints.update, ({ bearer, body, ip }) => desk.update(bearer, body.password.new, ip))
}
