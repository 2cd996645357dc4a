/** Which fields belong together, by what their names mean, where they stand, their types and what the examples hold. Pure, and every answer with its reasons. */
import type { ShapeField } from '../../../contract/shape.ts'
import { holds } from './lines.ts'
import { likeness, type Name, type Part, readName } from './suggestion-names.ts'
import { fitOf, kindOf, kindsOfConcept, type ValueKind, valuesAt } from './suggestion-values.ts'

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
const least = 0.56
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
  const named = fields.filter(({ path }) => !outer.has(path)).map((field) => ({ field, name: readName(field.path) }))
  const counts = new Map<string, number>()
  for (const { name } of named) for (const { word } of name.parts) counts.set(word, (counts.get(word) ?? 0) + 1)
  const rarity = (word: string) => Math.log(named.length / (counts.get(word) ?? 1)) / Math.log(Math.max(named.length, 2))
  return named.map((it) => ({ ...it, weights: it.name.parts.map(({ word, weight }) => weight * (0.4 + 0.6 * rarity(word))) }))
}

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
    0.88 ** Math.abs(source.name.lists - target.name.lists) *
    0.985 ** Math.abs(source.name.depth - target.name.depth)
  const score = Math.min(1, nameScore(source, target, matches) * factor)
  if (score < least) return null
  const { path: sourcePath } = source.field
  const { path: targetPath } = target.field
  return { sourcePath, targetPath, score, source, target, reasons: reasonsOf(source, target, matches, fit, kind) }
}

const fitFactor = { same: 1, convertible: 0.98, unknown: 0.99, wrong: 0.55 } as const

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
  const senses = head(target.name)?.senses ?? []
  const fitting = senses.flatMap((sense) => kindsOfConcept[sense] ?? [])
  if (kind === null || fitting.length === 0) return 1
  if (fitting.includes(kind)) return isTelling(kind) ? 1.08 : 1
  return senses.every((sense) => kindsOfConcept[sense] !== undefined) ? 0.6 : 1
}

const isTelling = (kind: ValueKind): boolean => !['integer', 'number', 'flag', 'country'].includes(kind)

const opposites = [
  ['billing', 'shipping'],
  ['requester', 'assignee'],
] as const

function placeFactor(source: Name, target: Name): number {
  const says = ({ parts }: Name, concept: string) => parts.some(({ senses }) => senses.includes(concept))
  const isOpposed = opposites.some(
    ([one, other]) => (says(source, one) && says(target, other)) || (says(source, other) && says(target, one)),
  )
  return isOpposed ? 0.5 : 1
}

function reasonsOf(
  source: Side,
  target: Side,
  matches: readonly Match[],
  fit: ReturnType<typeof fitOf>,
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
