/** The systems that every Datacrane brings along: they work at once, without an account. */
import type { ConnectorConfig, MappingEdge, SourceConfig } from '#contract/connectors/config/config.ts'
import { type Definition, shape } from './define.ts'
import { demoConfig, demoName } from './demo-connector.ts'

const category = 'Sandbox'

const customerFields = (before: string) => ({
  [`${before}id`]: 'integer!',
  [`${before}name`]: 'string!',
  [`${before}email`]: 'string!',
  [`${before}address.street`]: 'string!',
  [`${before}address.city`]: 'string!',
  [`${before}address.country`]: 'string!',
  [`${before}createdAt`]: 'date!',
})

const order = {
  id: 'integer!',
  number: 'string!',
  placedAt: 'date!',
  status: 'string!',
  currency: 'string!',
  total: 'number!',
  ...customerFields('customer.'),
  'lines[*].sku': 'string!',
  'lines[*].title': 'string!',
  'lines[*].quantity': 'integer!',
  'lines[*].price': 'number!',
  note: 'string',
}

const crmOrder = {
  orderNumber: 'string!',
  orderedAt: 'date',
  'contact.name': 'string',
  'contact.email': 'string!',
  'contact.city': 'string',
  amount: 'number!',
  currency: 'string!',
  'lines[*].article': 'string',
  'lines[*].quantity': 'number',
}

const crmContact = {
  externalId: 'integer',
  fullName: 'string!',
  email: 'string!',
  city: 'string',
  country: 'string',
  since: 'date',
}

const contactLines = [
  ['id', 'externalId', 'integer'],
  ['name', 'fullName', 'string'],
  ['email', 'email', 'string'],
  ['address.city', 'city', 'string'],
  ['address.country', 'country', 'string'],
  ['createdAt', 'since', 'date'],
] as const

const lines: MappingEdge[] = contactLines.map(([from, to, type], at) => ({
  id: `m${at + 1}`,
  source: from,
  target: to,
  sourcePath: from,
  targetPath: to,
  targetDataType: type,
  isList: true,
  listPath: 'items',
}))

/** By cursor: what is added or deleted meanwhile moves nothing. */
function byCursor({ listConfig, ...source }: SourceConfig): SourceConfig {
  if (!listConfig?.paginationConfig) return source
  return { ...source, listConfig: { ...listConfig, paginationConfig: { ...listConfig.paginationConfig, type: 'cursor' } } }
}

/** @param origin under which this process reaches its own sandbox. */
export function sandboxDefinitions(origin: string): Definition[] {
  const orders = demoConfig(origin)
  const contacts: ConnectorConfig = {
    ...orders,
    name: 'Shop customers to CRM contacts',
    source: byCursor({ ...orders.source, url: `${origin}/sandbox/shop/customers` }),
    destination: { ...orders.destination, url: `${origin}/sandbox/crm/contacts` },
    dataMapping: lines,
  }
  const flaky: ConnectorConfig = {
    ...orders,
    name: 'Orders of a slow shop to a busy system',
    source: byCursor({ ...orders.source, url: `${origin}/sandbox/flaky/orders` }),
    destination: { ...orders.destination, url: `${origin}/sandbox/flaky/orders` },
  }
  return [
    {
      id: 'sandbox-shop-to-crm',
      name: demoName,
      description: 'Sends demo shop orders to the demo CRM. No setup needed.',
      category,
      tags: ['orders', 'crm', 'demo'],
      documentation: null,
      config: orders,
      shapes: { source: shape(order), destination: shape(crmOrder) },
    },
    {
      id: 'sandbox-customers-to-contacts',
      name: contacts.name,
      description: 'Sends demo shop customers to the demo CRM, page by page.',
      category,
      tags: ['customers', 'crm', 'demo'],
      documentation: null,
      config: contacts,
      shapes: { source: shape(customerFields('')), destination: shape(crmContact) },
    },
    {
      id: 'sandbox-flaky-orders',
      name: flaky.name,
      description: 'Sends orders between two slow demo systems. Watch how failed deliveries are retried.',
      category,
      tags: ['orders', 'faults', 'demo'],
      documentation: null,
      config: flaky,
      shapes: { source: shape(order), destination: shape(crmOrder) },
    },
  ]
}
