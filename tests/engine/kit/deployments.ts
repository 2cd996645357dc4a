/** Deployments of an engine that runs without job queues. */
import type { Engine } from '#server/engine/engine.ts'
import type { Database } from '#server/platform/database/database.ts'
import { repeatedly } from '#server/platform/jobs/repeatedly.ts'

/** Takes deployments to their end as their jobs would, until the engine is stopped. */
export function withDeployments({ db }: Database, engine: Engine): Engine {
  const carry = async () => {
    const open = await db.selectFrom('deployments').select('id').where('status', 'not in', ['live', 'failed']).execute()
    for (const { id } of open) await engine.deploy(id)
  }
  // What fails is tried again, as a job is.
  const end = repeatedly(50, carry, () => {}, 0)
  return {
    ...engine,
    stop: async () => {
      await end()
      await engine.stop()
    },
  }
}
