/** Lists and enrichments over the built-in shop: what is detected, what is configured, and what the other systems really answer. */

import { expect } from 'playwright/test'
import type { DraftShapes } from '#contract/connectors/config/shape.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, signIn, test } from '../kit/console.ts'

test('a list is detected, configured with a preview, and its paging is proved', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded(
    'Lists of the shop',
    ({ source: { isList, listPath, listConfig, ...source }, ...config }) => ({
      ...config,
      source,
    }),
  )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, `/start-integration/${id}/source-configuration`)
  const toggle = page.getByRole('switch', { name: 'Process the response as a list' })
  const send = page.getByRole('button', { name: 'Send test request' })
  await expect(send).toBeVisible()
  await expect(toggle, 'nothing was detected yet').toHaveCount(0)
  await send.click()
  await expect(page.getByText('Found a list of 50 items in "items".')).toBeVisible()
  await expect(page.getByText(/^Reads all \d+ pages/), 'its paging passed the test').toBeVisible()
  await expect(toggle).toBeChecked()

  await page.getByRole('button', { name: 'Change paging' }).click()
  const dialog = page.getByRole('dialog', { name: 'List configuration' })
  await expect(dialog.getByRole('radio', { name: 'Pagination' })).toBeChecked()
  await expect(dialog.getByRole('region', { name: /^Item \d$/ })).toHaveCount(2)
  await expect(dialog.getByRole('region', { name: 'Item 1' })).toContainText('"SO-1001"')
  await dialog.getByLabel('Pagination type').selectOption('Offset')
  await expect(dialog.getByLabel('Offset parameter')).toHaveValue('offset')
  await dialog.getByLabel('Batch size').fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('Please input the batch size!')).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Batch size').fill('90')

  await page.reload()
  await expect(dialog.getByLabel('Batch size'), 'what was typed outlives the page').toHaveValue('90')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(dialog.getByLabel('Batch size'), 'and a cancel').toHaveValue('90')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(toggle).toBeChecked()

  await page.getByRole('button', { name: 'Try paging' }).click()
  const pages = page.getByRole('region', { name: 'Pages read' })
  await expect(pages.getByRole('row')).toHaveCount(4)
  for (const [at, count, span] of [
    [1, '90', '1001 … 1090'],
    [2, '90', '1091 … 1180'],
    [3, '60', '1181 … 1240'],
  ] as const) {
    const cells = pages.getByRole('row').nth(at).getByRole('cell')
    await expect(cells.nth(0)).toContainText(`offset=${(at - 1) * 90}`)
    await expect(cells.nth(1)).toHaveText(count)
    await expect(cells.nth(2)).toHaveText(span)
  }
  await expect(page.getByText('Last page', { exact: true }), 'the shop declares how many there are').toBeVisible()
  await expect(page.getByText('We read all records of the declared total.')).toBeVisible()
  await expectAccessible(page)

  const saved = async () => (await api.get<ConnectorDetails>(`/api-connectors/${id}`)).config
  await expect.poll(async () => (await saved()).source.listConfig?.batchSize).toBe(90)
  expect((await saved()).source).toMatchObject({ isList: true, listPath: 'items', listConfig: { type: 'pagination' } })
  expect((await saved()).dataMapping.every((edge) => edge.isList && edge.listPath === 'items')).toBe(true)
  await toggle.click()
  await expect.poll(async () => (await saved()).source.isList).toBe(false)
  expect((await saved()).dataMapping.some((edge) => edge.isList || edge.listPath !== undefined)).toBe(false)
})

test('an enrichment is tried with a real record, and the mapping learns what it finds', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('Enrichments of the shop', (config) => config)
  const seeded = await api.get<ConnectorDetails>(`/api-connectors/${id}`)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, `/edit-integration/source-configuration/${id}`)
  await page.getByRole('button', { name: 'Send test request' }).click()
  await expect(page.getByText('100 records found.')).toBeVisible()
  await expect
    .poll(async () => (await api.get<DraftShapes>(`/api-connectors/${id}/shapes`)).source?.examples.length)
    .toBeGreaterThan(0)

  await page.goto(`/edit-integration/enrichment-configuration/${id}`)
  await expect(page.getByText('No enrichment yet')).toBeVisible()
  await page.getByRole('button', { name: 'Add enrichment' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Customer')
  await page.getByLabel('URL', { exact: true }).fill(`${seeded.config.source.url?.replace('orders', 'customers')}?limit=1`)
  await page.getByLabel('Parameter 1: name').fill('page')
  await page.getByLabel('Parameter 1: record field').selectOption('customer.id')
  await page.getByLabel('Result path').fill('items[0]')
  await expect(page.getByText('Not saved yet. Complete Target path.')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Result path'), 'what is half typed outlives the page').toHaveValue('items[0]')
  await page.getByLabel('Target path').fill('account')
  await expect(page.getByText('Complete. Saved in the draft.')).toBeVisible()

  await page.getByRole('button', { name: 'Send test request' }).click()
  const after = page.getByRole('region', { name: 'After', exact: true })
  await expect(after).toContainText('"account"')
  await expect(after).toContainText('customer14@shop.example')
  await expect(page.getByRole('region', { name: 'Before', exact: true })).not.toContainText('"account"')
  await page.getByText('Request and response').click()
  await expect(page.getByText(/GET .*customers\?limit=1&page=14/).first()).toBeVisible()
  await expectAccessible(page)
  const found = async () => {
    const shapes = await api.get<DraftShapes>(`/api-connectors/${id}/shapes`)
    return Object.values(shapes.enrichment ?? {}).flatMap(({ fields }) => fields.map(({ path }) => path))
  }
  await expect.poll(found).toEqual(expect.arrayContaining(['account', 'account.email', 'account.address.city']))

  await page.getByRole('button', { name: 'All enrichments' }).click()
  await page.getByRole('button', { name: 'Remove Customer' }).click()
  await expect(page.getByText('No enrichment yet')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('list', { name: 'Enrichments, in order' })).toContainText('Adds "account"')
  const lookups = async () => (await api.get<ConnectorDetails>(`/api-connectors/${id}`)).config.enrichment
  await expect.poll(async () => (await lookups())[0]?.lookup?.targetPath).toBe('account')
})

test('the demo page reads the shop in three ways', onlyInFull, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, '/mockdemo')
  await expect(page.getByText(/The list in "items" contains 50 items\./)).toBeVisible()
  await expect(page.getByText(/whole list/)).toHaveCount(0)
  await expect(page.getByText(/This connector reads only this page\./)).toBeVisible()
  await expect(page.getByRole('region', { name: /^Item \d$/ })).toHaveCount(2)
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'In batches' }).click()
  await expect(page.getByText('Sends one request. Delivers 25 at a time: 2 batches.')).toBeVisible()
  await page.getByRole('tab', { name: 'Page by page' }).click()
  await page.getByRole('button', { name: 'Try paging' }).click()
  await expect(page.getByRole('region', { name: 'Pages read' }).getByRole('row')).toHaveCount(4)
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
