/** The operator through the screens: a customer added, limited, looked into, changed with others, deleted and taken back; a connector offered; switches. */
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

let address = ''
let stop = () => Promise.resolve()
test.beforeAll(async () => {
  ;({ address, stop } = await launch('e2e-customers', { DEMO_PASSWORD: demoPassword }))
})
test.afterAll(() => stop())

test('the operator adds a customer, sets limits, looks into it, changes all found, and takes a deletion back', async ({
  page,
}) => {
  const company = 'Kite Mobility'
  await signIn(page, `${address}/admin/customers`, 'super@demo.test')
  await page.getByRole('button', { name: 'Add customer' }).click()
  const adding = page.getByRole('dialog', { name: 'Add customer' })
  await adding.getByLabel('Company').fill(company)
  await adding.getByLabel("First administrator's email").fill('first@kite.test')
  await adding.getByRole('button', { name: 'Add and invite' }).click()
  await expect(page.getByText(`${company} added. Copy the invitation link from the Outbox.`)).toBeVisible()
  await expect(page.getByRole('heading', { name: company })).toBeVisible()
  const places = page.getByRole('navigation', { name: 'Breadcrumb' })
  const details = page.getByRole('main')
  await expect(details).toContainText('Invited: first@kite.test')
  await expect(details).toContainText('No connectors yet')
  const head = page.getByRole('region', { name: company, exact: true })
  const menu = async (entry: string) => {
    await head.getByRole('button', { name: 'More actions' }).click()
    await head.getByRole('button', { name: entry }).click()
  }

  await head.getByRole('button', { name: 'Edit limits' }).click()
  const limits = page.getByRole('dialog', { name: `Limits of ${company}` })
  await limits.getByLabel('Connectors').fill('5')
  await limits.getByLabel('Reason').fill('Trial')
  await limits.getByRole('button', { name: 'Save limits' }).click()
  await expect(page.getByRole('region', { name: 'Limits' })).toContainText(/5 set .* by Sam Super/)

  await page.getByRole('button', { name: 'Add note' }).click()
  const noting = page.getByRole('dialog', { name: `Add a note on ${company}` })
  await noting.getByRole('textbox', { name: 'Note' }).fill('Pays by bank transfer')
  await noting.getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('Pays by bank transfer')

  await head.getByRole('button', { name: 'View company…' }).click()
  const looking = page.getByRole('dialog', { name: `View ${company}?` })
  await looking.getByLabel('Reason').fill('Support request')
  await looking.getByRole('button', { name: 'View company' }).click()
  await expect(details).toContainText(`Viewing ${company}, read only`)
  await page.getByRole('tab', { name: 'Audit Log' }).click()
  await expect(details).toContainText('Operator opened company')
  await expectAccessible(page)
  await page.goBack()
  await expect(page.getByRole('tab', { name: 'Overview', selected: true })).toBeVisible()

  await places.getByRole('link', { name: 'Customers' }).click()
  await page.getByRole('searchbox', { name: 'Search customers' }).fill(company)
  await page.getByRole('button', { name: 'Change all found' }).click()
  const bulk = page.getByRole('dialog', { name: 'Change all matching customers' })
  await expect(bulk).toContainText('1 of 1 that match the filter would change')
  await bulk.getByLabel('Reason').fill('Unpaid')
  await bulk.getByRole('button', { name: 'Change them' }).click()
  await expect(page.getByText('Action started')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Action on customers' })).toContainText('1 changed, 0 failed')

  await page.getByRole('link', { name: company }).click()
  await expect(details).toContainText('Unpaid (by Sam Super)')
  await menu('Delete…')
  const deleting = page.getByRole('dialog', { name: `Delete ${company}?` })
  await deleting.getByLabel('Reason').fill('Contract ended')
  await deleting.getByLabel(`Type ${company} to confirm`).fill(company)
  await deleting.getByRole('button', { name: 'Delete company' }).click()
  await expect(details).toContainText('All data will be deleted on')
  await details.getByRole('button', { name: 'Keep company' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep company' }).click()
  await expect(head.getByRole('button', { name: 'Reactivate' })).toBeVisible()
})

test('the operator switches sign-up, and offers a published connector', async ({ page }) => {
  const token = async (email: string) => {
    const data = { email, password: demoPassword }
    return (await (await page.request.post(`${address}/api/auth/sign-in`, { data })).json()).accessToken as string
  }
  const headers = { authorization: `Bearer ${await token('admin@demo.test')}` }
  const [first] = await (await page.request.get(`${address}/api-connectors/dashboard-user-query`, { headers })).json()
  const form = { name: 'Rides to Snowflake', description: '', category: '', tags: [], connectorId: first._id }
  expect((await page.request.post(`${address}/api/templates`, { headers, data: form })).status()).toBe(201)

  await signIn(page, `${address}/admin/enterprise-library`, 'super@demo.test')
  const entries = page.getByRole('region').filter({ hasText: 'Rides to Snowflake' })
  await entries.getByText('Rides to Snowflake').first().click()
  await expect(page.getByText('Version 1')).toBeVisible()
  await expectAccessible(page)

  await page.goto(`${address}/admin`)
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  const switches = page.getByRole('dialog', { name: 'Installation switches' })
  await switches.getByLabel('New companies within 24 hours').fill('0')
  await switches.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Switches saved')).toBeVisible()
  const data = { email: 'a@b.test', password: 'Correct-horse-battery-9', firstName: 'A', lastName: 'B', companyName: 'C' }
  const refused = await page.request.post(`${address}/api/registration`, {
    data: { ...data, productTier: 'Basic', paymentMethodId: null },
  })
  expect((await refused.json()).code).toBe('registration/full')
})
