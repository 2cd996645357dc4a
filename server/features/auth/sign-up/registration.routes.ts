import { registrationEndpoints } from '#contract/auth/registration.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { RegistrationDesk } from './registration.service.ts'

export function registrationRoutes(mount: Mount, desk: RegistrationDesk): void {
  mount(registrationEndpoints.register, ({ body, ip }) => desk.register(body, ip))
  mount(registrationEndpoints.paymentMethods, () => desk.paymentMethods())
  mount(registrationEndpoints.confirm, ({ body }) => desk.confirm(body.token))
  mount(registrationEndpoints.resendConfirmation, ({ body, ip }) => desk.resend(body.email, ip))
}
