/** The page of one connector stands still while it loads: how much of it moves, as the browser measures it. */
import { expect } from 'playwright/test'

import { onlyInFull } from '../../kit/form.ts'
import { Api, signIn, test } from '../kit/console.ts'
import { deployAndRun, fewOrders } from '../kit/few-orders.ts'

test(
  'nothing on the page moves under the hand while it loads, on a phone or a desktop',
  onlyInFull,
  async ({ page, request }) => {
    test.slow()
    const id = await fewOrders(await Api.open(request), 'Stands still', false)
    await signIn(page, `/details/${id}`)
    await deployAndRun(page, 'Stands still')
    await page.addInitScript(() => {
      let moved = 0
      Object.assign(window, { movedSoFar: () => moved })
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries() as unknown as { readonly value: number }[]) moved += value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const [width, height] of [
      [390, 844],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const [name, seen] of [
        ['Overview', 'Recent runs'],
        ['Runs', 'Ada Admin'],
        ['Analytics', 'Volume'],
        ['Alerts', 'Explain'],
        ['Settings', 'Start of next run'],
      ] as const) {
        await page.goto(`/details/${id}?tab=${name.toLowerCase()}`)
        await expect(page.getByRole('tabpanel', { name })).toContainText(seen)
        await expect(page.getByText('Live', { exact: true })).toBeVisible()
        const moved = await page.evaluate(() => (window as unknown as { movedSoFar: () => number }).movedSoFar())
        expect(moved, `${name} at ${width} pixels`).toBeLessThan(name === 'Analytics' ? 0.1 : 0.05)
      }
    }
  },
)
