import { outboxEndpoints } from '#contract/admin/outbox.ts'
import type { RegisterEndpoint } from '../kit/register-endpoint.ts'
import type { OutboxService } from './outbox.service.ts'

export function outboxRoutes(registerEndpoint: RegisterEndpoint, service: OutboxService): void {
  registerEndpoint(outboxEndpoints.list, (call) => service.list(call))
}
