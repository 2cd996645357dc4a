/** Everything that a run failed, more than is chosen by hand, is replayed from where it is told. */
import { expect } from 'playwright/test'

import { onlyInFull } from '../../kit/form.ts'
import { signIn, test } from '../kit/console.ts'
import { replay, results } from './replay-tools.ts'
import { openWorld } from './replay-world.ts'

const orders = 1_200

test('all that a run failed is replayed in one plan, from the run and from the problems', onlyInFull, async ({ page }) => {
  test.setTimeout(180_000)
  const world = await openWorld('e2e-replay-failed', orders)
  try {
    const numbers = Array.from({ length: orders }, (_, at) => at + 1)
    for (const order of numbers) world.refused.add(order)
    for (const order of numbers.slice(0, 400)) world.reasons.set(order, `order ${order} needs a country`)
    const id = await world.connect('Shop to warehouse')
    expect(await world.run(id)).toMatchObject({ recordsFailed: orders })
    world.refused.clear()

    await signIn(page, `${world.address}/details/${id}?tab=problems`)
    const card = (name: string) => page.getByRole('article', { name, exact: true })
    await expect(card('Order … is refused').getByText('800 records')).toBeVisible()
    await card('Order … needs a country').getByRole('link', { name: 'Retry 400…' }).click()
    const sheet = page.getByRole('dialog')
    await expect(sheet).toContainText(/All 400 \w+ will probably fail again\./)
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Retry all 1,200…' }).click()
    await expect(sheet).toContainText(/All 1,200 \w+ will probably fail again\./)
    await sheet.getByRole('checkbox', { name: 'Send all 1,200 that will probably fail again' }).check()
    await expect(sheet.getByRole('button', { name: /^Send 1,200 / })).toBeVisible()

    await page.goto(`${world.address}/details/${id}?tab=runs`)
    await page.getByRole('grid', { name: 'Runs' }).getByRole('link', { name: 'Failed' }).click()
    await page.getByRole('link', { name: 'Retry 1,200 records' }).click()
    await expect(replay(page)).toContainText('1,200 failed in their run: will be sent')
    await replay(page).getByRole('button', { name: 'Send 1,200 records' }).click()
    await expect(results(page)).toContainText('Every record arrived.', { timeout: 120_000 })
    expect(numbers.filter((order) => world.effectsOf(order) !== 1)).toEqual([])

    await page.goto(`${world.address}/details/${id}?tab=problems`)
    await page.getByRole('button', { name: 'Resolved 2' }).click()
    await expect(page.getByText(/^Closed automatically: all 800 delivered by the run of/)).toBeVisible()
    await expect(page.getByRole('link', { name: /^Retry all/ })).toHaveCount(0)
  } finally {
    await world.close()
  }
})
