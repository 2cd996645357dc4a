/** The runs of all connectors: from the page of the engine to one run, narrowed by name and result on the way. */
import { expect } from 'playwright/test'

import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'
import { fewOrders, moveOrders, records } from '../kit/few-orders.ts'

test('from the engine to the list of all runs, and from there to one of them', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Found among all runs', false)
  await moveOrders(api, id)
  await signIn(page, '/integration-engine')
  for (const group of ['Running', 'Scheduled', 'Queued', 'Failed or with errors'])
    await expect(page.getByRole('region', { name: group, exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'All runs' }).click()

  await page.getByRole('searchbox', { name: 'Search connectors' }).fill('found AMONG')
  const runs = page.getByRole('grid', { name: 'Runs' })
  await expect(runs).toHaveAttribute('aria-rowcount', '2')
  await expect(runs).toContainText('Found among all runs')
  await page.getByRole('button', { name: /^Failed/ }).click()
  await expect(page.getByText('No matching runs')).toBeVisible()
  await page.getByRole('button', { name: /^Succeeded/ }).click()
  await expect(page).toHaveURL(/q=found\+AMONG.*result=succeeded|result=succeeded.*q=found\+AMONG/)
  await page.reload()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await seesAll(page)
  const row = runs.getByRole('row').nth(1)
  expect((await row.boundingBox())?.height, 'three lines at most').toBeLessThan(90)
  await expect(row.getByText('Ada Admin')).toBeHidden()
  await row.getByRole('button', { name: 'All values of this row' }).click()
  await expect(row.getByText('Ada Admin')).toBeVisible()
  await seesAll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await runs.getByRole('link', { name: 'Succeeded' }).click()
  await expect(
    page.getByText(`${records} read = ${records} delivered + 0 skipped + 0 failed. All records accounted for.`),
  ).toBeVisible()
})
