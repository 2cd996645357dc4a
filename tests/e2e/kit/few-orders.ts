/** A connector that moves a few orders, and its first run. */
import { expect, type Page } from 'playwright/test'

import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { TransactionPage } from '#contract/connectors/runs/transaction.ts'
import type { Api } from './console.ts'

export const records = 20

/** Of a destination that refuses all: fewer than the refusals that end a run before its source is read to the end. */
export const lost = 12

/** A draft that moves a few orders; to a place that is not there, where it is lost. */
export const fewOrders = (api: Api, name: string, isLost: boolean) =>
  api.copyOfSeeded(name, (config) => ({
    ...config,
    source: {
      ...config.source,
      url: `${config.source.url}?limit=${isLost ? lost : records}`,
      ...(config.source.listConfig
        ? { listConfig: { ...config.source.listConfig, type: 'simple' as const, firstPageOnly: true } }
        : {}),
    },
    destination: {
      ...config.destination,
      url: isLost ? (config.destination.url ?? '').replace('/crm/orders', '/crm/nothing-here') : (config.destination.url ?? ''),
    },
  }))

export async function deployAndRun(page: Page, name: string, end = 'Succeeded') {
  const panel = page.getByRole('region', { name, exact: true })
  await panel.getByRole('button', { name: 'Deploy' }).click()
  await expect(panel.getByRole('status').first()).toHaveText('Active', { timeout: 30_000 })
  await panel.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText(end, { timeout: 45_000 })
  return panel
}

/** Deploys it, and moves its orders once: without a page that hears of it. */
export async function moveOrders(api: Api, id: string, count = records): Promise<void> {
  await api.post(`/api-connectors/connectors/${id}/deploy`)
  const status = async () => (await api.get<ConnectorDetails>(`/api-connectors/${id}`)).connector.status
  await expect.poll(status, { timeout: 30_000 }).toBe('Active')
  await api.post(`/api-connectors/${id}/runs`)
  const arrived = async () =>
    (await api.get<TransactionPage>(`/api/analytics/transactions/${id}?status=success&pageSize=1`)).pagination.total
  await expect.poll(arrived, { timeout: 45_000 }).toBe(count)
}
