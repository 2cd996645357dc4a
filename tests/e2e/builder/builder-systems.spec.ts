/** Source and destination as a person builds them: one real request, what came of it, and nothing that is lost. */

import { expect, type Page } from 'playwright/test'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'

const blank = {
  trigger: { type: 'manual' },
  source: { type: 'http' },
  destination: { type: 'http' },
  dataMapping: [],
  enrichment: [],
}

async function newDraft(api: Api, name: string, change: object = {}): Promise<string> {
  const made = await api.post<{ connector: { _id: string } }>('/api-connectors/', {
    connector: { name },
    config: { name, ...blank, ...change },
  })
  return made.connector._id
}

const saved = (page: Page) => expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
const fieldsOf = (page: Page, side: 'source' | 'destination') =>
  page.getByRole('region', { name: side === 'source' ? 'Source fields' : 'Destination fields' })

test('the shop is tested, its sample is shown, and the fields outlast a reload and an error', async ({
  page,
  request,
  baseURL,
}) => {
  const api = await Api.open(request)
  const id = await newDraft(api, 'Sides: source')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, `/start-integration/${id}/source-configuration`)

  const panel = page.getByRole('region', { name: 'Test request' })
  const send = panel.getByRole('button', { name: 'Send test request' })
  await expect(panel.getByText('Enter a valid URL to send a test request.')).toBeVisible()
  await page.getByLabel('URL', { exact: true }).fill(`${baseURL}/sandbox/shop/orders`)
  await send.click()
  await expect(panel.getByText(/^200 · [\d.]+ kB · [\d.]+ m?s$/)).toBeVisible()
  await expect(page.getByText(/^Reads all \d+ pages/), 'its paging passed the test').toBeVisible()
  await expect(page.getByRole('region', { name: 'First records of the sample' }).getByRole('row')).toHaveCount(6)
  await panel.getByText('Request and response').click()
  await expect(panel.getByText(`GET ${baseURL}/sandbox/shop/orders`)).toBeVisible()
  await expect(panel.getByText(/The system responded with 200, [\d.]+ kB/)).toBeVisible()
  const fields = fieldsOf(page, 'source')
  await expect(fields.getByRole('list', { name: 'Source fields' }).getByText('id', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await saved(page)
  await page.reload()
  await expect(fields.getByRole('list', { name: 'Source fields' }).getByText('id', { exact: true })).toBeVisible()
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue(`${baseURL}/sandbox/shop/orders`)

  await page.getByLabel('URL', { exact: true }).fill(`${baseURL}/sandbox/nothing`)
  await send.click()
  await expect(panel.getByText(/The system responded with 404/).first()).toBeVisible()
  await expect(panel.getByText(/The known fields are unchanged/)).toBeVisible()
  await expect(fields.getByRole('list', { name: 'Source fields' }).getByText('id', { exact: true })).toBeVisible()

  await page.getByLabel('URL', { exact: true }).fill('shop orders')
  await expect(page.getByText(/Enter a full URL/)).toBeVisible()
  await expect(send).toHaveAttribute('aria-disabled', 'true')
  await saved(page)
  const kept = await api.get<DraftShapes>(`/api-connectors/${id}/shapes`)
  expect(kept.source?.fields.map(({ path }) => path)).toContain('id')
  expect(kept.source?.origin).toBe('request')
  await page.setViewportSize({ width: 320, height: 800 })
  await seesAll(page)
})

test(
  'a destination is filled from a command, tested without being written to, and described by an example',
  onlyInFull,
  async ({ page, request, baseURL }) => {
    const api = await Api.open(request)
    const id = await newDraft(api, 'Sides: destination')
    const arrived = async () => (await (await request.get('/sandbox/crm/orders')).json()).total
    const before = await arrived()
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
    await signIn(page, `/start-integration/${id}/destination-configuration`)

    await page.getByRole('button', { name: 'A curl command' }).click()
    await page
      .getByRole('textbox', { name: 'Command' })
      .fill(
        `curl -X POST '${baseURL}/sandbox/crm/orders' \\\n -H 'Authorization: Bearer s3cret-for-the-crm-1234' -b sid=1 -d '{"total": 7}'`,
      )
    await expect(page.getByText(/cookies are not sent/)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Fill the form' }).click()
    await expect(page.getByLabel('URL', { exact: true })).toHaveValue(`${baseURL}/sandbox/crm/orders`)
    await expect(page.getByText('Set, ends in 1234')).toBeVisible()
    await expect(page.getByText('Form filled.')).toBeVisible()

    await expect(fieldsOf(page, 'destination').getByText('total', { exact: true })).toBeVisible()

    const panel = page.getByRole('region', { name: 'Test request' })
    await panel.getByRole('button', { name: 'Test the destination' }).click()
    await expect(panel.getByText(/Nothing was written/).first()).toBeVisible()
    await expectAccessible(page)
    await expect(panel.getByText('s3cret-for-the-crm-1234')).toHaveCount(0)
    expect(await arrived()).toBe(before)

    const fields = fieldsOf(page, 'destination')
    await fields.getByLabel(/JSON of one record/).fill('{"orderId": "7"')
    await fields.getByRole('button', { name: 'Read the fields' }).click()
    await expect(fields.getByText(/This is not valid JSON/)).toBeVisible()
    await fields.getByLabel(/JSON of one record/).fill('{"orderId": "7", "customer": {"email": "ada@example.test"}}')
    await expect(fields.getByText('customer.email', { exact: true })).toBeVisible()
    await page.getByLabel('URL', { exact: true }).fill('https://crm.example.test/orders')
    await expect(page.getByText('Enter the token.', { exact: true })).toBeVisible()
    await saved(page)
    await page.reload()
    await expect(fields.getByText('customer.email', { exact: true })).toBeVisible()
    await expect(page.getByText('Set, ends in 1234')).toHaveCount(0)
  },
)

test('a form is filled from an OpenAPI document in YAML', async ({ page, request }) => {
  const id = await newDraft(await Api.open(request), 'Sides: YAML')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, `/start-integration/${id}/source-configuration`)
  await page.getByRole('button', { name: 'An OpenAPI document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Use an OpenAPI document' })
  await dialog.getByLabel('Or paste it').fill('openapi: 3.1.0\npaths: [')
  await expect(dialog.getByText(/This is neither JSON nor YAML: unexpected end of the stream/)).toBeVisible()
  const yaml = `openapi: 3.1.0
info: { title: Warehouse, version: 2026-01-01 }
servers: [{ url: https://warehouse.example.test/v2 }]
paths:
  /stock:
    get:
      summary: What is in stock
      responses:
        200: { content: { application/json: { schema: { type: object, properties: { sku: { type: string } } } } } }
`
  await dialog
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'warehouse.yaml', mimeType: 'application/yaml', buffer: Buffer.from(yaml) })
  await expect(dialog.getByText('Warehouse', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'GET /stock – What is in stock' }).click()
  await dialog.getByRole('button', { name: 'Fill the form' }).click()
  await expect(page.getByLabel('URL', { exact: true })).toHaveValue('https://warehouse.example.test/v2/stock')
  await expect(fieldsOf(page, 'source').getByText('sku', { exact: true })).toBeVisible()
})

test(
  'a press below a secret that was just typed is not missed, and the request bears it',
  onlyInFull,
  async ({ page, request, baseURL }) => {
    const api = await Api.open(request)
    const source = { type: 'http', url: `${baseURL}/sandbox/shop/orders` }
    const id = await newDraft(api, 'Sides: secret', { source })
    await signIn(page, `/start-integration/${id}/source-configuration`)
    const panel = page.getByRole('region', { name: 'Test request' })
    await page.getByLabel('Authentication', { exact: true }).selectOption('bearer')
    await expect(panel.getByText('Complete these settings to send a test request: Authentication.')).toBeVisible()
    await page.getByLabel('Token', { exact: true }).fill('s3cret-for-the-shop-5678')
    // Where a hand goes: down, and up again at the same place.
    const send = panel.getByRole('button', { name: 'Send test request' })
    await send.scrollIntoViewIfNeeded()
    const place = await send.boundingBox()
    await page.mouse.move((place?.x ?? 0) + 10, (place?.y ?? 0) + 3)
    await page.mouse.down()
    await page.mouse.up()
    await expect(panel.getByText(/^200 · /)).toBeVisible()
    await expect(page.getByText('Set, ends in 5678')).toBeVisible()
  },
)

test('the source of a webhook needs no address, and says so', onlyInFull, async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await newDraft(api, 'Sides: hook', { trigger: { type: 'webhook' } })
  await signIn(page, `/start-integration/${id}/source-configuration`)
  await expect(page.getByText(/Events contain the records, so the source needs no URL/)).toBeVisible()
  await expect(page.getByLabel('URL', { exact: true })).toHaveCount(0)
  await expect(fieldsOf(page, 'source').getByText('Paste an example')).toBeVisible()
})
