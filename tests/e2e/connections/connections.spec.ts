/** A connection made through the screens, tested, used by a connector, and replaced without a deployment. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

test('one credential is entered once, used by a connector, and replaced for its next run', async ({ page }) => {
  let token = 'token-of-the-webshop'
  let arrived = 0
  const server = createServer((request, response) => {
    const isKnown = request.headers.authorization === `Bearer ${token}`
    if (isKnown && request.method === 'POST') arrived += 1
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.method === 'GET' ? { items: [{ id: 1 }, { id: 2 }] } : { ok: true }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { address, stop } = await launch('e2e-connections', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.1/32' })
  const choose = async (action: string) => {
    await page.getByRole('button', { name: 'Actions for Webshop, production' }).click()
    await page
      .getByRole('menuitem', { name: action })
      .or(page.getByRole('button', { name: action, exact: true }))
      .or(page.getByRole('link', { name: action, exact: true }))
      .first()
      .click()
  }
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, `${address}/connections`)
    await expect(page.getByText('No connections yet.', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'New connection' }).click()
    const dialog = page.getByRole('dialog', { name: 'New connection' })
    await dialog.getByLabel('Name', { exact: true }).fill('Webshop, production')
    await dialog.getByLabel('URL', { exact: true }).fill(url)
    await dialog.getByLabel('Token', { exact: true }).fill(token)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Create connection' }).click()
    await expect(page.getByText('Not tested', { exact: true })).toBeVisible()
    await choose('Test')
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await expectAccessible(page)

    await page.goto(`${address}/start-integration/integration-profile`)
    await page.getByLabel('Name', { exact: true }).fill('Customers')
    await page.getByRole('button', { name: 'Create and continue' }).click()
    await page.getByLabel('Connection').selectOption('Webshop, production')
    await expect(page.getByLabel('URL', { exact: true })).toHaveValue(url)
    await page.getByLabel('URL', { exact: true }).fill(`${url}/customers`)
    await page.getByRole('button', { name: 'Send test request' }).click()
    await expect(page.getByText('Found a list of 2 items in "items".')).toBeVisible()
    await page.getByRole('switch', { name: 'Process the response as a list' }).click()
    await page.getByRole('dialog', { name: 'List configuration' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Next: Destination' }).click()
    await page.getByLabel('Connection').selectOption('Webshop, production')
    await page.getByLabel('URL', { exact: true }).fill(`${url}/crm`)
    await page.getByRole('link', { name: 'Review', exact: false }).first().click()
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })

    // The shop gives out another token: it is entered once, and nothing is deployed.
    token = 'token-of-the-next-year'
    await page.goto(`${address}/connections`)
    await expect(page.getByText('1 connector', { exact: true })).toBeVisible()
    await choose('Edit')
    const edit = page.getByRole('dialog', { name: 'Edit connection' })
    await edit.getByLabel('Token', { exact: true }).fill(token)
    await edit.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Connection saved.', { exact: false })).toBeVisible()
    await choose('Used by')
    await expect(page.getByRole('heading', { name: 'Webshop, production' })).toBeVisible()
    await expect(page.getByText('Source, Destination')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(page.getByText('Secret: replaced')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Access' }).click()
    await page.getByLabel('Selected people').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Access saved')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Overview' }).click()
    await page.getByRole('button', { name: 'Test', exact: true }).click()
    await expect(page.getByText('Connected', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Used by' }).click()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('button', { name: 'Run now' }).click()
    await expect.poll(() => arrived, { timeout: 60_000 }).toBe(2)
  } finally {
    await stop()
    server.close()
  }
})
