/** What of connectors is live, how their drafts differ from it, and why the newest deployment failed. */
import { type Kysely, sql } from 'kysely'

import type { FailedDeployment } from '#contract/connectors/deployments/live-state.ts'
import { type ConfigPart, deployedParts } from '#contract/connectors/runs/timeline.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import type { StoredConfig } from '#server/records/connectors/versions.repository.ts'

export type StoredLiveState = {
  /** Of the live version; null where none is live. */
  readonly live: Pick<StoredConfig, 'trigger' | 'source' | 'destination' | 'routes'> | null
  readonly undeployedChanges: readonly ConfigPart[]
  /** Whether the mapping of the draft refers to saved rules, of which a version has copies. */
  readonly hasSavedRules: boolean
  readonly failedDeployment: FailedDeployment | null
}

type Row = Pick<StoredLiveState, 'live' | 'hasSavedRules'> & {
  readonly id: string
  readonly changed: readonly string[] | null
  readonly failedAt: Date | null
  readonly error: Problem | null
  readonly message: string | null
}

const toFailedDeployment = (it: { failedAt: Date; error: Problem | null; message: string | null }): FailedDeployment => ({
  at: it.failedAt.toISOString(),
  message: it.error?.message ?? it.message ?? '',
  fields: (it.error?.errors ?? []).map(({ path, message }) => ({ path, message })),
})

type InRange = { readonly companyId: string; readonly connectorId: string; readonly from: string; readonly to: string }

/** Deployments that failed in a time, newest first. */
export async function failedDeploymentsOf(
  db: Kysely<Tables>,
  { companyId, connectorId, from, to }: InRange,
  limit: number,
): Promise<FailedDeployment[]> {
  const { rows } = await sql<{ failedAt: Date; error: Problem | null; message: string | null }>`
    select ended_at as "failedAt", error, message from deployments
    where company_id = ${companyId} and connector_id = ${connectorId} and status = 'failed'
      and ended_at >= ${from}::timestamptz and ended_at < ${to}::timestamptz
    order by ended_at desc, id desc limit ${limit}`.execute(db)
  return rows.map(toFailedDeployment)
}

/** By connector id. */
export async function liveStatesOf(
  db: Kysely<Tables>,
  companyId: string,
  connectorIds: readonly string[],
): Promise<ReadonlyMap<string, StoredLiveState>> {
  if (connectorIds.length === 0) return new Map()
  const { rows } = await sql<Row>`
    select c.id, v.config - 'dataMapping' - 'enrichment' as live,
      strpos(c.draft ->> 'dataMapping', '"ruleId"') > 0 as "hasSavedRules", p.changed, f.ended_at as "failedAt", f.error, f.message
    from connectors c
    left join connector_versions v on v.connector_id = c.id and v.company_id = c.company_id and v.number = c.live_version
    left join lateral (
      select array_agg(part) as changed from unnest(${[...deployedParts]}::text[]) as part
      where v.number is not null and v.config -> part is distinct from c.draft -> part) p on true
    left join lateral (
      select d.status, d.ended_at, d.error, d.message from deployments d
      where d.connector_id = c.id and d.company_id = c.company_id order by d.created_at desc, d.id desc limit 1) f on f.status = 'failed'
    where c.company_id = ${companyId} and c.id = any(${connectorIds}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ id, live, changed, hasSavedRules, failedAt, error, message }) => [
      id,
      {
        live,
        hasSavedRules,
        undeployedChanges: deployedParts.filter((part) => changed?.includes(part)),
        failedDeployment: failedAt === null ? null : toFailedDeployment({ failedAt, error, message }),
      },
    ]),
  )
}

/** The mappings of a connector's draft and of its live version, as they are kept. */
export async function mappingsOf(
  db: Kysely<Tables>,
  companyId: string,
  connectorIds: readonly string[],
): Promise<readonly { readonly id: string; readonly draft: unknown; readonly live: unknown }[]> {
  const { rows } = await sql<{ id: string; draft: unknown; live: unknown }>`
    select c.id, c.draft -> 'dataMapping' as draft, v.config -> 'dataMapping' as live from connectors c
    join connector_versions v on v.connector_id = c.id and v.company_id = c.company_id and v.number = c.live_version
    where c.company_id = ${companyId} and c.id = any(${connectorIds}::uuid[])`.execute(db)
  return rows
}
