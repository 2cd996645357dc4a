import { expect, it } from 'vitest'
import { madeOf } from '#server/features/studio/investigator/made-of.ts'

const config = {
  name: 'Orders',
  trigger: { type: 'manual' as const },
  source: { type: 'http' as const, url: 'https://shop.example.com/orders', isList: true, listPath: 'orders' },
  destination: { type: 'http' as const, url: 'https://erp.example.com/rows' },
  dataMapping: [],
  enrichment: [],
}
const each = { path: 'line_items', empty: 'leaveOut' as const }
const line = { name: 'Anna Berg', number: 'SO-1001', item: { sku: 'shirt', number: 'no order' }, itemNumber: 3 }

it('says which line of which order a record is', () => {
  const split = { ...config, records: { each } }
  expect(madeOf(split, line)).toEqual({ kind: 'line', number: 3, noun: 'order', name: 'SO-1001' })
  expect(madeOf(split, { ...line, number: undefined }), 'without a number').toMatchObject({ name: 'Anna Berg' })
  expect(madeOf(split, { item: { sku: 'shirt' }, itemNumber: 1 })).toMatchObject({ number: 1, name: null })
  expect(madeOf(split, { number: 'SO-1', line_items: [] }), 'a record without items').toBeUndefined()
  expect(madeOf(config, line), 'a record that only looks like a line').toBeUndefined()
})

it('says of a group what its records have in common, and how many it counted', () => {
  const total = { target: 'total', do: 'sum' as const, path: 'item.amount' }
  const grouped = (lines: object[]) => ({
    ...config,
    records: { each, group: { by: ['customer.id', 'country'], lines: lines as [] } },
  })
  const group = { customer: { id: 7 }, country: null, total: 20, orders: 2 }
  const by = [
    { path: 'customer.id', value: '7' },
    { path: 'country', value: null },
  ]
  expect(madeOf(grouped([total]), group)).toEqual({ kind: 'group', by, records: null })
  expect(madeOf(grouped([total, { target: 'orders', do: 'count' }]), group)).toEqual({ kind: 'group', by, records: 2 })
  expect(madeOf(grouped([{ target: 'orders', do: 'count', path: 'id' }]), group), 'a count of values').toMatchObject({
    records: null,
  })
})
