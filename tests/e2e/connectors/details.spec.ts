/** The page of one connector: its flow as it was measured, what happened to it, what it moved and what went wrong. */
import { expect, type Page } from 'playwright/test'

import type { Causes } from '#contract/connectors/problems/cause.ts'
import type { TransactionPage } from '#contract/connectors/runs/transaction.ts'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, seesAll, signIn, signOut, test } from '../kit/console.ts'
import { deployAndRun, fewOrders, lost, moveOrders, records } from '../kit/few-orders.ts'

const flowOf = (page: Page) => page.getByRole('region', { name: 'Flow', exact: true })
const step = (page: Page, name: string) =>
  flowOf(page)
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
const edges = (page: Page) => flowOf(page).locator('[data-edge]')
/** The tab of problems says how many there are. */
const named = (name: string) => new RegExp(`^${name}( \\d+)?$`)
const tab = (page: Page, name: string) => page.getByRole('tab', { name: named(name) })

test('the flow shows what was measured, and whether records can flow', async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Seen in its flow', false)
  await signIn(page, `/details/${id}`)
  for (const name of ['Source', 'Data Mapping', 'Destination']) {
    await expect(step(page, name)).toContainText('No data yet')
    await expect(step(page, name)).toContainText('No recent data')
  }
  await expect(edges(page).first()).toHaveAttribute('data-edge', 'idle')
  await expect(flowOf(page)).toContainText('Connector not active (Draft)')

  const panel = await deployAndRun(page, 'Seen in its flow')
  await expect(edges(page).first()).toHaveAttribute('data-edge', 'active')
  // All in one minute, or in two.
  await expect(step(page, 'Destination')).toContainText(/Calls\/min\s*[12]0\D/, { timeout: 40_000 })
  await expect(step(page, 'Destination')).toContainText(`Errors/min0${records} calls, 0 failed`)
  await expect(step(page, 'Source')).toContainText('Healthy')

  await panel.getByRole('button', { name: 'Pause' }).click()
  await expect(edges(page).first()).toHaveAttribute('data-edge', 'idle')
  await expect(flowOf(page)).toContainText('Connector not active (Paused)')
  await expect(step(page, 'Source')).toContainText('Healthy')
  const animation = () =>
    edges(page)
      .first()
      .evaluate((edge) => getComputedStyle(edge, '::after').animationName)
  expect(await animation()).toBe('none')
  await panel.getByRole('button', { name: 'Resume' }).click()
  await expect.poll(animation).not.toBe('none')
  await page.emulateMedia({ reducedMotion: 'reduce' })
  expect(await animation()).toBe('none')
})

test('the timeline tells who did what, from where to where, and is linked to by kind', onlyInFull, async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Seen in its timeline', false)
  await signIn(page, `/details/${id}`)
  const panel = await deployAndRun(page, 'Seen in its timeline')
  await panel.getByRole('button', { name: 'Pause' }).click()
  await tab(page, 'Timeline').click()
  const entries = page.getByRole('list', { name: 'Activity, newest first' }).getByRole('listitem')
  await expect(entries).toHaveCount(5)
  const [paused, run, live] = [entries.nth(0), entries.nth(1), entries.nth(2)]
  const [asked, created] = [entries.nth(3), entries.nth(4)]
  await expect(paused).toContainText('Status: Active → Pause')
  await expect(run).toContainText(`${records} delivered`)
  await expect(live).toContainText('Version 1 went live')
  await expect(asked).toContainText('Deployment requested')
  await expect(created).toContainText('Created')
  for (const entry of await entries.all()) await expect(entry).toContainText(/by \S+ \S+/)

  await page.getByLabel('Show').selectOption('Deployments')
  await expect(entries).toHaveCount(1)
  await page.reload()
  await expect(entries).toHaveCount(1)
  await page.getByLabel('Show').selectOption('Runs')
  await entries.getByRole('link', { name: 'Its records' }).click()
  await expect(page.getByRole('grid', { name: 'Transactions' })).toHaveAttribute('aria-rowcount', String(records + 1))
  await page.goBack()
  await expect(entries).toHaveCount(1)
})

test(
  'what was read of transactions is kept by the tab, without payloads, until somebody signs out',
  onlyInFull,
  async ({ page, request }) => {
    const api = await Api.open(request)
    const id = await fewOrders(api, 'Kept by the tab', false)
    // Before the page is there: what is told live of a run makes readings of its own.
    await moveOrders(api, id)
    await signIn(page, `/details/${id}`)
    await expect(page.getByRole('region', { name: 'Recent runs' })).toContainText('Succeeded')
    let readings = 0
    page.on('request', (it) => {
      if (it.url().includes('/api/analytics/transactions/')) readings += 1
    })
    await tab(page, 'Transactions').click()
    const table = page.getByRole('grid', { name: 'Transactions' })
    await expect(table).toHaveAttribute('aria-rowcount', String(records + 1))
    await tab(page, 'Runs').click()
    const before = readings
    await tab(page, 'Transactions').click()
    await expect(page.getByText(/Refresh to load the latest/)).toBeVisible()
    expect(readings).toBe(before)
    await page.reload()
    await expect(page.getByText(/Refresh to load the latest/)).toBeVisible()
    const kept = await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))
    expect(kept).toContain('transactions:')
    expect(kept).not.toContain('orderNumber')

    await table.getByRole('row').nth(1).click()
    await expect(page.getByRole('dialog').getByText('"orderNumber"')).toBeVisible()
    await expect(page.getByText(/Refresh to load the latest/)).toHaveCount(0)

    // The last true page stays, with its age, when the server cannot be read any more.
    await page.route('**/api/analytics/transactions/**', (route) => route.fulfill({ status: 404, json: {} }))
    await page.getByRole('button', { name: 'Refresh transactions' }).click()
    await expect(page.getByText(/^Last updated .+ ago\.$/)).toBeVisible()
    await expect(table).toHaveAttribute('aria-rowcount', String(records + 1))
    await page.unroute('**/api/analytics/transactions/**')
    await signOut(page)
    expect(await page.evaluate(() => JSON.stringify(Object.keys(sessionStorage)))).not.toContain('transactions:')
  },
)

test('an answer without transactions is told in its own words, and the list is empty', onlyInFull, async ({ page, request }) => {
  const id = await fewOrders(await Api.open(request), 'Answered wrongly', false)
  await page.route('**/api/analytics/transactions/**', (route) => route.fulfill({ json: { pagination: {} } }))
  await signIn(page, `/details/${id}?tab=transactions`)
  await expect(page.getByRole('alert')).toContainText('Invalid API response data - transactions array missing')
  await expect(page.getByRole('grid', { name: 'Transactions' })).toHaveCount(0)
})

test('the figures of a connector are its own, for a time that stands in the address', onlyInFull, async ({ page, request }) => {
  const api = await Api.open(request)
  const [id, unused] = [await fewOrders(api, 'Seen in its figures', false), await fewOrders(api, 'Never deployed', false)]
  const figures = page.getByRole('region', { name: 'Figures', exact: true })
  const card = (name: string) => figures.getByRole('region', { name, exact: true })
  await signIn(page, `/details/${id}`)
  await deployAndRun(page, 'Seen in its figures')
  await tab(page, 'Analytics').click()
  await expect(card('Volume')).toContainText(new RegExp(`^Volume${records} records`))
  await expect(card('Error rate')).toContainText(`0 of ${records} failed`)
  await expect(figures.getByRole('figure', { name: 'Records per minute' })).toBeVisible()
  await expect(page.getByLabel('Environment')).toHaveCount(0)

  await page.getByLabel('Period', { exact: true }).selectOption('Past 7 Days')
  await expect(page).toHaveURL(/tab=analytics/)
  await expect(page).toHaveURL(/period=7d/)
  await page.reload()
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('7d')
  await tab(page, 'Runs').click()
  await expect(page).not.toHaveURL(/period|figures|by=/)

  await page.goto(`/details/${unused}?tab=analytics`)
  await expect(figures).toContainText('No data for this period')
})

test('what went wrong stands under its cause, and leads to just its records', onlyInFull, async ({ page, request }) => {
  test.slow()
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Lost on its way', true)
  await signIn(page, `/details/${id}`)
  await deployAndRun(page, 'Lost on its way', 'Failed')
  await expect(step(page, 'Destination')).toContainText('Failing', { timeout: 40_000 })
  await tab(page, 'Problems').click()
  const causes = page.getByRole('list', { name: 'Causes, largest first' }).getByRole('listitem')
  await expect(causes).toHaveCount(1)
  await expect(causes).toContainText(`${lost} records`)
  await expect(page.getByRole('tabpanel', { name: named('Problems') })).toContainText('HTTP 404')
  await expect(causes).toContainText('No delivered records to compare with')
  await causes
    .getByRole('button', { name: /^Open / })
    .first()
    .click()
  await page
    .getByRole('dialog', { name: /^Record / })
    .getByRole('button', { name: 'Close' })
    .click()
  await causes.getByRole('link', { name: `Show all ${lost}` }).click()
  const table = page.getByRole('grid', { name: 'Transactions' })
  await expect(table).toHaveAttribute('aria-rowcount', String(lost + 1))
  const { searchParams } = new URL(page.url())
  const query = new URLSearchParams({ problem: searchParams.get('problem') ?? '', pageSize: '1' })
  expect((await api.get<TransactionPage>(`/api/analytics/transactions/${id}?${query}`)).pagination.total).toBe(lost)
  await page.getByRole('button', { name: 'Only one cause. Show all causes' }).click()
  await expect(page.getByRole('button', { name: /Only one cause/ })).toHaveCount(0)

  await page.goto(`/details/${id}?tab=problems&from=2026-02-01T00:00:00Z&to=2026-01-01T00:00:00Z`)
  await expect(page.getByRole('tabpanel').getByRole('alert')).toContainText('Choose an end after the start.')
  await page.getByRole('tabpanel').getByLabel('Time').selectOption('Past 1 Hour')
  await expect(causes).toHaveCount(1)

  await causes.getByLabel('Assigned to').selectOption({ label: 'Uma User' })
  await expect(causes.getByRole('status')).toContainText('Assigned to Uma User by')
  await causes.getByRole('button', { name: 'Mark resolved' }).click()
  await page.getByRole('button', { name: 'Resolved 1' }).click()
  await causes.getByRole('button', { name: /^Details of/ }).click()
  await expect(causes.getByText(/^Resolved by/)).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 320, height: 640 })
  await seesAll(page)
  await api.post(`/api-connectors/${id}/runs`, {})
  const stateOf = async () => (await api.get<Causes>(`/api-connectors/${id}/causes`)).causes[0]?.state
  await expect.poll(stateOf, { timeout: 40_000 }).toBe('reopened')
  await page.goto(`/details/${id}?tab=problems`)
  await expect(causes.getByRole('status')).toContainText('Reopened: it happened again')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, onlyInFull, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('every tab is accessible, and nothing is lost at 320 pixels', async ({ page, request }) => {
      test.slow()
      const id = await fewOrders(await Api.open(request), `Looked at in ${colorScheme}`, true)
      await signIn(page, `/details/${id}`)
      await deployAndRun(page, `Looked at in ${colorScheme}`, 'Failed')
      for (const [name, seen] of [
        ['Overview', 'Recent runs'],
        ['Runs', 'Ada Admin'],
        ['Analytics', 'Volume'],
        ['Timeline', 'Version 1 went live'],
        ['Transactions', 'Read '],
        ['Problems', 'records'],
        ['Alerts', 'Explain'],
        ['Settings', 'Start of next run'],
      ] as const) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await tab(page, name).click()
        await expect(page.getByRole('tabpanel', { name: named(name) })).toContainText(seen)
        await page.screenshot({ path: `reports/looks/details-${name.toLowerCase()}-${colorScheme}.png`, fullPage: true })
        await expectAccessible(page)
        await page.setViewportSize({ width: 320, height: 640 })
        await page.screenshot({ path: `reports/looks/details-${name.toLowerCase()}-${colorScheme}-320.png`, fullPage: true })
        await seesAll(page)
      }
    })
  })
}
