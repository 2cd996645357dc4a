import { describe, expect, it } from 'vitest'
import { namesOf, termsOf } from '#contract/builder/suggestions/suggestion-names.ts'
import { kindOf } from '#contract/builder/suggestions/suggestion-values.ts'
import { suggest } from '#contract/builder/suggestions/suggestions.ts'
import { valuesAt } from '#contract/builder/suggestions/value-at.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'

const field = (path: string, type: ShapeField['types'][number] = 'string'): ShapeField => ({
  path,
  types: [type],
  isRequired: false,
})
const fields = (...paths: string[]) => paths.map((path) => field(path))
const nobody = { targets: new Set<string>() }

const pairs = (source: readonly ShapeField[], target: readonly ShapeField[], examples: readonly unknown[] = []) =>
  suggest(source, target, examples, nobody).map(({ sourcePath, targetPath }) => `${sourcePath} → ${targetPath}`)

describe('names', () => {
  it.each([
    ['firstName', ['first', 'name']],
    ['FirstName', ['first', 'name']],
    ['first_name', ['first', 'name']],
    ['first-name', ['first', 'name']],
    ['firstname', ['first', 'name']],
    ['customerIDs', ['customer', 'id']],
    ['HTMLBody', ['html', 'body']],
    ['addr1', ['addr', '1']],
    ['categories', ['category']],
    ['status', ['status']],
    ['address', ['address']],
  ])('%s is read as words', (name, words) => {
    expect(termsOf(name)).toEqual(words)
  })

  it('are read from a path with lists and odd names', () => {
    expect(namesOf('lines[*].items[0]["odd.name"].sku')).toEqual(['lines', 'items', 'odd.name', 'sku'])
  })
})

describe('a suggestion', () => {
  it.each([
    ['first_name', 'firstName'],
    ['phone', 'telephone'],
    ['billing.zip', 'billing_address.postcode'],
    ['items[*].qty', 'lines[*].quantity'],
    ['dob', 'birthDate'],
    ['created_at', 'dateCreated'],
    ['est_weight', 'estimated_weight'],
  ])('joins %s and %s', (source, target) => {
    expect(pairs(fields('unrelated', source), fields('elsewhere', target))).toEqual([`${source} → ${target}`])
  })

  it('knows the id of a record by what the record is called', () => {
    const found = (record?: string) =>
      suggest(fields('id', 'name'), fields('customerId', 'orderId'), [], {
        ...nobody,
        ...(record === undefined ? {} : { record }),
      })
    expect(found('customer').map(({ sourcePath, targetPath }) => `${sourcePath} → ${targetPath}`)).toEqual(['id → customerId'])
    expect(found()).toEqual([])
    expect(found('invoice')).toEqual([])
  })

  it('minds the place', () => {
    const source = fields('billing.city', 'shipping.city')
    expect(pairs(source, fields('bill_to.city', 'deliver_to.town'))).toEqual([
      'billing.city → bill_to.city',
      'shipping.city → deliver_to.town',
    ])
  })

  it('is not made where two are as good', () => {
    expect(pairs(fields('home.city', 'office.city'), fields('city'))).toEqual([])
  })

  it('gives each field once', () => {
    const found = suggest(fields('email', 'name'), fields('email', 'email_address', 'name'), [], nobody)
    expect(new Set(found.map(({ sourcePath }) => sourcePath)).size).toBe(found.length)
    expect(found.map(({ targetPath }) => targetPath)).toContain('name')
  })

  it('knows a state beside a city from a state of an order', () => {
    expect(pairs(fields('state'), fields('status'))).toEqual(['state → status'])
    expect(pairs(fields('state', 'city', 'zip'), fields('status'))).toEqual([])
    expect(pairs(fields('state', 'city', 'zip'), fields('region', 'town'))).toContain('state → region')
  })

  it('never touches what is taken, nor what stands around or inside of it', () => {
    const taken = { targets: new Set(['customer.email', 'address']), sources: new Set(['phone']) }
    const source = fields('email', 'city', 'phone', 'note')
    const found = suggest(source, fields('customer.email', 'address.city', 'phone', 'note'), [], taken)
    expect(found.map(({ targetPath }) => targetPath)).toEqual(['note'])
  })

  it('suggests no field that holds others', () => {
    expect(
      pairs([field('address', 'object'), field('address.city')], [field('address', 'object'), field('address.city')]),
    ).toEqual(['address.city → address.city'])
  })

  it('believes values more than names', () => {
    const source = fields('contact')
    const target = fields('contact_email')
    const score = (examples: readonly unknown[]) => suggest(source, target, examples, nobody)[0]?.score ?? 0
    expect(score([{ contact: 'ada@example.test' }])).toBeGreaterThan(score([{ contact: '+15142546011' }]))
  })

  it('is held back by types that never fit', () => {
    expect(pairs([field('comments', 'integer')], [field('comment', 'array')])).toEqual([])
  })

  it('says why', () => {
    const [found] = suggest(
      fields('billing.e_mail'),
      fields('billing.email'),
      [{ billing: { e_mail: 'ada@example.test' } }],
      nobody,
    )
    expect(found?.reasons).toEqual([
      { code: 'sameMeaning', source: 'e mail', target: 'email' },
      { code: 'samePlace', place: 'billing' },
      { code: 'values', kind: 'email' },
      { code: 'sameType', type: 'string' },
    ])
  })

  it('comes with a reason, a score from 0 to 1, and the best first', () => {
    const found = suggest(fields('email', 'city', 'qty'), fields('e_mail', 'town', 'quantity'), [], nobody)
    const scores = found.map(({ score }) => score)
    expect(found).toHaveLength(3)
    expect(found.every(({ reasons }) => reasons.length > 0)).toBe(true)
    expect(scores).toEqual(scores.toSorted((a, b) => b - a))
    expect(scores.every((score) => score > 0 && score <= 1)).toBe(true)
  })

  it('is none where a side is empty', () => {
    expect([...pairs([], fields('a')), ...pairs(fields('a'), [])]).toEqual([])
  })
})

describe('values', () => {
  it.each([
    ['email', ['ada@example.test', null, '']],
    ['date', ['2026-01-02', '2026-01-02T08:59:58Z']],
    ['phone', ['+1 514 254 6011', '(514) 254-6011']],
    ['url', ['https://example.test/a']],
    ['uuid', ['2f0ac9ad-6c1e-4a5d-8d9e-1e5f3a4b8c01']],
    ['currency', ['USD', 'eur']],
    ['country', ['CA']],
    ['integer', [1, '2']],
    ['number', [1, 2.5]],
    ['flag', [true, false]],
    [null, ['a', 'ada@example.test']],
    [null, []],
  ] as const)('look like %s', (kind, values) => {
    expect(kindOf(values)).toBe(kind)
  })

  it('are read through lists, and own members only', () => {
    expect(valuesAt({ lines: [{ sku: 'a' }, { sku: 'b' }] }, 'lines[*].sku')).toEqual(['a', 'b'])
    expect(valuesAt({}, 'constructor.name')).toEqual([])
  })
})
