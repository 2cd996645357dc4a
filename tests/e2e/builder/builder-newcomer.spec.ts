/** Somebody who sees the builder for the first time moves the shop's customers into the CRM, by visible labels alone. */
import { expect } from 'playwright/test'

import { expectAccessible, expectInside, seesAll, test } from '../kit/console.ts'
import { demoPassword } from '../kit/product.ts'
import { countedPerson } from './counted.ts'

/** Interactions that this may take, the sign-in among them. */
const interactionsMax = 25

type Arrived = { readonly total: number; readonly items: readonly { readonly record: unknown }[] }

test('a newcomer builds, tests, maps with suggestions, dry-runs and deploys, and the records arrive as the preview said', async ({
  page,
  request,
  baseURL,
}) => {
  const arrived = async (): Promise<Arrived> => (await request.get('/sandbox/crm/contacts?limit=100')).json()
  const before = await arrived()
  const person = countedPerson(page)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')

  await person.fill('Email', 'admin@demo.test')
  await person.fill(/^Password/, demoPassword)
  await person.press('Sign in')
  await expectInside(page)
  await person.follow('Integration Setup')
  await person.follow('Start from scratch')
  await person.fill('Name', 'Customers to CRM')
  await person.press('Create and continue')

  await person.fill(/^URL/, `${baseURL}/sandbox/shop/customers?limit=8`)
  await person.press('Send test request')
  await expect(page.getByText('Found a list of 8 items in "items".')).toBeVisible()
  await person.press('Read this page only')
  await expect(page.getByRole('switch', { name: 'Process the response as a list' })).toBeChecked()
  await expect(page.getByText(/The response has more pages/)).toHaveCount(0)
  await person.follow('Next: Destination')

  await person.fill(/^URL/, `${baseURL}/sandbox/crm/contacts`)
  await person.press('Test the destination')
  await expect(page.getByText(/Nothing was written/).first()).toBeVisible()
  const contact = { fullName: 'Ada Abel', email: 'ada@crm.example', address: { street: 'a 1', city: 'Graz', country: 'AT' } }
  await person.fill(/JSON of one record/, JSON.stringify(contact))
  await person.follow('Next: Enrichment')
  await person.follow('Next: Mapping')
  await person.touch(page.getByRole('button', { name: /^Accept \d+ suggestions?$/ }))
  await person.follow('Next: Review')

  await expect(page.getByText('No errors in the configuration.')).toBeVisible()
  const trial = page.getByRole('region', { name: 'Dry run' })
  await expect(trial.getByText('8 records read, 8 mapped. A run would send 8 deliveries. Nothing was sent.')).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 800 })
  await seesAll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  const expected = await trial
    .getByRole('list', { name: 'Expected deliveries', includeHidden: true })
    .locator('li pre')
    .allTextContents()
  expect((await arrived()).total, 'after the dry run').toBe(before.total)

  await person.press('Deploy')
  await expect(page.getByText("Live. Start a run whenever you're ready.")).toBeVisible({ timeout: 30_000 })
  await person.press('Run now')
  await person.follow('See the run')
  await expect(page).toHaveURL(/\/details\/[\da-f-]{36}/)
  await expect.poll(async () => (await arrived()).total).toBe(before.total + 8)

  const bodies = expected.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text))
  const got = (await arrived()).items.slice(0, 8).map(({ record }) => record)
  expect(bodies).toHaveLength(8)
  expect(Object.keys(bodies[0] ?? {}).length, 'mapped fields').toBeGreaterThanOrEqual(2)
  expect(new Set(got.map((it) => JSON.stringify(it)))).toEqual(new Set(bodies.map((it) => JSON.stringify(it))))
  expect(person.taken()).toBeLessThan(interactionsMax)
})
