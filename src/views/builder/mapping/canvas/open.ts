/** Structures as they are open on the paper: with the rows that are shown, and where a line to a path ends. */

import type { Side } from '#src/machines/builder/mapping/mapping.context.ts'
import { anchorsOf, rowsOfTree, type Tree, type TreeRow, treeOf } from '#src/machines/builder/mapping/tree.ts'
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

type Made = { readonly of: readonly [shut: unknown, search: string, missing: unknown]; readonly open: OpenStructure }
const made = new WeakMap<Structure, Made>()

/** The same again where nothing changed: a search of one side does not draw the other one. */
export function opened(structure: Structure, outlook: Outlook): OpenStructure {
  const { id, side, fields } = structure
  const shut = outlook.shut.get(id) ?? nothing
  const search = outlook.search[side]
  const missing = side === 'target' ? outlook.missing : nothing
  const last = made.get(structure)
  if (last?.of[0] === shut && last.of[1] === search && last.of[2] === missing) return last.open
  const rows = rowsOfTree(knownTree(fields), { shut, search, missing })
  const open = { ...structure, rows, anchor: anchorsOf(rows) }
  made.set(structure, { of: [shut, search, missing], open })
  return open
}
