/** Which fields belong together, by what their names mean, where they stand, their types and what the examples hold. Pure, and every answer with its reasons. */
import type { ShapeField } from '../../../contract/shape.ts'
import { holds } from './lines.ts'
import { likeness, type Name, type Part, readName } from './suggestion-names.ts'
import { type Fit, fitOf, kindOf, sensible, type ValueKind, valuesAt } from './suggestion-values.ts'
import { company, quiet } from './suggestion-words.ts'

export type Reason =
  | { readonly code: 'sameName'; readonly name: string }
  | { readonly code: 'sameMeaning'; readonly source: string; readonly target: string }
  | { readonly code: 'likeName'; readonly source: string; readonly target: string }
  | { readonly code: 'samePlace'; readonly place: string }
  | { readonly code: 'sameType'; readonly type: ShapeField['types'][number] }
  | { readonly code: 'convertible'; readonly from: ShapeField['types'][number]; readonly to: ShapeField['types'][number] }
  | { readonly code: 'values'; readonly kind: ValueKind }

export type Suggestion = {
  readonly sourcePath: string
  readonly targetPath: string
  /** 0 to 1. */
  readonly score: number
  /** Never empty, the weightiest first. */
  readonly reasons: readonly Reason[]
}

/** Fields that have a line already: nothing is suggested for these targets, nor from these sources. */
export type Taken = { readonly targets: ReadonlySet<string>; readonly sources?: ReadonlySet<string> }

/** Less is no suggestion; and so is what another one comes as near to. */
const least = 0.6
const margin = 0.03

type Side = { readonly field: ShapeField; readonly name: Name; readonly weights: readonly number[] }
type Match = { readonly source: Part; readonly target: Part; readonly like: number; readonly weight: number }
type Candidate = Suggestion & { readonly source: Side; readonly target: Side }

/** At most one source for a target and one target for a source, best first. */
export function suggest(
  source: readonly ShapeField[],
  target: readonly ShapeField[],
  examples: readonly unknown[],
  taken: Taken,
): Suggestion[] {
  const sources = sidesOf(source.filter(({ path }) => !taken.sources?.has(path)))
  const isTaken = (path: string) => [...taken.targets].some((it) => it === path || holds(it, path) || holds(path, it))
  const targets = sidesOf(target).filter(({ field }) => !isTaken(field.path))
  const kinds = new Map(sources.map((side) => [side, kindOf(examples.flatMap((it) => valuesAt(it, side.field.path)))]))
  const candidates = targets.flatMap((into) =>
    rivalsOf(into, sources).flatMap((from) => candidateOf(from, into, kinds.get(from) ?? null) ?? []),
  )
  return assigned(candidates)
}

/** Fields that hold others are left out: their parts are suggested. What many names share says less. */
function sidesOf(fields: readonly ShapeField[]): Side[] {
  const outer = new Set(fields.flatMap(({ path }) => prefixesOf(path)))
  const named = inCompany(fields.filter(({ path }) => !outer.has(path)).map((field) => ({ field, name: readName(field.path) })))
  const counts = new Map<string, number>()
  for (const { name } of named) for (const { word } of name.parts) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarity = (word: string) => Math.log(named.length / (counts.get(word) ?? 1)) / Math.log(Math.max(named.length, 2))
  return named.map((it) => ({ ...it, weights: it.name.parts.map(({ word, weight }) => weight * (0.4 + 0.6 * rarity(word))) }))
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

const prefixesOf = (path: string): string[] => [...path.matchAll(/[.[]/g)].flatMap(({ index }) => (index > 0 ? path.slice(0, index) : []))

/** Only what has a part in common can be meant. */
function rivalsOf({ name }: Side, sources: readonly Side[]): Side[] {
  return sources.filter((from) => from.name.parts.some((mine) => name.parts.some((theirs) => likeness(mine, theirs) > 0)))
}

function candidateOf(source: Side, target: Side, kind: ValueKind | null): Candidate | null {
  const matches = matchesOf(source, target)
  const fit = fitOf(source.field, target.field, kind)
  const factor =
    fitFactor[fit] *
    valueFactor(target, kind) *
    placeFactor(source.name, target.name) *
    listFactor(source, target) *
    idFactor(source.name, target.name, matches) *
    0.985 ** Math.abs(source.name.depth - target.name.depth)
  const score = Math.min(1, nameScore(source, target, matches) * factor)
  if (score < least) return null
  const { path: sourcePath } = source.field
  const { path: targetPath } = target.field
  return { sourcePath, targetPath, score, source, target, reasons: reasonsOf(source, target, matches, fit, kind) }
}

const fitFactor = { same: 1, convertible: 0.98, unknown: 0.99, unlikely: 0.75, wrong: 0.55 } as const

/** Each part is matched once, the likest and weightiest first. */
function matchesOf(source: Side, target: Side): Match[] {
  const all = source.name.parts.flatMap((mine, i) =>
    target.name.parts.flatMap((theirs, j) => {
      const like = likeness(mine, theirs)
      return like === 0 ? [] : { source: mine, target: theirs, like, weight: (source.weights[i] ?? 0) + (target.weights[j] ?? 0) }
    }),
  )
  const chosen: Match[] = []
  for (const match of all.toSorted((a, b) => b.like * b.weight - a.like * a.weight)) {
    if (!chosen.some((it) => it.source === match.source || it.target === match.target)) chosen.push(match)
  }
  return chosen
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

function nameScore(source: Side, target: Side, matches: readonly Match[]): number {
  const isHeadMatched = matches.some((it) => it.source === head(source.name) || it.target === head(target.name))
  const alike = sum(matches.map(({ like, weight }) => like * weight)) / (sum(source.weights) + sum(target.weights))
  return isHeadMatched ? alike : alike * 0.5
}

/** The part that says what the value is. */
const head = ({ parts }: Name): Part | undefined => parts.toSorted((a, b) => a.weight - b.weight).at(-1)

/** An e-mail address in a field for telephone numbers is none. */
function valueFactor(target: Side, kind: ValueKind | null): number {
  const answer = sensible(head(target.name)?.senses ?? [], kind)
  return answer === 'no' ? 0.6 : answer === 'yes' && kind !== null && isTelling(kind) ? 1.08 : 1
}

const isTelling = (kind: ValueKind): boolean => !['integer', 'number', 'flag', 'country'].includes(kind)

const listsOf = ({ field, name }: Side) => name.lists + (field.types.includes('array') ? 1 : 0)

/** One value for each of a list repeats itself; the first of a list may be meant. */
function listFactor(source: Side, target: Side): number {
  const more = listsOf(target) - listsOf(source)
  return more > 0 ? 0.75 ** more : 0.88 ** -more
}

const says = ({ parts }: Name, concept: string) => parts.some(({ senses }) => senses.includes(concept))

const isId = (name: Name) => says(name, 'id')

/** Whose ids are of one system alone. */
const people = ['assignee', 'owner', 'requester']

/** An id of nothing said is the id of something else; and what is no id is not looked for in one. */
function idFactor(source: Name, target: Name, matches: readonly Match[]): number {
  if (isId(target) && !isId(source)) return 0.85
  if (isId(source) && isId(target) && people.some((concept) => says(source, concept))) return 0.6
  const isOnlyId = matches.every(({ source: part }) => part.senses.includes('id') || quiet.has(part.word))
  return isId(source) && isId(target) && isOnlyId && (source.parts.length > 1 || target.parts.length > 1) ? 0.6 : 1
}

const opposites = [
  ['billing', 'shipping'],
  ['requester', 'assignee'],
] as const

function placeFactor(source: Name, target: Name): number {
  const isOpposed = opposites.some(
    ([one, other]) => (says(source, one) && says(target, other)) || (says(source, other) && says(target, one)),
  )
  if (isOpposed) return 0.5
  // An address of no kind is the one for the bill.
  return says(source, 'shipping') !== says(target, 'shipping') ? 0.8 : 1
}

function reasonsOf(
  source: Side,
  target: Side,
  matches: readonly Match[],
  fit: Fit,
  kind: ValueKind | null,
): Reason[] {
  const [best, ...others] = matches.toSorted((a, b) => b.like * b.weight - a.like * a.weight)
  const reasons: Reason[] = []
  if (source.name.leaf === target.name.leaf) reasons.push({ code: 'sameName', name: source.name.leaf })
  else if (best !== undefined) {
    const words = { source: best.source.word, target: best.target.word }
    reasons.push(
      best.like === 1
        ? { code: 'sameName', name: best.source.word }
        : best.like >= 0.9
          ? { code: 'sameMeaning', ...words }
          : { code: 'likeName', ...words },
    )
  }
  const place = others.find(({ like, source: part }) => like >= 0.9 && !source.name.leaf.includes(part.word))
  if (place !== undefined) reasons.push({ code: 'samePlace', place: place.target.word })
  if (kind !== null && isTelling(kind) && valueFactor(target, kind) > 1) reasons.push({ code: 'values', kind })
  const [from] = source.field.types
  const [to] = target.field.types
  if (from !== undefined && to !== undefined && fit === 'same') reasons.push({ code: 'sameType', type: to })
  if (from !== undefined && to !== undefined && fit === 'convertible') reasons.push({ code: 'convertible', from, to })
  return reasons
}

/** The best first; where two come as near, neither: a person knows which. */
function assigned(candidates: readonly Candidate[]): Suggestion[] {
  const open = new Set(candidates)
  const found: Suggestion[] = []
  for (const best of candidates.toSorted((a, b) => b.score - a.score)) {
    if (!open.has(best)) continue
    const rivals = [...open].filter((it) => it !== best && (it.target === best.target || it.source === best.source))
    const equals = rivals.filter(({ score }) => best.score - score < margin)
    if (equals.length > 0) {
      for (const each of [best, ...equals]) open.delete(each)
      continue
    }
    for (const each of [best, ...rivals]) open.delete(each)
    const { sourcePath, targetPath, score, reasons } = best
    found.push({ sourcePath, targetPath, score, reasons })
  }
  return found
}
