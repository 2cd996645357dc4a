/** A payment that failed, paid through the screens with a card whose bank asks for a confirmation, while the page is read as a newcomer does. */
import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  ;({ address, stop } = await launch('e2e-invoice', { DEMO_PASSWORD: demoPassword, DEMO_CONNECTORS: 'true' }))
})
test.afterAll(() => stop())

test('an administrator pays an invoice whose payment failed', async ({ page }) => {
  await signIn(page, `${address}/account?tab=invoices`, 'admin@demo.test')
  const banner = page.getByRole('note').filter({ hasText: 'failed.' })
  await expect(banner).toContainText('Insufficient funds', { timeout: 30_000 })
  await expectAccessible(page)

  await banner.getByRole('link', { name: 'Change card' }).click()
  await page.getByRole('button', { name: 'Add TEST Card' }).click()
  const form = page.getByRole('dialog', { name: 'Add a TEST card' })
  await form.getByLabel('Payment result').selectOption('authentication')
  await form.getByRole('button', { name: 'Add Card' }).click()
  await expect(page.getByRole('grid', { name: 'payment methods' })).toContainText('Mastercard ••3184')

  await page.goto(`${address}/account?tab=invoices`)
  await banner.getByRole('button', { name: 'Pay Invoice' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Card').selectOption({ label: 'Visa ••0002' })
  await dialog.getByRole('button', { name: 'Pay Invoice' }).click()
  await expect(dialog).toContainText('Your card was declined.')
  await dialog.getByLabel('Card').selectOption({ label: 'Mastercard ••3184' })
  await dialog.getByRole('button', { name: 'Pay Invoice' }).click()
  await page.getByRole('dialog', { name: 'Confirm the payment' }).getByRole('button', { name: 'Confirm' }).click()
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: 'Mastercard ••3184' })).toContainText('Paid')

  await page.getByRole('row').filter({ hasText: 'Mastercard ••3184' }).click()
  const details = page.getByRole('dialog', { name: /^Invoice INV-/ })
  await expect(details).toContainText('Professional plan')
  const [file] = await Promise.all([page.waitForEvent('download'), details.getByRole('button', { name: 'Download' }).click()])
  expect(file.suggestedFilename()).toMatch(/^INV-\d{4}-\d{4}\.pdf$/)
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-')
})
