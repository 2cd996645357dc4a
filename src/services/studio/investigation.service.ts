import ky, { isHTTPError } from 'ky'
import type { Transaction } from '#contract/connectors/runs/transaction.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import {
  type ExportFormat,
  type FileCut,
  fileCutName,
  fileCuts,
  type InvestigatedRecord,
  type Investigation,
  type InvestigationOrder,
  investigationEndpoints,
} from '#contract/studio/investigation.ts'
import type { ReplayTrail } from '#contract/studio/replay.ts'
import { replayEndpoints } from '#contract/studio/replay-endpoints.ts'
import { type Access, call, refused } from '../kit/api-client.ts'

type Filter = {
  readonly search: string
  readonly status: Transaction['status'] | null
  readonly order: InvestigationOrder
  /** ISO 8601; open where an end is undefined. */
  readonly from: string | undefined
  readonly to: string | undefined
}
type OfConnector = { readonly connectorId: string }

type Narrowed = Omit<QueryOf<typeof investigationEndpoints.search>, 'page' | 'pageSize'>

const narrowed = ({ search, status, order, from, to }: Filter): Narrowed => ({
  order,
  ...(search === '' ? {} : { search }),
  ...(status === null ? {} : { status }),
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

/** Milliseconds that a file may take. */
const fileLimit = 600_000

type FileAsked = OfConnector &
  Filter & { readonly format: ExportFormat; readonly transactionIds: readonly string[]; readonly with?: 'read' }

/** What a search finds, or of it the transactions that are named, when some are, as a file. Throws `ProblemError`. */
export async function readFile(
  access: Access,
  { connectorId, format, transactionIds, with: added, ...filter }: FileAsked,
  signal: AbortSignal,
): Promise<Blob> {
  const address = new URL(investigationEndpoints.export.path.replace(':id', encodeURIComponent(connectorId)), location.origin)
  const named = transactionIds.length === 0 ? narrowed(filter) : { transactionIds: transactionIds.join(',') }
  const searchParams = { ...named, format, ...(added === undefined ? {} : { with: added }) }
  const ask = (bearer: string | null) =>
    ky(address, {
      ...{ searchParams, signal, timeout: fileLimit, retry: 0 },
      headers: bearer === null ? {} : { authorization: `Bearer ${bearer}` },
    }).blob()
  const bearer = access.bearer()
  try {
    return await ask(bearer)
  } catch (thrown) {
    if (bearer === null || !isHTTPError(thrown) || thrown.response.status !== 401) throw failure(thrown)
  }
  await access.renew(bearer, signal)
  return ask(access.bearer()).catch((thrown) => {
    throw failure(thrown)
  })
}

/** Characters; the last line of a file that was cut is shorter. */
const endMax = 1_000

/** Why a file ends before what was found does, as its last line says; null when it holds all of it. */
export async function cutOf(file: Blob): Promise<FileCut | null> {
  const end = await file.slice(-endMax).text()
  const last = `${file.size > endMax ? '' : '\n'}${end.trimEnd()}`.split('\n').slice(1).at(-1) ?? ''
  const saysSo = (it: FileCut) =>
    [`{"${fileCutName}":"${it}"`, `"${fileCutName}","${it}"`].some((begin) => last.startsWith(begin))
  return fileCuts.find(saysSo) ?? null
}

function failure(thrown: unknown): ProblemError {
  if (thrown instanceof ProblemError) return thrown
  if (isHTTPError(thrown)) return refused(thrown.response.status, thrown.data)
  // A stream that breaks off has begun with a success.
  return refusal('net/unreachable', {}, { cause: thrown })
}

/** Hands a file to the browser, which keeps it where it keeps downloads. */
export function saveFile(fileName: string, file: Blob): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser has taken it by the next turn.
  setTimeout(() => URL.revokeObjectURL(address))
}
