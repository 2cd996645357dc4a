import { readingEndpoints } from '../../contract/reading.ts'
import type { ReadingDesk } from '../desks/reading.ts'
import type { Mount } from '../mount.ts'

export function readingRoutes(mount: Mount, desk: ReadingDesk): void {
  mount(readingEndpoints.read, ({ caller, params, query }) => desk.read(caller, params.id, query))
}
