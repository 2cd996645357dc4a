/** A filter and formulas of a draft are those that the sentence says, over fields that the systems have; everything else is said to be missing. */
import { describe, expect, it } from 'vitest'
import type { DraftShapes, ShapeField } from '#contract/connectors/config/shape.ts'
import { recordsIn } from '#server/features/assistant/wishes/records.ts'

const field = (path: string, type: ShapeField['types'][number] = 'string'): ShapeField => ({
  path,
  types: [type],
  isRequired: false,
})
const side = (...fields: ShapeField[]) => ({
  fields,
  examples: [],
  origin: 'library' as const,
  takenAt: new Date(0).toISOString(),
})
const shapes: DraftShapes = {
  source: side(
    ...['id', 'status', 'financial_status', 'shipping_address.country_code', 'created_at', 'customer.email'].map((path) =>
      field(path),
    ),
    ...[
      field('total', 'number'),
      field('quantity', 'integer'),
      field('unitPrice', 'number'),
      field('paid', 'boolean'),
      field('line_items[*].sku'),
    ],
  ),
  destination: side(field('amount', 'number'), field('lineTotal', 'number'), field('name')),
}
const read = (text: string) => recordsIn(text, shapes)

describe('a filter', () => {
  it.each([
    ['only orders where status is paid', { all: [{ path: 'status', is: 'is', to: 'paid' }] }],
    ['only orders whose total is over 50 euros', { all: [{ path: 'total', is: 'greater', to: 50 }] }],
    ['just orders with a total of', null],
    [
      'from Shopify to HubSpot, only orders with total above 50.5 every hour',
      { all: [{ path: 'total', is: 'greater', to: 50.5 }] },
    ],
    [
      'where financial status is "partially paid" and total >= 10, and send them to HubSpot',
      {
        all: [
          { path: 'financial_status', is: 'is', to: 'partially paid' },
          { path: 'total', is: 'atLeast', to: 10 },
        ],
      },
    ],
    ['only if country code is DE or AT', { all: [{ path: 'shipping_address.country_code', is: 'oneOf', to: ['DE', 'AT'] }] }],
    [
      'where country code is one of DE, AT and CH',
      { all: [{ path: 'shipping_address.country_code', is: 'oneOf', to: ['DE', 'AT', 'CH'] }] },
    ],
    [
      'where status is open or total is less than 5',
      {
        any: [
          { path: 'status', is: 'is', to: 'open' },
          { path: 'total', is: 'less', to: 5 },
        ],
      },
    ],
    ['only orders where the customer email is not empty', { all: [{ path: 'customer.email', is: 'isNotEmpty' }] }],
    ["where status isn't cancelled", { all: [{ path: 'status', is: 'isNot', to: 'cancelled' }] }],
    ['where created_at is in the last 30 days', { all: [{ path: 'created_at', is: 'atLeast', to: { ago: 2_592_000 } }] }],
    ['only paid orders from Shopify to HubSpot', { all: [{ path: 'paid', is: 'is', to: true }] }],
  ])('is read: %s', (text, only) => expect(read(text).only).toEqual(only))

  it.each([
    ['where colour is red'],
    ['only orders where status is paid and colour is red'],
    ['where status is open or total is over 5 and paid is yes'],
    ['where total is over many'],
    ['where line_items sku is A1'],
    ['only gifted orders'],
  ])('that is not understood as a whole is not set, and is said: %s', (text) => {
    expect(read(text).missed.length).toBeGreaterThan(0)
  })

  it('is no wish where a sentence says "only" of something else', () => {
    for (const text of ['only new or changed orders', 'only once a day', 'only weekdays', 'from Shopify to HubSpot every hour'])
      expect(read(text)).toEqual({ only: null, each: null, group: null, formulas: [], missed: [] })
  })
})

describe('a formula', () => {
  it.each([
    ['set amount to quantity * unit price', 'amount', 'quantity * unitPrice'],
    ['amount = quantity times unit price', 'amount', 'quantity * unitPrice'],
    ['calculate line total as (total - 5) * 1.2 rounded to 2 decimal places', 'lineTotal', 'round((total - 5) * 1.2, 2)'],
    ['set amount to total divided by quantity and send it to HubSpot', 'amount', 'total / quantity'],
  ])('is read: %s', (text, target, formula) => {
    expect(read(text)).toEqual({ only: null, each: null, group: null, formulas: [{ target, text: formula }], missed: [] })
  })

  it.each(['set amount to quantity * colour', 'amount = quantity *', 'set amount to total'])(
    'that is not understood is not set, and is said: %s',
    (text) => expect(read(text)).toMatchObject({ formulas: [], missed: [text] }),
  )
})

it('reads a filter and a formula of one sentence', () => {
  expect(read('only orders where status is paid and set amount to quantity * unit price')).toEqual({
    only: { all: [{ path: 'status', is: 'is', to: 'paid' }] },
    each: null,
    group: null,
    formulas: [{ target: 'amount', text: 'quantity * unitPrice' }],
    missed: [],
  })
})

describe('lines of items', () => {
  const each = { path: 'line_items', empty: 'leaveOut' } as const
  it.each([
    'from Shopify to HubSpot, one row for each order line',
    'Send one record per line item to HubSpot every hour',
    'a row for every item of the order',
    'split orders into line items, only orders where status is paid',
    'one line per "line_items"',
  ])('are read: %s', (text) => expect(read(text)).toMatchObject({ each, missed: [] }))

  it('leave formulas the fields of the items', () => {
    const source = side(...['id', 'line_items[*].id', 'line_items[*].qty', 'line_items[*].price'].map((path) => field(path)))
    const found = recordsIn('one row per order line and set amount to qty * price', { ...shapes, source })
    expect(found.each).toEqual({ ...each, key: 'id' })
    expect(found.formulas).toEqual([{ target: 'amount', text: 'item.qty * item.price' }])
  })

  it('are no wish where each record is one anyway', () => {
    for (const text of ['one record per order', 'split payments from Shopify to HubSpot', 'one row for each day'])
      expect(read(text)).toMatchObject({ each: null, missed: [] })
  })

  it('of a list that is not known, or of one of several, are not set, and it is said', () => {
    const source = side(field('lines[*].a'), field('positions[*].b'))
    expect(recordsIn('one row for each item', { source })).toMatchObject({ each: null, missed: ['row for each item'] })
    expect(recordsIn('one row for each position', { source }).each).toMatchObject({ path: 'positions' })
    expect(recordsIn('one row for each order line', { source: side(field('id')) }).missed).toHaveLength(1)
  })
})

describe('groups', () => {
  const source = side(
    ...['id', 'customer.id', 'customer.email', 'country', 'created_at'].map((path) => field(path)),
    ...[field('total', 'number'), field('line_items[*].sku'), field('line_items[*].quantity', 'integer')],
  )
  const wished = (text: string) => recordsIn(text, { ...shapes, source })
  const total = { target: 'total', do: 'sum', path: 'total' }
  const orders = { target: 'orders', do: 'count' }
  it.each<[string, object]>([
    ['one record per customer with the sum of total', { by: ['customer.id'], lines: [total] }],
    [
      'one row for each customer with the total of total and the number of orders',
      { by: ['customer.id'], lines: [total, orders] },
    ],
    ['group orders by customer email and country with the sum of total', { by: ['customer.email', 'country'], lines: [total] }],
    ['the sum of total per country, every day at 6', { by: ['country'], lines: [total] }],
    ['grouped by country', { by: ['country'], lines: [{ target: 'records', do: 'count' }] }],
    [
      'one record per country with the highest total, the last total and a list of customer emails',
      {
        by: ['country'],
        lines: [
          { target: 'total', do: 'max', path: 'total' },
          { target: 'last_total', do: 'last', path: 'total' },
          { target: 'email', do: 'list', path: 'customer.email' },
        ],
      },
    ],
  ])('are read: %s', (text, group) => expect(wished(text)).toMatchObject({ group, each: null, missed: [] }))

  it('add up the lines of records, after the filter', () => {
    expect(
      wished('only orders where total is over 5, one row per line item, then group by sku with the sum of quantity'),
    ).toEqual({
      only: { all: [{ path: 'total', is: 'greater', to: 5 }] },
      each: { path: 'line_items', empty: 'leaveOut' },
      group: { by: ['item.sku'], lines: [{ target: 'quantity', do: 'sum', path: 'item.quantity' }] },
      formulas: [],
      missed: [],
    })
  })

  const people = side(...['email', 'name', 'first_name', 'last_name'].map((path) => field(path)))
  it.each(['send the last name by email to Slack', 'first name and last name by email'])(
    'are no wish where a field begins with the name of a function: %s',
    (text) => expect(recordsIn(text, { ...shapes, source: people })).toMatchObject({ group: null, missed: [] }),
  )

  it.each([
    'one record per country with the average of total',
    'one record per country with the sum of total, the average of total',
    'one record per customer and day with the sum of total',
    'one record per country with the sum of total and created_at',
    'the sum of total and created_at per country',
  ])('are not set where a part of them is not known, and it is said: %s', (text) => {
    const { group, missed } = wished(text)
    expect([group, missed.length]).toEqual([null, 1])
  })

  it('by fields that are not known are not set, and it is said', () => {
    for (const text of [
      'group by colour',
      'one record per customer with the sum of weight',
      'record per colour with the sum of total',
    ])
      expect(wished(text)).toMatchObject({ group: null, missed: [text.replace('one ', '')] })
  })

  it('are no wish where each record is one anyway', () => {
    for (const text of [
      'one record per customer',
      'the first 10 orders per day',
      'number of orders per day',
      'sync customers by email',
    ])
      expect(wished(text)).toMatchObject({ group: null, missed: [] })
  })
})
