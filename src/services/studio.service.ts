import type { ConnectorDetails } from '../../contract/connector.ts'
import { toProblem } from '../../contract/problem.ts'
import { readDetails } from './connector.service.ts'
import type { Access } from './http.ts'
import { listTransactions } from './transaction.service.ts'

type ById = { readonly connectorId: string }
/** ISO 8601; open where an end is undefined. */
export type Span = { readonly from: string | undefined; readonly to: string | undefined }

/** The connector with its configuration; null where the answer holds none that can be read. */
export async function readStudioConnector(access: Access, it: ById, signal: AbortSignal): Promise<ConnectorDetails | null> {
  try {
    return await readDetails(access, it, signal)
  } catch (thrown) {
    if (toProblem(thrown).code === 'net/malformed-reply') return null
    throw thrown
  }
}

/** How many transactions there are, and when the newest began. One row is read, whatever their number. */
export async function countTransactions(
  access: Access,
  it: ById & Span,
  signal: AbortSignal,
): Promise<{ readonly total: number; readonly newestAt: string | null }> {
  const { items, total } = await listTransactions(access, { ...it, page: 1, pageSize: 1 }, signal)
  return { total, newestAt: items[0]?.startDate ?? null }
}
