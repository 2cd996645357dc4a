/** How connectors stand now, read once for everybody who watches them. */
import type { Kysely } from 'kysely'

import type { Run } from '#contract/connectors/runs/run.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { type ConnectorRecord, connectorsOf } from '../details/connectors.repository.ts'
import { lastRuns } from '../list/connector-overview.repository.ts'
import { type ShownRecord, showTriggers } from '../triggers/connector-trigger.ts'

export type SeenConnector = ShownRecord<Pick<ConnectorRecord, 'connector' | 'companyId'>> & {
  /** Where it was read with the connector. */
  readonly newestRun?: Run | null
}

/** Undefined: it is not there any more. */
export type Look = (id: string) => Promise<SeenConnector | undefined>

/** The first who asks makes the reading. What is seen is the company's: whoever tells it holds it against the sight of the reader. */
export function lookAt(db: Kysely<Tables>, companyId: string, ids: readonly string[]): Look {
  async function read(): Promise<ReadonlyMap<string, SeenConnector>> {
    const records = await showTriggers(db, await connectorsOf(db, { companyId, ownerId: null }, ids))
    const runs = await lastRuns(db, companyId, ids)
    return new Map(
      records.map(({ connector, triggered, health, deployed }) => {
        const newestRun = runs.get(connector._id) ?? null
        return [connector._id, { companyId, connector, triggered, health, deployed, newestRun }]
      }),
    )
  }
  let all: Promise<ReadonlyMap<string, SeenConnector>> | null = null
  return async (id) => {
    all ??= read()
    return (await all).get(id)
  }
}
