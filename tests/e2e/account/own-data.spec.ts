/** "Download my data" and "Request deletion" through the screens. */
import { readFile } from 'node:fs/promises'
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  ;({ address, stop } = await launch('e2e-own-data', { DEMO_PASSWORD: demoPassword }))
})
test.afterAll(() => stop())

test('a person downloads their data, asks for deletion and withdraws', async ({ page }) => {
  // A USER who follows a link of an administrator reads why they are elsewhere.
  await signIn(page, `${address}/account?tab=team`, 'user@demo.test')
  await expect(page.getByText("Team Members is for your company's administrators.")).toBeVisible()
  await page.goto(`${address}/account?tab=profile`)

  const prove = async (name: string, confirm: string) => {
    const dialog = page.getByRole('dialog', { name })
    await dialog.getByLabel('Your password').fill(demoPassword)
    await dialog.getByRole('button', { name: confirm }).click()
    await expect(dialog).toHaveCount(0)
  }
  await page.getByRole('button', { name: 'Request file' }).click()
  await prove('Download my data', 'Request file')
  await expect(page.getByText("We're preparing your file.")).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download', exact: true }).click({ timeout: 30_000 }),
  ])
  expect(file.suggestedFilename()).toBe('datacrane-my-data.json')
  const data: unknown = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(data).toMatchObject({ format: 'datacrane-own-data/1', profile: { email: 'user@demo.test' } })

  const request = page.getByRole('button', { name: 'Request deletion' })
  await expect(request).toHaveAttribute('aria-disabled', 'true')
  await page.getByLabel('New owner of your connectors').selectOption('Ada Admin')
  await request.click()
  await expect(page.getByRole('dialog', { name: 'Request deletion' })).toContainText('Your connectors go to Ada Admin.')
  await expectAccessible(page)
  await prove('Request deletion', 'Request deletion')
  await expect(page.getByText('Account deletion on')).toBeVisible()
  await page.getByRole('button', { name: 'Withdraw request' }).click()
  await expect(page.getByText('Account deletion on')).toHaveCount(0)
})
