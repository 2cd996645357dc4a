/** Builds one destination record along the tree of target paths. */
import { ConversionFault } from './convert.ts'
import { type Path, pathText, valueAt } from './path.ts'

export type Line = {
  /** Place of the line in the configuration, counted from 0. */
  readonly at: number
  readonly source: Path
  readonly target: Path
  readonly convert: ((value: unknown) => unknown) | null
  /** No `[*]` in the source: one look-up. */
  readonly isPlain: boolean
}

export type Tree =
  | { readonly kind: 'leaf'; readonly line: Line }
  | { readonly kind: 'object'; readonly fields: readonly { readonly name: string; readonly tree: Tree }[] }
  | { readonly kind: 'list'; readonly items: readonly { readonly index: number; readonly tree: Tree }[] }
  | { readonly kind: 'each'; readonly level: number; readonly lists: readonly Path[]; readonly item: Tree; readonly line: Line }

/** One value of one record that breaks a rule. */
export class MappingFault extends Error {
  readonly line: Line

  constructor(line: Line, message: string) {
    super(message)
    this.name = 'MappingFault'
    this.line = line
  }
}

/** Which element each `[*]` of the target stands at, outermost first. */
type Places = number[]

const shown = (value: unknown) => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 64 ? `${text.slice(0, 64)}…` : text
}

function listAt(value: unknown, line: Line): readonly unknown[] | undefined {
  if (value === undefined || value === null) return undefined
  if (Array.isArray(value)) return value
  throw new MappingFault(line, `"${pathText(line.source)}" goes through a list, but there stands ${shown(value)}`)
}

/** Follows a source path whose first `[*]`s are fixed by `places`; those beyond collect their values into a list, null where one is missing. */
function read(record: unknown, source: Path, places: Places, line: Line): unknown {
  let at = record
  let from = 0
  let star = 0
  for (let end = 0; end <= source.length; end += 1) {
    if (end < source.length && source[end]?.kind !== 'each') continue
    at = valueAt(at, source.slice(from, end))
    if (end === source.length) return at
    const list = listAt(at, line)
    if (!list) return undefined
    from = end + 1
    const place = places[star]
    if (place === undefined) {
      const rest = source.slice(from)
      const values = list.map((item) => read(item, rest, [], line))
      return rest.some(({ kind }) => kind === 'each') ? values.flat() : values.map((value) => value ?? null)
    }
    at = list[place]
    star += 1
  }
  return at
}

function converted(line: Line, value: unknown): unknown {
  if (!line.convert) return value
  try {
    return line.convert(value)
  } catch (thrown) {
    if (!(thrown instanceof ConversionFault)) throw thrown
    const message = `"${pathText(line.target)}" must ${thrown.rule}, but "${pathText(line.source)}" is ${shown(value)}`
    throw new MappingFault(line, message)
  }
}

function lengthOf(tree: Extract<Tree, { kind: 'each' }>, record: unknown, places: Places): number | undefined {
  let length: number | undefined
  for (const path of tree.lists) {
    const list = listAt(read(record, path, places, tree.line), tree.line)
    if (list) length = Math.max(length ?? 0, list.length)
  }
  return length
}

/** Undefined where the record holds nothing for this part of the tree; such parts are left out. */
function part(tree: Tree, record: unknown, places: Places): unknown {
  switch (tree.kind) {
    case 'leaf':
      return converted(
        tree.line,
        tree.line.isPlain ? valueAt(record, tree.line.source) : read(record, tree.line.source, places, tree.line),
      )
    case 'object': {
      let made: Record<string, unknown> | undefined
      for (const { name, tree: below } of tree.fields) {
        const value = part(below, record, places)
        if (value === undefined) continue
        made ??= {}
        made[name] = value
      }
      return made
    }
    case 'list': {
      let made: unknown[] | undefined
      for (const { index, tree: below } of tree.items) {
        const value = part(below, record, places)
        if (value === undefined) continue
        made ??= []
        while (made.length < index) made.push(null)
        made[index] = value
      }
      return made
    }
    case 'each': {
      const length = lengthOf(tree, record, places)
      if (length === undefined) return undefined
      return Array.from({ length }, (_, place) => part(tree.item, record, [...places, place]) ?? null)
    }
  }
}

/** The destination's record; an empty object when nothing of it was there. Throws `MappingFault`. */
export function grow(tree: Tree, record: unknown): unknown {
  return part(tree, record, []) ?? {}
}
