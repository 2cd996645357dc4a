/** Structures as they are open on the paper: with the rows that are shown, and where a line to a path ends. */

import type { Side } from '../../../machines/mapping/mapping.context.ts'
import { anchorsOf, rowsOfTree, type Tree, type TreeRow, treeOf } from '../../../machines/mapping/tree.ts'
import type { Structure } from './structure.ts'

export type OpenStructure = Structure & {
  readonly rows: readonly TreeRow[]
  readonly anchor: (path: string) => number | null
}

const trees = new WeakMap<Structure['fields'], Tree>()

function knownTree(fields: Structure['fields']): Tree {
  const known = trees.get(fields) ?? treeOf(fields)
  trees.set(fields, known)
  return known
}

const nothing: ReadonlySet<string> = new Set()

type Outlook = {
  readonly shut: ReadonlyMap<string, ReadonlySet<string>>
  readonly search: Readonly<Record<Side, string>>
  readonly missing: ReadonlySet<string>
}

export function opened(structure: Structure, { shut, search, missing }: Outlook): OpenStructure {
  const { id, side, fields } = structure
  const rows = rowsOfTree(knownTree(fields), {
    shut: shut.get(id) ?? nothing,
    search: search[side],
    missing: side === 'target' ? missing : nothing,
  })
  return { ...structure, rows, anchor: anchorsOf(rows) }
}
