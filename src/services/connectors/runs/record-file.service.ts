/** Transactions as a file that the browser keeps. */
import ky, { isHTTPError } from 'ky'
import {
  type ExportFormat,
  type FileCut,
  fileCutName,
  fileCuts,
  recordFileEndpoints,
} from '#contract/connectors/runs/record-file.ts'
import type { QueryOf } from '#contract/kit/endpoint.ts'
import { ProblemError, refusal } from '#contract/kit/problem.ts'
import { addressOf } from '../../kit/address/base.ts'
import { type Access, refused } from '../../kit/api-client.ts'

type ExportQuery = QueryOf<typeof recordFileEndpoints.export>

/** What a file is of: what is searched for, or one cause. */
export type FileOf = { readonly connectorId: string; readonly query: Omit<ExportQuery, 'format' | 'transactionIds' | 'with'> }

type RecordFileRequest = FileOf & {
  readonly format: ExportFormat
  readonly transactionIds: readonly string[]
  readonly with?: 'read'
}

/** Milliseconds that a file may take. */
const fileLimit = 600_000

/** Everything that is asked for, or of it the transactions that are named, when some are, as a file. Throws `ProblemError`. */
export async function readFile(
  access: Access,
  { connectorId, format, transactionIds, with: added, query }: RecordFileRequest,
  signal: AbortSignal,
): Promise<Blob> {
  const address = addressOf(recordFileEndpoints.export.path.replace(':id', encodeURIComponent(connectorId)))
  const named = transactionIds.length === 0 ? query : { transactionIds: transactionIds.join(',') }
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
