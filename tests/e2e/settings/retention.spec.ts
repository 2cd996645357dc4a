/** Retention Policy and Network Connectivity through the screens of an administrator. */
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  ;({ address, stop } = await launch('e2e-retention', { DEMO_PASSWORD: demoPassword }))
})
test.afterAll(() => stop())

test('a policy says what it removes before it is saved, a backup comes back as drafts, and calls of keys are limited', async ({
  page,
}) => {
  await signIn(page, `${address}/system-settings?tab=retention`)
  const logs = page.getByRole('region', { name: 'Integration logs' })
  await logs.getByLabel('Keep for').selectOption('30')
  await expect(logs).toContainText('Short-term')
  await expect(logs).toContainText('No data is old enough to be removed.')
  await page.getByRole('switch', { name: 'Apply this policy' }).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Retention policy settings saved successfully!').first()).toBeVisible()

  await page.getByRole('button', { name: 'Back up now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Back up now' }).click()
  await page.getByRole('button', { name: 'Restore…' }).first().click()
  await page.getByRole('dialog', { name: 'Restore connectors?' }).getByRole('button', { name: 'Restore as drafts' }).click()
  await expect(page.getByText(/restored as (a draft|drafts)\./).first()).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(logs.getByLabel('Keep for')).toHaveValue('30')

  await page.goto(`${address}/system-settings?tab=network`)
  await page.getByLabel('Requests per minute').fill('20000')
  await expect(page.getByText('Enter a number from 1 to 10,000.')).toBeVisible()
  await page.getByLabel('Requests per minute').fill('200')
  await page.getByLabel('Requests per hour').fill('100')
  await expect(page.getByText('so calls reach it first')).toBeVisible()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Network connectivity settings saved successfully!').first()).toBeVisible()
  await expect(page.getByText('of 100')).toBeVisible()
  await expectAccessible(page)
})
