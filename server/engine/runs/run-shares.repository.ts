/** How many runs of one company are moved at once, so that there are always places for the others. */
import { sql } from 'kysely'

import { isFreeCompany } from '../../features/billing/quotas.repository.ts'

/** With one owner, and with all of them where the company costs nothing. */
export type RunShares = { readonly companyRuns: number; readonly freeRuns: number }

export const anyShare: RunShares = { companyRuns: 1_000, freeRuns: 1_000 }

/** Of the company of a run `r`: how many of its runs move now. */
export const movingOf = sql<number>`(select count(*) from runs b
  where b.company_id = r.company_id and b.status = 'running' and b.lease_until > now())`

/** Whether the company of a run `r` may have one more. */
export const hasShare = (owner: string, { companyRuns, freeRuns }: RunShares) => sql<boolean>`(
  (${movingOf} < ${freeRuns} or not ${isFreeCompany('r.company_id')}) and (select count(*) from runs b
    where b.company_id = r.company_id and b.owner = ${owner} and b.status = 'running' and b.lease_until > now()) < ${companyRuns})`
