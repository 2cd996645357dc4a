/** A connector that moves a few orders, and its first run. */
import { expect, type Page } from 'playwright/test'

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

export async function deployAndRun(page: Page, name: string, end = 'The sum holds.') {
  const panel = page.getByRole('region', { name, exact: true })
  await panel.getByRole('button', { name: 'Deploy' }).click()
  await expect(panel.getByRole('status')).toHaveText('Active', { timeout: 30_000 })
  await panel.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('region', { name: 'newest run' })).toContainText(end, { timeout: 45_000 })
  return panel
}
