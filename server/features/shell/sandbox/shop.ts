/** What the built-in shop holds: the same orders and customers on every machine and after every restart. */

export const customerCount = 80
export const orderCount = 240

function pick<T>(list: readonly T[], at: number): T {
  const it = list[at % list.length]
  if (it === undefined) throw new Error('nothing to pick from')
  return it
}

const givenNames = [
  'Ada',
  'Alan',
  'Barbara',
  'Donald',
  'Edsger',
  'Frances',
  'Grace',
  'Hedy',
  'Ken',
  'Margaret',
  'Radia',
  'Tim',
] as const
const familyNames = [
  'Abel',
  'Berg',
  'Costa',
  'Díaz',
  'Eriksen',
  'Fontaine',
  'Grünwald',
  'Haas',
  'Ivanov',
  'Jansen',
  'Kowalska',
] as const
const cities = [
  ['Antwerp', 'BE'],
  ['Bergen', 'NO'],
  ['Coimbra', 'PT'],
  ['Delft', 'NL'],
  ['Graz', 'AT'],
  ['Lyon', 'FR'],
  ['Tartu', 'EE'],
] as const
const goods = [
  ['LAMP-01', 'Desk lamp', 4950],
  ['CHAIR-07', 'Folding chair', 3900],
  ['MUG-12', 'Enamel mug', 1150],
  ['BOOK-33', 'Notebook, ruled', 690],
  ['PEN-02', 'Fountain pen', 2700],
  ['BAG-19', 'Canvas bag', 3250],
] as const
const states = ['paid', 'paid', 'shipped', 'delivered', 'delivered', 'returned'] as const

const day = 86_400_000
const firstOrder = Date.UTC(2026, 0, 5, 8, 30)

export type Customer = {
  readonly id: number
  readonly name: string
  readonly email: string
  readonly address: { readonly street: string; readonly city: string; readonly country: string }
  readonly createdAt: string
}

/** A customer by number, from 1 on. */
export function customer(id: number): Customer {
  const given = pick(givenNames, id * 5)
  const family = pick(familyNames, id * 3)
  const [city, country] = pick(cities, id)
  return {
    id,
    name: `${given} ${family}`,
    email: `customer${id}@shop.example`,
    address: { street: `${family} street ${1 + ((id * 7) % 90)}`, city, country },
    createdAt: new Date(firstOrder - id * day).toISOString(),
  }
}

export type Order = {
  readonly id: number
  readonly number: string
  readonly placedAt: string
  readonly status: string
  readonly currency: string
  /** In units of the currency. */
  readonly total: number
  readonly customer: Customer
  readonly lines: readonly { readonly sku: string; readonly title: string; readonly quantity: number; readonly price: number }[]
  readonly note: string | null
}

/** An order by number, from 1 on. */
export function order(number: number): Order {
  const lines = Array.from({ length: 1 + (number % 3) }, (_, at) => {
    const [sku, title, cents] = pick(goods, number * 5 + at)
    return { sku, title, quantity: 1 + ((number + at) % 4), price: cents / 100 }
  })
  const cents = lines.reduce((sum, { quantity, price }) => sum + quantity * Math.round(price * 100), 0)
  return {
    id: 1_000 + number,
    number: `SO-${1_000 + number}`,
    placedAt: new Date(firstOrder + number * 3_700_000).toISOString(),
    status: pick(states, number),
    currency: 'EUR',
    total: cents / 100,
    customer: customer(1 + ((number * 13) % customerCount)),
    lines,
    note: number % 9 === 0 ? 'Please ring twice' : null,
  }
}
