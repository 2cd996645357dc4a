/** The shape of the destination's record, put together from the target paths of all lines. */
import type { FieldProblem } from '#contract/kit/problem.ts'
import { type Path, pathText, type Step } from '../../platform/json/path.ts'
import { type Line, starsOf } from './line.ts'

/** `lists`: the sources whose lists say how often an `each` is repeated, each with the line that it belongs to. */
export type Tree =
  | { readonly kind: 'leaf'; readonly line: Line }
  | { readonly kind: 'object'; readonly fields: readonly { readonly name: string; readonly tree: Tree }[] }
  | { readonly kind: 'list'; readonly items: readonly { readonly index: number; readonly tree: Tree }[] }
  | {
      readonly kind: 'each'
      readonly level: number
      readonly lists: readonly { readonly path: Path; readonly at: number }[]
      readonly item: Tree
    }

type Group = { readonly step: Step; readonly lines: Line[] }

const nameOf = (step: Step) => (step.kind === 'name' ? `.${step.name}` : step.kind === 'index' ? `[${step.index}]` : '[*]')

const differ = (lines: readonly Line[], depth: number) => new Set(lines.map(({ target }) => target[depth]?.kind)).size > 1

/** The source path up to its n-th `[*]`, counted from 0. */
function untilStar(source: Path, n: number): Path {
  let seen = -1
  const end = source.findIndex((step) => {
    if (step.kind === 'each') seen += 1
    return seen === n
  })
  return source.slice(0, end)
}

function branch(lines: readonly Line[], depth: number, level: number, errors: FieldProblem[]): Tree | null {
  const [first, second] = lines
  const refuse = (line: Line, message: string) => {
    errors.push({ path: `/dataMapping/${line.at}/targetPath`, message })
    return null
  }
  if (!first) return null
  const ending = lines.find(({ target }) => target.length === depth)
  if (ending) {
    const other = lines.find((line) => line !== ending)
    const message = `Several mappings fill "${pathText(ending.target)}". Keep only one`
    return second && other ? refuse(other, message) : { kind: 'leaf', line: ending }
  }
  if (differ(lines, depth)) {
    const at = pathText(first.target.slice(0, depth))
    return refuse(first, `One mapping uses "${at}" as an object and another uses it as a list`)
  }
  const groups = new Map<string, Group>()
  for (const line of lines) {
    const step = line.target[depth]
    if (!step) continue
    const group = groups.get(nameOf(step))
    if (group) group.lines.push(line)
    else groups.set(nameOf(step), { step, lines: [line] })
  }
  const kind = first.target[depth]?.kind
  const grown = [...groups.values()].map(({ step, lines: below }) => ({
    step,
    tree: branch(below, depth + 1, level + (kind === 'each' ? 1 : 0), errors),
  }))
  if (kind === 'each') {
    const [only] = grown
    const lists = new Map<string, { path: Path; at: number }>()
    for (const { repeats, at } of lines) {
      for (const path of repeats) {
        const list = pathText(untilStar(path, level))
        if (starsOf(path) > level && !lists.has(list)) lists.set(list, { path, at })
      }
    }
    // A value of the record, or of an outer item, is in each item of a list that another line fills.
    if (lists.size === 0) {
      const list = pathText(first.target.slice(0, depth + 1))
      return refuse(first, `No list fills "${list}". Map a field of a list to it, or remove [*] from the target path`)
    }
    return only?.tree ? { kind: 'each', level, lists: [...lists.values()], item: only.tree } : null
  }
  if (kind === 'name') {
    return {
      kind: 'object',
      fields: grown.flatMap(({ step, tree }) => (tree && step.kind === 'name' ? [{ name: step.name, tree }] : [])),
    }
  }
  return {
    kind: 'list',
    items: grown.flatMap(({ step, tree }) => (tree && step.kind === 'index' ? [{ index: step.index, tree }] : [])),
  }
}

/** The tree of all target paths; null with `errors` when two lines contradict each other. */
export function treeOf(lines: readonly Line[], errors: FieldProblem[]): Tree | null {
  return branch(lines, 0, 0, errors)
}
