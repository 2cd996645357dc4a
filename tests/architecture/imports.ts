/** The files of the product and what each imports. */
import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

import { layers } from './rules.ts'

type Import = { readonly from: string; readonly to: string; readonly isType: boolean }

export const files = globSync('{contract,src,server}/**/*.{ts,tsx}').map((path) => path.replaceAll('\\', '/'))
export const textOf = new Map(files.map((path) => [path, readFileSync(path, 'utf8')]))
export const layerOf = (path: string) => layers.find(({ owns }) => owns.test(path))

export function importsOf(path: string): Import[] {
  const text = textOf.get(path) ?? ''
  const found = text.matchAll(/^(?:import|export)\s+(type\s)?[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm)
  return [...found].map(([, type, named, bare, late]) => ({
    from: path,
    to: named ?? bare ?? late ?? '',
    isType: type !== undefined,
  }))
}

export const resolved = ({ from, to }: Import) =>
  to.startsWith('#')
    ? to.slice(1)
    : to.startsWith('.')
      ? posix.normalize(posix.join(posix.dirname(from), to)).replace(/\?.*$/, '')
      : null

/** Where a file stands: the part of the tree that has feature folders, and the feature. */
export function placeOf(path: string) {
  const [, tree = '', feature = ''] = /^(contract|src\/(?:machines|services|views)|server\/features)\/([a-z]+)\//.exec(path) ?? []
  return tree === '' ? null : { tree, feature }
}

/** Groups of nodes that reach each other, sorted (Tarjan's strongly connected components of two nodes or more). */
export function circlesIn(arrowsFrom: ReadonlyMap<string, readonly string[]>): string[][] {
  const numbers = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []
  function visit(node: string): number {
    const number = numbers.size
    let low = number
    numbers.set(node, number)
    open.push(node)
    for (const next of arrowsFrom.get(node) ?? []) {
      if (!numbers.has(next)) low = Math.min(low, visit(next))
      else if (open.includes(next)) low = Math.min(low, numbers.get(next) ?? low)
    }
    if (low === number) {
      const circle = open.splice(open.indexOf(node))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return low
  }
  for (const node of arrowsFrom.keys()) if (!numbers.has(node)) visit(node)
  return circles
}
