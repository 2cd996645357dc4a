/** The first page of a sign-up: what is missing is said when the button is pressed, and the logo leads out. */
import { expect } from 'playwright/test'

import { test } from '../kit/console.ts'

test('an address that cannot be one is named, and the logo leads to the sign-in', async ({ page }) => {
  await page.goto('/sign-up')
  await page.getByLabel('Email').fill('ada')
  await page.getByLabel('Password', { exact: true }).fill('Quiet-harbour-47-lanterns')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter a complete email address, such as name@company.com.')).toBeVisible()
  await page.getByRole('link', { name: 'Datacrane', exact: true }).click()
  await expect(page).toHaveURL('/sign-in')
})
