/** Deployments: from the press to the version that the engine runs. */
import { type Kysely, type Selectable, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import {
  type DeploymentMove,
  type DeploymentState,
  deploymentLifecycle,
  deploymentProgress,
} from '#contract/connectors/deployments/deployment.lifecycle.ts'
import type { Deployment } from '#contract/connectors/details/connector.ts'
import { moved } from '#contract/kit/lifecycle.ts'
import { type Problem, refusal } from '#contract/kit/problem.ts'
import { hasNoJob, sendJob } from '../../platform/database/job-queues.ts'
import { jsonText } from '../../platform/database/json-text.ts'
import type { StoredReading } from '../../platform/database/tables/stored-values.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'

type Db = Kysely<Tables>
type Row = Selectable<Tables['deployments']>

/** A deployment that the engine works on. */
export type OpenDeployment = {
  readonly id: string
  readonly companyId: string
  readonly connectorId: string
  readonly status: DeploymentState
  readonly config: unknown
  readonly version: number | null
  /** The version that it goes back to; null when it does not. */
  readonly backTo: number | null
  readonly authorId: string
  /** Where it begins to read; null where the cursor is not dropped. */
  readonly reading: StoredReading | null
}

/** What leaves the server about a deployment, field by field. */
function toDeployment(row: Row & { readonly deployed_by: string }): Deployment {
  return {
    deploymentId: row.id,
    connectorId: row.connector_id,
    status: row.status,
    progress: row.progress,
    message: row.message,
    version: row.version,
    hash: row.hash,
    deployedBy: row.deployed_by,
    error: row.error,
    startedAt: row.created_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
  }
}

const openOf = (row: Row): OpenDeployment => ({
  id: row.id,
  companyId: row.company_id,
  connectorId: row.connector_id,
  status: row.status,
  config: row.config,
  version: row.version,
  backTo: row.back_to,
  authorId: row.author_id,
  reading: row.reading as StoredReading | null,
})

export type NewDeployment = {
  readonly id?: string
  readonly companyId: string
  readonly connectorId: string
  /** As the draft stands in the store, secrets as references. */
  readonly config: unknown
  readonly authorId: string
  /** The version whose configuration this is. */
  readonly backTo?: number
  readonly reading?: StoredReading | null
}

/** Opens a deployment and queues its job. Throws `connector/not-allowed-now` while another one is open. */
export async function openDeployment(db: Db, it: NewDeployment): Promise<Deployment> {
  const made = await db
    .insertInto('deployments')
    .values({
      id: it.id ?? newId(),
      company_id: it.companyId,
      connector_id: it.connectorId,
      status: 'queued',
      message:
        it.backTo === undefined ? 'Waiting for the engine.' : `Rolling back to version ${it.backTo}. Waiting for the engine.`,
      back_to: it.backTo ?? null,
      config: JSON.stringify(it.config),
      author_id: it.authorId,
      reading: it.reading ? JSON.stringify(it.reading) : null,
    })
    .onConflict((on) => on.column('connector_id').where('status', 'not in', ['live', 'failed']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await sendJob(db, 'deployment', made)
  const newest = made ? await newestDeployment(db, it.companyId, it.connectorId) : null
  if (!newest) throw refusal('connector/not-allowed-now', { message: 'A deployment of this connector is still in progress.' })
  return newest
}

/** Seconds, in which a process reports three times. */
const reportedSince = 90

/** Whether processes of several versions report: the installation is being upgraded. */
export async function isBeingUpgraded(db: Db): Promise<boolean> {
  const { versions } = await db
    .selectFrom('processes')
    .select(({ fn }) => fn.count<number>('version').distinct().as('versions'))
    .where(sql<boolean>`seen_at >= now() - ${reportedSince} * interval '1 second'`)
    .executeTakeFirstOrThrow()
  return Number(versions) > 1
}

const deploymentsOf = (db: Db, companyId: string, connectorId: string) =>
  db
    .selectFrom('deployments as d')
    .innerJoin('users as u', 'u.id', 'd.author_id')
    .selectAll('d')
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('deployed_by'))
    .where('d.company_id', '=', companyId)
    .where('d.connector_id', '=', connectorId)

/** One deployment of a connector, or null. */
export async function findDeployment(db: Db, companyId: string, connectorId: string, id: string): Promise<Deployment | null> {
  const row = await deploymentsOf(db, companyId, connectorId).where('d.id', '=', id).executeTakeFirst()
  return row ? toDeployment(row) : null
}

/** Where the newest deployment of a connector stands; null when it was never deployed. */
export async function newestDeployment(db: Db, companyId: string, connectorId: string): Promise<Deployment | null> {
  const row = await deploymentsOf(db, companyId, connectorId)
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? toDeployment(row) : null
}

const isOpen = sql<boolean>`status not in ('live', 'failed')`

/** A deployment that has not ended; null when it has, or does not exist. */
export async function findOpenDeployment(db: Db, id: string): Promise<OpenDeployment | null> {
  const row = await db.selectFrom('deployments').selectAll().where('id', '=', id).where(isOpen).executeTakeFirst()
  return row ? openOf(row) : null
}

/** Queues a job for each open deployment that has none, for example after a restore or an upgrade. */
export async function sweepDeployments(db: Db): Promise<void> {
  const open = await db
    .selectFrom('deployments')
    .select('id')
    .where(isOpen)
    .where(hasNoJob(['deployment'], sql.ref('deployments.id')))
    .execute()
  for (const it of open) await sendJob(db, 'deployment', it)
}

export type DeploymentStep = {
  readonly move: DeploymentMove['type']
  readonly message: string
  readonly version?: number
  readonly hash?: string
  readonly error?: Problem
}

/** Whether a deployment still stands where it stood; nobody else moves it until the transaction ends. */
export async function holdDeployment(tx: Db, { companyId, id, status }: OpenDeployment): Promise<boolean> {
  const held = await tx
    .selectFrom('deployments')
    .select('id')
    .where('company_id', '=', companyId)
    .where('id', '=', id)
    .where('status', '=', status)
    .forUpdate()
    .executeTakeFirst()
  return held !== undefined
}

/** Moves a deployment along one edge of its chart; null when it stands elsewhere by now or the chart forbids the move. */
export async function moveDeployment(db: Db, from: OpenDeployment, step: DeploymentStep): Promise<OpenDeployment | null> {
  const to = moved(deploymentLifecycle, from.status, { type: step.move }, undefined) as DeploymentState | null
  if (to === null) return null
  const isOver = to === 'live' || to === 'failed'
  const row = await db
    .updateTable('deployments')
    .set({
      status: to,
      message: step.message,
      updated_at: sql`now()`,
      ...(to === 'failed' ? {} : { progress: deploymentProgress[to] }),
      ...(step.version === undefined ? {} : { version: step.version }),
      ...(step.hash === undefined ? {} : { hash: step.hash }),
      ...(step.error === undefined ? {} : { error: jsonText(step.error) }),
      ...(isOver ? { ended_at: sql<Date>`now()` } : {}),
    })
    .where('company_id', '=', from.companyId)
    .where('id', '=', from.id)
    .where('status', '=', from.status)
    .returningAll()
    .executeTakeFirst()
  return row ? openOf(row) : null
}
