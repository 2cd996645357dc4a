/**
 * Answers of Google's batch requests. As `multipart/mixed` they have a status for each part, and `Content-ID` says which request it answers, in any order.
 * As JSON they have `insertErrors` (BigQuery), or `responses` in order.
 */
import { JsonError, parseBytes } from '#server/platform/json/exact.ts'
import { type Entry, isObject, type Says } from '../item-verdict.ts'
import type { Fare } from '../items.ts'
import { type AnswerReader, type Found, type Read, saysOfStatus, unclear } from './reader.ts'

const boundaryIn = (type: string) => {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]{1,200})"|([^;\s]{1,200}))/i.exec(type) ?? []
  return quoted ?? plain ?? null
}

const statusLine = /^HTTP\/\d(?:\.\d)? ([1-5]\d\d)/
const contentId = /^content-id:/i

/** `<response-item-12>` → 12. */
function numberIn(header: string): number | null {
  const text = header.slice(0, 256).replaceAll(/[>\s]/g, '')
  let from = text.length
  while (from > 0 && /\d/.test(text[from - 1] ?? '')) from -= 1
  return from < text.length && text.length - from < 7 ? Number(text.slice(from)) : null
}

type Part = { readonly status: number; readonly number: number | null; readonly body: unknown }

function jsonIn(text: string): unknown {
  try {
    return parseBytes(Buffer.from(text))
  } catch (thrown) {
    if (thrown instanceof JsonError) return undefined
    throw thrown
  }
}

function partOf(text: string): Part | null {
  const lines = text.split(/\r?\n/)
  const at = lines.findIndex((line) => statusLine.test(line))
  const [, status] = statusLine.exec(lines[at] ?? '') ?? []
  if (status === undefined) return null
  const id = lines.slice(0, at).find((line) => contentId.test(line))
  const blank = lines.indexOf('', at)
  const body = blank < 0 ? undefined : jsonIn(lines.slice(blank + 1).join('\n'))
  return { status: Number(status), number: id === undefined ? null : numberIn(id), body }
}

/** The places that the numbers of the parts name, counted from 0 or from 1; null where that is not clear. */
function placesOf(parts: readonly Part[], count: number): readonly number[] | null {
  const numbers = parts.flatMap(({ number }) => (number === null ? [] : [number]))
  if (numbers.length === 0) return parts.length === count ? parts.map((_, at) => at) : null
  if (numbers.length !== parts.length || new Set(numbers).size !== numbers.length) return null
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)]
  if (least === 0 && most < count) return numbers
  return least >= 1 && most === count ? numbers.map((number) => number - 1) : null
}

function fromParts(text: string, boundary: string, count: number): Found {
  const parts = text.split(`--${boundary}`).flatMap((it) => partOf(it) ?? [])
  const places = placesOf(parts, count)
  if (places === null || parts.length === 0) return unclear
  const items: Fare[] = Array.from({ length: count }, () => ({ says: 'unknown', entry: undefined }))
  for (const [at, { status, body }] of parts.entries())
    items[places[at] ?? 0] = { says: saysOfStatus(status), entry: { ...(isObject(body) ? body : {}), status } }
  return { items }
}

/** `RESOURCE_EXHAUSTED` and `UNAVAILABLE`, as gRPC numbers them. */
const passingCodes: ReadonlySet<unknown> = new Set([8, 14])

function saysOfError(error: Entry): Says {
  const { code } = error
  if (passingCodes.has(code)) return 'again'
  return typeof code === 'number' && code >= 300 ? saysOfStatus(code) : 'refused'
}

/** Rows that were stopped for the sake of a bad one may be sent again. */
function fromInsertErrors(errors: readonly unknown[], count: number): Found {
  const items: Fare[] = Array.from({ length: count }, () => ({ says: 'taken', entry: undefined }))
  for (const entry of errors) {
    const at = isObject(entry) ? entry['index'] : null
    if (typeof at !== 'number' || !(at in items) || !isObject(entry)) return unclear
    const reasons = Array.isArray(entry['errors'])
      ? entry['errors'].map((it: unknown) => (isObject(it) ? it['reason'] : null))
      : []
    items[at] = { says: reasons.length > 0 && reasons.every((it) => it === 'stopped') ? 'again' : 'refused', entry }
  }
  return { items }
}

function fromJson(value: unknown, count: number): Found {
  if (!isObject(value)) return unclear
  const { insertErrors, responses, replies, kind } = value
  if (Array.isArray(insertErrors)) return fromInsertErrors(insertErrors, count)
  if (Array.isArray(responses)) {
    if (responses.length !== count) return unclear
    return {
      items: responses.map((entry: unknown) => {
        const error = isObject(entry) ? entry['error'] : undefined
        return isObject(error) ? { says: saysOfError(error), entry } : { says: isObject(entry) ? 'taken' : 'unknown', entry }
      }),
    }
  }
  // A batch that takes all or nothing, and rows that were all inserted.
  if (value['error'] !== undefined) return unclear
  return Array.isArray(replies) || (typeof kind === 'string' && kind.endsWith('InsertAllResponse')) ? { whole: 'taken' } : unclear
}

export const googleBatch: AnswerReader = ({ answer, value, count }: Read) => {
  const type = answer.headers['content-type'] ?? ''
  const boundary = /^multipart\//i.test(type) ? boundaryIn(type) : null
  return boundary === null ? fromJson(value, count) : fromParts(answer.body.toString('utf8'), boundary, count)
}
