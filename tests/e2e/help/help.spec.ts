/** Help through the screens: a question, an article, a request to support, and the operator's answer. */
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  const environment = { DEMO_PASSWORD: demoPassword, SUPPORT_EMAIL: 'support@operator.test' }
  ;({ address, stop } = await launch('e2e-help', environment))
})
test.afterAll(() => stop())

test('somebody finds an article, writes to support, and is answered', async ({ page }) => {
  await signIn(page, `${address}/dashboard`)
  // From any page to its article, and from there to the Help Center.
  await page.getByRole('link', { name: 'Help for this page' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  await expect(page).toHaveURL(`${address}/help-center/dashboard`)
  await page.getByRole('button', { name: 'Yes' }).click()
  await expect(page.getByText('Thank you. You can change your answer.')).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Yes' })).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)

  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Help Center' }).click()
  await page.getByRole('searchbox').fill('destination refusd record')
  await page.getByRole('status', { name: 'Articles found' }).getByRole('link', { name: 'Destination refused' }).click()
  await expect(page.getByText('Error code: destination/refused')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('searchbox')).toHaveValue('destination refusd record')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 900 })

  await page.getByRole('button', { name: 'Contact Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Contact Support' })
  await dialog.getByLabel('Subject').fill('Orders fail')
  await dialog.getByLabel('What happened?').fill('Since noon none arrives.')
  await dialog.getByLabel('Connector (optional)').selectOption({ label: 'Shop orders to CRM' })
  await expect(dialog.getByRole('region', { name: 'Attached details' })).toContainText('"name": "Shop orders to CRM"')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('row', { name: /Orders fail/ })).toContainText('Open')

  await signIn(page, `${address}/support-requests`, 'super@demo.test')
  await page.getByRole('button', { name: 'Actions for Orders fail' }).click()
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  const answer = page.getByRole('dialog', { name: 'Answer “Orders fail”' })
  await answer.getByRole('textbox', { name: 'Answer' }).fill('The CRM was down. Replay them.')
  await answer.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByRole('row', { name: /Orders fail/ })).toContainText('Answered')
  await expectAccessible(page)

  await signIn(page, `${address}/help-center`)
  await page.getByRole('row', { name: /Orders fail/ }).click()
  await expect(page.getByText('The CRM was down. Replay them.')).toBeVisible()

  await page.goto(`${address}/faq#faq-limits-run`)
  await expect(page.getByText('Up to 10,000 pages and 1,000,000 records.')).toBeInViewport()
  await expectAccessible(page)
})
