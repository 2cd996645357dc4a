/** What the response of a search says: the record that was found, none, several, or why it says nothing. */
import { fieldsOfTemplate } from '#contract/connectors/config/operations/body-template.ts'
import type { FindRequest } from '#contract/connectors/config/operations/find.ts'
import type { Masked, Outcome } from '#server/engine/kit/kind.ts'
import { pathOf } from '#server/engine/kit/record-values.ts'
import type { OutboundAnswer } from '#server/outbound/exchange.ts'
import { JsonError, parseBytes } from '#server/platform/json/exact.ts'
import { valueAt } from '#server/platform/json/path.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import { remoteProblem } from '../../remote-problem.ts'
import { linkNext, signReader } from '../paging/signs.ts'
import { foreignAnswer, isAccepted } from '../response/answer.ts'
import { mayPass, quoted } from '../response/failure-vocabulary.ts'
import { isObject } from '../response/item-verdict.ts'
import { failureIn } from '../response/reported-failure.ts'
import { judgeOf } from '../response/success.ts'
import { outcomeOf } from '../response/verdict.ts'

/** `next`: the outcome is not certain, because the response links to a further page; `results` are those up to there. */
export type Found =
  | { readonly found: unknown }
  | { readonly outcome: Outcome; readonly next?: { readonly url: string; readonly results: readonly unknown[] } }

/** Ids that the problem of several records names. */
const named = 5

const folded = (value: unknown): string | null => scalarText(value)?.trim().toLowerCase() || null

function idsOf(entries: readonly unknown[]): string {
  const ids = entries.map((entry) => (isObject(entry) ? scalarText(entry['id'] ?? entry['Id'] ?? entry['_id']) : null))
  const known = ids.filter((id) => id !== null).slice(0, named)
  return known.length === 0 ? '' : ` (${known.join(', ')}${ids.length > named ? ' and more' : ''})`
}

/** Nothing was sent but the search, so it is never unknown what became of the record. */
function failed(outcome: Outcome): Outcome {
  if (!('problem' in outcome)) return outcome
  const message = `The search for the record failed. ${outcome.problem.message}`
  const said = { ...outcome.problem, message, detail: message }
  return outcome.outcome === 'unknown' ? { outcome: 'retry', problem: said } : { ...outcome, problem: said }
}

/** Pages of one search before this one: their results, and whether this is the last one that is read. */
export type Before = { readonly results: readonly unknown[]; readonly isLast: boolean }

/** @param find was checked. @returns `found` is null where there is none. */
export function foundIn(
  find: FindRequest,
  answer: OutboundAnswer,
  record: unknown,
  masked: Masked,
  before: Before = { results: [], isLast: false },
): Found {
  const { status } = answer
  // Only a URL of the record says with 404 that it is missing. Any other is wrong, and a wrong one must not create every record anew.
  const isOfRecord = fieldsOfTemplate(find.url.split('?', 1)[0] ?? '').length > 0
  if (status === 204 || (status === 404 && isOfRecord)) return { found: null }
  const said = foreignAnswer(answer, masked)
  const unreadable = (why: string): Found => ({
    outcome: {
      outcome: 'refused',
      problem: remoteProblem('destination/refused', { answer: said, message: `The search for the record failed. ${why}` }),
      about: 'request',
    },
  })
  if (!isAccepted(status)) {
    const sent = { count: 1, texts: () => [JSON.stringify(record)], isAlone: () => true }
    return { outcome: failed(outcomeOf(answer, sent, { unknown: false, conflicts: 0 }, masked, judgeOf())) }
  }
  if (answer.bytes > answer.body.length) return unreadable('The response is too long.')
  let value: unknown
  try {
    value = parseBytes(answer.body)
  } catch (thrown) {
    if (!(thrown instanceof JsonError)) throw thrown
    return unreadable(`The destination returned ${status}, but the response isn't JSON.`)
  }
  const at = valueAt(value, pathOf(find.resultPath))
  const isEmpty = at === undefined || at === null || (Array.isArray(at) && at.length === 0)
  const failure = failureIn(value, { records: at, isEmpty })
  if (failure !== null) {
    const message = `The search for the record failed. The response reports an error: ${quoted(failure, masked)}.`
    const it = remoteProblem(mayPass(failure) ? 'destination/failing' : 'destination/refused', { answer: said, message })
    return {
      outcome: mayPass(failure) ? { outcome: 'retry', problem: it } : { outcome: 'refused', problem: it, about: 'request' },
    }
  }
  // A wrong path must not create every record anew.
  if (at === undefined) return unreadable(`The response has no "${find.resultPath}". Check where the results are.`)
  const known = new Set(before.results.map((it) => JSON.stringify(it)))
  const own = (Array.isArray(at) ? at : [at]).filter((it) => it !== null && !known.has(JSON.stringify(it)))
  const results = [...before.results, ...own]
  if (!results.every(isObject)) return unreadable("The results aren't objects. Check where the results are.")
  const { matchPath } = find
  if (matchPath !== undefined && results.length > 0 && results.every((it) => folded(valueAt(it, pathOf(matchPath))) === null))
    return unreadable(`No result has a value in "${matchPath}". Check the field in the result.`)
  const more = Array.isArray(at) ? unshown(find, value, results.length, answer.headers) : null
  // Some APIs link to a next page behind every page: there, pages without anything new are the end of the list.
  const isOver = more === null || (before.isLast && own.length === 0)
  return oneOf(find, results, record, () =>
    isOver ? null : { ...unreadable(more.why), ...(more.next === null ? {} : { next: { url: more.next, results } }) },
  )
}

const signs = signReader({ next: null, more: null, total: null })

/** The URL of the next page in a response, as it stands there; null where it names none, or names it otherwise. @param hint the place, as `signReader` has it. */
function nextUrl(holder: unknown, hint: string | null, headers: OutboundAnswer['headers']): string | null {
  const at = hint?.startsWith('"') ? valueAt(holder, pathOf(hint.slice(1, -1))) : linkNext(headers['link'])
  const text = isObject(at) ? at['href'] : at
  return typeof text === 'string' && /^(?:https?:\/)?\/|^\?/.test(text) ? text : null
}

/** Why a list is not all that the search found, as sentences, and where it goes on; null where nothing around it says so. */
function unshown(
  { resultPath }: FindRequest,
  value: unknown,
  shown: number,
  headers: OutboundAnswer['headers'],
): { readonly why: string; readonly next: string | null } | null {
  const path = pathOf(resultPath)
  const around = path.length > 1 ? [value, valueAt(value, path.slice(0, -1))] : [value]
  for (const holder of around) {
    const { totals, more, pages, hint } = signs.read(
      signs.facts.map((fact) => valueAt(holder, fact)),
      headers,
    )
    const total = totals.find((it) => it.value > shown)
    const contained = shown === 0 ? 'none' : shown
    const remedy = shown === 0 ? 'Make the query more exact.' : 'Enter the result field to compare, or make the query more exact.'
    const next = nextUrl(holder, hint, headers)
    if (total)
      return { why: `"${total.at}" reports ${total.value} results, but the response contains ${contained}. ${remedy}`, next }
    if (more === true || (pages ?? 0) > 1 || hint !== null)
      return { why: `The response contains only part of the results. More results are on another page. ${remedy}`, next }
  }
  return null
}

/** @param incomplete what is said where not all results are shown: the record may be among the others. */
function oneOf(find: FindRequest, results: readonly unknown[], record: unknown, incomplete: () => Found | null): Found {
  const { matchPath, matchField, onMany = 'fail' } = find
  const wanted = matchField === undefined ? null : folded(valueAt(record, pathOf(matchField)))
  const isMeant = (entry: unknown) =>
    matchPath === undefined ||
    matchField === undefined ||
    (wanted !== null && folded(valueAt(entry, pathOf(matchPath))) === wanted)
  const entries = results.filter(isMeant)
  const isProven = entries.length > 0 && (matchPath !== undefined || onMany === 'first')
  const doubt = isProven || entries.length > 1 ? null : incomplete()
  if (doubt !== null) return doubt
  if (entries.length < 2 || onMany === 'first') return { found: entries[0] ?? null }
  const message = `The search found ${entries.length} records that match this one${idsOf(entries)}. Merge them in the destination, or select Take the first.`
  return { outcome: { outcome: 'refused', problem: remoteProblem('destination/several-found', { message }), about: 'delivery' } }
}
