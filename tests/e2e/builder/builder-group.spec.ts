/** Groups made through the screens: what the sample shows, the fields that the mapping offers, what arrives, and what the run says. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

async function startSystem(): Promise<{ readonly url: string; readonly server: Server; readonly arrived: unknown[] }> {
  const arrived: unknown[] = []
  const orders = Array.from({ length: 12 }, (_, at) => ({
    id: at + 1,
    customer: ['Ada', 'Ben', 'Cleo'][at % 3],
    amount: (at + 1) / 10,
    currency: 'EUR',
  }))
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.method === 'POST') arrived.push(JSON.parse(body))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.method === 'GET' ? { items: orders } : { ok: true }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, arrived }
}

test('orders become one record for each customer, with their number and total', async ({ page }) => {
  const { url, server, arrived } = await startSystem()
  const { address, stop } = await launch('e2e-group', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.1/32' })
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, `${address}/start-integration/integration-profile`)
    await page.getByLabel('Name', { exact: true }).fill('Orders by customer')
    await page.getByRole('button', { name: 'Create and continue' }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${url}/orders`)
    await page.getByRole('button', { name: 'Send test request' }).click()
    await expect(page.getByText('Found a list of 12 items in "items".')).toBeVisible()
    await page.getByRole('switch', { name: 'Process the response as a list' }).click()
    await page.getByRole('dialog', { name: 'List configuration' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Next: Destination' }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${url}/erp`)
    await page.getByRole('link', { name: 'Mapping', exact: false }).first().click()

    await page.getByRole('button', { name: 'Groups None' }).click()
    const panel = page.getByRole('region', { name: 'One record per group' })
    await panel.getByLabel('Group by').fill('customer')
    await expect(panel.getByText('12 sample records → 3 groups')).toBeVisible()
    await panel.getByRole('button', { name: 'Add field' }).click()
    const second = panel.getByRole('group', { name: 'Field 2' })
    await panel.getByRole('button', { name: 'Apply' }).click()
    await expect(second.getByText('Select a field')).toBeVisible()
    await second.getByLabel('Source field').fill('amount')
    await expect(second.getByLabel('Name')).toHaveValue('total_amount')
    await second.getByLabel('Name').fill('total')
    await expect(panel.getByText('total 2.2')).toBeVisible()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('button', { name: 'Groups by customer' })).toBeVisible()

    for (const [target, source] of [
      ['name', 'customer'],
      ['sum', 'total'],
    ] as const) {
      await page.getByLabel('New field path').fill(target)
      await page.getByRole('button', { name: 'Add field' }).click()
      await page.getByRole('button', { name: `Choose a source for ${target}` }).click()
      const search = page.getByRole('combobox', { name: `Search a source for ${target}` })
      await search.fill(source)
      await search.press('Enter')
    }
    await expect(page.getByText('"Ada" → "Ada"').first()).toBeVisible()
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

    await page.getByRole('link', { name: 'Review', exact: false }).first().click()
    await expect(
      page.getByText('Records are grouped by customer. Groups are sent after all records are read.').first(),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('link', { name: 'Open the connector' }).click()
    const runs = page.getByRole('region', { name: 'Recent runs' })
    await expect(runs).toContainText('Succeeded', { timeout: 45_000 })
    await runs.getByRole('link', { name: 'Succeeded' }).first().click()
    await expect(page.getByText('3 groups from 12 records = 3 delivered', { exact: false }).first()).toBeVisible()
    expect(arrived).toEqual([
      { name: 'Ada', sum: '2.2' },
      { name: 'Ben', sum: '2.6' },
      { name: 'Cleo', sum: '3' },
    ])
  } finally {
    await stop()
    server.close()
  }
})
