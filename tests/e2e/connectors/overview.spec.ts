/** Hundreds of connectors on the dashboard: found, sorted, reached by the keyboard, and many moved at once. In a product of its own. */

import { expect, type Page } from 'playwright/test'
import type { ConnectorAndConfig, ConnectorDetails, Deployment } from '#contract/connectors/details/connector.ts'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

const many = 300
const named = (number: number) => `Number ${String(number).padStart(3, '0')}`
const deployed = [named(10), named(20), named(30)]

let address = ''
let stop: () => Promise<void> = async () => {}

test.use({ baseURL: async ({ baseURL: _ }, use) => use(address) })

test.beforeAll(async ({ playwright }) => {
  test.setTimeout(180_000)
  ;({ address, stop } = await launch('e2e-overview', { DEMO_PASSWORD: demoPassword }))
  const request = await playwright.request.newContext({ baseURL: address })
  const api = await Api.open(request)
  const ids = new Map<string, string>()
  const seeded = (await api.connectors()).find(({ name }) => name === 'Shop orders to CRM')
  const { config } = await api.get<ConnectorDetails>(`/api-connectors/${seeded?._id}`)
  for (let number = 1; number <= many; number += 1) {
    const name = named(number)
    const { connector } = await api.post<ConnectorAndConfig>('/api-connectors/', { connector: { name }, config })
    ids.set(name, connector._id)
  }
  for (const name of deployed) {
    const path = `/api-connectors/connectors/${ids.get(name)}`
    await api.post<Deployment>(`${path}/deploy`)
    await expect.poll(async () => (await api.get<Deployment>(`${path}/deployment-status`)).status).toBe('live')
  }
  await request.dispose()
})

test.afterAll(() => stop())

const grid = (page: Page) => page.getByRole('grid', { name: 'Connectors' })
const rows = (page: Page) => grid(page).getByRole('row')

test('draws only the rows in sight, and the keyboard reaches every one', onlyInFull, async ({ page }) => {
  await signIn(page)
  await expect(page.getByText(/^30\d connectors$/)).toBeVisible()
  expect(await rows(page).count()).toBeLessThan(60)
  // Those that need attention come first; by name the last one is known.
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(page).toHaveURL(/sort=name/)
  const total = Number(await grid(page).getAttribute('aria-rowcount'))
  await grid(page).locator('[role=row][tabindex="0"]').focus()
  await page.keyboard.press('End')
  const last = grid(page).locator(`[aria-rowindex="${total}"]`)
  await expect(last).toBeFocused()
  await expect(last.getByRole('link')).toHaveText('Shop orders to CRM')
  await page.keyboard.press('ArrowUp')
  await expect(grid(page).locator(`[aria-rowindex="${total - 1}"]`)).toBeFocused()
  await page.keyboard.press('Home')
  const first = grid(page).locator('[aria-rowindex="2"]')
  await expect(first.getByRole('link')).toHaveText(named(1))
  await expect(first).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/details\//)
})

test('is searched, filtered and sorted by the server, and all of that stands in the address', async ({ page }) => {
  await signIn(page)
  await page.getByLabel('Search by name or URL').fill('number 25')
  await expect(page.getByText('10 connectors')).toBeVisible()
  await expect(page).toHaveURL(/\?q=number\+25$/)
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await expect(rows(page).nth(1).getByRole('link')).toHaveText(named(259))
  await expect(page).toHaveURL(/order=descending/)
  await page.reload()
  await expect(page.getByLabel('Search by name or URL')).toHaveValue('number 25')
  await expect(rows(page).nth(1).getByRole('link')).toHaveText(named(259))
  await page.goBack()
  await expect(rows(page).nth(1).getByRole('link')).toHaveText(named(250))
  await page.getByLabel('Search by name or URL').fill('')
  await page.getByRole('button', { name: /^No recent data/ }).click()
  for (const name of deployed) await expect(grid(page).getByRole('link', { name })).toBeVisible()
  await page.getByLabel('Search by name or URL').fill('<b>%_')
  await expect(page.getByText('No matching connectors')).toBeVisible()
})

test('pauses many at once, says how many before and what became of each after', async ({ page }) => {
  await signIn(page)
  // The first rows make room for those that can be scrolled through.
  await expect(page.getByRole('grid', { name: 'Connectors' }).getByRole('row').nth(1)).toHaveAttribute('tabindex', '0')
  await page.getByRole('button', { name: /^No recent data/ }).click()
  await expect(page.getByRole('checkbox', { name: /^Choose (?!all)/ })).toHaveCount(deployed.length)
  for (const name of deployed) await page.getByRole('checkbox', { name: `Choose ${name}` }).check()
  await page.getByRole('button', { name: /^Draft/ }).click()
  await page.getByRole('checkbox', { name: `Choose ${named(1)}`, exact: true }).check()
  await expect(page.getByText('4 connectors chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Pause…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Pause 4 connectors?' })
  await expect(dialog.getByText('3 connectors are active and will be paused.')).toBeVisible()
  await expect(dialog.getByText("1 connector can't be paused: neither active nor paused.")).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Pause 4 connectors' }).click()
  await expect(dialog.getByText('3 connectors were paused.')).toBeVisible()
  await expect(dialog.getByRole('listitem')).toHaveText(
    `${named(1)}: You can't pause this connector because it is a draft. Available now: deploy, edit, delete.`,
  )
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: /^Paused/ }).click()
  await expect(page.getByText('3 connectors', { exact: true })).toBeVisible()
  const api = await Api.open(page.request)
  for (const name of deployed) {
    const item = (await api.connectors()).find((it) => it.name === name)
    expect((await api.get<ConnectorDetails>(`/api-connectors/${item?._id}`)).status).toBe('Pause')
  }
  await page.getByRole('checkbox', { name: 'Select all connectors (up to the limit)' }).click()
  await expect(page.getByText('3 connectors chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Resume…' }).click()
  await page.getByRole('button', { name: 'Resume 3 connectors' }).click()
  await expect(page.getByText('3 connectors were resumed.')).toBeVisible()
})

test('is cards on a slim screen, and nothing is lost', onlyInFull, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await signIn(page)
  await expect(rows(page).nth(1)).toContainText(/Demo shop.*Demo CRM/)
  await seesAll(page)
  // What the head of the table does on a wide screen.
  await page.getByLabel('Sort by').selectOption('Name')
  await expect(page).toHaveURL(/sort=name/)
  await page.getByRole('button', { name: 'Ascending. Press for descending.' }).click()
  await expect(page).toHaveURL(/order=descending/)
  await expect(rows(page).nth(1)).toContainText('Shop orders to CRM')
  await page.getByRole('checkbox', { name: 'Choose Shop orders to CRM' }).click()
  await expect(page.getByText('1 connector chosen')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Pause…' })).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search by name or URL' }).fill(named(12))
  await expect(page.getByText('1 connector', { exact: true })).toBeAttached()
  await page.getByRole('button', { name: 'Select all' }).click()
  await expect(page.getByRole('checkbox', { name: `Choose ${named(12)}` })).toBeChecked()
  await seesAll(page)
})
