/** A company that signed up and has no connector. */
import { expect } from 'playwright/test'

import { expectAccessible, test } from '../kit/console.ts'
import { linkTo, signInAs } from '../kit/mails.ts'

const password = 'Quiet-harbour-41'

test('a company without connectors moves its first records by one press', async ({ page, request }) => {
  const email = `first.${Date.now().toString(36)}@example.test`
  const names = { firstName: 'Mary', lastName: 'Somerville', companyName: 'Mechanism' }
  const data = { email, password, ...names, productTier: 'Basic', paymentMethodId: null }
  expect((await request.post('/api/registration', { data })).status()).toBe(201)
  await page.goto(await linkTo(request, email, '/confirm-account'))
  await page.getByRole('link', { name: 'Sign In' }).click()
  await signInAs(page, email, password, 'Mary Somerville')
  await expect(page.getByRole('heading', { level: 1, name: 'Move your first records' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'First steps' }).getByText('Create a connector, To do')).toBeAttached()
  await expect(page.getByRole('link', { name: 'Stripe customers' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Run the demo' }).click()
  await expect(page).toHaveURL(/\/details\//, { timeout: 30_000 })
  await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click()
  const steps = page.getByRole('region', { name: 'First steps' })
  await expect(steps.getByText('Deliver the first record, Done')).toBeAttached({ timeout: 30_000 })
  await expect(steps.getByText('Run automatically, on a schedule or by webhook, To do')).toBeAttached()
})
