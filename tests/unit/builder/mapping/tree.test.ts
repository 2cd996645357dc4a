import { describe, expect, it } from 'vitest'

import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { anchorsOf, rowsOfTree, type TreeRow, treeOf } from '#src/machines/builder/mapping/tree.ts'

const field = (path: string, rest: Partial<ShapeField> = {}): ShapeField => ({
  path,
  types: ['string'],
  isRequired: false,
  ...rest,
})
const nothing = { shut: new Set<string>(), search: '', missing: new Set<string>() }
const drawn = (rows: readonly TreeRow[]) => rows.map(({ level, name }) => `${'  '.repeat(level - 1)}${name}`)

const order = ['id', 'customer.name', 'customer.address.city', 'lines', 'lines[*].sku', 'tags[*]', 'total'].map((path) =>
  field(path),
)

describe('the tree of a side', () => {
  it('puts fields under what stands around them, and a list is one branch', () => {
    expect(drawn(rowsOfTree(treeOf(order), nothing))).toEqual([
      'id',
      'customer',
      '  name',
      '  address',
      '    city',
      'lines',
      '  sku',
      'tags[*]',
      'total',
    ])
  })

  it('tells fields from what only stands around them', () => {
    const rows = rowsOfTree(treeOf(order), nothing)
    expect(rows.filter(({ field: own }) => own === null).map(({ path }) => path)).toEqual(['customer', 'customer.address'])
    expect(rows.map(({ position, count }) => `${position}/${count}`)).toEqual([
      '1/5',
      '2/5',
      '1/2',
      '2/2',
      '1/1',
      '3/5',
      '1/1',
      '4/5',
      '5/5',
    ])
  })

  it('hides what is inside of a shut branch', () => {
    const rows = rowsOfTree(treeOf(order), { ...nothing, shut: new Set(['customer', 'lines']) })
    expect(drawn(rows)).toEqual(['id', 'customer', 'lines', 'tags[*]', 'total'])
    expect(rows[1]).toMatchObject({ hasInside: true, isOpen: false })
  })

  it('shows what fits a search with what stands around it, shut or not', () => {
    const rows = rowsOfTree(treeOf(order), { ...nothing, search: ' CITY', shut: new Set(['customer']) })
    expect(drawn(rows)).toEqual(['customer', '  address', '    city'])
    expect(rowsOfTree(treeOf([field('a', { description: 'Postal code' })]), { ...nothing, search: 'postal' })).toHaveLength(1)
    expect(rowsOfTree(treeOf(order), { ...nothing, search: 'nowhere' })).toEqual([])
  })

  it('puts what is missing on top under its whole path, once', () => {
    const rows = rowsOfTree(treeOf(order), { ...nothing, missing: new Set(['customer.address.city', 'total']) })
    expect(drawn(rows).slice(0, 3)).toEqual(['customer.address.city', 'total', 'id'])
    expect(rows.filter(({ isMissing }) => isMissing)).toHaveLength(2)
    expect(rows.filter(({ path }) => path === 'total' || path === 'customer.address.city')).toHaveLength(2)
  })

  it('reads odd names whole', () => {
    expect(drawn(rowsOfTree(treeOf([field('a["odd.name"].b')]), nothing))).toEqual(['a["odd.name"]', '  b'])
  })
})

describe('the end of a line', () => {
  const anchor = anchorsOf(rowsOfTree(treeOf(order), { ...nothing, shut: new Set(['customer', 'lines']) }))

  it('stands at its field', () => {
    expect([anchor('id'), anchor('total'), anchor('tags[*]')]).toEqual([0, 4, 3])
  })

  it('stands at the shut branch around its field', () => {
    expect([anchor('customer.address.city'), anchor('lines[*].sku')]).toEqual([1, 2])
  })

  it('stands nowhere when its field is hidden or unknown', () => {
    expect(anchor('elsewhere.x')).toBeNull()
    expect(anchorsOf(rowsOfTree(treeOf(order), { ...nothing, search: 'name' }))('customer.address.city')).toBeNull()
  })
})
