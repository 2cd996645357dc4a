/** Reads `bench/schemas`: fields of public APIs as their documentation names them, and which of them belong together. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { ShapeField } from '#contract/connectors/config/shape.ts'

const folder = join(import.meta.dirname, '../schemas')

/** `documentation` is the page that the fields were taken from; samples are made up. */
export type Schema = {
  readonly title: string
  readonly documentation: string
  readonly fields: readonly ShapeField[]
  /** Fields that the system gives and does not take. */
  readonly given: ReadonlySet<string>
  readonly example: unknown
}

/** By target, the sources that are right for it. */
export type Pair = { readonly source: string; readonly target: string; readonly right: ReadonlyMap<string, readonly string[]> }

const lineOf = /^([^\s!-]+)([!-]?) (\w+)(?: (.*))?$/

/** A field is `path type sample`; `!` after the path: required to make one; `-`: given by the system, never taken. */
export function readSchema(name: string): Schema {
  const [title = '', documentation = '', ...lines] = readFileSync(join(folder, `${name}.txt`), 'utf8')
    .trim()
    .split('\n')
  const example = {}
  const given = new Set<string>()
  const fields = lines.map((line): ShapeField => {
    const [, path, mark, type, sample] = lineOf.exec(line) ?? []
    if (path === undefined || type === undefined) throw new Error(`${name}: ${line}`)
    if (mark === '-') given.add(path)
    if (sample !== undefined) put(example, path, sampleOf(type, sample))
    return { path, types: [type as ShapeField['types'][number]], isRequired: mark === '!' }
  })
  return { title: title.slice(2), documentation: documentation.slice(2), fields, given, example }
}

export function readPairs(half: 'tuning' | 'test'): Pair[] {
  const blocks = readFileSync(join(folder, `pairs-${half}.txt`), 'utf8')
    .trim()
    .split(/^# /m)
    .slice(1)
  return blocks.map((block) => {
    const [head = '', ...lines] = block.trim().split('\n')
    const [source = '', target = ''] = head.split(' ')
    const right = lines.map((line) => {
      const [into = '', from = ''] = line.split(' = ')
      return [into, from.split(' | ')] as const
    })
    return { source, target, right: new Map(right) }
  })
}

function sampleOf(type: string, sample: string): unknown {
  if (type === 'boolean') return sample === 'true'
  return type === 'integer' || type === 'number' ? Number(sample) : sample
}

type Tree = { [name: string]: unknown }

function put(example: Tree, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.')
  const isList = name.endsWith('[*]')
  const key = isList ? name.slice(0, -3) : name
  if (rest.length === 0) {
    example[key] = isList ? [value] : value
    return
  }
  example[key] ??= isList ? [{}] : {}
  const inside = isList ? (example[key] as Tree[])[0] : (example[key] as Tree)
  put(inside ?? {}, rest.join('.'), value)
}
