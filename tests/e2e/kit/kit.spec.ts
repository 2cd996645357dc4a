/** The page of the kit: every part in its states breaks no rule of accessibility and fits, in both themes and widths. */
import { expect } from 'playwright/test'

import { expectAccessible, signIn, test } from './console.ts'

test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('every part of the kit is accessible and fits, in both themes and widths', async ({ page }) => {
  await signIn(page, '/kit', 'super@demo.test')
  await expect(page.getByRole('application', { name: 'Records per minute' })).toBeVisible()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [1_440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await test.step(`${colorScheme}, ${width} px`, async () => {
        await expectAccessible(page)
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      })
    }
  }
})
