import { probeEndpoints } from '#contract/builder/probe.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { ProbeService } from './probe.service.ts'

export function probeRoutes(registerEndpoint: RegisterEndpoint, service: ProbeService): void {
  registerEndpoint(probeEndpoints.testConnection, ({ caller, body }) => service.testConnection(caller, body))
  registerEndpoint(probeEndpoints.sample, ({ caller, body }) => service.sample(caller, body))
  registerEndpoint(probeEndpoints.document, ({ caller, body }) => service.document(caller, body))
  registerEndpoint(probeEndpoints.tryPaging, ({ caller, body }) => service.tryPaging(caller, body))
}
