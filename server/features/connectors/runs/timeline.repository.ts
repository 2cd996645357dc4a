/** Runs of a connector, what people did to it and how its deployments ended, as one list. */
import { type Kysely, type RawBuilder, sql } from 'kysely'

import { resultOf } from '#contract/connectors/runs/run-result.ts'
import {
  type ConfigPart,
  configParts,
  type TimelineEntry,
  type TimelineKind,
  type TimelineRun,
} from '#contract/connectors/runs/timeline.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

type Db = Kysely<Tables>

type TimelineQuery = {
  readonly companyId: string
  readonly connectorId: string
  /** Not empty. */
  readonly kinds: readonly TimelineKind[]
  /** Counted from 1. */
  readonly page: number
  readonly limit: number
}

/** Nothing is told twice: who pressed Run now stands at the run, and how a deployment ended at the deployment. */
const notListedElsewhere = sql`what not in ('ran', 'deployment live', 'deployment failed')`

const own = ({ companyId, connectorId }: TimelineQuery) => sql`company_id = ${companyId} and connector_id = ${connectorId}`

/** Where the entries of a kind stand, and which time of theirs counts. */
const placeOf = (
  asked: TimelineQuery,
): Record<TimelineKind, { readonly at: RawBuilder<Date>; readonly of: RawBuilder<unknown> }> => ({
  run: { at: sql`created_at`, of: sql`runs where ${own(asked)}` },
  change: { at: sql`at`, of: sql`connector_history where ${own(asked)} and ${notListedElsewhere}` },
  deployment: { at: sql`ended_at`, of: sql`deployments where ${own(asked)} and ended_at is not null` },
})

type Row = {
  readonly kind: TimelineKind
  readonly id: string
  readonly at: Date
  readonly actor: string | null
  readonly run: Omit<TimelineRun, 'result'> | null
  readonly change: {
    readonly what: string
    readonly from: string | null
    readonly to: string | null
    readonly detail: string
  } | null
  readonly deployment: {
    readonly isLive: boolean
    readonly fromVersion: number | null
    readonly toVersion: number | null
    readonly changed: readonly string[] | null
    readonly detail: string
  } | null
}

function toEntry({ kind, id, at, actor, run, change, deployment }: Row): TimelineEntry[] {
  const happened = { id, at: at.toISOString(), actor }
  if (kind === 'run') return run ? [{ ...happened, kind, run: { ...run, result: resultOf(run) } }] : []
  if (kind === 'change') return change ? [{ ...happened, kind, ...change }] : []
  if (!deployment) return []
  const { changed } = deployment
  return [{ ...happened, kind, ...deployment, changed: configParts.filter((part: ConfigPart) => changed?.includes(part)) }]
}

const runEntry = sql`
  select r.started_by as actor_id, json_build_object('status', r.status, 'trigger', r.trigger, 'version', r.version,
    'statusReason', r.status_reason, 'recordsRead', r.records_read, 'sourceRecordsRead', r.source_records_read, 'recordsDelivered', r.records_delivered,
    'recordsSkipped', r.records_skipped, 'recordsFailed', r.records_failed, 'recordsUnknown', r.records_unknown,
    'recordsUnchanged', r.records_unchanged, 'recordsLeftOut', r.records_left_out) as told
  from runs r where p.kind = 'run' and r.id = p.id`

const changeEntry = sql`
  select h.actor_id, json_build_object('what', h.what, 'from', h.from_status, 'to', h.to_status, 'detail', h.detail) as told
  from connector_history h where p.kind = 'change' and h.id = p.id`

/** The version before is the one that the deployment before made live; of the two, the parts that differ are named. */
const deploymentEntry = sql`
  select d.author_id as actor_id, json_build_object('isLive', d.status = 'live', 'fromVersion', b.version, 'toVersion', d.version,
    'detail', coalesce(d.error ->> 'message', d.message),
    'changed', (
      select json_agg(key) from connector_versions v
      join connector_versions w on w.connector_id = v.connector_id and w.number = b.version
      cross join lateral (select jsonb_object_keys(v.config) as key union select jsonb_object_keys(w.config)) as keys
      where v.connector_id = d.connector_id and v.number = d.version and v.config -> key is distinct from w.config -> key)) as told
  from deployments d
  left join lateral (
    select version from deployments e where e.company_id = d.company_id and e.connector_id = d.connector_id and e.status = 'live'
      and e.ended_at < d.ended_at order by e.ended_at desc limit 1) b on true
  where p.kind = 'deployment' and d.id = p.id`

/** One page of a connector's timeline, newest first. */
export async function pageOfTimeline(db: Db, asked: TimelineQuery): Promise<{ entries: TimelineEntry[]; total: number }> {
  const { kinds, page, limit, companyId } = asked
  const offset = (page - 1) * limit
  const places = placeOf(asked)
  // Each kind has its index by time; no more of it is read than the page can need.
  const heads = kinds.map((kind) => {
    const { at, of } = places[kind]
    return sql`(select ${kind}::text as kind, id, ${at} as at from ${of} order by ${at} desc, id desc limit ${offset + limit})`
  })
  const { rows } = await sql<Row>`
    select p.kind, p.id, p.at, u.first_name || ' ' || u.last_name as actor, r.told as run, h.told as change, d.told as deployment
    from (select * from (${sql.join(heads, sql` union all `)}) as newest order by at desc, id desc limit ${limit} offset ${offset}) as p
    left join lateral (${runEntry}) r on true
    left join lateral (${changeEntry}) h on true
    left join lateral (${deploymentEntry}) d on true
    left join users u on u.company_id = ${companyId} and u.id = coalesce(r.actor_id, h.actor_id, d.actor_id)
    order by p.at desc, p.id desc`.execute(db)
  const counts = kinds.map((kind) => sql`(select count(*) from ${places[kind].of})`)
  const { rows: counted } = await sql<{ total: number }>`select (${sql.join(counts, sql` + `)})::bigint as total`.execute(db)
  return { entries: rows.flatMap(toEntry), total: Number(counted[0]?.total ?? 0) }
}
