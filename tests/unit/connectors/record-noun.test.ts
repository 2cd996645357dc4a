/** What the records of a source are called. */
import { expect, it } from 'vitest'

import { countedNoun, plainNoun, recordNounOf } from '#contract/connectors/runs/record-noun.ts'

const http = (url: string, listPath = '') => ({ type: 'http' as const, url, isList: true, listPath })

it.each([
  [http('https://shop.example/api', 'customers'), 'customer', 'customers'],
  [http('https://shop.example/api', 'data.salesOrders'), 'sales order', 'sales orders'],
  [http('https://shop.example/v2/companies.json?page=1', 'items'), 'company', 'companies'],
  [http('https://shop.example/people/'), 'person', 'people'],
  [http('https://shop.example/sales_addresses'), 'sales address', 'sales addresses'],
  [
    { type: 'database' as const, databaseConfig: { engine: 'mysql' as const, host: 'h', database: 'd', table: 'crm.deals' } },
    'deal',
    'deals',
  ],
])('of %j they are "%s" and "%s"', (source, one, other) => expect(recordNounOf(source)).toEqual({ one, other }))

it.each([
  http('https://shop.example', 'data'),
  http('https://customers.example'),
  http('https://shop.example/status'),
  http('https://shop.example/42'),
  http('https://shop.example/a%20bs', 'results'),
  { type: 'azure' as const },
  undefined,
])('are records where nothing names them: %j', (source) => expect(recordNounOf(source)).toEqual(plainNoun))

it('are counted with their number', () => {
  const noun = { one: 'customer', other: 'customers' }
  expect([countedNoun(noun, 1), countedNoun(noun, 0), countedNoun(noun, 1_204)]).toEqual([
    '1 customer',
    '0 customers',
    '1,204 customers',
  ])
  expect(recordNounOf(http('https://shop.example/orders'), true)).toEqual(plainNoun)
})
