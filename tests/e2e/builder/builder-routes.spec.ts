/** Two destinations made through the screens: where the sample records go, and what arrives where. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

type System = { readonly url: string; readonly server: Server; readonly arrived: Record<string, string[]> }

async function startSystem(): Promise<System> {
  const arrived: Record<string, string[]> = { '/erp': [], '/fulfilment': [] }
  const orders = [
    { id: 1, number: 'SO-1', country: 'DE' },
    { id: 2, number: 'SO-2', country: 'US' },
    { id: 3, number: 'SO-3', country: 'AT' },
    { id: 4, number: 'SO-4', country: 'CA' },
  ]
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (request.method === 'POST') arrived[request.url ?? '']?.push(body)
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(request.method === 'GET' ? { items: orders } : { ok: true }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, arrived }
}

test('records go to the first destination that fits, each with its own mapping', async ({ page }) => {
  const { url, server, arrived } = await startSystem()
  const { address, stop } = await launch('e2e-routes', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.1/32' })
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, `${address}/start-integration/integration-profile`)
    await page.getByLabel('Name', { exact: true }).fill('Orders to two systems')
    await page.getByRole('button', { name: 'Create and continue' }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${url}/orders`)
    await page.getByRole('button', { name: 'Send test request' }).click()
    await expect(page.getByText('Found a list of 4 items in "items".')).toBeVisible()
    await page.getByRole('switch', { name: 'Process the response as a list' }).click()
    await page.getByRole('dialog', { name: 'List configuration' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Next: Destination' }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${url}/erp`)
    await page.getByRole('link', { name: 'Mapping', exact: false }).first().click()

    await page.getByLabel('Goes to').selectOption('Goes to the first that fits')
    await page.getByLabel('Name', { exact: true }).fill('Fulfilment')
    await page.getByRole('button', { name: 'Destination settings' }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${url}/fulfilment`)
    await page.getByRole('link', { name: 'Mapping', exact: false }).first().click()
    const tabs = page.getByRole('group', { name: 'Destinations' })
    await tabs.getByRole('button').first().click()
    await page.getByLabel('Name', { exact: true }).fill('ERP')
    await page.getByLabel('Receives').selectOption('Records that meet conditions')
    const condition = page.getByRole('group', { name: 'Condition 1' })
    await condition.getByLabel('Field').fill('country')
    await condition.getByLabel('Comparison').selectOption('is one of')
    await condition.getByLabel('Value (Enter to add)').fill('DE')
    await condition.getByLabel('Value (Enter to add)').press('Enter')
    await condition.getByLabel('Value (Enter to add)').fill('AT')
    await expect(page.getByText("2 of 4 meet the conditions, 2 don't")).toBeVisible()
    await page.getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Where 4 sample records go' })).toBeVisible()
    await expect(tabs.getByRole('button', { name: /ERP 2 of 4/ })).toBeVisible()
    await expect(tabs.getByRole('button', { name: /Fulfilment 2 of 4 Everything else/ })).toBeVisible()
    await expectAccessible(page)

    await page.getByRole('link', { name: 'Review', exact: false }).first().click()
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('link', { name: 'Open the connector' }).click()
    await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText('4', { timeout: 45_000 })
    await expect(() => expect([...(arrived['/erp'] ?? []), ...(arrived['/fulfilment'] ?? [])]).toHaveLength(4)).toPass({
      timeout: 45_000,
    })
    expect(arrived['/erp']?.map((it) => JSON.parse(it).number).toSorted()).toEqual(['SO-1', 'SO-3'])
    expect(arrived['/fulfilment']?.map((it) => JSON.parse(it).number).toSorted()).toEqual(['SO-2', 'SO-4'])
  } finally {
    await stop()
    server.close()
  }
})
