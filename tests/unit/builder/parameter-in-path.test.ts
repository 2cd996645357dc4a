import { expect, it } from 'vitest'

import { blankParameter, parameterInPath } from '#src/machines/builder/enrichment/enrichment-rules.ts'

const url = (path: string) => `https://crm.example.com/${path}`

it('a place in the address becomes the first parameter, with the field of the same name', () => {
  expect(parameterInPath(url('customers/{id}'), [blankParameter], ['id', 'name'])).toEqual({
    in: 'path',
    name: 'id',
    sourcePath: 'id',
  })
  expect(parameterInPath(url('customers/{key}'), [blankParameter], ['id'])).toEqual({ in: 'path', name: 'key', sourcePath: '' })
})

it('what somebody said of a parameter stays, and so does an address without or with several places', () => {
  const own = { in: 'query', name: 'q', sourcePath: 'id' } as const
  expect(parameterInPath(url('{id}'), [own], ['id'])).toBeNull()
  expect(parameterInPath(url('{id}'), [blankParameter, own], ['id'])).toBeNull()
  expect(parameterInPath(url('{id}/{no}'), [blankParameter], ['id'])).toBeNull()
  expect(parameterInPath(url('customers'), [blankParameter], ['id'])).toBeNull()
  expect(parameterInPath('no address {id}', [blankParameter], ['id'])).toBeNull()
})

it('a name that is typed letter by letter ends as the whole name', () => {
  const first = { in: 'path', name: 'cust', sourcePath: '' } as const
  expect(parameterInPath(url('{customer}'), [first], ['customer'])).toEqual({
    in: 'path',
    name: 'customer',
    sourcePath: 'customer',
  })
})

it('a completed name stands for the field whose path the URL cannot contain', () => {
  expect(parameterInPath(url('items/{lines-0-.sku}'), [blankParameter], ['lines[0].sku'])?.sourcePath).toBe('lines[0].sku')
})
