/** What is kept of the payloads of a page: all of it, or of a connector that keeps none what still has to be delivered, sealed. */

import type { PageContent } from '../../records/ledger/page-content.repository.ts'
import { storedRecordsOf } from '../../records/ledger/read-records.repository.ts'
import type { NewPage } from '../../records/ledger/source-pages.repository.ts'
import type { ClaimedRun } from '../../records/runs/run-leases.repository.ts'
import type { Payloads } from '../kit/payloads.ts'

export function storedAs(
  run: Pick<ClaimedRun, 'companyId' | 'connectorId' | 'isPrivate'>,
  content: PageContent,
  records: readonly unknown[],
  payloads: Payloads,
): Pick<NewPage, 'content' | 'asRead' | 'seal'> {
  if (!run.isPrivate && !content.isPrivate) return { content, asRead: storedRecordsOf(records, content.body), seal: null }
  return { content: { ...content, isPrivate: true }, asRead: null, seal: (bytes) => payloads.seal(bytes, run) }
}
