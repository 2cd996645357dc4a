/** The connector that a newcomer finds: from the built-in shop to the built-in CRM. */
import type { ConnectorConfig, MappingEdge } from '#contract/connectors/config/config.ts'

const line = (id: string, sourcePath: string, targetPath: string, to: MappingEdge['targetDataType']): MappingEdge => ({
  id,
  source: sourcePath,
  target: targetPath,
  sourcePath,
  targetPath,
  targetDataType: to ?? 'any',
  isList: true,
  listPath: 'items',
})

export const demoName = 'Shop orders to CRM'

/** @param origin under which this process reaches its own sandbox. */
export const demoConfig = (origin: string): ConnectorConfig => ({
  name: demoName,
  trigger: { type: 'manual' },
  source: {
    type: 'http',
    url: `${origin}/sandbox/shop/orders`,
    requestMethod: 'GET',
    headers: [],
    queries: [],
    auth: { type: 'none' },
    variables: [],
    isList: true,
    listPath: 'items',
    listConfig: {
      type: 'pagination',
      iterationPath: '',
      batchSize: 100,
      paginationConfig: {
        type: 'offset',
        limitParam: 'limit',
        offsetParam: 'offset',
        pageParam: 'page',
        cursorParam: 'cursor',
        responsePathToNextCursor: 'next_cursor',
        responsePathToItems: 'items',
      },
      outputConfig: { strategy: 'individual', aggregateField: 'items' },
    },
  },
  destination: {
    type: 'http',
    url: `${origin}/sandbox/crm/orders`,
    requestMethod: 'POST',
    headers: [],
    queries: [],
    auth: { type: 'none' },
  },
  dataMapping: [
    line('m1', 'number', 'orderNumber', 'string'),
    line('m2', 'placedAt', 'orderedAt', 'string'),
    line('m3', 'customer.name', 'contact.name', 'string'),
    line('m4', 'customer.email', 'contact.email', 'string'),
    line('m5', 'customer.address.city', 'contact.city', 'string'),
    line('m6', 'total', 'amount', 'number'),
    line('m7', 'currency', 'currency', 'string'),
    line('m8', 'lines[*].sku', 'lines[*].article', 'string'),
    line('m9', 'lines[*].quantity', 'lines[*].quantity', 'number'),
  ],
  enrichment: [],
})
