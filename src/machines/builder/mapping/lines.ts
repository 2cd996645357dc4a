/** Lines of a mapping while a person draws them. Pure: what is refused is a word, and the lines stay. */

import { holds } from '#contract/builder/suggestions/within.ts'
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'

type DataType = NonNullable<MappingEdge['sourceDataType']>

/** What of a line may be changed; `ruleId` null takes the rule away. For another target it is another line. */
export type LineChange = {
  readonly sourcePath?: string
  readonly sourceDataType?: DataType
  readonly targetDataType?: DataType
  readonly listPath?: string
  readonly ruleId?: string | null
}

/** Why a field takes no line: it has one; or a line writes something inside of it, or around it; or nothing could be told of it. */
export type LineFault = 'taken' | 'overlaps' | 'unknown' | 'full'

/** What every line of a connector has in common. */
export type Surroundings = { readonly isList: boolean; readonly listPath: string }

/** The most that the contract takes. */
export const linesMax = 2_000

/** The lines that a person has, and the ids of those that a suggestion made and nobody touched since. */
export type Lines = { readonly edges: readonly MappingEdge[]; readonly suggested: readonly string[] }

export const targetOf = ({ targetPath, target }: MappingEdge): string => targetPath || target
export const sourceOf = ({ sourcePath, source }: MappingEdge): string => sourcePath || source

/** Why the target takes no line besides those of `edges`; null when it does. */
export function faultOfTarget(edges: readonly MappingEdge[], targetPath: string): Exclude<LineFault, 'unknown'> | null {
  const targets = edges.map(targetOf)
  if (targets.includes(targetPath)) return 'taken'
  if (targets.some((other) => holds(other, targetPath) || holds(targetPath, other))) return 'overlaps'
  return edges.length >= linesMax ? 'full' : null
}

/** A type that a line can declare: of several nothing is declared but `any`. */
export const typeOf = ({ types }: Pick<ShapeField, 'types'>): DataType => {
  const [first, second] = types
  return first === undefined || second !== undefined ? 'any' : first
}

/** Told by its target, which has one line only; 128 characters at most. */
function idOf(edges: readonly MappingEdge[], targetPath: string): string {
  const ids = new Set(edges.map(({ id }) => id))
  const id = `to ${targetPath}`.slice(0, 112)
  let free = id
  for (let number = 2; ids.has(free); number += 1) free = `${id} ${number}`
  return free
}

/** A line between two fields. */
export function lineBetween(
  edges: readonly MappingEdge[],
  source: ShapeField,
  target: ShapeField,
  { isList, listPath }: Surroundings,
): MappingEdge {
  return {
    id: idOf(edges, target.path),
    source: source.path,
    target: target.path,
    sourcePath: source.path,
    targetPath: target.path,
    sourceDataType: typeOf(source),
    targetDataType: typeOf(target),
    ...(isList ? { isList, listPath } : {}),
  }
}

/** The line as it is after the change. */
export function changedLine(edge: MappingEdge, { ruleId, ...change }: LineChange): MappingEdge {
  const { ruleId: had, rule, ...plain } = edge
  const kept = { ...(had === undefined ? {} : { ruleId: had }), ...(rule === undefined ? {} : { rule }) }
  const rules = ruleId === undefined ? kept : ruleId === null ? {} : { ruleId }
  return {
    ...plain,
    ...change,
    ...(change.sourcePath === undefined ? {} : { source: change.sourcePath }),
    ...rules,
  }
}

/** What two fields are joined by: their paths. */
export type Pair = { readonly sourcePath: string; readonly targetPath: string }

/** Adds what is suggested. Only free targets, and lines that came from a suggestion themselves, are touched. */
export function withSuggestions(
  { edges, suggested }: Lines,
  pairs: readonly Pair[],
  fields: { readonly source: readonly ShapeField[]; readonly target: readonly ShapeField[] },
  surroundings: Surroundings,
): Lines {
  return pairs.reduce<Lines>(
    (lines, { sourcePath, targetPath }) => {
      const source = fields.source.find(({ path }) => path === sourcePath)
      const target = fields.target.find(({ path }) => path === targetPath)
      if (source === undefined || target === undefined) return lines
      const standing = lines.edges.filter((edge) => targetOf(edge) === targetPath)
      if (standing.some(({ id }) => !lines.suggested.includes(id))) return lines
      const others = lines.edges.filter((edge) => !standing.includes(edge))
      if (faultOfTarget(others, targetPath) !== null) return lines
      const line = lineBetween(others, source, target, surroundings)
      return {
        edges: [...others, line],
        suggested: [...lines.suggested.filter((id) => !standing.some((gone) => gone.id === id)), line.id],
      }
    },
    { edges, suggested },
  )
}
