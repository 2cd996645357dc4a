import { readingEndpoints } from '#contract/connectors/details/reading.ts'
import type { Mount } from '../../kit/register-endpoint.ts'
import type { ReadingDesk } from './reading.service.ts'

export function readingRoutes(mount: Mount, desk: ReadingDesk): void {
  mount(readingEndpoints.read, ({ caller, params, query }) => desk.read(caller, params.id, query))
}
