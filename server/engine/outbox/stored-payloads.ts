/** What is kept of the payloads of a page: all of it, or of a connector that keeps none what still has to be delivered, sealed. */
import { storedRecordsOf } from '../read/read-records.repository.ts'
import type { ClaimedRun } from '../runs/run-leases.repository.ts'
import type { PageContent } from './page-content.repository.ts'
import type { Payloads } from './private-payloads.ts'
import type { NewPage } from './source-pages.repository.ts'

export function storedAs(
  run: Pick<ClaimedRun, 'companyId' | 'connectorId' | 'isPrivate'>,
  content: PageContent,
  records: readonly unknown[],
  payloads: Payloads,
): Pick<NewPage, 'content' | 'asRead' | 'seal'> {
  if (!run.isPrivate && !content.isPrivate) return { content, asRead: storedRecordsOf(records, content.body), seal: null }
  return { content: { ...content, isPrivate: true }, asRead: null, seal: (bytes) => payloads.seal(bytes, run) }
}
