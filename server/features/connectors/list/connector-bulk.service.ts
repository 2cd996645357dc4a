/** Many connectors paused or resumed: each as if it were alone, along the same chart. */

import type { ConnectorState } from '#contract/connectors/details/connector.lifecycle.ts'
import type { BulkAction, BulkOutcome, connectorBulkEndpoints } from '#contract/connectors/list/connector-bulk.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { type Problem, ProblemError } from '#contract/kit/problem.ts'
import type { Caller } from '#server/platform/security/access.ts'
import type { ConnectorService } from '../details/connector.service.ts'
import type { ConnectorMovesService } from '../details/connector-moves.service.ts'

type Deps = { readonly connectors: Pick<ConnectorService, 'get'>; readonly moves: Pick<ConnectorMovesService, BulkAction> }

export type ConnectorBulkService = ReturnType<typeof createConnectorBulkService>

/** Connectors that are moved at the same time: a pause waits for what is on its way. */
const atOnce = 8

const wanted: Readonly<Record<BulkAction, ConnectorState>> = { pause: 'Pause', resume: 'Active' }

export function createConnectorBulkService({ connectors, moves }: Deps) {
  async function moveOne(caller: Caller, action: BulkAction, id: string): Promise<BulkOutcome> {
    try {
      const { connector } = await moves[action](caller, id)
      return { id, outcome: 'done', status: connector.status }
    } catch (thrown) {
      const problem = refusalIn(thrown)
      const status = problem.code === 'connector/not-allowed-now' ? await statusOf(caller, id) : null
      if (status === wanted[action]) return { id, outcome: 'unchanged', status }
      return { id, outcome: 'refused', status, problem }
    }
  }

  /** Where it stands now; null when it went meanwhile. */
  async function statusOf(caller: Caller, id: string): Promise<ConnectorState | null> {
    try {
      return (await connectors.get(caller, id)).status
    } catch (thrown) {
      refusalIn(thrown)
      return null
    }
  }

  return {
    /** @returns what became of each, in the order of the ids. */
    async move(caller: Caller, { action, ids }: BodyOf<typeof connectorBulkEndpoints.move>): Promise<{ results: BulkOutcome[] }> {
      const results: BulkOutcome[] = []
      const left = [...new Set(ids)].entries().toArray()
      const work = async () => {
        for (let next = left.shift(); next; next = left.shift()) {
          const [at, id] = next
          results[at] = await moveOne(caller, action, id)
        }
      }
      await Promise.all(Array.from({ length: atOnce }, work))
      return { results }
    },
  }
}

/** A refusal, such as a limit of the plan, belongs to its connector, and the others keep their results; that something broke is said of the whole call. */
function refusalIn(thrown: unknown): Problem {
  if (thrown instanceof ProblemError && thrown.problem.status < 500) return thrown.problem
  throw thrown
}
