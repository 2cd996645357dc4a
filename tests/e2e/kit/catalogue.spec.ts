/** Every row of the error catalogue, in its exact words, in a browser. `core-platform.md` section 8, `studio-account-settings.md` section 8. */
import { expect } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'
import { later, rows } from './catalogue-rows.ts'
import { stories } from './catalogue-stories.ts'
import { test } from './console.ts'

test('every row has a story, or the issue that brings its screen', () => {
  expect(inShortForm.filter((row) => !(row in stories))).toEqual([])
  expect(rows.filter((row) => Number(row in stories) + Number(row in later) !== 1)).toEqual([])
  const mapped = [...Object.keys(stories), ...Object.keys(later)]
  expect(mapped.filter((row) => !rows.some((it) => it === row))).toEqual([])
})

/** One of each kind in the short form: a message in a form, on a page, in a toast, and a page that breaks. The models show every row. */
const inShortForm = [
  "Create, network: 'Network error occurred. Please check your internet connection and try again.'",
  "Update timeout: 'Update request timed out. Please try again or check your network connection.'",
  "Sign-in 401: 'Invalid credentials'",
  "'Delete connector failed'",
  "A page that breaks: 'Something went wrong'",
]

for (const [row, story] of Object.entries(stories))
  test(row, inShortForm.includes(row) ? {} : onlyInFull, async ({ page, context, request }) => {
    await story({ page, context, request })
    // What the page asks while it is closed is nobody's any more.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  })
