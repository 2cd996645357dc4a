import { outboxEndpoints } from '#contract/admin/outbox.ts'
import type { Mount } from '../kit/register-endpoint.ts'
import type { OutboxDesk } from './outbox.service.ts'

export function outboxRoutes(mount: Mount, desk: OutboxDesk): void {
  mount(outboxEndpoints.list, (call) => desk.list(call))
}
