/** Texts that break out of other pages, as names, as what went wrong, and in an address: each is shown as a text, and nothing of it runs. Threat T-XSS. */
import { expect, type Page } from 'playwright/test'

import { problem } from '#contract/kit/problem.ts'
import { isSoak } from '../../faults/kit/seed.ts'
import { isFullForm, onlyInFull } from '../../kit/form.ts'
import { marker, naughty, ours, shown } from '../../kit/naughty.ts'
import { openList } from './catalogue-tools.ts'
import { Api, fillIn, test } from './console.ts'
import { demoPassword, launch } from './product.ts'

type Launched = Awaited<ReturnType<typeof launch>>

/** The short form plays ours, the long form a third of the list as well, the soak everything. */
const played = naughty.filter((text, index) => isSoak || ours.includes(text) || (isFullForm && index % 3 === 0))
/** What can be a name: it fits, holds more than blanks, and can be kept. */
const names = played.filter(
  (text) => [...text].length <= 128 && /\S/.test(text) && text.isWellFormed() && !text.includes('\u0000'),
)
/** What an address can carry and a page may show whole. */
const messages = played.filter((text) => text.length <= 300 && text.trim() !== '' && text.isWellFormed())

const watch = test.extend<{ readonly harm: string[] }>({
  harm: [
    async ({ page }, use) => {
      const harm: string[] = []
      page.on('dialog', async (dialog) => {
        harm.push(`a dialog: ${dialog.message()}`)
        await dialog.dismiss()
      })
      await page.exposeFunction('__tellHarm', (what: string) => void harm.push(what))
      await page.addInitScript(() => {
        addEventListener('securitypolicyviolation', (event) => {
          const told = `${event.violatedDirective}: ${event.blockedURI} ${event.sample}`
          ;(window as unknown as { __tellHarm: (what: string) => void }).__tellHarm(told)
        })
      })
      await use(harm)
      expect(harm).toEqual([])
    },
    { auto: true },
  ],
})

/** Nothing ran, and no element came of a text. */
async function expectUnharmed(page: Page): Promise<void> {
  const found = await page.evaluate((mark) => {
    const injected = 'iframe, .injected, base, form[action*="example"], [onerror], [onload], [onfocus], [href^="javascript:"]'
    return { mark: mark in window, elements: [...document.querySelectorAll(injected)].map((it) => it.outerHTML) }
  }, marker)
  expect(found).toEqual({ mark: false, elements: [] })
}

watch.describe('names of connectors', () => {
  let product: Launched
  watch.beforeAll(async () => {
    product = await launch('e2e-naughty', { DEMO_PASSWORD: demoPassword })
  })
  watch.afterAll(() => product.stop())

  watch('are kept and shown as they were typed, each of hundreds', onlyInFull, async ({ page, playwright }) => {
    watch.setTimeout(600_000)
    expect(names.length).toBeGreaterThan(isSoak ? 400 : 150)
    const request = await playwright.request.newContext({ baseURL: product.address })
    const api = await Api.open(request)
    for (const name of names) await api.copyOfSeeded(name, (config) => config)
    await page.goto(`${product.address}/dashboard`)
    await fillIn(page, 'admin@demo.test', demoPassword)
    await page.keyboard.press('Enter')
    const table = page.getByRole('grid', { name: 'Connectors' })
    await expect(table).toBeVisible()
    const read = new Set<string>()
    // Only the rows in sight are drawn.
    await expect(async () => {
      for (const text of await table.locator('a').evaluateAll((links) => links.map((it) => it.textContent ?? ''))) read.add(text)
      await table.evaluate((frame) => {
        const scrolled = [frame, ...frame.querySelectorAll('*')].find(
          (it) => it.scrollHeight > it.clientHeight + 1 && it.clientHeight > 100,
        )
        scrolled?.scrollBy(0, 300)
      })
      expect(names.filter((name) => !read.has(name)).map(shown)).toEqual([])
    }).toPass({ intervals: [50], timeout: 300_000 })
    await expectUnharmed(page)
    for (const { _id, name } of (await api.connectors()).filter((it) => ours.includes(it.name))) {
      await page.goto(`${product.address}/details/${_id}`)
      await expect.poll(() => page.getByRole('heading', { level: 1 }).evaluate((it) => it.textContent)).toBe(name)
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('button', { name: 'Delete', exact: true }).click()
      await expect
        .poll(() =>
          page
            .getByRole('dialog')
            .getByRole('heading')
            .evaluate((it) => it.textContent),
        )
        .toBe(`Delete ${name}?`)
      await expectUnharmed(page)
      expect(await page.title(), shown(name)).toContain('Datacrane')
    }
    await request.dispose()
  })
})

watch('what went wrong and what another system answered is shown as text', onlyInFull, async ({ page }) => {
  watch.setTimeout(600_000)
  await openList(page)
  let text = ''
  await page.route(/\/graphql$/, (route) => {
    const answer = { status: 500, headers: { 'x-said': text }, body: text, bytes: text.length }
    const errors = [{ path: text, message: text }]
    const body = { ...problem('connector/invalid', { message: text, errors, answer }), requestId: text }
    return route.fulfill({ status: 422, contentType: 'application/problem+json', body: JSON.stringify(body) })
  })
  const all = played.filter((it) => it !== '')
  for (text of all) {
    await page.getByRole('button', { name: text === all[0] ? 'Refresh connectors' : 'Retry' }).click()
    const alert = page.getByRole('alert')
    const said = () => alert.evaluate((it) => [...it.children].map((part) => part.textContent))
    await expect.poll(said, shown(text)).toContain(text)
    expect(await alert.getByRole('region', { name: 'Answer' }).evaluate((it) => it.textContent)).toBe(text)
  }
  await expectUnharmed(page)
})

watch('the message of a failed sign-in at a provider is shown as text', onlyInFull, async ({ page }) => {
  expect(messages.length).toBeGreaterThan(isSoak ? 400 : 150)
  await page.goto('/oauth-error')
  for (const message of messages) {
    await page.evaluate((query) => history.pushState(null, '', query), `?${new URLSearchParams({ message })}`)
    await expect.poll(() => page.getByRole('alert').evaluate((it) => it.textContent), shown(message)).toBe(message)
  }
  await expectUnharmed(page)
  for (const message of ours.filter((it) => messages.includes(it)).slice(0, 17)) {
    await page.goto(`/oauth-error?${new URLSearchParams({ message })}`)
    await expect.poll(() => page.getByRole('alert').evaluate((it) => it.textContent), shown(message)).toBe(message)
    await expectUnharmed(page)
  }
})
