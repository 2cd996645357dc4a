/** One line for each item of an order, made through the screens: the sample lines, the fields of the items in the mapping, and the rows that arrive. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

const orders = [
  {
    ...{ id: 1001, number: 'SO-1001' },
    line_items: [
      { sku: 'shirt', quantity: 2 },
      { sku: 'scarf', quantity: 1 },
    ],
  },
  { id: 1002, number: 'SO-1002', line_items: [] },
  { id: 1003, number: 'SO-1003', line_items: [{ sku: 'shirt', quantity: 5 }] },
]

async function startSystem(): Promise<{ readonly url: string; readonly server: Server; readonly arrived: unknown[] }> {
  const arrived: unknown[] = []
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.method === 'POST') arrived.push(JSON.parse(body))
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.method === 'GET' ? { items: orders } : { ok: true }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, arrived }
}

test('each item of an order becomes a line with the number of its order', async ({ page }) => {
  const { url, server, arrived } = await startSystem()
  const { address, stop } = await launch('e2e-split', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.1/32' })
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, `${address}/start-integration/integration-profile`)
    await page.getByLabel('Name', { exact: true }).fill('Order lines')
    await page.getByRole('button', { name: 'Create and continue' }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${url}/orders`)
    await page.getByRole('button', { name: 'Send test request' }).click()
    await expect(page.getByText('Found a list of 3 items in "items".')).toBeVisible()
    await page.getByRole('switch', { name: 'Process the response as a list' }).click()
    await page.getByRole('dialog', { name: 'List configuration' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Next: Destination' }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${url}/erp`)
    await page.getByRole('link', { name: 'Mapping', exact: false }).first().click()

    await page.getByRole('button', { name: 'One line per record' }).click()
    const panel = page.getByRole('region', { name: 'One line per item' })
    await expect(panel.getByLabel('List', { exact: true })).toHaveValue('line_items')
    await panel.getByLabel('Identify each line by').selectOption('sku')
    await expect(panel.getByText('3 records → 3 lines')).toBeVisible()
    await expect(panel.getByText('left out: no items in line_items')).toBeVisible()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('button', { name: 'One line per item of line_items' })).toBeVisible()
    await expect(page.getByRole('group', { name: 'Which records are sent' })).toContainText('3 sample records')

    for (const [field, source] of [
      ['order', 'number'],
      ['product', 'item.sku'],
      ['amount', 'item.quantity'],
    ] as const) {
      await page.getByLabel('New field path').fill(field)
      await page.getByRole('button', { name: 'Add field' }).click()
      await page.getByRole('button', { name: `Choose a source for ${field}` }).click()
      await page.getByRole('combobox', { name: `Search a source for ${field}` }).fill(source)
      await page.getByRole('combobox', { name: `Search a source for ${field}` }).press('Enter')
    }
    await expect(page.getByText('"shirt" → "shirt"').first()).toBeVisible()
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

    await page.getByRole('link', { name: 'Review', exact: false }).first().click()
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('link', { name: 'Open the connector' }).click()
    await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText('1 left out', { timeout: 45_000 })
    expect(arrived).toEqual([
      { order: 'SO-1001', product: 'shirt', amount: '2' },
      { order: 'SO-1001', product: 'scarf', amount: '1' },
      { order: 'SO-1003', product: 'shirt', amount: '5' },
    ])
  } finally {
    await stop()
    server.close()
  }
})
