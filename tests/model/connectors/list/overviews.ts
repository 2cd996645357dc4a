/** Pages of the list of connectors, for tests. */
import { conditions } from '#contract/connectors/list/connector-condition.ts'
import type { OverviewItem } from '#contract/connectors/list/connector-overview.ts'
import { noFilter } from '#contract/connectors/list/connector-selection.ts'
import type { OverviewPage } from '#src/machines/connectors/list/overview.machine.ts'
import type { OverviewQuery } from '#src/machines/connectors/list/overview-place.ts'

export const plainQuery: OverviewQuery = { ...noFilter, sort: 'condition', direction: 'ascending' }

export const itemOf = (number: number, name: string, changes: Partial<OverviewItem> = {}): OverviewItem => ({
  id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
  name,
  connectorType: 'Private',
  status: 'Active',
  condition: 'healthy',
  statusReason: 'Resumed.',
  nextRunAt: null,
  heldEvents: null,
  source: { url: 'https://shop.test/orders', type: 'http' },
  destination: { url: 'https://crm.test/orders', type: 'http' },
  moreDestinations: 0,
  health: {
    level: 'healthy',
    reason: '5 records delivered and none failed in the last completed run.',
    runId: null,
    measuredAt: null,
  },
  undeployedChanges: [],
  failedDeployment: null,
  lastRun: null,
  hours: new Array<number>(24).fill(0),
  ...changes,
})

export const orders = itemOf(1, 'Orders')
export const invoices = itemOf(2, 'Invoices', { status: 'Pause', condition: 'paused' })

export const pageOf = (items: readonly OverviewItem[], total = items.length): OverviewPage => ({
  items: [...items],
  total,
  offset: 0,
  hoursSince: '2026-11-19T11:00:00.000Z',
  summary: {
    counts: conditions.map((condition) => ({ condition, count: condition === 'healthy' ? total : 0 })),
    ...{
      delivered: 0,
      failed: 0,
      skipped: 0,
      unknown: 0,
      deliveredLater: 0,
      attention: [],
      needAttention: 0,
      bulkJob: false,
      raisedAlerts: 0,
      firstSteps: null,
    },
  },
  readAt: '2026-11-20T10:00:00.000Z',
})

/** happy-dom lays nothing out: rows are drawn where there is room for them. */
export function makeRoom(): void {
  for (const side of ['offsetHeight', 'offsetWidth', 'clientHeight', 'clientWidth']) {
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, get: () => 400 })
  }
}
