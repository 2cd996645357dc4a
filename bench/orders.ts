/** The records of the benchmark and the mapping of eight fields that is made of each. */
import type { MappingEdge } from '#contract/connectors/config/config.ts'

export const pageSize = 100

const order = (id: number) => ({
  id,
  number: `SO-${id}`,
  placedAt: new Date(1_767_600_000_000 + id * 1_000).toISOString(),
  status: 'delivered',
  currency: 'EUR',
  total: (id % 1_000) / 4,
  customer: {
    id: id % 500,
    name: `Customer ${id % 500}`,
    email: `customer${id % 500}@shop.example`,
    address: { street: `Long street ${id % 90}`, city: 'Antwerp', country: 'BE', zip: '2000' },
  },
  lines: Array.from({ length: 4 }, (_, at) => ({
    sku: `SKU-${at}`,
    title: `Article number ${at} of this order`,
    quantity: at + 1,
    price: 12.5,
  })),
  note: 'Leave it with the neighbour when nobody is at home, please. '.repeat(3),
})

/** A page as JSON. */
export function pageOf(offset: number, limit: number, total: number): string {
  const items = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, at) => order(offset + at + 1))
  return JSON.stringify({ items, total })
}

const fields = [
  ['id', 'orderId', 'string'],
  ['number', 'reference', 'string'],
  ['placedAt', 'orderedAt', 'date'],
  ['status', 'state', 'string'],
  ['total', 'amount', 'number'],
  ['customer.name', 'contact.name', 'string'],
  ['customer.email', 'contact.email', 'string'],
  ['lines', 'lines', 'array'],
] as const

export const mapping: MappingEdge[] = fields.map(([sourcePath, targetPath, targetDataType], at) => ({
  id: String(at),
  source: sourcePath,
  target: targetPath,
  sourcePath,
  targetPath,
  targetDataType,
}))
