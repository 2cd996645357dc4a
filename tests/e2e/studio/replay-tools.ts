/** How people find their way through a replay, for the browser tests of it. */
import { expect, type Page } from 'playwright/test'

import type { Api } from '../kit/console.ts'

type Arrived = { readonly total: number }

export const form = (page: Page) => page.getByRole('form', { name: 'Replay transactions' })
export const replay = (page: Page) => page.getByRole('region', { name: 'Replay', exact: true })
export const results = (page: Page) => page.getByRole('region', { name: 'Results' })
export const lines = (page: Page) => page.getByRole('grid', { name: 'Replay records' })
export const stepsOf = (page: Page) => page.getByRole('list', { name: 'Replay steps' })
export const said = (page: Page) => page.getByRole('region', { name: /Messages/ })
export const studio = (id: string) => `/details/${id}/studio?tab=replay`

export async function plan(page: Page) {
  await form(page).getByRole('button', { name: 'Start Replay' }).click()
  await expect(page).toHaveURL(/replay=/)
  await expect(replay(page).getByRole('group', { name: 'Plan' })).toBeVisible()
  await expect(replay(page)).toContainText('Nothing has been sent yet.')
}

/** Moves a few orders of the built-in shop to the built-in CRM, or to a place that is not there. */
export const fewOrders = (api: Api, name: string, isLost = false) =>
  api.copyOfSeeded(name, (config) => ({
    ...config,
    source: {
      ...config.source,
      url: `${config.source.url}?limit=5`,
      ...(config.source.listConfig
        ? { listConfig: { ...config.source.listConfig, type: 'simple' as const, firstPageOnly: true } }
        : {}),
    },
    destination: {
      ...config.destination,
      url: isLost ? (config.destination.url ?? '').replace('/crm/orders', '/crm/nothing-here') : (config.destination.url ?? ''),
    },
  }))

export async function deploy(api: Api, id: string) {
  await api.post(`/api-connectors/${id}/deploy`, {})
  const standing = async () => (await api.get<{ connector: { status: string } }>(`/api-connectors/${id}`)).connector.status
  await expect.poll(standing, { timeout: 30_000 }).toBe('Active')
}

export async function run(api: Api, id: string) {
  const { runId } = await api.post<{ runId: string }>(`/api-connectors/${id}/runs`)
  const end = async () => (await api.get<{ endedAt: string | null }>(`/api-connectors/${id}/runs/${runId}`)).endedAt
  await expect.poll(end, { timeout: 45_000 }).not.toBeNull()
}

export const arrivedIn = async (api: Api) => (await api.get<Arrived>('/sandbox/crm/orders?limit=1')).total
