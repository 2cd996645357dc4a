/**
 * Success criteria. Without a condition: every 2xx does, unless it is a page of HTML, which a sign-in or an error page is, or says in words that
 * the request failed (`reported-failure.ts`). With one, all of its parts must hold.
 */

import type { SuccessCondition } from '#contract/connectors/config/success-condition.ts'
import type { FieldProblem } from '#contract/kit/problem.ts'
import type { Masked } from '#server/engine/kit/kind.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { JsonError, parseBytes } from '#server/platform/json/exact.ts'
import { type Path, parsePath, valueAt } from '#server/platform/json/path.ts'
import { isAccepted } from './answer.ts'
import { xmlValue } from './xml-answer.ts'

export type Judge = {
  /** Whether a status is one with which a delivery is taken. */
  readonly accepts: (status: number) => boolean
  /** Why an answer with such a status is no delivery all the same, as the rest of a sentence; null when it is one. */
  readonly doubt: (answer: OutboundAnswer, masked: Masked) => string | null
  /** Whether the whole body is needed, and not only its beginning. A person has said which field decides: no other words are read then. */
  readonly readsBody: boolean
  /** The same for the content type alone, and for a parsed body. */
  readonly typeDoubt: (answer: Pick<OutboundAnswer, 'headers'>, masked: Masked) => string | null
  readonly valueDoubt: (value: unknown, masked: Masked) => string | null
}

type Range = { readonly from: number; readonly to: number }

/** `201`, `200-204`, `2xx`; null for anything else. */
function rangeOf(text: string): Range | null {
  const [, only, to, hundred] = /^\s*(?:([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?|([1-5])xx)\s*$/i.exec(text) ?? []
  if (hundred !== undefined) return { from: Number(hundred) * 100, to: Number(hundred) * 100 + 99 }
  if (only === undefined) return null
  return { from: Number(only), to: Number(to ?? only) }
}

/** Statuses that never mean that something was taken. */
const neverTaken = [401, 407, 408, 413, 429]
const contains = ({ from, to }: Range, status: number) => from <= status && status <= to

function statusFault(text: string): string | null {
  const range = rangeOf(text)
  if (!range || range.from > range.to) return `"${text}" is not a status. Enter 201, 200-204 or 2xx`
  if (range.from < 200 || range.to > 499) return 'Only statuses from 200 to 499 can count as a success'
  const never = neverTaken.find((status) => contains(range, status))
  return never === undefined ? null : `${never} can't count as a success`
}

const mediaTypeForm = /^[\w!#$&^.+-]+\/(?:\*|[\w!#$&^.+-]+)$/

/** What is wrong with a condition. Paths are relative to it. */
export function checkSuccess({ statuses = [], contentType, field }: SuccessCondition): FieldProblem[] {
  const errors: FieldProblem[] = []
  for (const [at, text] of statuses.entries()) {
    const message = statusFault(text)
    if (message !== null) errors.push({ path: `/statuses/${at}`, message })
  }
  if (contentType !== undefined && !mediaTypeForm.test(contentType.trim()))
    errors.push({ path: '/contentType', message: `"${contentType}" is not a content type. Enter one, such as application/json` })
  if (field) {
    const parsed = parsePath(field.path)
    if ('fault' in parsed) errors.push({ path: '/field/path', message: parsed.fault })
    else if (parsed.path.some(({ kind }) => kind === 'each'))
      errors.push({ path: '/field/path', message: 'Enter a path to one place, without [*]' })
  }
  return errors
}

/** The same for a source or an enrichment: only a 2xx contains the requested data. */
export function checkReading(condition: SuccessCondition): FieldProblem[] {
  const beyond = (condition.statuses ?? []).flatMap((text, at) => {
    const range = rangeOf(text)
    const isBeyond = range !== null && (range.from < 200 || range.to > 299)
    return isBeyond
      ? [{ path: `/statuses/${at}`, message: 'Only responses with a status from 200 to 299 can contain records' }]
      : []
  })
  const known = new Set(beyond.map(({ path }) => path))
  return [...checkSuccess(condition).filter(({ path }) => !known.has(path)), ...beyond]
}

const mediaTypeOf = (answer: Pick<OutboundAnswer, 'headers'>) =>
  (answer.headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''
const htmlTypes = new Set(['text/html', 'application/xhtml+xml'])
/** Begins a page of HTML; many programs say `text/html` of everything that they answer, so the type alone proves nothing. */
const htmlStart = /^[\s\ufeff]*<(?:!doctype\s+html|html|head|body|meta|title|script)[\s>]/i
const markupStart = /^[\s\ufeff]*</

/** Why a page of HTML is no success. */
export const pageDoubt = 'its response is a web page'

function isHtmlPage(answer: OutboundAnswer): boolean {
  const start = answer.body.subarray(0, 512).toString('utf8')
  return htmlStart.test(start) || (htmlTypes.has(mediaTypeOf(answer)) && markupStart.test(start))
}

function typeDoubt(answer: Pick<OutboundAnswer, 'headers'>, wanted: string, masked: Masked): string | null {
  const type = mediaTypeOf(answer)
  const isMet = wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted
  return isMet ? null : `its content type is ${type === '' ? 'missing' : masked(type)}, not ${wanted}`
}

const cut = (text: string) => (text.length > 64 ? `${text.slice(0, 64)}…` : text)
const shown = (value: unknown) => cut(JSON.stringify(value) ?? 'missing')

/** A value of the answer, whole when secrets are looked for: a cut one would not be found. */
const maskedExcerpt = (value: unknown, masked: Masked) =>
  typeof value === 'string' ? shown(masked(value)) : cut(masked(JSON.stringify(value) ?? 'missing'))

type Wanted = { readonly path: Path; readonly text: string; readonly value: string | undefined }

function valueDoubt(body: unknown, { path, text, value: wanted }: Wanted, masked: Masked): string | null {
  const value = valueAt(body, path)
  if (value === undefined) return `its response has no "${text}"`
  if (wanted === undefined) return null
  const said = typeof value === 'string' ? value : JSON.stringify(value)
  return said === wanted ? null : `"${text}" is ${maskedExcerpt(value, masked)}, not ${shown(wanted)}`
}

function fieldDoubt(answer: OutboundAnswer, wanted: Wanted, masked: Masked): string | null {
  const { text } = wanted
  if (answer.bytes > answer.body.length) return `its response is too long to read "${text}"`
  try {
    return valueDoubt(parseBytes(answer.body), wanted, masked)
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    const value = xmlValue(answer)
    return value === undefined ? `its response is not JSON, so it has no "${text}"` : valueDoubt(value, wanted, masked)
  }
}

/** Compiles a condition that was checked; undefined is none. */
export function judgeOf({ statuses = [], contentType, field }: SuccessCondition = {}): Judge {
  const ranges = statuses.flatMap((text) => rangeOf(text) ?? [])
  const type = contentType?.trim().toLowerCase() || null
  const parsed = field ? parsePath(field.path) : null
  const path = parsed && 'path' in parsed ? parsed.path : null
  const wanted: Wanted | null = field && path ? { path, text: field.path, value: field.value } : null
  return {
    accepts: ranges.length === 0 ? isAccepted : (status) => ranges.some((range) => contains(range, status)),
    doubt: (answer, masked) => {
      if (type !== null) {
        const doubt = typeDoubt(answer, type, masked)
        if (doubt !== null) return doubt
      } else if (isHtmlPage(answer)) return pageDoubt
      return wanted ? fieldDoubt(answer, wanted, masked) : null
    },
    readsBody: field !== undefined,
    typeDoubt: (answer, masked) => (type === null ? null : typeDoubt(answer, type, masked)),
    valueDoubt: (value, masked) => (wanted ? valueDoubt(value, wanted, masked) : null),
  }
}

/** Success criteria, as a sentence; null where nothing was set. */
export function sentenceOf({ statuses = [], contentType, field }: SuccessCondition): string | null {
  const parts = [
    ...(statuses.length > 0 ? [`its status is ${statuses.join(' or ')}`] : []),
    ...(contentType ? [`its content type is ${contentType}`] : []),
    ...(field ? [field.value === undefined ? `it has "${field.path}"` : `"${field.path}" is ${shown(field.value)}`] : []),
  ]
  return parts.length === 0 ? null : `A response counts as a delivery if ${parts.join(', and ')}.`
}
