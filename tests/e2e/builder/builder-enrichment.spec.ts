/** An enrichment made through the screens: a field that its own test found is mapped, and arrives at the destination. */
import { expect } from 'playwright/test'

import { onlyInFull } from '../../kit/form.ts'
import { Api, signIn, test } from '../kit/console.ts'

type Arrived = { readonly items: readonly { readonly record: Readonly<Record<string, unknown>> }[] }

test('a field that the test of an enrichment found is mapped and arrives', onlyInFull, async ({ page, request, baseURL }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('Orders with customer', (config) => ({
    ...config,
    source: {
      ...config.source,
      url: `${baseURL}/sandbox/shop/orders?limit=3`,
      listConfig: {
        type: 'simple',
        iterationPath: '',
        batchSize: 100,
        firstPageOnly: true,
        outputConfig: { strategy: 'individual' },
      },
    },
    destination: { ...config.destination, url: `${baseURL}/sandbox/crm/contacts` },
    dataMapping: [],
  }))
  await signIn(page, `/edit-integration/source-configuration/${id}`)
  await page.getByRole('button', { name: 'Send test request' }).click()
  await expect(page.getByText('Found a list of 3 items in "items".')).toBeVisible()

  await page.getByRole('link', { name: 'Next: Destination' }).click()
  await page.getByLabel(/JSON of one record/).fill('{"orderNumber":"1","mail":"a@b.example"}')

  await page.getByRole('link', { name: 'Next: Enrichment' }).click()
  await page.getByRole('button', { name: 'Add enrichment' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Customer')
  await page
    .getByRole('group', { name: 'System', exact: true })
    .getByLabel(/^URL/)
    .fill(`${baseURL}/sandbox/shop/customers?limit=1`)
  const form = page.getByRole('group', { name: 'Request and result' })
  await form.getByLabel('Parameter 1: name').fill('offset')
  await form.getByLabel('Parameter 1: record field').selectOption('customer.id')
  await form.getByLabel('Result path').fill('items[0]')
  await form.getByLabel('Target path').fill('extra')
  await expect(page.getByText('Complete. Saved in the draft.')).toBeVisible()
  await page.getByRole('button', { name: 'Send test request' }).click()
  await expect(page.getByText(/fields added\. You can map them/)).toBeVisible()

  await page.getByRole('link', { name: 'Next: Mapping' }).click()
  for (const [target, source] of [
    ['orderNumber', 'number'],
    ['mail', 'extra.email'],
  ] as const) {
    await page.getByRole('button', { name: `Choose a source for ${target}` }).click()
    await page.getByRole('combobox', { name: new RegExp(target) }).fill(source)
    await page.getByRole('option', { name: new RegExp(`^${source} `) }).click()
  }
  await page.getByRole('link', { name: 'Next: Review' }).click()
  await expect(page.getByText('No errors in the configuration.')).toBeVisible()
  await page.getByRole('button', { name: 'Deploy' }).click()
  await page.getByRole('button', { name: 'Run now' }).click()

  const newest = async () => ((await (await request.get('/sandbox/crm/contacts?limit=3')).json()) as Arrived).items
  await expect
    .poll(async () => (await newest()).map(({ record }) => Object.keys(record)))
    .toEqual(Array(3).fill(['orderNumber', 'mail']))
  for (const { record } of await newest()) expect(record['mail']).toMatch(/^customer\d+@shop\.example$/)
})
