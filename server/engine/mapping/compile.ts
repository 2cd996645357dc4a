/** Turns mapping lines into one function, once per version. Records go in and come out as JSON values; nothing of a line is evaluated. */
import type { MappingEdge } from '../../../contract/config.ts'
import type { FieldProblem } from '../../../contract/problem.ts'
import { grow, type Line, type Tree } from './build.ts'
import { converterFor } from './convert.ts'
import { type ParsedPath, type Path, parsePath } from './path.ts'
import { treeOf } from './tree.ts'

/** Makes the destination's record out of the source's. Throws `MappingFault`. */
export type MapRecord = (record: unknown) => unknown

export type CompiledMapping = { readonly map: MapRecord } | { readonly errors: readonly FieldProblem[] }

const stars = (path: Path) => path.filter(({ kind }) => kind === 'each').length
const pathOf = (parsed: ParsedPath): Path | null => ('path' in parsed ? parsed.path : null)

function lineOf(edge: MappingEdge, at: number, errors: FieldProblem[]): Line | null {
  const sides = [
    ['sourcePath', edge.sourcePath || edge.source],
    ['targetPath', edge.targetPath || edge.target],
  ] as const
  const parsed = sides.map(([field, text]) => {
    const result = parsePath(text)
    if ('fault' in result) errors.push({ path: `/dataMapping/${at}/${field}`, message: result.fault })
    return pathOf(result)
  })
  const [source, target] = parsed
  if (!source || !target) return null
  if (stars(target) > stars(source)) {
    const message = 'The target has more [*] than the source: there is nothing to repeat it for'
    errors.push({ path: `/dataMapping/${at}/targetPath`, message })
    return null
  }
  return { at, source, target, convert: converterFor(edge.sourceDataType, edge.targetDataType), isPlain: stars(source) === 0 }
}

/** Compiles the lines of a version. Without lines every record passes unchanged. */
export function compileMapping(edges: readonly MappingEdge[]): CompiledMapping {
  if (edges.length === 0) return { map: (record) => record }
  const errors: FieldProblem[] = []
  const lines = edges.flatMap((edge, at) => lineOf(edge, at, errors) ?? [])
  const tree: Tree | null = treeOf(lines, errors)
  if (errors.length > 0 || !tree) return { errors }
  return { map: (record) => grow(tree, record) }
}
