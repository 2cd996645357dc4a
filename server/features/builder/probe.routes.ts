import { probeEndpoints } from '../../contract/probe.ts'
import type { ProbeDesk } from '../desks/probe.ts'
import type { Mount } from '../mount.ts'

export function probeRoutes(mount: Mount, desk: ProbeDesk): void {
  mount(probeEndpoints.testConnection, ({ caller, body }) => desk.testConnection(caller, body))
  mount(probeEndpoints.sample, ({ caller, body }) => desk.sample(caller, body))
  mount(probeEndpoints.document, ({ caller, body }) => desk.document(caller, body))
  mount(probeEndpoints.tryPaging, ({ caller, body }) => desk.tryPaging(caller, body))
}
