/**
 * Several values in one request. A record is "not found" only where its value was answered: an answer that is a part of a list, and a 404 for a whole
 * batch, leave values open, and those are requested again.
 */
import type { Lookup } from '#contract/connectors/config/config.ts'
import { type Problem, problem } from '#contract/kit/problem.ts'
import { scalarText } from '#server/platform/json/raw-json.ts'
import { valueAt } from '../../platform/json/path.ts'
import { remainderOf } from '../kinds/http/paging/paging.ts'
import { pathOf } from '../kit/record-values.ts'
import type { System } from './answer.ts'
import { AnswerFault, type Around, type Question } from './asker.ts'
import { type Found, found } from './cache.ts'

/** A value that one or more records of a page request. */
export type Wish = { readonly key: string; readonly values: readonly unknown[]; readonly records: number[] }
export type Result = { readonly found: Found } | { readonly problem: Problem }
/**
 * What one answer says: the results of the values in it, and those that it left open. `items` are how many things it held, `said` how it says that it
 * is a part; `isRefused` where it said "not found" to all of them at once.
 */
export type Part = {
  readonly result: ReadonlyMap<string, Result>
  readonly open: readonly Wish[]
  readonly items?: number
  readonly said?: string | null
  readonly isRefused?: boolean
}
/** `rest`: the values to request again, in groups of half the size if the response answered none of them. */
type Settled = { readonly result: ReadonlyMap<string, Result>; readonly rest: readonly Wish[]; readonly isHalved: boolean }

const saysNothing = new Set([404, 410])

type Deps = {
  readonly lookup: Lookup
  /** Of the enrichment, as a person knows it. */
  readonly name: string
  readonly build: System['build']
  readonly fails: (result: Result) => boolean
}

export function createBatching({ lookup, name, build, fails }: Deps): {
  readonly question: (wishes: readonly Wish[]) => Question<Part>
  /** Called with all answers of a round before they are settled. */
  readonly heard: (parts: readonly Part[]) => void
  readonly settled: (part: Part) => Settled
} {
  const resultPath = pathOf(lookup.resultPath)
  const matchPath = pathOf(lookup.matchPath)
  const remainder = remainderOf(undefined)
  /** The most items in one answer: an answer with fewer items was not cut off by a limit. */
  let longest = 0
  /** The same for an answer whose open values were requested again and do not exist: a limit would be larger. */
  let whole = 0
  /** By value, how many items were in the answer that left it open without stating that it is partial. */
  const openAfter = new Map<string, number>()

  const textOfWish = ({ values }: Wish) => scalarText(values[0])

  function resultOf(wish: Wish, things: ReadonlyMap<string | null, readonly unknown[]>): Result | null {
    const [thing, second] = things.get(textOfWish(wish)) ?? []
    if (second !== undefined) {
      const message = `The enrichment "${name}" found several results for ${JSON.stringify(textOfWish(wish))}.`
      return { problem: problem('lookup/ambiguous', { message }) }
    }
    return thing === undefined ? null : { found: found(thing) }
  }

  function openOf(wish: Wish, said: string): Result {
    const message = `${said}, but the value ${JSON.stringify(textOfWish(wish))} is not in the list. The enrichment "${name}" received only part of the list.`
    return { problem: problem('lookup/incomplete', { message }) }
  }

  function read(wishes: readonly Wish[], value: unknown, { status, link }: Around): Part {
    if (saysNothing.has(status) && wishes.length > 1) return { result: new Map(), open: wishes, isRefused: true }
    const list = value === undefined ? [] : valueAt(value, resultPath)
    if (!Array.isArray(list)) throw new AnswerFault('lookup/no-list')
    const things = Map.groupBy(list, (thing) => scalarText(valueAt(thing, matchPath)))
    const result = new Map<string, Result>()
    const open: Wish[] = []
    for (const wish of wishes) {
      const one = resultOf(wish, things)
      if (one) result.set(wish.key, one)
      else open.push(wish)
    }
    // A database returns all rows of a query.
    if (status === 0) return { result, open }
    const facts = remainder.facts.map((path) => valueAt(value, path))
    const headers = link === undefined ? {} : { link }
    return { result, open, items: list.length, said: remainder.remainderIn({ place: {}, count: list.length, facts, headers }) }
  }

  function settled({ result, open, items = 0, said = null, isRefused = false }: Part): Settled {
    const asked = result.size + open.length
    if (isRefused) return { result, rest: open, isHalved: true }
    const mayBeCut = items > whole && items >= longest && result.size > 0
    if (open.length > 0 && asked > 1 && (said !== null || mayBeCut)) {
      if (said === null) for (const { key } of open) openAfter.set(key, items)
      return { result, rest: open, isHalved: result.size === 0 }
    }
    for (const { key } of open) {
      if (result.size === 0 && said === null) whole = Math.max(whole, openAfter.get(key) ?? 0)
      openAfter.delete(key)
    }
    // An answer to a request for one value is complete, even if it is empty.
    const rest = open.map((wish) => [wish.key, said !== null && items > 0 ? openOf(wish, said) : { found: null }] as const)
    return { result: new Map<string, Result>([...result, ...rest]), rest: [], isHalved: false }
  }

  return {
    question: (wishes) => ({
      request: build(wishes.map(({ values }) => values)),
      values: wishes.length,
      records: wishes.reduce((sum, { records }) => sum + records.length, 0),
      read: (value, around) => {
        const part = read(wishes, value, around)
        const results = [...part.result.values()]
        return { result: part, isFound: results.some((it) => 'found' in it && it.found !== null), fails: results.some(fails) }
      },
    }),
    heard: (parts) => {
      for (const { items = 0 } of parts) longest = Math.max(longest, items)
    },
    settled,
  }
}
