/** What a deployment does to its connector, in the transaction that ends the deployment. */
import { type Kysely, sql } from 'kysely'
import { v7 as newId } from 'uuid'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { type ConnectorMove, type ConnectorState, connectorLifecycle } from '#contract/connectors/details/connector.lifecycle.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import { changed } from '../../platform/database/changes.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { countUnsent, leaveUnsent } from '../ledger/unsent.repository.ts'
import type { OpenDeployment } from './deployments.repository.ts'
import { setHook } from './hooks.repository.ts'
import { type NextInstant, setSchedule } from './schedules.repository.ts'

type Db = Kysely<Tables>

type Ending = {
  /** For the history, a sentence. */
  readonly detail: string
} & (
  | { readonly move: Extract<ConnectorMove['type'], 'engine.refused'> }
  /** `next` reckons the first start of a schedule. */
  | { readonly move: Extract<ConnectorMove['type'], 'engine.activated'>; readonly next: NextInstant }
)

const statusReasons: Readonly<Record<Ending['move'], Partial<Record<ConnectorState, { reason: string; next: string }>>>> = {
  'engine.activated': {
    Active: { reason: 'The engine runs the deployed version.', next: 'Runs when you or the API start it.' },
    Pause: {
      reason: 'The new version is deployed. The connector is still paused.',
      next: 'Resume to deliver records.',
    },
  },
  'engine.refused': {
    Active: {
      reason: 'Deployment failed. The previous version keeps running.',
      next: 'Correct the configuration and deploy again.',
    },
    Pause: { reason: 'Deployment failed. The connector is still paused.', next: 'Correct the configuration and deploy again.' },
    Failed: { reason: 'Deployment failed. No version is live.', next: 'Correct the configuration and deploy again.' },
  },
}

/**
 * Moves the connector of a deployment along its chart and writes the history. When it was activated, `deployment.version` becomes the live one,
 * and what starts its runs is that of the new version. Returns the new status; null when the connector does not stand at a deployment any more, and then nothing was changed.
 */
export async function endConnectorDeployment(db: Db, deployment: OpenDeployment, ending: Ending): Promise<ConnectorState | null> {
  const { move, detail } = ending
  const connector = await db
    .selectFrom('connectors')
    .select(['status', 'status_before'])
    .where('company_id', '=', deployment.companyId)
    .where('id', '=', deployment.connectorId)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!connector) return null
  const to = moved(
    connectorLifecycle,
    connector.status,
    { type: move },
    { before: connector.status_before },
  ) as ConnectorState | null
  const standing = to === null ? undefined : statusReasons[move][to]
  if (to === null || !standing) return null
  await db
    .updateTable('connectors')
    .set({
      status: to,
      status_since: sql`now()`,
      status_reason: standing.reason,
      status_next: standing.next,
      updated_at: sql`now()`,
      ...(move === 'engine.activated' ? { live_version: deployment.version } : {}),
    })
    .where('company_id', '=', deployment.companyId)
    .where('id', '=', deployment.connectorId)
    .execute()
  if (ending.move === 'engine.activated') {
    const { trigger, destination } = deployment.config as ConnectorConfig
    if (destination.unsent === 'leave') await leaveUnsent(db, deployment)
    // A destination may have been removed: what was not sent to it is not sent any more.
    else await countUnsent(db, { ...deployment, id: null })
    await setSchedule(db, deployment, trigger, ending.next)
    await setHook(db, deployment, trigger.type === 'webhook', trigger.type === 'webhook' ? trigger.hook : null)
  }
  await db
    .insertInto('connector_history')
    .values({
      id: newId(),
      company_id: deployment.companyId,
      connector_id: deployment.connectorId,
      actor_id: deployment.authorId,
      what: move === 'engine.activated' ? 'deployment live' : 'deployment failed',
      from_status: connector.status,
      to_status: to,
      detail,
    })
    .execute()
  await changed(db, { companyId: deployment.companyId, connectorId: deployment.connectorId, what: 'connector' })
  return to
}
