/** The renderer of the studio: payloads of transactions, uploads, pasted text and samples, as JSON, as a table and as a chart. */
import { expect, type Locator, type Page } from 'playwright/test'

import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'

const records = 12
const big = '9007199254740993'

const open = async (page: Page, request: Parameters<typeof Api.open>[0], name: string) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded(name, (config) => ({
    ...config,
    source: {
      ...config.source,
      url: `${config.source.url}?limit=${records}`,
      ...(config.source.listConfig
        ? { listConfig: { ...config.source.listConfig, type: 'simple' as const, firstPageOnly: true } }
        : {}),
    },
  }))
  await signIn(page, `/details/${id}/studio?tab=renderer`)
  return id
}

const source = (page: Page) => page.getByRole('combobox', { name: 'Data source' })
const form = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const payload = (page: Page) => page.getByRole('textbox', { name: 'Payload' })
const editor = (page: Page) => page.getByRole('textbox', { name: 'Write or paste JSON here' })
const alert = (page: Page) => page.getByRole('region', { name: 'Your own JSON' }).getByRole('alert')
const upload = (page: Page, text: string) =>
  page
    .getByLabel('Upload JSON File')
    .setInputFiles({ name: 'payload.json', mimeType: 'application/json', buffer: Buffer.from(text) })
// Two loads in a row are told twice.
const toasted = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).last()).toBeVisible()

test('what a run delivered is shown, the latest or one of the ten most recent', async ({ page, request }) => {
  const id = await open(page, request, 'Rendered')
  await expect(page.getByText('No transactions in this period', { exact: true })).toBeVisible()
  await page.goto(`/details/${id}`)
  const panel = page.getByRole('region', { name: 'Rendered', exact: true })
  await panel.getByRole('button', { name: 'Deploy' }).click()
  await expect(panel.getByRole('status').first()).toHaveText('Active', { timeout: 30_000 })
  await panel.getByRole('button', { name: 'Run now' }).click()
  await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText('Succeeded', { timeout: 45_000 })

  await page.goto(`/details/${id}/studio?tab=renderer`)
  await expect(payload(page)).toContainText('{')
  const latest = await payload(page).innerText()
  await source(page).selectOption('One of the 10 most recent')
  await expect(page.getByText('No transaction chosen')).toBeVisible()
  const transactions = page.getByRole('combobox', { name: 'Transaction' })
  await expect(transactions.locator('option')).toHaveCount(11)
  await transactions.selectOption({ index: 10 })
  await expect(payload(page)).toContainText('{')
  expect(await payload(page).innerText()).not.toBe(latest)
  await transactions.selectOption({ index: 1 })
  await expect.poll(() => payload(page).innerText()).toBe(latest)

  await form(page, 'Table').click()
  await page.reload()
  await expect(page.getByRole('grid', { name: 'Payload as a table' })).toBeVisible()
  await expect(source(page)).toHaveValue('recent')
  await expect(transactions).not.toHaveValue('')
  await page.getByRole('button', { name: 'Refresh transactions' }).click()
  await expect(page.getByRole('region', { name: 'transactions' })).toHaveAttribute('aria-busy', 'false')
})

test(
  'JSON of its own is taken to the last digit, and what is none is told in the words of the catalogue',
  onlyInFull,
  async ({ page, request }) => {
    await open(page, request, 'Uploaded')
    await source(page).selectOption('Custom: upload or paste')
    await upload(page, `[{"id":${big},"total":1.10},{"id":${BigInt(big) - 1n}.0,"total":2}]`)
    await toasted(page, 'Upload Successful')
    await expect(payload(page)).toContainText(`"id": ${big}`)
    await expect(payload(page)).toContainText('1.10')

    for (const [text, ...parts] of [
      ['{"id":\n}', 'Upload Failed', 'Please upload a valid JSON file', 'Line 2, column 1.'],
      ['', 'Upload Failed', 'Please upload a valid JSON file', 'The JSON is empty.'],
      ['['.repeat(100_000), 'Upload Failed', 'Please upload a valid JSON file', 'Nesting is limited to 256 levels'],
      [`"${'x'.repeat(5_000_000)}"`, 'Upload Failed', 'Choose a file of up to 5 MB'],
    ]) {
      await upload(page, text ?? '')
      for (const part of parts) await expect(alert(page)).toContainText(part)
      // What was shown before stays.
      await expect(payload(page)).toContainText(big)
    }

    await form(page, 'Table').click()
    const grid = page.getByRole('grid', { name: 'Payload as a table' })
    await expect(grid.getByRole('gridcell', { name: big })).toBeVisible()
    await grid.getByRole('button', { name: /^id/ }).click()
    await expect(grid.getByRole('columnheader', { name: /^id/ })).toHaveAttribute('aria-sort', 'ascending')
    await expect(grid.getByRole('row').nth(1)).toContainText('9007199254740992.0')
    await page.reload()
    await expect(grid.getByRole('gridcell', { name: big })).toBeVisible()
  },
)

test('the clipboard is pasted, and where it is not handed over that is said', onlyInFull, async ({ page, context, request }) => {
  await open(page, request, 'Pasted')
  await source(page).selectOption('Custom: upload or paste')
  await expect(editor(page)).toBeVisible()
  await page.getByRole('button', { name: 'Paste JSON' }).click()
  await expect(alert(page)).toContainText('Paste Failed')
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate((text) => navigator.clipboard.writeText(text), `{"id":${big}}`)
  await page.getByRole('button', { name: 'Paste JSON' }).click()
  await toasted(page, 'Paste Successful')
  await expect(payload(page)).toContainText(big)
  await page.evaluate(() => navigator.clipboard.writeText('{"id":'))
  await page.getByRole('button', { name: 'Paste JSON' }).click()
  await expect(alert(page)).toContainText('Parse Error')
  await expect(alert(page)).toContainText('The data you pasted is not valid JSON')
})

test(
  'a keyboard writes, is told what is wrong, and gets out again; what is read is searched and folded',
  onlyInFull,
  async ({ page, request }) => {
    await open(page, request, 'By keyboard')
    await source(page).selectOption('Custom: upload or paste')
    await editor(page).focus()
    await page.keyboard.type('{"a": 1,')
    await expect(page.locator('.cm-lint-marker-error')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(editor(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(editor(page)).not.toBeFocused()

    await source(page).selectOption('Sample data')
    await page.getByRole('combobox', { name: 'Sample' }).selectOption('A customer')
    await toasted(page, 'Sample Loaded')
    await payload(page).focus()
    await page.keyboard.press('Control+f')
    await page.keyboard.type('Malm')
    await expect(page.locator('.cm-searchMatch')).toHaveCount(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Fold inner parts' }).click()
    await expect(payload(page)).not.toContainText('Malm')
    await expect(page.locator('.cm-foldPlaceholder')).toHaveCount(3)
    await page.getByRole('button', { name: 'Unfold all' }).click()
    await expect(payload(page)).toContainText('Malm')

    await form(page, 'Chart').click()
    const chart = page.getByRole('application', { name: 'total, Row order' })
    await chart.focus()
    await page.keyboard.press('End')
    await expect(page.getByText('Row 4: 184.4')).toBeVisible()
  },
)

test('each form is accessible in both themes, and whole in 320 px', onlyInFull, async ({ page, request }) => {
  test.slow()
  await open(page, request, 'Seen by everybody')
  await source(page).selectOption('Custom: upload or paste')
  await upload(page, '{"id":')
  await expect(alert(page)).toBeVisible()
  await source(page).selectOption('Sample data')
  const forms: readonly (readonly [string, Locator])[] = [
    ['JSON', payload(page)],
    ['Table', page.getByRole('grid', { name: 'Payload as a table' })],
    ['Chart', page.getByRole('application')],
  ]
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const [name, shown] of forms) {
      await form(page, name).click()
      await expect(shown).toBeVisible()
      await expectAccessible(page)
    }
    await source(page).selectOption('Custom: upload or paste')
    await expect(editor(page)).toBeVisible()
    await editor(page).focus()
    await page.keyboard.type('[1,')
    await expect(page.locator('.cm-lint-marker-error')).toBeVisible()
    await expectAccessible(page)
    await source(page).selectOption('Sample data')
  }
  await page.setViewportSize({ width: 320, height: 800 })
  for (const [name, shown] of forms) {
    await form(page, name).click()
    await expect(shown).toBeVisible()
    await seesAll(page)
  }
  await source(page).selectOption('Custom: upload or paste')
  await expect(editor(page)).toBeVisible()
  await seesAll(page)
})
