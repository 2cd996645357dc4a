import { passwordResetEndpoints } from '../../contract/password-reset.ts'
import type { PasswordResetDesk } from '../desks/password-reset.ts'
import type { Mount } from '../mount.ts'

export function passwordResetRoutes(mount: Mount, desk: PasswordResetDesk): void {
  mount(passwordResetEndpoints.request, ({ body, ip }) => desk.request(body.email, ip))
  mount(passwordResetEndpoints.update, ({ bearer, body, ip }) => desk.update(bearer, body.password.new, ip))
}
