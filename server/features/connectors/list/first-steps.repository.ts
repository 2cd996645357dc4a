/** How far somebody came who begins. */
import { type Kysely, sql } from 'kysely'

import { beginnersMax, type FirstSteps } from '#contract/connectors/list/connector-overview.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'

/** Null once all is done, or where there are more connectors than somebody has who begins: then nothing is read. */
export async function firstStepsOf(
  db: Kysely<Tables>,
  companyId: string,
  connectorIds: readonly string[],
): Promise<FirstSteps | null> {
  if (connectorIds.length > beginnersMax) return null
  const { rows } = await sql<FirstSteps>`
    select count(*) > 0 as created,
      coalesce(bool_or(c.live_version is not null), false) as deployed,
      coalesce(bool_or(exists (
        select from runs r where r.company_id = c.company_id and r.connector_id = c.id and r.records_delivered > 0)), false) as delivered,
      coalesce(bool_or(
        exists (select from schedules s where s.company_id = c.company_id and s.connector_id = c.id)
        or exists (select from hooks h where h.company_id = c.company_id and h.connector_id = c.id and h.is_live)), false) as automatic
    from connectors c where c.company_id = ${companyId} and c.id = any(${[...connectorIds]}::uuid[])`.execute(db)
  const [steps] = rows
  return steps === undefined || Object.values(steps).every(Boolean) ? null : steps
}
