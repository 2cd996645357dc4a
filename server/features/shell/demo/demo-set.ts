/** The connectors of the demo company that are deployed and run when it is made: one for each way that a connector can do. */
import type { ConnectorConfig, MappingEdge } from '#contract/connectors/config/config.ts'
import { demoConfig } from '../../library/ready-made/demo-connector.ts'
import { sandboxDefinitions } from '../../library/ready-made/sandbox.ts'
import { order } from '../sandbox/shop.ts'

export type DemoConnector = {
  /** Never changes: ids are made of it. */
  readonly key: string
  readonly details: string
  readonly config: ConnectorConfig
  /** Runs that are started one after the other. */
  readonly runs: number
  /** Events that are sent to its webhook. */
  readonly events: readonly unknown[]
}

const scheduleSeconds = 300
const eventCount = 12

/** @param origin under which this process reaches its own sandbox. */
export function demoConnectors(origin: string): readonly DemoConnector[] {
  const orders = demoConfig(origin)
  const configOf = (id: string) => sandboxDefinitions(origin).find((it) => it.id === id)?.config ?? orders
  const customers = configOf('sandbox-customers-to-contacts')
  const { listConfig } = orders.source
  const inBulk = listConfig && { ...listConfig, outputConfig: { ...listConfig.outputConfig, strategy: 'bulk' as const } }
  const to = (config: ConnectorConfig, path: string) => ({ ...config.destination, url: `${origin}/sandbox/${path}` })
  const status: MappingEdge = {
    ...{ id: 'm10', source: 'status', target: 'status', sourcePath: 'status', targetPath: 'status', targetDataType: 'string' },
    ...{ isList: true, listPath: 'items' },
  }
  return [
    {
      key: 'customers',
      details: "Copies the built-in shop's customers to the built-in CRM.",
      config: { ...customers, name: 'Customers to CRM' },
      ...{ runs: 2, events: [] },
    },
    {
      key: 'scheduled',
      details: "Copies the built-in shop's orders every five minutes, 100 per request.",
      config: {
        ...orders,
        name: 'Orders to CRM, every 5 minutes',
        trigger: { type: 'schedule', everySeconds: scheduleSeconds },
        source: { ...orders.source, ...(inBulk ? { listConfig: inBulk } : {}) },
      },
      ...{ runs: 2, events: [] },
    },
    {
      key: 'invoicing',
      details: "Sends the built-in shop's orders to an invoicing system. It rejects returned orders.",
      config: {
        ...orders,
        name: 'Orders to invoicing',
        destination: to(orders, 'invoicing/orders'),
        dataMapping: [...orders.dataMapping, status],
      },
      ...{ runs: 1, events: [] },
    },
    {
      key: 'newsletter',
      details: "Adds the built-in shop's customers to a newsletter. It rejects people who have unsubscribed.",
      config: { ...customers, name: 'Customers to newsletter', destination: to(customers, 'newsletter/subscribers') },
      ...{ runs: 1, events: [] },
    },
    {
      key: 'events',
      details: 'Receives order events and writes each order to the built-in CRM.',
      config: {
        ...orders,
        name: 'Order events to CRM',
        trigger: { type: 'webhook' },
        source: { type: 'http' },
        dataMapping: orders.dataMapping.map(({ isList: _, listPath: __, ...edge }) => edge),
      },
      runs: 0,
      events: Array.from({ length: eventCount }, (_, at) => order(at + 1)),
    },
    {
      key: 'flaky',
      details: 'Both systems are slow and reject some requests at first. All records arrive after retries.',
      config: { ...configOf('sandbox-flaky-orders'), name: 'Slow shop to busy system' },
      ...{ runs: 1, events: [] },
    },
  ]
}
