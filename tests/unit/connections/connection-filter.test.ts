import { expect, it } from 'vitest'
import type { ConnectionItem } from '#contract/connections/connection.ts'
import { filteredConnections, ownersOf } from '#src/machines/connections/connection-filter.ts'

const ada = { _id: 'a', name: 'Ada' }
const ben = { _id: 'b', name: 'Ben' }
const item = (name: string, more: Partial<ConnectionItem>) =>
  ({ name, kind: 'http', state: 'working', owner: ada, address: 'shop.example.test', system: null, ...more }) as ConnectionItem
const items = [
  item('CRM', { owner: ben, state: 'off' }),
  item('Shop', {}),
  item('Warehouse', { kind: 'database', address: 'db.example.test', state: 'failing' }),
  item('Forum', { owner: null, state: 'ended' }),
]
const none = { search: '', state: 'all', kind: 'all', owner: '' } as const
const names = (filter: Parameters<typeof filteredConnections>[1]) =>
  filteredConnections(items, filter).shown.map(({ name }) => name)

it('shows what needs somebody first', () => {
  expect(names(none)).toEqual(['Warehouse', 'Forum', 'CRM', 'Shop'])
})

it('finds names, addresses and owners, and counts each status of what else fits', () => {
  expect(names({ ...none, search: ' DB.example' })).toEqual(['Warehouse'])
  expect(names({ ...none, search: 'ben' })).toEqual(['CRM'])
  expect(names({ ...none, owner: 'a', kind: 'http' })).toEqual(['Shop'])
  const { shown, counts } = filteredConnections(items, { ...none, owner: 'a', state: 'failing' })
  expect(shown.map(({ name }) => name)).toEqual(['Warehouse'])
  expect(counts).toMatchObject({ all: 2, working: 1, failing: 1, off: 0 })
})

it('offers each owner once', () => {
  expect(ownersOf(items)).toEqual([ada, ben])
})
