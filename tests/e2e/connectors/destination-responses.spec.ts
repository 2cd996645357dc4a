/** When a response counts as a delivery, set through the screens, against destinations that answer in their own way. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, type Page } from 'playwright/test'

import { onlyInFull } from '../../kit/form.ts'
import { fillIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

const records = 4

/** One path answers every POST with a page of HTML, the other with 201 and a status of its own: every second record is rejected. */
async function startAnswering(): Promise<{ readonly url: string; readonly server: Server }> {
  let taken = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      if (request.method !== 'POST') return response.writeHead(204).end()
      if (request.url === '/html')
        return response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Thank you</title>')
      taken += 1
      const state = taken % 2 === 0 ? 'rejected' : 'stored'
      return response.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ result: { state } }))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

async function create(page: Page, address: string, name: string, destination: string): Promise<void> {
  await page.goto(`${address}/integration-setup`)
  await page.getByRole('link', { name: 'Start from scratch' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByRole('button', { name: 'Create and continue' }).click()
  await page.getByRole('button', { name: 'Use the built-in shop' }).click()
  const url = page.getByLabel('URL', { exact: true })
  await expect(url).toHaveValue(`${address}/sandbox/shop/orders`)
  await url.fill(`${address}/sandbox/shop/orders?limit=${records}`)
  await page.getByRole('button', { name: 'Send test request' }).click()
  await page.getByRole('button', { name: 'Read this page only' }).click()
  await page.getByRole('link', { name: 'Next: Destination' }).click()
  await expect(page.getByRole('button', { name: 'Use the built-in CRM' })).toBeVisible()
  await page.getByLabel('URL', { exact: true }).fill(destination)
  await expect(page.getByRole('button', { name: 'Use the built-in CRM' })).toHaveCount(0)
}

const condition = (page: Page) => page.getByText('Success criteria', { exact: true })
const newest = (page: Page) => page.getByRole('region', { name: 'Recent runs' })

async function deployAndRun(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Review', exact: false }).first().click()
  await page.getByRole('button', { name: 'Deploy', exact: true }).click()
  await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('link', { name: 'Open the connector' }).click()
}

/** The sentence that the only kind of failure has, in the list and in the opened record. */
async function seesInRecord(page: Page, sentence: RegExp): Promise<void> {
  await page.getByRole('tab', { name: 'Transactions' }).click()
  const table = page.getByRole('grid', { name: 'Transactions' })
  await expect(table).toHaveAttribute('aria-rowcount', String(records + 1))
  const failed = table.getByRole('row').filter({ hasText: sentence }).first()
  await failed.click()
  await expect(page.getByRole('dialog').getByRole('alert').getByText(sentence).first()).toBeVisible()
}

test(
  'what counts as a delivery is set through the screens, and seen in the run and in the record',
  onlyInFull,
  async ({ page }) => {
    test.setTimeout(180_000)
    const { url, server } = await startAnswering()
    const { address, stop } = await launch('e2e-responses', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.1/32' })
    try {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.goto(`${address}/dashboard`)
      await fillIn(page, 'admin@demo.test', demoPassword)
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      await expect(page.getByRole('button', { name: /^Profile of / })).toBeVisible()

      await test.step('a page of HTML is no delivery', async () => {
        await create(page, address, 'Answers with a page', `${url}/html`)
        await deployAndRun(page)
        await expect(newest(page)).toContainText(/Failed/, { timeout: 45_000 })
        await seesInRecord(page, /The destination returned a web page instead of data/)
      })

      await test.step('until the content type is expected', async () => {
        await page.getByRole('link', { name: 'Edit', exact: true }).click()
        await page
          .getByRole('link', { name: /Destination/ })
          .first()
          .click()
        await page.getByText('Advanced', { exact: true }).click()
        await condition(page).click()
        await page.getByLabel('Expected content type (optional)').fill('text/html')
        await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
        await deployAndRun(page)
        await expect(newest(page)).toContainText('Succeeded', { timeout: 45_000 })
      })

      await test.step('a 201 with a status of its own counts where that says so', async () => {
        await create(page, address, 'Answers with a status', `${url}/status`)
        await condition(page).click()
        await page.getByLabel('Response field (optional)').fill('result.state')
        await page.getByLabel('Field value (optional)').fill('stored')
        await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
        await deployAndRun(page)
        await expect(newest(page)).toContainText('Completed with errors', { timeout: 45_000 })
        await expect(newest(page).getByRole('link', { name: String(records / 2), exact: true })).toBeVisible()
        await seesInRecord(page, /returned 201, but "result\.state" is "rejected", not "stored"/)
      })
    } finally {
      await stop()
      server.close()
    }
  },
)
