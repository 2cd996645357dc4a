/** What the demo connector knows of the records of its sides before anybody has asked for one. */
import type { DraftShapes, RecordShape } from '#contract/connectors/config/shape.ts'
import { sandboxDefinitions } from '../../library/ready-made/sandbox.ts'
import { order } from '../sandbox/shop.ts'

const examples = 3

/** As the built-in shop has them, and as the mapping of the demo makes them for the built-in CRM. */
const orders = Array.from({ length: examples }, (_, at) => order(at + 1))
const delivered = orders.map(({ number, placedAt, customer, total, currency, lines }) => ({
  orderNumber: number,
  orderedAt: placedAt,
  contact: { name: customer.name, email: customer.email, city: customer.address.city },
  amount: total,
  currency,
  lines: lines.map(({ sku, quantity }) => ({ article: sku, quantity })),
}))

const withExamples = (shape: RecordShape | undefined, records: readonly unknown[]) =>
  shape === undefined ? undefined : { ...shape, examples: [...records] }

/** @param origin under which this process reaches its own sandbox. */
export function demoShapes(origin: string): DraftShapes {
  const { source, destination } = sandboxDefinitions(origin).find(({ id }) => id === 'sandbox-shop-to-crm')?.shapes ?? {}
  const [read, written] = [withExamples(source, orders), withExamples(destination, delivered)]
  return { ...(read ? { source: read } : {}), ...(written ? { destination: written } : {}) }
}
