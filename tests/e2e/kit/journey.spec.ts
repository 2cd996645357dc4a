/** The whole way of a newcomer: sign in, deploy the connector that is there, run it, and find every record where it belongs. */

import { expect } from 'playwright/test'
import type { Run } from '#contract/connectors/runs/run.ts'
import type { TransactionPage } from '#contract/connectors/runs/transaction.ts'
import { onlyInFull } from '../../kit/form.ts'
import { Api, findSeeded, signIn, test } from './console.ts'

type Arrived = { readonly total: number }

test('records move from the shop to the CRM, and every sum is the same', async ({ page, request }) => {
  const api = await Api.open(request)
  const before = await api.get<Arrived>('/sandbox/crm/orders?limit=1')
  const shop = await api.get<Arrived>('/sandbox/shop/orders?limit=1')
  await signIn(page)
  await (await findSeeded(page)).click()
  await expect(page.getByRole('heading', { name: 'Shop orders to CRM' })).toBeFocused()
  const panel = page.getByRole('region', { name: 'Shop orders to CRM' })

  await test.step('deploy', async () => {
    await expect(panel.getByRole('status').first()).toHaveText('Draft')
    await expect(panel.getByRole('button', { name: 'Run now' })).toHaveCount(0)
    await panel.getByRole('button', { name: 'Deploy' }).click()
    await expect(panel.getByRole('status').first()).toHaveText('Active', { timeout: 30_000 })
    await expect(panel).toContainText('Version 1 live')
  })

  await test.step('run now, and watch the sums until they hold', async () => {
    await panel.getByRole('button', { name: 'Run now' }).click()
    const runs = page.getByRole('region', { name: 'Recent runs' })
    await runs.getByRole('link', { name: 'Succeeded' }).click({ timeout: 45_000 })
    const total = shop.total.toLocaleString('en')
    await expect(
      page.getByText(`${total} read = ${total} delivered + 0 skipped + 0 failed. All records accounted for.`),
    ).toBeVisible()
    await expect(page.getByRole('region', { name: 'Run', exact: true }).getByRole('status')).toHaveText('Succeeded')
    await page.goBack()
  })

  await test.step('the ledger and the CRM say the same', async () => {
    const connector = (await api.connectors()).find(({ name }) => name === 'Shop orders to CRM')
    const runs = await api.get<{ data: Run[] }>(`/api-connectors/${connector?._id}/runs`)
    const [run] = runs.data
    expect(run).toMatchObject({ status: 'succeeded', recordsRead: shop.total, recordsDelivered: shop.total, recordsFailed: 0 })
    const ledger = await api.get<TransactionPage>(
      `/api/analytics/transactions/${connector?._id}?runId=${run?.runId}&status=success`,
    )
    expect(ledger.pagination.total).toBe(shop.total)
    const after = await api.get<Arrived>('/sandbox/crm/orders?limit=1')
    expect(after.total - before.total).toBe(shop.total)
  })

  await test.step('each record can be opened, and linked to', async () => {
    await page.getByRole('tab', { name: 'Transactions' }).click()
    const table = page.getByRole('grid', { name: 'Transactions' })
    await expect(table).toHaveAttribute('aria-rowcount', '101')
    await table.getByRole('row').nth(1).click()
    const sheet = page.getByRole('dialog', { name: /^Record / })
    await expect(sheet.getByText('As delivered')).toBeVisible()
    await expect(sheet.getByText('"orderNumber"')).toBeVisible()
    expect(page.url()).toContain('open=')
    await page.reload()
    await expect(sheet.getByText('"orderNumber"')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await page.getByRole('button', { name: 'Older' }).click()
    await expect(page).toHaveURL(/page=2/)
    await expect(page.getByRole('navigation', { name: 'Pages of transactions' })).toContainText('101–200 of')
    await page.goBack()
    await expect(page.getByRole('navigation', { name: 'Pages of transactions' })).toContainText('1–100 of')
  })

  await test.step('pause and resume', async () => {
    await panel.getByRole('button', { name: 'Pause' }).click()
    await expect(panel.getByRole('status').first()).toHaveText('Paused')
    await expect(panel.getByRole('button', { name: 'Run now' })).toHaveAttribute('aria-disabled', 'true')
    await page.reload()
    await expect(panel.getByRole('status').first()).toHaveText('Paused')
    await panel.getByRole('button', { name: 'Resume' }).click()
    await expect(panel.getByRole('status').first()).toHaveText('Active')
  })

  await test.step('the dashboard shows where it stands and what it moved', async () => {
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard', exact: true }).click()
    await findSeeded(page)
    const row = page.getByRole('row', { name: /Shop orders to CRM/ })
    await expect(row).toContainText('Healthy')
    await expect(row).toContainText(`${shop.total} delivered`)
  })
})

test('a deployment that cannot be says why, and the draft stays', onlyInFull, async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('To nowhere', (config) => ({
    ...config,
    source: { ...config.source, url: 'not an address' },
  }))
  await signIn(page, `/details/${id}`)
  const panel = page.getByRole('region', { name: 'To nowhere' })
  await panel.getByRole('button', { name: 'Deploy' }).click()
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(panel.getByRole('status').first()).not.toHaveText('Active')
  await page.getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a run whose source fails shows first what the source said', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('From a lost source', (config) => ({
    ...config,
    source: { ...config.source, url: config.source.url?.replace('/shop/orders', '/shop/nothing-here') ?? '' },
  }))
  await signIn(page, `/details/${id}`)
  const panel = page.getByRole('region', { name: 'From a lost source' })
  await panel.getByRole('button', { name: 'Deploy' }).click()
  await expect(panel.getByRole('status').first()).toHaveText('Active', { timeout: 30_000 })
  await panel.getByRole('button', { name: 'Run now' }).click()
  // The banner says that the run failed; one click leads to the words of the source.
  await expect(page.getByRole('note')).toContainText('Run failed at', { timeout: 45_000 })
  await page.getByRole('link', { name: 'See the problem' }).click()
  await expect(page).toHaveURL(/\/runs\//)
  const alarm = page.getByRole('alert')
  await expect(alarm).toContainText('The system responded with 404', { timeout: 45_000 })
  await expect(alarm).toContainText('The source')
})

test('a deletion asks once, says what it does, and can be left', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await api.copyOfSeeded('Soon gone', (config) => config)
  await signIn(page, `/details/${id}`)
  const more = page.getByRole('button', { name: 'More actions' })
  const button = page.getByRole('button', { name: 'Delete', exact: true })
  await more.click()
  await button.click()
  const dialog = page.getByRole('dialog', { name: 'Delete Soon gone?' })
  await expect(dialog).toContainText('cannot be undone')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(more).toBeFocused()
  await more.click()
  await button.click()
  await dialog.getByRole('button', { name: 'Delete connector' }).click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText('Soon gone is deleted.')).toBeVisible()
  await expect(page.getByRole('grid', { name: 'Connectors' })).not.toContainText('Soon gone')
})
