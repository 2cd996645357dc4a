/** Every row of the error catalogue, in its exact words, in a browser. `core-platform.md` section 8, `studio-account-settings.md` section 8. */
import { expect } from 'playwright/test'
import { later, rows } from './catalogue-rows.ts'
import { stories } from './catalogue-stories.ts'
import { test } from './console.ts'

test('every row has a story, or the issue that brings its screen', () => {
  expect(rows.filter((row) => Number(row in stories) + Number(row in later) !== 1)).toEqual([])
  const mapped = [...Object.keys(stories), ...Object.keys(later)]
  expect(mapped.filter((row) => !rows.some((it) => it === row))).toEqual([])
})

for (const [row, story] of Object.entries(stories))
  test(row, async ({ page, context, request }) => {
    await story({ page, context, request })
    // What the page asks while it is closed is nobody's any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
