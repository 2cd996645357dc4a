/** The hands of a person in a browser test: each press, each choice and each filled field counts as one action. */
import type { Locator, Page } from 'playwright/test'

export function countedPerson(page: Page) {
  let count = 0
  const by = async (act: Promise<unknown>) => {
    count += 1
    await act
  }
  return {
    /** Actions since the last time it was asked. */
    taken: () => {
      const since = count
      count = 0
      return since
    },
    press: (name: string | RegExp, within: Page | Locator = page) =>
      by(within.getByRole('button', { name, exact: true }).click()),
    follow: (name: string | RegExp) => by(page.getByRole('link', { name }).first().click()),
    fill: (label: string | RegExp, text: string) => by(page.getByLabel(label).fill(text)),
    choose: (label: string | RegExp, option: string) => by(page.getByLabel(label).selectOption(option)),
    key: (key: string) => by(page.keyboard.press(key)),
    touch: (what: Locator) => by(what.click()),
  }
}
