/** The Integration Studio around its tabs, and the first of them: what stands in the address, what goes wrong, and what was measured. */
import { expect, type Page } from 'playwright/test'

import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, expectInside, seesAll, signIn, test } from '../kit/console.ts'
import { moveOrders } from '../kit/few-orders.ts'

const records = 12
const soon = ['Health Score', 'Telemetry', 'Network Rules'] as const
const titles = ['Universe', 'Investigator', 'Replay', 'Renderer', 'Config Editor', 'AI Insights', ...soon] as const

/** A draft that moves a few orders. */
const fewOrders = (api: Api, name: string) =>
  api.copyOfSeeded(name, (config) => ({
    ...config,
    source: {
      ...config.source,
      url: `${config.source.url}?limit=${records}`,
      ...(config.source.listConfig
        ? { listConfig: { ...config.source.listConfig, type: 'simple' as const, firstPageOnly: true } }
        : {}),
    },
  }))

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const tile = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true })
const place = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const stepNamed = (page: Page, name: string) =>
  page.getByRole('group', { name: /^Record path/ }).locator('.react-flow__node', { hasText: name })
const figures = '**/api-connectors/*/reading?*'

test('nothing is measured of what never ran, and what ran is measured', async ({ page, request }) => {
  test.slow()
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Seen in its universe')
  await page.clock.install()
  await signIn(page, `/details/${id}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('link', { name: 'Integration Studio', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Integration Studio: Seen in its universe')
  for (const name of ['Throughput', 'Average processing time', 'Success rate'])
    await expect(tile(page, name)).toContainText('No data yet')
  await expect(tile(page, 'Pipeline status')).toContainText('Draft')
  for (const name of ['Source', 'Data Mapping', 'Destination']) await expect(stepNamed(page, name)).toContainText('No data yet')
  await expect(page.getByText(/^No transactions in this period · counted/)).toBeVisible()

  await moveOrders(api, id, records)
  await page.getByRole('button', { name: 'Load Analytics Data' }).click()
  await expect(page.getByText('Transactions loaded successfully')).toBeVisible()
  await expect(page.getByText(new RegExp(`^${records} transactions, newest`))).toBeVisible()
  await expect(tile(page, 'Pipeline status')).toContainText('Active', { timeout: 40_000 })
  await expect(tile(page, 'Success rate')).toContainText('100 %', { timeout: 40_000 })
  await expect(tile(page, 'Throughput')).toContainText(`${records} of ${records} records delivered`)
  await expect(tile(page, 'Average processing time')).toContainText('95 % within')
  await expect(tile(page, 'Pipeline steps')).toContainText('3')
  await expect(page.getByRole('img', { name: `What happened to the records: Delivered: ${records} (100 %)` })).toBeVisible()
  // The engine writes what its steps measured every few seconds; the page reads anew by itself, every 15 seconds of its own clock.
  await expect(async () => {
    const readAnew = page.waitForResponse(figures, { timeout: 10_000 })
    await page.clock.fastForward(15_000)
    await readAnew
    await expect(stepNamed(page, 'Destination')).toContainText(`${records} calls`, { timeout: 2_000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByText('Shows live version 1.')).toBeVisible()
  const paper = page.getByRole('group', { name: /^Record path/ })
  expect((await paper.boundingBox())?.height).toBe(600)
  const placed = () => stepNamed(page, 'Source').getAttribute('style')
  const before = await placed()
  await paper.dragTo(paper, { sourcePosition: { x: 280, y: 150 }, targetPosition: { x: 320, y: 420 } })
  expect(await placed()).toBe(before)

  await page.getByRole('link', { name: 'Go Back' }).click()
  await expect(page).toHaveURL(new RegExp(`/details/${id}$`))
})

test('the tab and the time stand in the address: reload, Back and links lead to the same', async ({ page, request }) => {
  const id = await fewOrders(await Api.open(request), 'Linked to')
  await signIn(page, `/details/${id}/studio`)
  await expect(page.getByRole('tab')).toHaveText([...titles])
  await expect(tab(page, 'Universe')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('1d')
  await tab(page, 'AI Insights').click()
  await expect(page.getByRole('tabpanel', { name: 'AI Insights' })).toContainText('No transactions ended in the past day')
  await expectAccessible(page)
  for (const name of soon) {
    await tab(page, name).click()
    await expect(page.getByRole('tabpanel', { name })).toContainText(`${name}: coming soon`)
  }
  await expect.poll(() => place(page)).toEqual({ tab: 'network-rules' })
  await page.getByLabel('Period', { exact: true }).selectOption('Past 7 Days')
  await expect.poll(() => place(page)).toEqual({ tab: 'network-rules', period: '7d' })
  await page.reload()
  await expectInside(page)
  await expect(tab(page, 'Network Rules')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('7d')
  await page.goBack()
  await expect(page.getByLabel('Period', { exact: true })).toHaveValue('1d')
  await page.goBack()
  await expect(tab(page, 'Telemetry')).toHaveAttribute('aria-selected', 'true')

  await page.getByLabel('Period', { exact: true }).selectOption('Custom Range')
  await page.getByLabel('From').fill('2026-01-01T00:00')
  await page.getByLabel('To', { exact: true }).fill('2026-01-02T00:00')
  const counted = page.waitForRequest(figures)
  await page.getByRole('button', { name: 'Apply' }).click()
  const asked = new URL((await counted).url()).searchParams
  expect(Date.parse(asked.get('endDate') ?? '') - Date.parse(asked.get('startDate') ?? '')).toBe(86_400_000)
  await expect(page.getByText(/^No transactions in this period/)).toBeVisible()
})

test('what is being written in the config editor stays while another tab is looked at', onlyInFull, async ({ page, request }) => {
  const id = await fewOrders(await Api.open(request), 'Written in')
  await signIn(page, `/details/${id}/studio?tab=config-editor`)
  const panel = page.locator('[role=tabpanel]').filter({ has: page.locator('.cm-content') })
  await page.getByRole('button', { name: 'Edit Configuration' }).click()
  const text = page.locator('.cm-content').first()
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' // half a thought')
  await expect(text).toContainText('half a thought')
  await tab(page, 'Universe').click()
  await expect(tile(page, 'Pipeline steps')).toBeVisible()
  await expect(text).toBeHidden()
  await tab(page, 'Config Editor').click()
  await expect(panel).toBeVisible()
  await expect(text).toContainText('half a thought')
})

test('a connector that is deleted meanwhile takes nothing along', onlyInFull, async ({ page, request }) => {
  const api = await Api.open(request)
  const id = await fewOrders(api, 'Deleted meanwhile')
  await signIn(page, `/details/${id}/studio?tab=telemetry`)
  await expect(tab(page, 'Telemetry')).toBeVisible()
  await api.remove(`/api-connectors/${id}`)
  await page.getByRole('button', { name: 'Load Analytics Data' }).click()
  await expect(page.getByRole('main').getByRole('alert')).toContainText('Connector not found')
  await expect(tab(page, 'Telemetry')).toBeVisible()
})

test('nobody sees the studio of a connector that is not theirs', onlyInFull, async ({ page, request }) => {
  const id = await fewOrders(await Api.open(request), 'Not theirs')
  await signIn(page, `/details/${id}/studio`, 'user@demo.test')
  await expect(page.getByRole('main')).toContainText('Connector not found')
  await expect(page.getByRole('main')).not.toContainText('Not theirs')
})

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('every tab is accessible, and nothing is lost at 320 pixels', onlyInFull, async ({ page, request }) => {
      test.slow()
      const api = await Api.open(request)
      const id = await fewOrders(api, `Studio in ${colorScheme}`)
      await moveOrders(api, id, records)
      await signIn(page, `/details/${id}/studio`)
      for (const name of titles) {
        await page.setViewportSize({ width: 1280, height: 800 })
        await tab(page, name).click()
        const panel = page.getByRole('tabpanel', { name, exact: true })
        await expect(panel).not.toBeEmpty()
        await expect(panel.locator('[aria-busy=true]')).toHaveCount(0)
        await expect(panel.getByText('Loading…')).toHaveCount(0)
        const file = `reports/looks/studio-${name.toLowerCase().replaceAll(' ', '-')}-${colorScheme}`
        await page.screenshot({ path: `${file}.png`, fullPage: true })
        await expectAccessible(page)
        await page.setViewportSize({ width: 320, height: 640 })
        // One row of tabs, whatever the width.
        expect((await page.getByRole('tablist', { name: 'Studio sections' }).boundingBox())?.height).toBeLessThan(70)
        await page.screenshot({ path: `${file}-320.png`, fullPage: true })
        await seesAll(page)
      }
    })
  })
}
