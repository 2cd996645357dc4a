/** How people find their way through the text of a configuration, for the browser tests of it. */
import { expect, type Page } from 'playwright/test'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import type { Api } from '../kit/console.ts'

export const studio = (id: string) => `/details/${id}/studio?tab=config-editor`
export const editor = (page: Page) => page.getByRole('textbox', { name: 'Configuration as JSON' })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const results = (page: Page) => page.getByRole('region', { name: 'Validation Results' })
export const alerts = (page: Page) => page.getByRole('main').getByRole('alert')
export const said = (page: Page) => page.getByRole('region', { name: /Messages/ })
export const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
export const comparison = (page: Page) => page.getByRole('region', { name: 'Result for recent records' })

export const detailsOf = (api: Api, id: string) => api.get<ConnectorDetails>(`/api-connectors/${id}`)
export const versionOf = (api: Api, id: string, number: number) =>
  api.get<{ config: ConnectorConfig; author: string }>(`/api-connectors/${id}/versions/${number}`)

/** As a person who chooses the window: pages of these tests are always in front. */
export const comeToFront = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')))

/** Pastes it in the place of all that stands there. The caret goes to the top, for only what is in sight is drawn. */
export async function write(page: Page, text: string) {
  await editor(page).click()
  await page.keyboard.press('Control+a')
  await editor(page).evaluate((box, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)
  await page.keyboard.press('Control+Home')
}

export const textOf = ({ status: _, ...config }: ConnectorConfig) => JSON.stringify(config, null, 2)
export const renamed = (config: ConnectorConfig, target: string): ConnectorConfig => ({
  ...config,
  dataMapping: config.dataMapping.map((line, at) => (at === 0 ? { ...line, target, targetPath: target } : line)),
})

export async function validate(page: Page) {
  await button(page, 'Validate').click()
  await expect(results(page)).toContainText('Validation Successful')
}

export async function publish(page: Page) {
  await button(page, 'Publish').click()
  await dialog(page, 'Confirm Deployment').getByRole('button', { name: 'Deploy Now' }).click()
}
