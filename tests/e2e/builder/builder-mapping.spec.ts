/** The mapping as a table, by the keyboard alone: shop to CRM, with what the engine makes of real orders. */
import { expect, type Page } from 'playwright/test'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { ShapeField } from '#contract/connectors/config/shape.ts'
import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'

const field = (path: string, type: ShapeField['types'][number], isRequired = false): ShapeField => ({
  path,
  types: [type],
  isRequired,
})
const takenAt = '2026-01-02T03:04:05.000Z'

/** Goes by Tab until what has the name has the focus. */
async function reach(page: Page, name: string | RegExp): Promise<void> {
  const goal = page.getByRole('button', { name, exact: true }).or(page.getByRole('searchbox', { name, exact: true }))
  await expect(goal).toBeVisible()
  for (let presses = 0; presses < 120; presses += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach ${name}.`)
}

async function press(page: Page, name: string | RegExp): Promise<void> {
  await reach(page, name)
  await page.keyboard.press('Enter')
}

test('orders of the shop are mapped to the CRM by the keyboard alone', async ({ page, request, baseURL }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('Mapped by keyboard', (config) => ({ ...config, dataMapping: [], enrichment: [] }))
  const orders = await (await request.get(`${baseURL}/sandbox/shop/orders?limit=3`)).json()
  await api.put(`/api-connectors/${id}/shapes`, {
    source: {
      fields: [
        field('id', 'integer'),
        field('total', 'number'),
        field('customer.email', 'string'),
        field('lines[*].sku', 'string'),
      ],
      examples: orders.items,
      origin: 'request',
      takenAt,
    },
    destination: {
      fields: [field('reference', 'string'), field('customer.email', 'string', true), field('placed', 'date')],
      examples: [],
      origin: 'typed',
      takenAt,
    },
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, `/edit-integration/data-mapping/${id}`)

  await expect(page.getByText('1 required field is not mapped.')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Destination fields' }).getByRole('row')
  await expect(rows.nth(1), 'what is required and missing stands on top').toContainText('customer.email')
  await expect(rows.nth(1)).toContainText('Suggested: customer.email. Both are named')

  await press(page, 'Accept customer.email for customer.email')
  await expect(page.getByText('All required fields are mapped.')).toBeVisible()
  const first = orders.items[0]
  const mail = rows.filter({ hasText: 'customer.email' })
  await expect(mail).toContainText(`"${first.customer.email}" → "${first.customer.email}"`)

  await press(page, 'Choose a source for reference')
  await page.keyboard.type('i')
  await page.keyboard.press('Escape')
  await press(page, 'Choose a source for reference')
  await expect(page.getByRole('combobox', { name: 'Search a source for reference' })).toBeFocused()
  await page.keyboard.type('id')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Change the source of reference, now id' })).toBeFocused()
  const reference = rows.filter({ hasText: 'reference' })
  await expect(reference, 'a number becomes a text, as the engine makes it').toContainText(`${first.id} → "${first.id}"`)

  await press(page, 'Choose a source for placed')
  await page.keyboard.type('total')
  await page.keyboard.press('Enter')
  await expect(rows.filter({ hasText: 'placed' })).toContainText('May not fit: number to date')
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('button', { name: 'Choose a source for placed' })).toBeVisible()
  await page.keyboard.press('Shift+ControlOrMeta+z')
  await expect(page.getByRole('button', { name: 'Change the source of placed, now total' })).toBeVisible()
  await press(page, 'Remove the mapping to placed')

  await press(page, 'Check mapping')
  await expect(page.getByText('No problems found in the mapping.')).toBeVisible()
  await expectAccessible(page)
  await expect
    .poll(async () => {
      const { config } = await api.get<{ config: ConnectorConfig }>(`/api-connectors/${id}`)
      return config.dataMapping.map(({ sourcePath, targetPath }) => `${sourcePath} > ${targetPath}`)
    })
    .toEqual(['customer.email > customer.email', 'id > reference'])

  await page.reload()
  await expect(page.getByRole('button', { name: 'Change the source of reference, now id' })).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await seesAll(page)
})

test('a transform is written in the sheet beside the table, opens again, is renamed, and is removed', async ({
  page,
  request,
}) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('Mapped by a transform', (config) => ({ ...config, dataMapping: [], enrichment: [] }))
  const names = [field('firstName', 'string'), field('lastName', 'string')]
  const examples = [
    { firstName: 'Anna', lastName: 'Berg' },
    { firstName: 'Emil', lastName: null },
  ]
  await api.put(`/api-connectors/${id}/shapes`, {
    source: { fields: names, examples, origin: 'request', takenAt },
    destination: { fields: [field('contact', 'string', true)], examples: [], origin: 'typed', takenAt },
  })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await signIn(page, `/edit-integration/data-mapping/${id}`)
  await press(page, 'Transform of contact')
  const sheet = page.getByRole('dialog', { name: 'contact' })
  const add = sheet.getByRole('combobox', { name: 'Add a field' })
  await add.pressSequentially('firstName')
  await page.keyboard.press('Enter')
  await add.pressSequentially('lastname')
  await page.keyboard.press('Enter')
  await expect(sheet.getByText('The source has no field “lastname”. Did you mean lastName?')).toBeVisible()
  await expect(sheet.getByRole('button', { name: 'Apply' })).toHaveAttribute('aria-disabled', 'true')
  await sheet.getByRole('button', { name: 'Use lastName' }).click()
  const made = sheet.getByRole('region', { name: 'Preview' }).getByRole('row')
  await expect(made.nth(1)).toContainText('"Anna Berg"')
  await expect(made.nth(2), 'what is empty is left out with its separator').toContainText('"Emil"')
  await expectAccessible(page)
  await sheet.getByRole('button', { name: 'Apply' }).click()
  await expect(sheet).toHaveCount(0)
  const row = page.getByRole('row').filter({ hasText: 'firstName, lastName' })
  await expect(row).toContainText('"Anna Berg"')

  await page.reload()
  await press(page, 'contact: transform of contact')
  await expect(sheet.getByText(/^Used by 1 field of this mapping\./)).toBeVisible()
  await sheet.getByLabel('Separator').fill(', ')
  await sheet.getByRole('textbox', { name: 'Name', exact: true }).fill('Keyboard contact')
  await sheet.getByRole('textbox', { name: 'Name', exact: true }).press('Enter')
  await expect(page.getByRole('button', { name: 'Keyboard contact: transform of contact' })).toBeVisible()
  await expect(row).toContainText('"Anna, Berg"')

  await press(page, 'Keyboard contact: transform of contact')
  await sheet.getByText('Saved transforms').click()
  await sheet.getByRole('button', { name: 'Delete Keyboard contact' }).click()
  await press(page, 'Delete transform')
  await expect(sheet.getByText('Saved transforms')).toHaveCount(0)
  await sheet.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Transform of contact', exact: true })).toBeVisible()
})
