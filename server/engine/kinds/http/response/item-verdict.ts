/** What one entry of an answer says about the record it belongs to. Pure. `faults.md` F24. */
import { isRetried } from './answer.ts'

export type Says = 'taken' | 'refused' | 'again'
export type Entry = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is Entry =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)

const statusNames = ['status', 'statusCode', 'status_code', 'httpStatus', 'httpStatusCode', 'code', 'Status', 'StatusCode']
const wordNames = ['status', 'result', 'outcome']
const flagNames = ['success', 'ok', 'succeeded', 'successful', 'isSuccess', 'Success']
const errorNames = [
  ...['error', 'errors', 'errorMessage', 'error_message', 'errorCode', 'error_code', 'exception', 'fault', 'userErrors'],
  ...['Error', 'Errors', 'ErrorMessage', 'ErrorCode', 'Fault'],
]
const countNames = [
  ...['failed', 'failedCount', 'failed_count', 'failureCount', 'errorCount', 'error_count', 'rejectedCount'],
  ...['numErrors', 'FailedRecordCount', 'failure', 'rejected'],
]
/** Members that speak of the fate of a record and never say which record it is. */
export const fateNames = new Set([
  ...statusNames,
  ...wordNames,
  ...flagNames,
  ...errorNames,
  ...countNames,
  'message',
  'type',
  'title',
])

const successValues =
  setOf(`ok success succeeded successful created updated deleted accepted delivered inserted upserted unchanged noop
  processed done queued complete completed`)
const failureValues = setOf(`error errors failed failure fail rejected invalid denied refused conflict partial partial_failure
  partial_success partialfailure partialsuccess not_found notfound duplicate skipped aborted`)

function setOf(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/))
}

/** Names of members that a record was sent with and that came back as they were: they are the record and no verdict. */
export function withoutEcho(entry: Entry, sent: unknown): Entry {
  if (!isObject(sent)) return entry
  const isEcho = (name: string) => Object.hasOwn(sent, name) && JSON.stringify(sent[name]) === JSON.stringify(entry[name])
  return Object.keys(entry).some(isEcho) ? Object.fromEntries(Object.entries(entry).filter(([name]) => !isEcho(name))) : entry
}

/** `201`, `"201"` and `"HTTP/1.1 201 Created"`. */
function statusIn(value: unknown): number | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const [, digits] = /^(?:HTTP\/[\d.]+ )?([1-5]\d\d)(?: .*)?$/.exec(String(value)) ?? []
  return digits === undefined ? null : Number(digits)
}

const own = (entry: Entry, name: string): unknown => (Object.hasOwn(entry, name) ? entry[name] : undefined)

export function statusOf(entry: Entry): number | null {
  for (const name of statusNames) {
    const status = statusIn(own(entry, name))
    if (status !== null) return status
  }
  return null
}

function isError(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0
  if (isObject(value)) return Object.keys(value).length > 0
  return typeof value === 'string' ? value.trim() !== '' : value === true || (typeof value === 'number' && value !== 0)
}

const valuesIn = (entry: Entry) =>
  wordNames.flatMap((name) => {
    const value = own(entry, name)
    return typeof value === 'string' ? [value.trim().toLowerCase().replaceAll(/[ -]/g, '_')] : []
  })

/** Null when the entry says nothing about it. One word of failure outweighs everything else. */
export function saysOf(entry: Entry): Says | null {
  const status = statusOf(entry)
  const isGoodStatus = status !== null && status >= 200 && status < 300
  const flags = flagNames.map((name) => own(entry, name))
  const said = valuesIn(entry)
  const isBad =
    (status !== null && !isGoodStatus) ||
    flags.includes(false) ||
    said.some((word) => failureValues.has(word)) ||
    errorNames.some((name) => isError(own(entry, name)))
  if (isBad) return status !== null && isRetried(status) ? 'again' : 'refused'
  return isGoodStatus || flags.includes(true) || said.some((word) => successValues.has(word)) ? 'taken' : null
}

/** Whether the answer as a whole speaks of a failure. */
export function saysFailure(root: Entry): boolean {
  const says = saysOf(root)
  return (says !== null && says !== 'taken') || countNames.some((name) => Number(own(root, name)) > 0)
}
