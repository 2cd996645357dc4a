/** One run: watched from its own page, stopped there, and what it could not deliver sent again with two presses. */
import { expect } from 'playwright/test'

import { Api, expectAccessible, seesAll, signIn, test } from '../kit/console.ts'
import { fewOrders, lost } from '../kit/few-orders.ts'

test('a run is stopped from its page, and what was delivered stays', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('Stopped on its way', (config) => ({
    ...config,
    destination: { ...config.destination, url: (config.destination.url ?? '').replace('/crm/orders', '/flaky/orders') },
  }))
  await signIn(page, `/details/${id}`)
  const head = page.getByRole('region', { name: 'Stopped on its way', exact: true })
  await head.getByRole('button', { name: 'Deploy' }).click()
  await expect(head.getByRole('status').first()).toHaveText('Active', { timeout: 30_000 })
  await head.getByRole('button', { name: 'Run now' }).click()
  await expect(head.getByRole('button', { name: 'Running…' })).toHaveAttribute('aria-disabled', 'true')
  await page
    .getByRole('region', { name: 'Recent runs' })
    .getByRole('link', { name: /Running|Limited/ })
    .click()

  const run = page.getByRole('region', { name: 'Run', exact: true })
  await expect(page.getByText('Delivered', { exact: true }).locator('..')).not.toContainText(/Delivered0$/, { timeout: 20_000 })
  await run.getByRole('button', { name: 'Stop run' }).click()
  const question = page.getByRole('dialog', { name: 'Stop this run?' })
  await expect(question).toContainText(/[1-9]\d* of \d+ read records are already delivered/)
  await question.getByRole('button', { name: 'Stop run now' }).click()
  await expect(run.getByRole('status')).toHaveText('Cancelled')
  await expect(page.getByText('Ada Admin stopped the run.')).toBeVisible()
  await expect(run.getByRole('button', { name: 'Stop run' })).toHaveCount(0)
  await expectAccessible(page)
})

test('a failed run says why on the connector, and two presses send its records again', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Refused at first', true)
  await signIn(page, `/details/${id}`)
  const head = page.getByRole('region', { name: 'Refused at first', exact: true })
  await head.getByRole('button', { name: 'Deploy' }).click()
  await expect(head.getByRole('status').first()).toHaveText('Active', { timeout: 30_000 })
  await head.getByRole('button', { name: 'Run now' }).click()
  const banner = page.getByRole('note')
  await expect(banner).toContainText('Run failed at', { timeout: 45_000 })
  await expect(page.getByRole('tab', { name: 'Problems' })).toHaveAccessibleName(/^Problems \d+$/, { timeout: 40_000 })
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await seesAll(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await banner.getByRole('link', { name: `Retry ${lost}` }).click()
  await page.getByRole('button', { name: `Send ${lost} records` }).click()
  await expect(page.getByRole('region', { name: 'Results' })).toContainText(/failed/i, { timeout: 45_000 })
})
