/** A formula in the mapping: written with what is offered, tried on real orders, wrong at its character, and run. */
import { expect } from 'playwright/test'

import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'

const takenAt = '2026-01-02T03:04:05.000Z'

test('the total of an order line is computed by a formula', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('Mapped by a formula', (config) => ({ ...config, dataMapping: [], enrichment: [] }))
  await api.put(`/api-connectors/${id}/shapes`, {
    source: {
      fields: ['price', 'quantity', 'Discount rate'].map((path) => ({ path, types: ['number'], isRequired: false })),
      examples: [
        { price: 0.1, quantity: 3, 'Discount rate': 0.5 },
        { price: 12.5, quantity: 2 },
      ],
      origin: 'request',
      takenAt,
    },
    destination: { fields: [{ path: 'total', types: ['number'], isRequired: true }], examples: [], origin: 'typed', takenAt },
  })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await signIn(page, `/edit-integration/data-mapping/${id}`)

  await page.getByRole('button', { name: 'Choose a source for total' }).click()
  await page.keyboard.press('=')
  const sheet = page.getByRole('dialog', { name: 'total' })
  const box = sheet.getByRole('combobox', { name: 'Formula' })
  await box.pressSequentially('pri')
  await expect(sheet.getByRole('option', { name: /^price/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await box.pressSequentially(' * quantity * (1 - coal')
  await page.keyboard.press('Tab')
  await box.pressSequentially('disc')
  await page.keyboard.press('Tab')
  await box.pressSequentially(', 0)')
  await expect(sheet.getByText('A bracket is not closed at character 20. Add a closing bracket.')).toBeVisible()
  await expectAccessible(page)
  await box.pressSequentially(')')
  await expect(box).toHaveValue('price * quantity * (1 - coalesce({Discount rate}, 0))')
  const made = sheet.getByRole('region', { name: 'Preview' }).getByRole('row')
  await expect(made.nth(1), 'reckoned in decimal numbers').toContainText('0.15')
  await expect(made.nth(2)).toContainText('25')
  await sheet.getByRole('button', { name: 'Apply' }).click()
  await expect(sheet).toHaveCount(0)

  await expect(page.getByRole('button', { name: /^Formula of total: price \* quantity/ })).toBeVisible()
  await expect
    .poll(async () => (await api.get<{ config: ConnectorConfig }>(`/api-connectors/${id}`)).config.dataMapping[0]?.ruleId)
    .toBeDefined()
  await page.setViewportSize({ width: 320, height: 800 })
  await seesAll(page)
  await expectAccessible(page)
})
