import { outboxEndpoints } from '../../contract/outbox.ts'
import type { OutboxDesk } from '../desks/outbox.ts'
import type { Mount } from '../mount.ts'

export function outboxRoutes(mount: Mount, desk: OutboxDesk): void {
  mount(outboxEndpoints.list, (call) => desk.list(call))
}
