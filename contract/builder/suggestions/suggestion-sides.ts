/** Both sides read: what each field's name says, how much each part of it says there, and what two parts have in common. */
import type { ShapeField } from '../../connectors/config/shape.ts'
import { likeness, type Name, type Part, readName } from './suggestion-names.ts'
import { company } from './suggestion-terms.ts'

export type Side = {
  readonly field: ShapeField
  readonly name: Name
  readonly weights: readonly number[]
  /** The part that says what the value is. */
  readonly head: Part | undefined
}
export type Match = { readonly source: Part; readonly target: Part; readonly like: number; readonly weight: number }
/** Fields that hold others are left out: their parts are suggested. What many names share says less. */
export function sidesOf(fields: readonly ShapeField[]): Side[] {
  const outer = new Set(fields.flatMap(({ path }) => prefixesOf(path)))
  const named = inCompany(fields.filter(({ path }) => !outer.has(path)).map((field) => ({ field, name: readName(field.path) })))
  const counts = new Map<string, number>()
  for (const { name } of named) for (const { word } of name.parts) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarity = (word: string) => Math.log(named.length / (counts.get(word) ?? 1)) / Math.log(Math.max(named.length, 2))
  return named.map((it) => ({
    ...it,
    head: headOf(it.name),
    weights: it.name.parts.map(({ word, weight }) => weight * (0.4 + 0.6 * rarity(word))),
  }))
}

type Named = Pick<Side, 'field' | 'name'>

/** A word of two senses means what fits the fields around it: `state` beside `city` is no status. */
function inCompany(named: readonly Named[]): Named[] {
  const around = Map.groupBy(named, ({ field }) => parentOf(field.path))
  return named.map(({ field, name }) => {
    const senses = new Set((around.get(parentOf(field.path)) ?? []).flatMap((it) => it.name.parts.flatMap((part) => part.senses)))
    const parts = name.parts.map((part) => company.reduce((kept, rule) => narrowed(kept, rule, senses), part))
    return { field, name: { ...name, parts } }
  })
}

function narrowed(part: Part, { of, around, otherwise }: (typeof company)[number], senses: ReadonlySet<string>): Part {
  if (!part.senses.includes(of) || !part.senses.includes(otherwise)) return part
  const dropped = around.some((sense) => senses.has(sense)) ? otherwise : of
  return { ...part, senses: part.senses.filter((sense) => sense !== dropped) }
}

const parentOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('.'), 0))

const prefixesOf = (path: string): string[] =>
  [...path.matchAll(/[.[]/g)].flatMap(({ index }) => (index > 0 ? path.slice(0, index) : []))

const headOf = ({ parts }: Name): Part | undefined => parts.toSorted((a, b) => a.weight - b.weight).at(-1)

export type Likenesses = (one: Part, other: Part) => number

/** Hundreds of fields share a few words: each two words are compared once. */
export function likenesses(sides: readonly Side[]): Likenesses {
  const kinds = new Map<string, number>()
  const kindOfPart = new Map<Part, number>()
  for (const part of sides.flatMap(({ name }) => name.parts)) {
    const key = [part.word, ...part.senses].join('|')
    const kind = kinds.get(key) ?? kinds.size
    kinds.set(key, kind)
    kindOfPart.set(part, kind)
  }
  const table = new Float32Array(kinds.size ** 2).fill(-1)
  return (one, other) => {
    const at = (kindOfPart.get(one) ?? 0) * kinds.size + (kindOfPart.get(other) ?? 0)
    const like = table[at] ?? -1
    if (like >= 0) return like
    table[at] = likeness(one, other)
    return table[at] ?? 0
  }
}

/** Each part is matched once, the likest and weightiest first. */
export function matchesOf(source: Side, target: Side, likenessOf: Likenesses): Match[] {
  const all = source.name.parts.flatMap((mine, i) =>
    target.name.parts.flatMap((theirs, j) => {
      const like = likenessOf(mine, theirs)
      return like === 0 ? [] : { source: mine, target: theirs, like, weight: (source.weights[i] ?? 0) + (target.weights[j] ?? 0) }
    }),
  )
  const chosen: Match[] = []
  for (const match of all.toSorted((a, b) => b.like * b.weight - a.like * a.weight)) {
    if (!chosen.some((it) => it.source === match.source || it.target === match.target)) chosen.push(match)
  }
  return chosen
}
