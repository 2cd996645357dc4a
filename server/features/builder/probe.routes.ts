import { probeEndpoints } from '#contract/builder/probe.ts'
import type { Mount } from '../kit/register-endpoint.ts'
import type { ProbeDesk } from './probe.service.ts'

export function probeRoutes(mount: Mount, desk: ProbeDesk): void {
  mount(probeEndpoints.testConnection, ({ caller, body }) => desk.testConnection(caller, body))
  mount(probeEndpoints.sample, ({ caller, body }) => desk.sample(caller, body))
  mount(probeEndpoints.document, ({ caller, body }) => desk.document(caller, body))
  mount(probeEndpoints.tryPaging, ({ caller, body }) => desk.tryPaging(caller, body))
}
