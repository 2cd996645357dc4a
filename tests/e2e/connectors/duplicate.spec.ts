/** A connector is copied from its page and from the list: a draft, which nobody deployed. */
import { expect } from 'playwright/test'

import { Api, signIn, test } from '../kit/console.ts'

test('a connector is duplicated from its page and from its row, and the copies are drafts', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('Made twice', (config) => config)
  await signIn(page, `/details/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('button', { name: 'Duplicate' }).click()
  const copy = page.getByRole('region', { name: 'Copy of Made twice', exact: true })
  await expect(copy.getByRole('status').first()).toHaveText('Draft')
  await expect(page.getByText('Copy of Made twice is a draft. It runs only after you deploy it.')).toBeVisible()

  await page.goto('/dashboard?q=Made+twice')
  await page.getByRole('button', { name: 'Actions for Made twice', exact: true }).click()
  await page.getByRole('button', { name: 'Duplicate' }).and(page.locator(':visible')).click()
  await expect(page.getByRole('region', { name: 'Copy of Made twice 2', exact: true })).toBeVisible()
})
