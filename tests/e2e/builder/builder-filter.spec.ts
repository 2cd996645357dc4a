/** A filter made through the screens: what the sample shows, what arrives, and what the run says of the records that were left out. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

async function startSystem(): Promise<{
  readonly url: string
  readonly server: Server
  readonly arrived: string[]
  readonly orders: object[]
}> {
  const arrived: string[] = []
  const orders = [
    { id: 1, number: 'SO-1', status: 'paid', total: 120.5 },
    { id: 2, number: 'SO-2', status: 'pending', total: 80 },
    { id: 3, number: 'SO-3', status: 'shipped', total: 38 },
    { id: 4, number: 'SO-4', status: 'shipped', total: '50.00' },
  ]
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.method === 'POST') arrived.push((JSON.parse(body) as { readonly number: string }).number)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.method === 'GET' ? { items: orders } : { ok: true }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, arrived, orders }
}

test('only the records that fulfil the conditions are sent, and the others are counted with the reason', async ({ page }) => {
  const { url, server, arrived, orders } = await startSystem()
  const { address, stop } = await launch('e2e-filter', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.1/32' })
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, `${address}/start-integration/integration-profile`)
    await page.getByLabel('Name', { exact: true }).fill('Paid orders')
    await page.getByRole('button', { name: 'Create and continue' }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${url}/orders`)
    await page.getByRole('button', { name: 'Send test request' }).click()
    await expect(page.getByText('Found a list of 4 items in "items".')).toBeVisible()
    await page.getByRole('switch', { name: 'Process the response as a list' }).click()
    await page.getByRole('dialog', { name: 'List configuration' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Next: Destination' }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${url}/erp`)
    await page.getByRole('link', { name: 'Mapping', exact: false }).first().click()

    await page.getByRole('button', { name: 'Records All' }).click()
    const panel = page.getByRole('region', { name: 'Only records where' })
    const first = panel.getByRole('group', { name: 'Condition 1' })
    await first.getByLabel('Field').fill('status')
    await first.getByLabel('Comparison').selectOption('is one of')
    await first.getByLabel('Value (Enter to add)').fill('paid')
    await first.getByLabel('Value (Enter to add)').press('Enter')
    await first.getByLabel('Value (Enter to add)').fill('shipped')
    await expect(panel.getByText('3 of 4 would be sent, 1 left out')).toBeVisible()
    await panel.getByRole('button', { name: 'Add condition', exact: true }).click()
    const second = panel.getByRole('group', { name: 'Condition 2' })
    await second.getByLabel('Field').fill('total')
    await second.getByLabel('Comparison').selectOption('is at least')
    await second.getByLabel('Value', { exact: true }).fill('50')
    await expect(panel.getByText('2 of 4 would be sent, 2 left out')).toBeVisible()
    await expect(panel.getByText('"status" is "pending"')).toBeVisible()
    await expect(panel.getByText('"total" is 38')).toBeVisible()
    // The source has one order more by now.
    orders.push({ id: 5, number: 'SO-5', status: 'cancelled', total: 70 })
    await panel.getByRole('button', { name: 'More samples' }).click()
    await expect(panel.getByText('2 of 5 would be sent, 3 left out')).toBeVisible()
    await panel.getByRole('button', { name: 'total 1' }).click()
    await expect(panel.getByText('"status" is "cancelled"')).toBeHidden()
    await expect(panel.getByText('"total" is 38')).toBeVisible()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('button', { name: 'Records Filtered by 2 conditions' })).toBeVisible()
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

    await page.getByRole('link', { name: 'Review', exact: false }).first().click()
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('link', { name: 'Open the connector' }).click()
    await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText('3 left out', { timeout: 45_000 })
    expect(arrived.toSorted()).toEqual(['SO-1', 'SO-4'])
    await page.getByRole('tab', { name: 'Transactions' }).click()
    await page.goto(`${page.url().split('?')[0]}?tab=transactions&status=left-out`)
    await expect(page.getByText('Left out by the filter: "total" is 38.').first()).toBeVisible()
  } finally {
    await stop()
    server.close()
  }
})
