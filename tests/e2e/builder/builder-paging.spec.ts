/** Pages that are numbered from 0: set through the screens, proved by the paging test, and every record arrives. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

const count = 25
const orders = Array.from({ length: count }, (_, at) => ({ id: at + 1, name: `Order ${at + 1}` }))
const arrived = new Set<number>()
let address = ''
let origin = ''
let stop = () => Promise.resolve()

/** Two lists at places of their own, and one that is none of records. */
const elsewhere = {
  data: { orders: { nodes: orders.slice(0, 3) }, shops: { nodes: [{ id: 1, lines: [{ sku: 'a' }] }] } },
  tags: ['x'],
}

/** Ten orders on a page, from page 0 on; deliveries are taken. */
const systems = createServer(async (request, reply) => {
  let text = ''
  for await (const part of request) text += String(part)
  const page = Number(new URL(request.url ?? '/', 'http://x').searchParams.get('page') ?? 0)
  if (request.method === 'POST') arrived.add(Number(JSON.parse(text).id))
  const asked = request.url === '/elsewhere' ? elsewhere : { items: orders.slice(page * 10, page * 10 + 10) }
  const body = request.method === 'POST' ? {} : asked
  reply.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})

test.beforeAll(async () => {
  await new Promise<void>((resolve) => systems.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(systems.address() as AddressInfo).port}`
  ;({ address, stop } = await launch('e2e-paging', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.0/8' }))
})
test.afterAll(async () => {
  await stop()
  systems.closeAllConnections()
  systems.close()
})

test('pages from 0 are detected, and all of their records arrive', onlyInFull, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, `${address}/dashboard`)
  await page.getByRole('link', { name: 'Integration Setup' }).first().click()
  await page.getByRole('link', { name: 'Start from scratch' }).first().click()
  await page.getByLabel('Name').fill('Orders by page')
  await page.getByRole('button', { name: 'Create and continue', exact: true }).click()

  await page.getByLabel(/^URL/).fill(`${origin}/orders`)
  await page.getByRole('button', { name: 'Send test request' }).click()
  await page.getByRole('switch', { name: 'Process the response as a list' }).click()
  const dialog = page.getByRole('dialog', { name: 'List configuration' })
  await dialog.getByRole('radio', { name: 'Pagination' }).check()
  await dialog.getByLabel('Pagination type').selectOption('Page number')
  await dialog.getByLabel('First page number').fill('1')
  await dialog.getByLabel('Batch size').fill('10')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)

  await page.getByRole('button', { name: 'Try paging' }).click()
  await expect(page.getByText(/Page 0 contains records too. A run that starts at page 1 skips them/)).toBeVisible()
  await page.getByRole('button', { name: 'Start at page 0' }).click()
  await page.getByRole('button', { name: 'Try paging' }).click()
  const pages = page.getByRole('region', { name: 'Pages read' })
  await expect(pages.getByRole('row')).toHaveCount(4)
  await expect(pages.getByRole('row').nth(1)).toContainText('page=0')
  await expect(page.getByRole('button', { name: /^Start at page/ })).toHaveCount(0)

  await page.getByRole('link', { name: 'Next: Destination' }).first().click()
  await page.getByLabel(/^URL/).fill(`${origin}/orders`)
  await page.getByRole('link', { name: 'Next: Enrichment' }).first().click()
  await page.getByRole('link', { name: 'Next: Mapping' }).first().click()
  await page.getByRole('link', { name: 'Next: Review' }).first().click()
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Run now', exact: true }).click()
  await expect.poll(() => arrived.size, { timeout: 30_000 }).toBe(count)
})

test(
  'of lists at unusual places the person says which holds the records, and can set one up before any is known',
  onlyInFull,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, `${address}/dashboard`)
    await page.getByRole('link', { name: 'Integration Setup' }).first().click()
    await page.getByRole('link', { name: 'Start from scratch' }).first().click()
    await page.getByLabel('Name').fill('Lists elsewhere')
    await page.getByRole('button', { name: 'Create and continue', exact: true }).click()
    await page.getByLabel(/^URL/).fill(`${origin}/elsewhere`)

    const dialog = page.getByRole('dialog', { name: 'List configuration' })
    const card = page.getByRole('region', { name: 'Records' })
    const toggle = card.getByRole('switch')
    const send = page.getByRole('button', { name: 'Send test request' })
    const whole = card.getByRole('button', { name: 'The whole response is one record' })
    const missing = page.getByText('Send a test request, or choose whether the response is one record or a list.')
    await expect(missing, 'nobody asked the source yet').toBeVisible()
    await expect(card.getByRole('button')).toHaveText(['The response is a list of records', 'The whole response is one record'])
    await expectAccessible(page)
    await whole.click()
    await expect(missing).toHaveCount(0)
    await expect(whole).toHaveCount(0)
    await card.getByRole('button', { name: 'Set up list processing' }).click()
    await dialog.getByLabel('Iteration path').fill('data.shops.nodes')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(card.getByText('Expecting a list in "data.shops.nodes".')).toBeVisible()
    await send.click()
    await expect(page.getByText('1 record found.')).toBeVisible()
    await card.getByRole('button', { name: 'Use the list in "data.orders.nodes" instead (3 items)' }).click()
    await expect(card.getByText('Found a list of 3 items in "data.orders.nodes".')).toBeVisible()
    await send.click()
    await expect(page.getByText('3 records found.')).toBeVisible()
    await expectAccessible(page)
    await toggle.click()
    await expect(toggle).not.toBeChecked()

    await page.getByRole('link', { name: 'Integration Setup' }).first().click()
    await page.getByRole('link', { name: 'Start from scratch' }).first().click()
    await page.getByLabel('Name').fill('Lists elsewhere, asked')
    await page.getByRole('button', { name: 'Create and continue', exact: true }).click()
    await page.getByLabel(/^URL/).fill(`${origin}/elsewhere`)
    await send.click()
    await expect(card.getByRole('button')).toHaveText([
      'Each item in "data.orders.nodes" is a record (3 items)',
      'Each item in "data.shops.nodes" is a record (1 item)',
      'The whole response is one record',
    ])
    await expectAccessible(page)
    await card.getByRole('button').first().click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(whole).toHaveCount(0)
    await send.click()
    await expect(page.getByText('3 records found.')).toBeVisible()
  },
)
