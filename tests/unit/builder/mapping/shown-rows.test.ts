import { expect, test } from 'vitest'

import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { filtered, shownRows } from '#src/machines/builder/mapping/rows.ts'

const field = (path: string, isRequired: boolean): ShapeField => ({ path, types: ['string'], isRequired })
const side = (...fields: ShapeField[]) => ({
  fields,
  examples: [],
  origin: 'typed' as const,
  takenAt: '2026-11-20T10:00:00.000Z',
})
const shapes = { destination: side(field('id', true), field('name', false), field('address.city', false)) }
const line = (target: string): MappingEdge => ({ id: `to ${target}`, source: 'x', target, sourcePath: 'x', targetPath: target })
const search = { source: '', target: '' }
const idle = { picked: null, refused: null, selected: null }
const pathsOf = (rows: ReturnType<typeof shownRows>['rows']) => rows.map(({ field: { path } }) => path)

test('a filter leaves what it names, and counts it; a field inside of which something is written is mapped', () => {
  const known = { shapes, search, edges: [line('id'), line('address.city.code')] }
  const { rows, counts } = shownRows({ ...known, ...idle, filter: filtered(known, 'unmapped') })
  expect(pathsOf(rows)).toEqual(['name'])
  expect(counts).toEqual({ all: 4, required: 1, unmapped: 1 })
})

test('a row that is mapped while only others are shown stays until the filter is chosen anew', () => {
  const filter = filtered({ shapes, search, edges: [] }, 'unmapped')
  const known = { shapes, search, edges: [line('name')] }
  const { rows, counts } = shownRows({ ...known, ...idle, filter })
  expect(pathsOf(rows)).toContain('name')
  expect(counts.unmapped).toBe(2)
  expect(pathsOf(shownRows({ ...known, ...idle, filter: filtered(known, 'unmapped') }).rows)).not.toContain('name')
})

test('a row that is worked on is shown under every filter', () => {
  const known = { shapes, search, edges: [line('name')] }
  const filter = filtered(known, 'required')
  expect(pathsOf(shownRows({ ...known, ...idle, filter, selected: 'to name' }).rows)).toEqual(['id', 'name'])
  const picked = { side: 'target' as const, path: 'address.city' }
  expect(pathsOf(shownRows({ ...known, ...idle, filter, picked }).rows)).toEqual(['id', 'address.city'])
})
