/** One enrichment of a page: what each record asks for, what of it is known, what is asked, and where it is put. */
import type { EnrichmentConfig, Lookup } from '#contract/connectors/config/config.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import { valueAt } from '../../platform/json/path.ts'
import { addressTextMax } from '../kinds/http/record-address.ts'
import type { LookupLine, Pace, Verdict } from '../kit/enriching.ts'
import { isBlank, namesOf, pathOf, withPut } from '../kit/record-values.ts'
import type { System } from './answer.ts'
import type { Asker, Question, Reply } from './asker.ts'
import { createBatching, type Part, type Result, type Wish } from './batching.ts'
import { found, type LookupCache } from './cache.ts'

type Deps = {
  readonly config: EnrichmentConfig
  readonly lookup: Lookup
  /** As a person knows it. */
  readonly name: string
  /** Sets this enrichment of this version apart in the cache. */
  readonly scope: string
  readonly cache: LookupCache
  readonly system: System
  readonly asker: Asker
  readonly measure: Pace['measure']
}

/** Looks up for a page; ended verdicts stay as they are. */
export type EnrichPage = (verdicts: readonly Verdict[], lines: LookupLine[], signal: AbortSignal) => Promise<Verdict[]>

/** Characters that are added to the records of one page: what is found once may stand in every one of them. */
const pageMax = 32 * 1024 * 1024
const tooMuch = problem('lookup/too-large', {
  message:
    'The enrichment values for this page are larger than 32 MB. Read smaller pages from the source, or store fewer values.',
})

const cacheSecondsDefault = 300
const batchSizeDefault = 100

const isNothing = (thing: unknown) => thing === undefined || thing === null || (Array.isArray(thing) && thing.length === 0)

export function openEnrichment({ config, lookup, name, scope, cache, system, asker, measure }: Deps): EnrichPage {
  const { parameters, per, notFound } = lookup
  const sources = parameters.map(({ sourcePath }) => pathOf(sourcePath))
  const resultPath = pathOf(lookup.resultPath)
  const target = namesOf(lookup.targetPath) ?? []
  const seconds = lookup.cacheSeconds ?? cacheSecondsDefault

  const missing = (message: string): Problem => problem('lookup/not-found', { message })

  function withoutResult(record: unknown, why: Problem): Verdict {
    if (notFound === 'fail') return { failed: why }
    return notFound === 'skip' ? { skipped: why } : placed(record, null)
  }

  function placed(record: unknown, thing: unknown): Verdict {
    const made = withPut(record, target, thing)
    if (made !== null) return { record: made }
    const message = `The record has no place for "${lookup.targetPath}". A value on the path is not an object.`
    return { failed: problem('lookup/no-place', { message }) }
  }

  /** Whether records fail by this result before it is put anywhere. */
  const fails = (result: Result) => 'problem' in result || (result.found === null && notFound === 'fail')

  /** What a record asks for; or why it asks for nothing. */
  function wishOf(
    record: unknown,
  ): { readonly key: string; readonly values: readonly unknown[] } | { readonly verdict: Verdict } {
    const values = sources.map((path) => valueAt(record, path))
    const blank = values.findIndex(isBlank)
    if (blank >= 0) {
      const message = `The enrichment "${name}" sent no request, because the record has no value at "${parameters[blank]?.sourcePath}".`
      return { verdict: withoutResult(record, missing(message)) }
    }
    const fault = system.fault(values)
    if (fault !== null) {
      const message = `The enrichment "${name}" sent no request, because the value at "${fault.parameter.sourcePath}" ${fault.why}.`
      return { verdict: { failed: problem('lookup/not-askable', { message }) } }
    }
    // A body tells the number 7 from the text "7"; addresses and headers do not.
    const key = JSON.stringify(values.map((value, at) => (parameters[at]?.in === 'body' ? value : scalarText(value))))
    return { key, values }
  }

  function questionOfOne(wish: Wish): Question<Part> {
    return {
      request: system.build([wish.values]),
      values: 1,
      records: wish.records.length,
      read: (value) => {
        const thing = valueAt(value, resultPath)
        const it = isNothing(thing) ? null : found(thing)
        const result = new Map([[wish.key, { found: it }]])
        return { result: { result, open: [] }, isFound: it !== null, fails: fails({ found: it }) }
      },
    }
  }

  /** Groups for one request each: so many values, and no more text than an address takes. */
  function batches(wishes: readonly Wish[], size: number): Wish[][] {
    const groups: Wish[][] = []
    let length = Number.POSITIVE_INFINITY
    for (const wish of wishes) {
      const own = encodeURIComponent(scalarText(wish.values[0]) ?? '').length + 3
      const last = groups.at(-1)
      const isFull = !last || last.length >= size || (parameters[0]?.in !== 'body' && length + own > addressTextMax)
      if (isFull) groups.push([wish])
      else last.push(wish)
      length = isFull ? own : length + own
    }
    return groups
  }

  const batching = createBatching({ lookup, name, build: system.build, fails })

  /** `told` takes the keys whose failing was measured with the request that was made for them. */
  async function ask(wishes: readonly Wish[], lines: LookupLine[], told: Set<string>, signal: AbortSignal) {
    const results = new Map<string, Result>()
    const size = lookup.batchSize ?? batchSizeDefault
    let groups = per === 'record' ? wishes.map((wish) => [wish]) : batches(wishes, size)
    while (groups.length > 0) {
      const questions = groups.map((group) => (per === 'record' && group[0] ? questionOfOne(group[0]) : batching.question(group)))
      const replies: Reply<Part>[] = await asker.ask(questions, lines, signal)
      const next: Wish[][] = []
      batching.heard(replies.flatMap((reply) => ('problem' in reply ? [] : [reply.result])))
      for (const [at, reply] of replies.entries()) {
        const group = groups[at] ?? []
        const part = 'problem' in reply ? null : batching.settled(reply.result)
        for (const { key } of group) {
          const result = 'problem' in reply ? reply : part?.result.get(key)
          if (!result) continue
          results.set(key, result)
          if (fails(result) && !('problem' in reply && !reply.isMade)) told.add(key)
          if ('found' in result) cache.set(`${scope} ${key}`, result.found, seconds)
        }
        if (part) next.push(...batches(part.rest, part.isHalved ? Math.ceil(group.length / 2) : size))
      }
      groups = next
    }
    return results
  }

  return async (verdicts, lines, signal) => {
    const now = [...verdicts]
    const wishes = new Map<string, Wish>()
    const told = new Set<string>()
    /** A record that failed here and not by a request of its own: an enrichment that failed all the same. */
    const tellFailed = (verdict: Verdict | undefined) => {
      if (verdict && 'failed' in verdict) measure?.(0, true, 1)
    }
    for (const [at, verdict] of verdicts.entries()) {
      if (!('record' in verdict)) continue
      const wish = wishOf(verdict.record)
      if ('verdict' in wish) {
        now[at] = wish.verdict
        tellFailed(wish.verdict)
      } else {
        const alike = wishes.get(wish.key)
        if (alike) alike.records.push(at)
        else wishes.set(wish.key, { ...wish, records: [at] })
      }
    }
    const results = new Map<string, Result>()
    for (const { key } of wishes.values()) {
      const known = cache.get(`${scope} ${key}`)
      if (known !== undefined) results.set(key, { found: known })
    }
    asker.begin()
    const unknown = [...wishes.values()].filter(({ key }) => !results.has(key))
    for (const [key, result] of await ask(unknown, lines, told, signal).finally(system.end)) results.set(key, result)
    let room = pageMax
    for (const { key, values, records } of wishes.values()) {
      const result = results.get(key)
      for (const at of records) {
        const verdict = verdicts[at]
        if (!verdict || !('record' in verdict)) continue
        if (!result) throw new Error(`the enrichment ${config.id} has no result for a value`)
        if ('problem' in result) now[at] = { failed: result.problem }
        else if (result.found) {
          room -= result.found.size
          now[at] = room < 0 ? { failed: tooMuch } : placed(verdict.record, result.found.thing)
        } else {
          const asked = values.map((value, of) => `"${parameters[of]?.sourcePath}" ${JSON.stringify(value)}`).join(', ')
          now[at] = withoutResult(verdict.record, missing(`The enrichment "${name}" found nothing for ${asked}.`))
        }
        if (!told.has(key)) tellFailed(now[at])
      }
    }
    return now
  }
}
