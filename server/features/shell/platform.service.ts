/** What the server says about itself. */
import { refusal } from '#contract/kit/problem.ts'
import type { Readiness } from './readiness.ts'

/** @param isLeaving whether the process drains: it still works, but wants no new traffic. */
export function createPlatformService({
  readiness,
  isLeaving,
}: {
  readonly readiness: Readiness
  readonly isLeaving: () => boolean
}) {
  return {
    health: (): { status: 'ok' } => ({ status: 'ok' }),
    /** @throws `server/unavailable` when nothing can be written. */
    async ready(): Promise<{ status: 'ready' }> {
      if (isLeaving()) throw refusal('server/unavailable')
      await readiness.prove()
      return { status: 'ready' }
    },
  }
}
