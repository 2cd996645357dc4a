/**
 * Finds the words with which an accepted answer (2xx) says that the request failed. Pure. One reader for sources, destinations, enrichments,
 * connection tests and dry runs. It reads the members around the records and never the records: a failure in a record is data.
 */
import {
  alarmNames,
  codedMessages,
  codeNames,
  counts,
  errorCodes,
  errorNames,
  failureText,
  flagNames,
  httpNames,
  isBlank,
  isError,
  isFailureWord,
  isSuccessWord,
  isThing,
  listedErrors,
  messageNames,
  plain,
  type ReportedFailure,
  saidIn,
  setOf,
  successMessage,
  textOf,
  wordNames,
  wrapperNames,
} from './failure-vocabulary.ts'
import { type Entry, isObject } from './item-verdict.ts'
import { limitIn, waitIn } from './limit-reports.ts'

/** `records`: the list or the value that is read from the answer; it is no part of the verdict. `isEmpty`: whether it holds nothing. */
export type ReadBeside = { readonly records?: unknown; readonly isEmpty: boolean }

const markOf = (name: string, value: unknown) => {
  const shown = JSON.stringify(value) ?? ''
  return `"${name}": ${shown.length > 64 ? `${shown.slice(0, 64)}…` : shown}`
}

type Around = ReadBeside & { readonly isInside: boolean; readonly isWrapped: boolean }

function isFalse(name: string, value: unknown, entry: Entry): boolean {
  if (!flagNames.has(name)) return false
  if (value === false || (typeof value === 'string' && /^(?:false|no|n)$/i.test(value.trim()))) return true
  // A number beside a number of failures counts records.
  return (value === 0 || value === '0') && !Object.entries(entry).some(([other, it]) => counts.has(plain(other)) && it === 0)
}

const statusIn = (value: unknown): number | null => {
  const [, digits] = /^(?:HTTP\/[\d.]+ )?([45]\d\d)(?: .*)?$/.exec(textOf(value) ?? '') ?? []
  return digits === undefined ? null : Number(digits)
}

/** Whether nothing of an object is the result of a request: only messages, times and names of requests are left. */
function holdsNothing(entry: Entry, { records }: Around): boolean {
  return Object.entries(entry).every(([name, value]) => {
    const it = plain(name)
    const isBeside = messageNames.has(it) || codeNames.has(it) || errorCodes.has(it) || wordNames.has(it) || flagNames.has(it)
    return (
      isBeside || value === records || isBlank(value) || /^(?:request|trace|correlation|log)id$|time|date|version|path$/.test(it)
    )
  })
}

function isFailingCode(name: string, value: unknown, entry: Entry, around: Around): boolean {
  const text = textOf(value)
  if (text === null || isSuccessWord(value) || /^(?:2\d\d|0+)$/.test(text)) return false
  if (errorCodes.has(name)) return true
  if (!codeNames.has(name) || !around.isEmpty || !holdsNothing(entry, around)) return false
  const said = Object.entries(entry).find(([other, it]) => codedMessages.has(plain(other)) && textOf(it) !== null)
  const message = said ? (textOf(said[1]) ?? '') : null
  if (message !== null && (successMessage.test(message) || isSuccessWord(message))) return false
  if (/^-?\d+$/.test(text)) return text !== '1' || message !== null
  return failureText.test(text) || (message !== null && failureText.test(message))
}

/** `{ "type": "error", "message": "…" }` and nothing else: beside a result, a type is data. */
function isErrorType(name: string, value: unknown, { type: _, ...rest }: Entry, around: Around): boolean {
  if (name !== 'type' || typeof value !== 'string' || !isFailureWord(value) || !around.isEmpty) return false
  return (
    holdsNothing(rest, around) && Object.entries(rest).some(([it, text]) => codedMessages.has(plain(it)) && textOf(text) !== null)
  )
}

/** The member of an object that marks a failure; null when none does. */
function marked(entry: Entry, around: Around): string | null {
  const { isInside, isWrapped } = around
  const isOwn = isThing(entry)
  for (const [name, value] of Object.entries(entry)) {
    if (value === around.records && value !== undefined && typeof value === 'object') continue
    const it = plain(name)
    if (isFalse(it, value, entry) && !(isOwn && isInside)) return markOf(name, value)
    if (isOwn) continue
    if (alarmNames.has(it) && (value === true || value === 1 || value === 'true')) return markOf(name, value)
    if ((errorNames.has(it) || (listedErrors.test(it) && Array.isArray(value))) && isError(value)) return markOf(name, value)
    if (errorCodes.has(it) && isFailingCode(it, value, entry, around)) return markOf(name, value)
    if (isInside) continue
    if (isErrorType(name, value, entry, around)) return markOf(name, value)
    if (wordNames.has(it) && (value === false || (typeof value === 'string' && isFailureWord(value)))) return markOf(name, value)
    if (httpNames.has(it) && statusIn(value) !== null) return markOf(name, value)
    if (isWrapped && it === 'code' && statusIn(value) !== null) return markOf(name, value)
    if (isFailingCode(it, value, entry, around)) return markOf(name, value)
  }
  return null
}

/** The errors of a GraphQL mutation that are meant for the person who entered the values. */
function markedBelow(value: Entry, records: unknown): { readonly holder: unknown; readonly mark: string } | null {
  for (const inner of Object.values(value)) {
    if (!isObject(inner) || inner === records) continue
    for (const [name, errors] of Object.entries(inner))
      if (errors !== records && listedErrors.test(plain(name)) && Array.isArray(errors) && isError(errors))
        return { holder: errors, mark: markOf(name, errors) }
  }
  return null
}

/** `{ "soap:Envelope": { "soap:Body": { "soap:Fault": … } } }`. */
function soapFault(value: Entry, depth = 0): unknown {
  for (const [name, inner] of Object.entries(value)) {
    const it = plain(name.slice(name.indexOf(':') + 1))
    if (it === 'fault' && isError(inner)) return inner
    if (depth < 2 && (it === 'envelope' || it === 'body') && isObject(inner)) {
      const fault = soapFault(inner, depth + 1)
      if (fault !== undefined) return fault
    }
  }
  return undefined
}

/** A list of nothing but errors, as `[{ "errorCode": "INVALID_SESSION_ID", "message": "…" }]`. */
const errorMembers = setOf(
  'message code errorcode error errors fields statuscode status detail title source path extensions locations type',
)
function isListOfErrors(list: readonly unknown[]): boolean {
  if (list.length === 0 || list.length > 5) return false
  return list.every((entry) => {
    if (!isObject(entry)) return false
    const names = Object.keys(entry).map(plain)
    return (
      names.includes('message') &&
      ['errorcode', 'error'].some((it) => names.includes(it)) &&
      names.every((it) => errorMembers.has(it))
    )
  })
}

/** The failure that the answer reports for the request; null if it reports none. */
export function failureIn(value: unknown, beside: ReadBeside): ReportedFailure | null {
  if (Array.isArray(value)) return isListOfErrors(value) ? { ...saidIn(value[0]), mark: 'a list of errors' } : null
  if (!isObject(value)) return null
  const isRecord = value === beside.records
  // A single object that was read is the record itself, so a failure in it is data.
  if (isRecord && isThing(value)) return null
  const around: Around = { ...beside, ...(isRecord ? { records: undefined } : {}), isInside: false, isWrapped: false }
  const mark = marked(value, around)
  if (mark !== null) return { ...saidIn(value), mark }
  if (isThing(value)) return null
  for (const [name, inner] of Object.entries(value)) {
    if (!isObject(inner) || inner === beside.records || !wrapperNames.has(plain(name))) continue
    // Created or found objects are usually under `data`, so only errors and flags beside it count.
    const nested = marked(inner, { ...around, isInside: plain(name) === 'data', isWrapped: true })
    const found = nested === null ? (isThing(inner) ? null : markedBelow(inner, beside.records)) : { holder: inner, mark: nested }
    if (found !== null) {
      const said = saidIn(found.holder)
      const root = saidIn(value)
      return { words: said.words ?? root.words, code: said.code ?? root.code, mark: found.mark }
    }
  }
  const below = markedBelow(value, beside.records)
  if (below !== null) return { ...saidIn(below.holder), mark: below.mark }
  const fault = soapFault(value)
  return fault === undefined ? null : { ...saidIn(fault), mark: 'a SOAP fault' }
}

/** Whether the failure that an answer reports is a rate limit, and the milliseconds to wait where it says them; null if it is none. */
export const reportedLimit = (value: unknown, beside: ReadBeside): { readonly wait: number | null } | null =>
  failureIn(value, beside) !== null && limitIn(value) ? { wait: waitIn(value) } : null
