/** Compiles the tree of target paths into what builds one destination record. */
import type { MapRecord, MapRun } from '../kit/plan.ts'
import { listReader, type Places } from './line.ts'
import type { Tree } from './tree.ts'

/** Undefined where the record holds nothing for this part of the tree; such parts are left out. */
type Build = (record: unknown, places: Places, run: MapRun) => unknown

function ofObject(fields: readonly { readonly name: string; readonly build: Build }[]): Build {
  return (record, places, run) => {
    let made: Record<string, unknown> | undefined
    for (const { name, build } of fields) {
      const value = build(record, places, run)
      if (value === undefined) continue
      made ??= {}
      made[name] = value
    }
    return made
  }
}

function ofList(items: readonly { readonly index: number; readonly build: Build }[]): Build {
  return (record, places, run) => {
    let made: unknown[] | undefined
    for (const { index, build } of items) {
      const value = build(record, places, run)
      if (value === undefined) continue
      made ??= []
      while (made.length < index) made.push(null)
      made[index] = value
    }
    return made
  }
}

function ofEach({ level, lists, item }: Extract<Tree, { kind: 'each' }>): Build {
  const readers = lists.map(({ path, at }) => listReader(path, level, at))
  const build = buildOf(item)
  return (record, places, run) => {
    let length: number | undefined
    for (const read of readers) {
      const list = read(record, places)
      if (list) length = Math.max(length ?? 0, list.length)
    }
    if (length === undefined) return undefined
    return Array.from({ length }, (_, place) => build(record, [...places, place], run) ?? null)
  }
}

function buildOf(tree: Tree): Build {
  switch (tree.kind) {
    case 'leaf':
      return tree.line.value
    case 'object':
      return ofObject(tree.fields.map(({ name, tree: below }) => ({ name, build: buildOf(below) })))
    case 'list':
      return ofList(tree.items.map(({ index, tree: below }) => ({ index, build: buildOf(below) })))
    case 'each':
      return ofEach(tree)
  }
}

/** Makes the destination's record; an empty object when nothing of it was there. The result throws `MappingFault`. */
export function builder(tree: Tree): MapRecord {
  const build = buildOf(tree)
  const outermost: Places = []
  return (record, run = unkept) => build(record, outermost, run) ?? {}
}

/** Of a record that is made to see whether it can be. */
const unkept: MapRun = {
  get now() {
    return new Date()
  },
  hash: () => '',
}
