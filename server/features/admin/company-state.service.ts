/** What an administrator sees of the own company at one look. */
import type { Kysely } from 'kysely'
import type { CompanyState } from '#contract/admin/platform.ts'
import { everyConnector } from '#contract/connectors/list/connector-selection.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import { createConnectorOverviewService } from '../connectors/list/connector-overview.service.ts'
import { readPeopleFacts } from './company-status.repository.ts'

/** The sums only: no connector of the page is asked for. */
const sumsOnly = { ...everyConnector, sort: 'name', direction: 'ascending', limit: 0, offset: 0 } as const

export function createCompanyStateService({ db }: { readonly db: Kysely<Tables> }) {
  const overview = createConnectorOverviewService({ db })
  return {
    async get(caller: Caller): Promise<CompanyState> {
      const { summary } = await overview.page(caller, sumsOnly)
      const { counts, delivered, failed, skipped, unknown, raisedAlerts } = summary
      const facts = await readPeopleFacts(db, caller.companyId)
      const { invitations, deletions, retention, support, ...people } = facts
      return {
        people,
        connectors: counts,
        records: { total: delivered + failed + skipped + unknown, failed },
        openAlerts: raisedAlerts,
        waiting: { invitations, deletions, retention, support },
      }
    },
  }
}
