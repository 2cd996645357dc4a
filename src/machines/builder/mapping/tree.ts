/** Fields of one side as a tree, and the rows of it that are in the open. Pure. */
import type { ShapeField } from '#contract/connectors/config/shape.ts'

type Branch = {
  readonly path: string
  readonly name: string
  /** Null of what only stands around fields. */
  readonly field: ShapeField | null
  readonly inside: readonly Branch[]
}
export type Tree = readonly Branch[]

export type TreeRow = Pick<Branch, 'path' | 'name' | 'field'> & {
  /** From 1 on. */
  readonly level: number
  readonly hasInside: boolean
  readonly isOpen: boolean
  /** A required field that no line writes: it stands on top under its whole path. */
  readonly isMissing: boolean
  /** Among those beside it, from 1 on. */
  readonly position: number
  readonly count: number
}

type BranchDraft = {
  readonly path: string
  readonly name: string
  field: ShapeField | null
  readonly inside: Map<string, BranchDraft>
}

const steps = /[^.[\]]+|\[(?:"[^"]*"|[^"[\]]*)\]/g

/** In the order in which the fields come; a list and its elements are one branch. */
export function treeOf(fields: readonly ShapeField[]): Tree {
  const root = new Map<string, BranchDraft>()
  for (const field of fields) {
    let level = root
    let last: BranchDraft | null = null
    for (const match of field.path.matchAll(steps)) {
      const name = match[0]
      const path = field.path.slice(0, match.index + name.length)
      last = level.get(name) ?? { path, name, field: null, inside: new Map() }
      level.set(name, last)
      level = last.inside
    }
    if (last !== null) last.field = field
  }
  return [...root.values()].map(toBranch)
}

function toBranch({ path, name, field, inside }: BranchDraft): Branch {
  const [only, other] = inside.values()
  const isElement = only !== undefined && other === undefined && only.name.startsWith('[')
  if (!isElement || (field !== null && only.field !== null))
    return { path, name, field, inside: [...inside.values()].map(toBranch) }
  const element = toBranch(only)
  if (field !== null) return { path, name, field, inside: element.inside }
  return { ...element, name: `${name}${element.name}` }
}

type Outlook = {
  /** Paths of branches that are shut. Whoever searches sees all that fits. */
  readonly shut: ReadonlySet<string>
  readonly search: string
  /** Paths of the fields that stand on top. */
  readonly missing: ReadonlySet<string>
}

/** What is missing first, then the tree from the top; of a search, what fits and what stands around it. */
export function rowsOfTree(tree: Tree, { shut, search, missing }: Outlook): TreeRow[] {
  const sought = search.trim().toLowerCase()
  const fits = ({ path, description = '' }: ShapeField) =>
    path.toLowerCase().includes(sought) || description.toLowerCase().includes(sought)
  const isShown = ({ field, inside }: Branch): boolean =>
    (field !== null && !missing.has(field.path) && fits(field)) || inside.some(isShown)
  const top = leavesOf(tree).filter((field) => missing.has(field.path) && fits(field))
  const rows: TreeRow[] = []
  const shown = tree.filter(isShown)
  const count = top.length + shown.length
  for (const field of top) {
    const { path } = field
    rows.push({
      path,
      name: path,
      field,
      level: 1,
      hasInside: false,
      isOpen: false,
      isMissing: true,
      position: rows.length + 1,
      count,
    })
  }
  const walk = (branches: readonly Branch[], level: number, before: number, all: number) => {
    for (const [at, { path, name, field, inside }] of branches.entries()) {
      const open = inside.filter(isShown)
      const isOpen = open.length > 0 && (sought !== '' || !shut.has(path))
      const own = field !== null && missing.has(field.path) ? null : field
      rows.push({
        path,
        name,
        field: own,
        level,
        hasInside: open.length > 0,
        isOpen,
        isMissing: false,
        position: before + at + 1,
        count: all,
      })
      if (isOpen) walk(open, level + 1, 0, open.length)
    }
  }
  walk(shown, 1, top.length, count)
  return rows
}

const leavesOf = (tree: Tree): ShapeField[] =>
  tree.flatMap(({ field, inside }) => [...(field === null ? [] : [field]), ...leavesOf(inside)])

/** Where the end of a line stands: at its field's row, or at what is shut around it; null where a search hides it. */
export function anchorsOf(rows: readonly TreeRow[]): (path: string) => number | null {
  const places = new Map(rows.map((row, index) => [row.path, index]))
  return (path) => {
    const exact = places.get(path)
    if (exact !== undefined) return exact
    const cuts = [...path.matchAll(/[.[]/g)].map(({ index }) => index).reverse()
    for (const cut of cuts) {
      const index = places.get(path.slice(0, cut))
      const row = index === undefined ? undefined : rows[index]
      if (index !== undefined && row !== undefined) return row.hasInside && !row.isOpen ? index : null
    }
    return null
  }
}
