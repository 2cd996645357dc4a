/** One line of a mapping: which value of a record it makes. */

import { getter, type Path, pathText } from '../../platform/json/path.ts'
import type { MapRun } from '../kit/plan.ts'
import { ConversionFault, type Convert } from './convert.ts'
import { FormulaFault } from './formula/values.ts'
import { type MakeValue, RuleFault } from './rules.ts'
import { shown } from './shown.ts'

/** Which element each `[*]` stands at, outermost first. */
export type Places = readonly number[]

export type Line = {
  /** Place of the line in the configuration, counted from 0. */
  readonly at: number
  /** What it reads; several, or none, only of a rule. */
  readonly sources: readonly Path[]
  /** The lists of the record whose items it is made for, as paths that go through them. */
  readonly repeats: readonly Path[]
  readonly target: Path
  /** The value for one element, or the list of those beyond `places`; undefined where the record holds nothing. Throws `MappingFault`. */
  readonly value: (record: unknown, places: Places, run: MapRun) => unknown
}

/** One value of one record that breaks a rule. */
export class MappingFault extends Error {
  readonly line: Pick<Line, 'at'>

  constructor(at: number, message: string) {
    super(message)
    this.name = 'MappingFault'
    this.line = { at }
  }
}

export const starsOf = (path: Path): number => path.filter(({ kind }) => kind === 'each').length

/** A path up to before its `[*]` number `level`. */
export function untilList(path: Path, level: number): Path {
  const stars = path.flatMap(({ kind }, at) => (kind === 'each' ? [at] : []))
  return path.slice(0, stars[level] ?? path.length)
}

/** What only reads asks nothing of the run. */
const noRun: MapRun = { now: new Date(0), hash: () => '' }

/** The pieces of a path between its `[*]`s. */
function pieces(path: Path): Path[] {
  const stars = path.flatMap(({ kind }, at) => (kind === 'each' ? [at] : []))
  return [...stars, path.length].map((end, at) => path.slice(at === 0 ? 0 : (stars[at - 1] ?? 0) + 1, end))
}

type ListAt = (record: unknown, places: Places) => readonly unknown[] | undefined

/** Follows a path through the elements at `places` to what stands before its `[*]` number `level`, or to its end. */
function follower(path: Path, level: number, at: number): (record: unknown, places: Places) => unknown {
  const [first, ...rest] = pieces(path)
    .slice(0, level + 1)
    .map(getter)
  if (!first) return (record) => record
  return (record, places) => {
    let value = first(record)
    for (let star = 0; star < rest.length; star += 1) {
      const list = asList(value, path, at)
      if (!list) return undefined
      value = rest[star]?.(list[places[star] ?? 0])
    }
    return value
  }
}

function asList(value: unknown, path: Path, at: number): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value
  throw new MappingFault(at, `"${pathText(path)}" must be a list, but is ${shown(value)}`)
}

/** Reads the list at a `[*]` of a path, the ones before it being fixed. */
export function listReader(path: Path, level: number, at: number): ListAt {
  const follow = follower(path, level, at)
  return (record, places) => asList(follow(record, places), path, at)
}

/** A path that a line reads. `fixed`: of a list that is taken as a whole, how many of its `[*]` stand for one item; null: all of them. */
export type Reading = { readonly path: Path; readonly fixed: number | null }

type Making = {
  readonly at: number
  readonly sources: readonly Reading[]
  readonly target: Path
  /** Null: the value that is read. */
  readonly rule: { readonly name: string; readonly make: MakeValue } | null
  readonly convert: Convert | null
}

function converting({ at, sources, target, rule, convert }: Making): (value: unknown) => unknown {
  if (!convert) return (value) => value
  return (value) => {
    if (value === undefined || value === null) return value
    try {
      return convert(value)
    } catch (thrown) {
      if (!(thrown instanceof ConversionFault)) throw thrown
      const origin = rule ? `the rule "${rule.name}" returned` : `"${pathText(sources[0]?.path ?? [])}" is`
      throw new MappingFault(at, `"${pathText(target)}" must ${thrown.rule}, but ${origin} ${shown(value)}`)
    }
  }
}

/** The value of one element, before its conversion. */
function making({ at, sources, target, rule }: Making): Line['value'] {
  const readers = sources.map(({ path, fixed }) => {
    const read = follower(path, starsOf(path), at)
    if (fixed === null) return read
    const collect = collecting(path, at, read)
    return (record: unknown, places: Places) => collect(record, places.slice(0, fixed), noRun)
  })
  const [only] = readers
  if (!rule) return only ?? (() => undefined)
  return (record, places, run) => {
    const values = readers.map((read) => read(record, places))
    try {
      return rule.make(values, run)
    } catch (thrown) {
      if (thrown instanceof FormulaFault) {
        const place = `character ${thrown.at + 1} of the formula "${rule.name}"`
        throw new MappingFault(at, `"${pathText(target)}" couldn't be calculated. ${thrown.what} (${place})`)
      }
      if (!(thrown instanceof RuleFault)) throw thrown
      const value = `"${pathText(sources[thrown.source]?.path ?? [])}" is ${shown(values[thrown.source])}`
      throw new MappingFault(at, `"${pathText(target)}" needs ${thrown.rule}, but ${value} (rule "${rule.name}")`)
    }
  }
}

/** Beyond the `[*]`s that the target has, the values of all elements become one list; null where one is missing. */
function collecting(path: Path, at: number, make: Line['value']): Line['value'] {
  const stars = starsOf(path)
  const lists = Array.from({ length: stars }, (_, level) => listReader(path, level, at))
  const collect: Line['value'] = (record, places, run) => {
    const list = lists[places.length]?.(record, places)
    if (!list) return undefined
    const isLast = places.length === stars - 1
    const values = list.map((_, place) => (isLast ? make : collect)(record, [...places, place], run))
    return isLast ? values.map((value) => value ?? null) : values.flat()
  }
  return collect
}

/** Compiles a line. Its sources with `[*]` go through the same lists. */
export function lineOf(it: Making): Line {
  const { at, sources, target } = it
  const make = making(it)
  const convert = converting(it)
  const repeats = sources.map(({ path, fixed }) => (fixed === null ? path : untilList(path, fixed)))
  const starred = repeats.find((path) => starsOf(path) > 0)
  const isCollected = starred !== undefined && starsOf(starred) > starsOf(target)
  const raw = isCollected ? collecting(starred, at, make) : make
  const value: Line['value'] = it.convert ? (record, places, run) => convert(raw(record, places, run)) : raw
  return { at, sources: sources.map(({ path }) => path), repeats, target, value }
}
