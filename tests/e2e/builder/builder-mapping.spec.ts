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

  await expect(page.getByText('1 required field has no source yet.')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Fields of the destination' }).getByRole('row')
  await expect(rows.nth(1), 'what is required and missing stands on top').toContainText('customer.email')
  await expect(rows.nth(1)).toContainText('Suggested: customer.email. Both are called')

  await press(page, 'Accept customer.email for customer.email')
  await expect(page.getByText('Every required field has a source.')).toBeVisible()
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
  await press(page, 'Remove the line to placed')

  await press(page, 'Check mapping')
  await expect(page.getByText('The mapping is sound.')).toBeVisible()
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

test('a rule is written, used, and deleted by the keyboard', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('Mapped by a rule', (config) => ({ ...config, dataMapping: [], enrichment: [] }))
  await api.put(`/api-connectors/${id}/shapes`, {
    source: { fields: [field('id', 'integer')], examples: [{ id: 7 }], origin: 'request', takenAt },
    destination: { fields: [field('shop', 'string', true)], examples: [], origin: 'typed', takenAt },
  })
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' })
  await signIn(page, `/edit-integration/data-mapping/${id}`)
  await press(page, 'Transform of shop')
  await press(page, 'New rule')
  await page.getByRole('textbox', { name: 'Name of the rule' }).focus()
  await page.keyboard.type('Keyboard shop')
  await page.keyboard.press('Tab')
  await page.keyboard.type('north')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Keyboard shop: transform of shop' })).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Keyboard shop' })).toContainText('"north"')

  await press(page, 'Keyboard shop: transform of shop')
  await press(page, 'Delete Keyboard shop')
  await press(page, 'Delete rule')
  await expect(page.getByText('Keyboard shop')).toHaveCount(0)
})
