/** Answers that list one result for each record, in the order of the records. */
import { type Entry, isObject, type Says, statusOf } from '../item-verdict.ts'
import { type AnswerReader, type Read, saysOfStatus, unclear } from './reader.ts'

function inOrder(entries: readonly unknown[], { count }: Read, saysOf: (entry: Entry) => Says | 'unknown') {
  if (entries.length !== count) return unclear
  return { items: entries.map((entry) => ({ says: isObject(entry) ? saysOf(entry) : ('unknown' as const), entry })) }
}

/** Errors of Salesforce after which the same record may be taken. With `allOrNone`, good records are rolled back for a bad one. */
const passing = new Set([
  'ALL_OR_NONE_OPERATION_ROLLED_BACK',
  'REQUEST_LIMIT_EXCEEDED',
  'SERVER_UNAVAILABLE',
  'UNABLE_TO_LOCK_ROW',
])

function salesforceSays({ success, errors }: Entry): Says | 'unknown' {
  if (success === true) return 'taken'
  if (success !== false) return 'unknown'
  const codes = Array.isArray(errors) ? errors.map((it: unknown) => (isObject(it) ? it['statusCode'] : null)) : []
  return codes.length > 0 && codes.every((code) => typeof code === 'string' && passing.has(code)) ? 'again' : 'refused'
}

/** `[{ "id": "003…", "success": true, "errors": [] }]`; of a single record without the list. */
export const salesforceCollections: AnswerReader = (read) => {
  const { value } = read
  return inOrder(Array.isArray(value) ? value : [value], read, salesforceSays)
}

function elasticsearchSays(entry: Entry): Says | 'unknown' {
  const status = statusOf(entry)
  if (status !== null) return saysOfStatus(status)
  return entry['error'] === undefined ? 'unknown' : 'refused'
}

/** `{ "errors": true, "items": [{ "index": { "status": 201 } }] }`. With `filter_path=errors` there are no items. */
export const elasticsearchBulk: AnswerReader = (read) => {
  const { value } = read
  if (!isObject(value)) return unclear
  const { items, errors } = value
  if (items === undefined && errors === false) return { whole: 'taken' }
  if (!Array.isArray(items)) return unclear
  return inOrder(
    items.map((item: unknown) => (isObject(item) ? Object.values(item)[0] : item)),
    read,
    elasticsearchSays,
  )
}
