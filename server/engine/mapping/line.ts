/** One line of a mapping: which value of a record it makes. */

import { getter, type Path, pathText } from '../../platform/json/path.ts'
import { ConversionFault, type Convert } from './convert.ts'
import { type MakeValue, RuleFault } from './rules.ts'

/** Which element each `[*]` stands at, outermost first. */
export type Places = readonly number[]

export type Line = {
  /** Place of the line in the configuration, counted from 0. */
  readonly at: number
  /** What it reads; several, or none, only of a rule. */
  readonly sources: readonly Path[]
  readonly target: Path
  /** The value for one element, or the list of those beyond `places`; undefined where the record holds nothing. Throws `MappingFault`. */
  readonly value: (record: unknown, places: Places) => unknown
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

export const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 64 ? `${text.slice(0, 64)}…` : text
}

export const starsOf = (path: Path): number => path.filter(({ kind }) => kind === 'each').length

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

type Making = {
  readonly at: number
  readonly sources: readonly Path[]
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
      const origin = rule ? `the rule "${rule.name}" returned` : `"${pathText(sources[0] ?? [])}" is`
      throw new MappingFault(at, `"${pathText(target)}" must ${thrown.rule}, but ${origin} ${shown(value)}`)
    }
  }
}

/** The value of one element, before its conversion. */
function making({ at, sources, target, rule }: Making): (record: unknown, places: Places) => unknown {
  const readers = sources.map((path) => follower(path, starsOf(path), at))
  const [only] = readers
  if (!rule) return only ?? (() => undefined)
  return (record, places) => {
    const values = readers.map((read) => read(record, places))
    try {
      return rule.make(values)
    } catch (thrown) {
      if (!(thrown instanceof RuleFault)) throw thrown
      const value = `"${pathText(sources[thrown.source] ?? [])}" is ${shown(values[thrown.source])}`
      throw new MappingFault(at, `"${pathText(target)}" needs ${thrown.rule}, but ${value} (rule "${rule.name}")`)
    }
  }
}

/** Beyond the `[*]`s that the target has, the values of all elements become one list; null where one is missing. */
function collecting(path: Path, at: number, make: Line['value']): Line['value'] {
  const stars = starsOf(path)
  const lists = Array.from({ length: stars }, (_, level) => listReader(path, level, at))
  const collect = (record: unknown, places: Places): unknown => {
    const list = lists[places.length]?.(record, places)
    if (!list) return undefined
    const isLast = places.length === stars - 1
    const values = list.map((_, place) => (isLast ? make : collect)(record, [...places, place]))
    return isLast ? values.map((value) => value ?? null) : values.flat()
  }
  return collect
}

/** Compiles a line. Its sources with `[*]` go through the same lists. */
export function lineOf(it: Making): Line {
  const { at, sources, target } = it
  const make = making(it)
  const convert = converting(it)
  const starred = sources.find((path) => starsOf(path) > 0)
  const isCollected = starred !== undefined && starsOf(starred) > starsOf(target)
  const raw = isCollected ? collecting(starred, at, make) : make
  const value: Line['value'] = it.convert ? (record, places) => convert(raw(record, places)) : raw
  return { at, sources, target, value }
}
