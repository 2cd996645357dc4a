/** A destination that updates each record at its own URL, built through the screens: what the dry run shows, what arrives, and what a record says. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

type Arrival = { readonly method: string; readonly path: string; readonly body: string }

/** Three contacts to read, of which one has no number, and a place that takes updates. */
async function startSystem(): Promise<{ readonly url: string; readonly server: Server; readonly arrived: Arrival[] }> {
  const arrived: Arrival[] = []
  const contacts = [
    { id: 'a', number: 'C/1', name: 'Anna' },
    { id: 'b', number: 'C 2', name: 'Ben' },
    { id: 'c', number: '', name: 'Cleo' },
  ]
  const server = createServer(async (request, response) => {
    const { method = '', url: path = '' } = request
    const body = await text(request)
    if (method === 'PUT' || method === 'PATCH') arrived.push({ method, path, body })
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(method === 'GET' ? { items: contacts } : { ok: true }))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server, arrived }
}

test('each record is updated at its own URL, a request follows each, and the record without a value fails by itself', async ({
  page,
}) => {
  const { url, server, arrived } = await startSystem()
  const { address, stop } = await launch('e2e-operation', { DEMO_PASSWORD: demoPassword, EGRESS_ALLOW: '127.0.0.1/32' })
  try {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await signIn(page, `${address}/start-integration/integration-profile`)
    await page.getByLabel('Name', { exact: true }).fill('Contacts by number')
    await page.getByRole('button', { name: 'Create and continue' }).click()
    await page.getByLabel('URL', { exact: true }).fill(`${url}/contacts`)
    await page.getByRole('button', { name: 'Send test request' }).click()
    await expect(page.getByText('Found a list of 3 items in "items".')).toBeVisible()
    await page.getByRole('switch', { name: 'Process the response as a list' }).click()
    await page.getByRole('dialog', { name: 'List configuration' }).getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Next: Destination' }).click()

    await page.getByRole('radio', { name: 'Update by URL' }).check()
    await expect(page.getByLabel('Method', { exact: true })).toHaveValue('PUT')
    const box = page.getByRole('combobox', { name: 'URL' })
    await box.fill(`${url}/people`)
    await expect(page.getByText('Add a record value to the URL. Type { and select a field.')).toBeVisible()
    await box.pressSequentially('/{num')
    await expect(page.getByRole('option', { name: 'number record field' })).toBeVisible()
    await box.press('Enter')
    await expect(box).toHaveValue(`${url}/people/{number}`)
    await expect(page.getByRole('list', { name: 'Record values in the URL' })).toContainText('C/1')
    const preview = page.getByRole('region', { name: 'Request preview' })
    await expect(preview.getByRole('region', { name: 'Request', exact: true })).toContainText(`PUT ${url}/people/C%2F1`)
    await page.getByText('Follow-up request', { exact: true }).click()
    await page.getByRole('button', { name: 'Add a follow-up request' }).click()
    await expect(page.getByLabel('Request URL')).toHaveValue(`${url}/contacts/{id}`)
    await page.getByLabel('Request body').fill('{"done":"{answer.ok}"}')
    await expect(preview.getByRole('region', { name: 'After delivery: follow-up' })).toContainText(`PATCH ${url}/contacts/a`)
    await expectAccessible(page)
    await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()

    await page.getByRole('link', { name: 'Review', exact: false }).first().click()
    await expect(page.getByText('Each request updates the record at its URL.')).toBeVisible()
    await page.getByRole('button', { name: 'Deploy', exact: true }).click()
    await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('link', { name: 'Open the connector' }).click()
    await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText('Completed with errors', { timeout: 45_000 })

    await expect.poll(() => arrived.length).toBe(4)
    expect(arrived.toSorted((one, other) => (one.path < other.path ? -1 : 1))).toEqual([
      ...['a', 'b'].map((id) => ({ method: 'PATCH', path: `/contacts/${id}`, body: '{"done":"true"}' })),
      { method: 'PUT', path: '/people/C%202', body: '{"id":"b","name":"Ben"}' },
      { method: 'PUT', path: '/people/C%2F1', body: '{"id":"a","name":"Anna"}' },
    ])
  } finally {
    await stop()
    server.close()
  }
})
