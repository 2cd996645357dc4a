/** The operator through the screens: the state of the installation, a company suspended and reactivated, and what its people see. */
import { expect } from 'playwright/test'

import { expectAccessible, expectInside, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  ;({ address, stop } = await launch('e2e-admin', { DEMO_PASSWORD: demoPassword }))
})
test.afterAll(() => stop())

test('the operator reads how the installation does, suspends a customer and reactivates it', async ({ page, browser }) => {
  const company = 'Harbor & Pine'
  const person = { firstName: 'Mo', lastName: 'Reed', email: 'mo@harbor.test', password: 'Correct-horse-battery-9' }
  const data = { ...person, companyName: company, productTier: 'Basic', paymentMethodId: null }
  expect((await page.request.post(`${address}/api/registration`, { data })).ok()).toBe(true)

  await signIn(page, `${address}/admin`, 'super@demo.test')
  // Its confirmation could not be sent: the check says so, with what to do.
  const checks = page.getByRole('region', { name: 'Checks', exact: true })
  await expect(checks.getByText('Messages without a mail server')).toBeVisible()
  await expect(checks).toContainText('Set SMTP_URL')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/needs? attention$|failed$/)
  await expect(page.getByRole('region', { name: 'Services' })).toContainText('Engine, 1 process')
  await expectAccessible(page)

  await page.getByRole('region', { name: 'customers', exact: true }).getByText(company).click()
  const head = page.getByRole('region', { name: company, exact: true })
  const details = page.getByRole('main')
  await head.getByRole('button', { name: 'More actions' }).click()
  await head.getByRole('button', { name: 'Suspend…' }).click()
  const asking = page.getByRole('dialog', { name: `Suspend ${company}?` })
  await expect(asking.getByRole('button', { name: 'Suspend' })).toHaveAttribute('aria-disabled', 'true')
  await asking.getByLabel('Reason').fill('Invoices unpaid')
  await asking.getByRole('button', { name: 'Suspend' }).click()
  await expect(page.getByText(`${company} is suspended`)).toBeVisible()
  await expect(details).toContainText('Invoices unpaid (by Sam Super)')
  await expectAccessible(page)

  await head.getByRole('button', { name: 'Reactivate' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reactivate' }).click()
  await expect(page.getByText(`${company} is active again`)).toBeVisible()
  await expect(head.getByText('Active', { exact: true })).toBeVisible()

  // An administrator reads the own company, and the customers are not theirs.
  const other = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage()
  await signIn(other, `${address}/admin`)
  await expect(other.getByText('Connectors by health')).toBeVisible()
  await expectInside(other)
  await other.goto(`${address}/admin/customers`)
  await expect(other.getByRole('heading', { name: 'Not for your role' })).toBeVisible()
})
