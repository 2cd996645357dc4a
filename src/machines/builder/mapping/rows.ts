/** The mapping as a table: one row per field of the target, what is required and missing first. Pure. */

import { holds } from '#contract/builder/suggestions/within.ts'
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { fieldsOf } from './editing.ts'
import { sourceOf, targetOf } from './lines.ts'
import type { Filter, FilterBy, MappingContext, Side } from './mapping.context.ts'

type Known = Pick<MappingContext, 'edges' | 'shapes' | 'search'>

/** A field of the target and the lines that write it; more than one only where a draft came with them. */
export type Row = {
  readonly field: ShapeField
  /** Of a field that no shape knows there is only its line. */
  readonly isKnown: boolean
  readonly line: MappingEdge | null
  readonly isDoubled: boolean
  readonly isMissing: boolean
}

const fits = (field: ShapeField, text: string): boolean => {
  const sought = text.trim().toLowerCase()
  return sought === '' || field.path.toLowerCase().includes(sought) || (field.description ?? '').toLowerCase().includes(sought)
}

/** Fields of the source that fit what is searched for. */
export const foundSources = (known: Known): readonly ShapeField[] =>
  fieldsOf(known, 'source').filter((field) => fits(field, known.search.source))

/** Sources that are offered at once. */
export const offeredMax = 50

/** Whether a line writes a field, or something inside or around it. */
function writtenBy(edges: readonly MappingEdge[]) {
  const targets = edges.map(targetOf)
  return (path: string) => targets.some((target) => target === path || holds(target, path) || holds(path, target))
}

/** Required fields that no line writes, nor anything inside or around them. */
export function missingTargets({ edges, shapes }: Omit<Known, 'search'>): readonly ShapeField[] {
  const isWritten = writtenBy(edges)
  return fieldsOf({ shapes }, 'target').filter(({ isRequired, path }) => isRequired && !isWritten(path))
}

/** The fields of the target: all, the required ones, and those that no line writes. */
export function countTargets({ edges, shapes }: Omit<Known, 'search'>) {
  const fields = fieldsOf({ shapes }, 'target')
  const isWritten = writtenBy(edges)
  return {
    all: fields.length,
    required: fields.filter(({ isRequired }) => isRequired).length,
    open: fields.filter(({ path }) => !isWritten(path)).length,
  }
}

/** Paths that no line fills; of an object only its members. */
export function openTargets({ edges, shapes }: Omit<Known, 'search'>): readonly string[] {
  const paths = fieldsOf({ shapes }, 'target').map(({ path }) => path)
  const isWritten = writtenBy(edges)
  return paths.filter((path) => !isWritten(path) && !paths.some((inner) => holds(path, inner)))
}

const endOf = {
  source: { pathOf: sourceOf, typeOf: ({ sourceDataType = 'any' }: MappingEdge) => sourceDataType },
  target: { pathOf: targetOf, typeOf: ({ targetDataType = 'any' }: MappingEdge) => targetDataType },
} as const

/** Fields of a side, and behind them those that only lines know; the same ones where there are none. */
export function fieldsWithLines(
  fields: readonly ShapeField[],
  edges: readonly MappingEdge[],
  side: Side = 'target',
): readonly ShapeField[] {
  const { pathOf, typeOf } = endOf[side]
  const paths = new Set(fields.map(({ path }) => path))
  const unknown = [...Map.groupBy(edges, pathOf)].flatMap(([path, [edge]]) =>
    // A rule has its own sources, or none.
    path === '' || paths.has(path) || edge === undefined
      ? []
      : [{ path, types: [typeOf(edge)], isRequired: false } satisfies ShapeField],
  )
  return unknown.length === 0 ? fields : [...fields, ...unknown]
}

/** Fields of the target that fit what is searched for: required and missing ones first, else in the order of their side. */
export function rowsOf(known: Known): readonly Row[] {
  const missing = new Set(missingTargets(known).map(({ path }) => path))
  const byTarget = Map.groupBy(known.edges, targetOf)
  const fields = fieldsOf(known, 'target')
  const paths = new Set(fields.map(({ path }) => path))
  const rows = fieldsWithLines(fields, known.edges)
    .filter((field) => fits(field, known.search.target))
    .map((field): Row => {
      const lines = byTarget.get(field.path) ?? []
      return {
        field,
        isKnown: paths.has(field.path),
        line: lines[0] ?? null,
        isDoubled: lines.length > 1,
        isMissing: missing.has(field.path),
      }
    })
  return [...rows.filter(({ isMissing }) => isMissing), ...rows.filter(({ isMissing }) => !isMissing)]
}

/** Rows of which one filter is, by what is written around and inside of them too. */
function rowsBy(rows: readonly Row[], edges: readonly MappingEdge[]): Readonly<Record<FilterBy, readonly Row[]>> {
  const isWritten = writtenBy(edges)
  return {
    all: rows,
    required: rows.filter(({ field }) => field.isRequired),
    unmapped: rows.filter(({ field }) => !isWritten(field.path)),
  }
}

/** The filter as it is chosen now, with the rows that it leaves. */
export const filtered = (known: Known, by: FilterBy): Filter => ({
  by,
  paths: by === 'all' ? [] : rowsBy(rowsOf(known), known.edges)[by].map(({ field }) => field.path),
})

type Worked = Pick<MappingContext, 'filter' | 'picked' | 'refused' | 'selected'>

/** The rows that are shown, and how many each filter leaves. A row that is worked on, or was shown when the filter was chosen, stays. */
export function shownRows(known: Known & Worked) {
  const { filter, picked, refused, selected } = known
  const all = rowsOf(known)
  const by = rowsBy(all, known.edges)
  const kept = new Set([...filter.paths, ...by[filter.by].map(({ field }) => field.path)])
  const isWorkedOn = ({ field: { path }, line }: Row) =>
    (picked?.side === 'target' && picked.path === path) || refused?.path === path || (line !== null && line.id === selected)
  return {
    rows: all.filter((row) => kept.has(row.field.path) || isWorkedOn(row)),
    counts: { all: all.length, required: by.required.length, unmapped: by.unmapped.length },
  }
}
