import { registrationEndpoints } from '#contract/auth/registration.ts'
import type { RegisterEndpoint } from '../../kit/register-endpoint.ts'
import type { RegistrationService } from './registration.service.ts'

export function registrationRoutes(registerEndpoint: RegisterEndpoint, service: RegistrationService): void {
  registerEndpoint(registrationEndpoints.register, ({ body, ip, audit }) => service.register(body, ip, audit))
  registerEndpoint(registrationEndpoints.judgePassword, ({ body, ip }) => service.judgePassword(body, ip))
  registerEndpoint(registrationEndpoints.paymentMethods, () => service.offer())
  registerEndpoint(registrationEndpoints.confirm, ({ body, audit }) => service.confirm(body.token, audit))
  registerEndpoint(registrationEndpoints.resendConfirmation, ({ body, ip }) => service.resend(body.email, ip))
}
