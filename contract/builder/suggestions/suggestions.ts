/** Which fields belong together, by what their names mean, where they stand, their types and what the examples hold. Pure, and every answer with its reasons. */
import type { ShapeField } from '../../connectors/config/shape.ts'
import type { Name } from './suggestion-names.ts'
import { type Likenesses, likenesses, type Match, matchesOf, type Side, sidesOf } from './suggestion-sides.ts'
import { quiet } from './suggestion-terms.ts'
import { kindOf, type Likelihood, likelihoodOf, sensible, type ValueKind } from './suggestion-values.ts'
import { valuesAt } from './value-at.ts'
import { holds } from './within.ts'

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
export type Taken = {
  readonly targets: ReadonlySet<string>
  readonly sources?: ReadonlySet<string>
  /** What one record of the source is called: its `id` is the `customerId` of a customer. */
  readonly record?: string
}

/** Less is no suggestion; and so is what another one comes as near to. */
const least = 0.6
const margin = 0.03

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
  const like = likenesses([...sources, ...targets])
  const kinds = new Map(sources.map((side) => [side, kindOf(examples.flatMap((it) => valuesAt(it, side.field.path)))]))
  const candidates = targets.flatMap((into) => {
    const rivals = sources.filter((from) => canBeMeant(from, into, like))
    const hasOwnList = rivals.some(({ name }) => name.lists > 0)
    return rivals.flatMap(
      (from) =>
        ownId(from, into, taken.record) ?? candidateOf(from, into, { kind: kinds.get(from) ?? null, hasOwnList, like }) ?? [],
    )
  })
  return assigned(candidates)
}

/** Sure enough, and below a field of the same name. */
const ownIdScore = 0.9
/** The id of a record where the destination names the record with it. */
function ownId(source: Side, target: Side, record: string | undefined): Candidate | null {
  const [mine, theirs] = [source.name.leaf, target.name.leaf]
  const isOwn = record !== undefined && mine === 'id' && source.name.depth === 1 && theirs === `${record} id`
  if (!isOwn) return null
  const { path: sourcePath } = source.field
  const { path: targetPath } = target.field
  const reasons: Reason[] = [{ code: 'sameMeaning', source: mine, target: theirs }]
  return { sourcePath, targetPath, score: ownIdScore, source, target, reasons }
}

/** Only what shares the part that says what it is can be meant: anything else falls below the least score. */
const canBeMeant = (source: Side, target: Side, like: Likenesses): boolean =>
  source.name.parts.some((mine) => target.head !== undefined && like(mine, target.head) > 0) ||
  target.name.parts.some((theirs) => source.head !== undefined && like(source.head, theirs) > 0)

type Beside = { readonly kind: ValueKind | null; readonly hasOwnList: boolean; readonly like: Likenesses }

function candidateOf(source: Side, target: Side, { kind, hasOwnList, like }: Beside): Candidate | null {
  const matches = matchesOf(source, target, like)
  const likelihood = likelihoodOf(source.field, target.field, kind)
  const factor =
    fitFactor[likelihood] *
    valueFactor(target, kind) *
    placeFactor(source.name, target.name) *
    listFactor(source, target, hasOwnList) *
    idFactor(source.name, target.name, matches) *
    0.985 ** Math.abs(source.name.depth - target.name.depth)
  const score = Math.min(1, nameScore(source, target, matches) * factor)
  if (score < least) return null
  const { path: sourcePath } = source.field
  const { path: targetPath } = target.field
  return { sourcePath, targetPath, score, source, target, reasons: reasonsOf(source, target, matches, likelihood, kind) }
}

const fitFactor = { same: 1, convertible: 0.98, unknown: 0.99, unlikely: 0.75, wrong: 0.55 } as const

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

function nameScore(source: Side, target: Side, matches: readonly Match[]): number {
  const isHeadMatched = matches.some((it) => it.source === source.head || it.target === target.head)
  const alike = sum(matches.map(({ like, weight }) => like * weight)) / (sum(source.weights) + sum(target.weights))
  return isHeadMatched ? alike : alike * 0.5
}

/** An email address in a field for telephone numbers is none. */
function valueFactor(target: Side, kind: ValueKind | null): number {
  const answer = sensible(target.head?.senses ?? [], kind)
  return answer === 'no' ? 0.6 : answer === 'yes' && kind !== null && isTelling(kind) ? 1.08 : 1
}

const isTelling = (kind: ValueKind): boolean => !['integer', 'number', 'flag', 'country'].includes(kind)

const listsOf = ({ field, name }: Side) => name.lists + (field.types.includes('array') ? 1 : 0)

/** One value for each of a list repeats itself, where the source has such a list of its own; the first of a list may be meant. */
function listFactor(source: Side, target: Side, hasOwnList: boolean): number {
  const more = listsOf(target) - listsOf(source)
  return more > 0 ? 0.75 ** (hasOwnList ? more : more / 4) : 0.88 ** -more
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
  likelihood: Likelihood,
  kind: ValueKind | null,
): Reason[] {
  const [best, ...others] = matches.toSorted((a, b) => b.like * b.weight - a.like * a.weight)
  const reasons: Reason[] = []
  if (source.name.leaf === target.name.leaf) reasons.push({ code: 'sameName', name: source.name.leaf })
  else if (best !== undefined) {
    const messages = { source: best.source.word, target: best.target.word }
    reasons.push(
      best.like === 1
        ? { code: 'sameName', name: best.source.word }
        : best.like >= 0.9
          ? { code: 'sameMeaning', ...messages }
          : { code: 'likeName', ...messages },
    )
  }
  const place = others.find(({ like, source: part }) => like >= 0.9 && !source.name.leaf.includes(part.word))
  if (place !== undefined) reasons.push({ code: 'samePlace', place: place.target.word })
  if (kind !== null && isTelling(kind) && valueFactor(target, kind) > 1) reasons.push({ code: 'values', kind })
  const [from] = source.field.types
  const [to] = target.field.types
  if (from !== undefined && to !== undefined && likelihood === 'same') reasons.push({ code: 'sameType', type: to })
  if (from !== undefined && to !== undefined && likelihood === 'convertible') reasons.push({ code: 'convertible', from, to })
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
