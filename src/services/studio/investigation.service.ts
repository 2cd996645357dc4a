import type { RecordOrder } from '#contract/connectors/runs/record-file.ts'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { type InvestigatedRecord, type Investigation, investigationEndpoints } from '#contract/studio/investigation.ts'
import type { ReplayTrail } from '#contract/studio/replay.ts'
import { replayEndpoints } from '#contract/studio/replay-endpoints.ts'
import { type Access, call } from '../kit/api-client.ts'

export type Filter = {
  readonly search: string
  readonly status: Transaction['status'] | null
  readonly destination: number | null
  readonly order: RecordOrder
  /** ISO 8601; open where an end is undefined. */
  readonly from: string | undefined
  readonly to: string | undefined
}
type OfConnector = { readonly connectorId: string }

type Narrowed = Omit<QueryOf<typeof investigationEndpoints.search>, 'page' | 'pageSize'>

/** As the endpoints have it. */
export const narrowed = ({ search, status, destination, order, from, to }: Filter): Narrowed => ({
  order,
  ...(search === '' ? {} : { search }),
  ...(status === null ? {} : { status }),
  ...(destination === null ? {} : { destination }),
  ...(from === undefined ? {} : { startDate: from }),
  ...(to === undefined ? {} : { endDate: to }),
})

/** One page of what a search finds; `page` counts from 1. */
export const searchTransactions = (
  access: Access,
  { connectorId, page, pageSize, ...filter }: OfConnector & Filter & { readonly page: number; readonly pageSize: number },
  signal: AbortSignal,
): Promise<Investigation> =>
  call(investigationEndpoints.search, {
    access,
    params: { id: connectorId },
    query: { ...narrowed(filter), page, pageSize },
    signal,
  })

type ById = OfConnector & { readonly transactionId: string }

export const readInvestigated = (
  access: Access,
  { connectorId, transactionId }: ById,
  signal: AbortSignal,
): Promise<InvestigatedRecord> =>
  call(investigationEndpoints.record, { access, params: { id: connectorId, transactionId }, signal })

export const readTrail = (access: Access, { connectorId, transactionId }: ById, signal: AbortSignal): Promise<ReplayTrail> =>
  call(replayEndpoints.trail, { access, params: { id: connectorId, transactionId }, signal })
