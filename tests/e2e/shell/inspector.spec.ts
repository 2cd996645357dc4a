/** The inspector in the built product: a chart laid out in its worker under the strict policy, and nothing of it for anybody else. */

import { expect, type Page } from 'playwright/test'
import type { Message } from '#src/inspector/wire.ts'
import { channelName } from '#src/services/kit/inspection.ts'
import { onlyInFull } from '../../kit/form.ts'
import { Api, expectAccessible, expectInside, findSeeded, signIn, test } from '../kit/console.ts'

/** What a tab loads to answer an inspector. */
const teller = /\/assets\/teller-/

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme}`, colorScheme === 'dark' ? onlyInFull : {}, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } })

    test('shows the operator the session with its state lit, and no token', async ({ page }) => {
      await signIn(page, '/dashboard', 'super@demo.test')
      await page.getByRole('link', { name: 'Inspector' }).click()
      await page
        .getByRole('navigation', { name: 'Actors' })
        .getByRole('link', { name: /^session / })
        .click()
      const chart = page.getByRole('region', { name: 'Chart of session' })
      await expect(chart.getByRole('status', { name: 'State' })).toHaveText('signedIn.fresh')
      await expect(chart.getByLabel('state fresh, active')).toBeVisible()
      await expect(chart.locator('.react-flow__node')).toHaveCount(13)
      const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').session)
      const shown = await page.content()
      expect(shown).toContain(kept.user.email)
      expect(shown).not.toContain(kept.accessToken)
      expect(shown).not.toContain(kept.refreshToken)
      await expectAccessible(page)
    })
  })
}

test('keeps what an actor did after its page was left, event by event', onlyInFull, async ({ page }) => {
  await signIn(page, '/inspector', 'super@demo.test')
  await expect(page.getByRole('navigation', { name: 'Actors' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await findSeeded(page)
  await page.getByRole('link', { name: 'Inspector' }).click()
  await page.getByRole('link', { name: /^overview .*stopped/ }).click()
  const events = page.getByRole('region', { name: 'Events of overview' })
  const state = page.getByRole('status', { name: 'State' })
  // Where it stood when the page was left: the list may just have been read again.
  await expect(state).toHaveText(/\w/)
  const last = (await state.textContent()) ?? ''
  await events.getByRole('link', { name: /xstate\.init/ }).click()
  await expect(page).toHaveURL(/entry=1$/)
  await expect(state).toHaveText('reading')
  await expect(page.getByLabel('state reading, active')).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/entry=/)
  await expect(state).toHaveText(last)
})

test(
  'follows live what runs in another tab, and says when that tab is closed',
  onlyInFull,
  async ({ page, context, request }) => {
    const loaded = loadedBy(page)
    const api = await Api.open(request, 'super@demo.test')
    const id = await api.copyOfSeeded('Seen from beside', (config) => config)
    await signIn(page, `/details/${id}`, 'super@demo.test')
    const panel = page.getByRole('region', { name: 'Seen from beside' })
    await expect(panel.getByRole('status').first()).toHaveText('Draft')

    expect(
      loaded().filter((url) => teller.test(url)),
      'nobody asked yet',
    ).toEqual([])
    const inspector = await context.newPage()
    const said = await wiretap(inspector)
    await inspector.goto('/inspector')
    const tab = inspector.getByRole('region', { name: `Tab: Seen from beside – /details/${id}` })
    await tab.getByRole('link', { name: /^connector / }).click()
    const state = inspector.getByRole('region', { name: 'Chart of connector' }).getByRole('status', { name: 'State' })
    await expect(state).toHaveText('resting.draft')
    await expect(inspector.getByLabel('state draft, active')).toBeVisible()
    expect(loaded().filter((url) => teller.test(url))).toHaveLength(1)

    await panel.getByRole('button', { name: 'Deploy' }).click()
    await expect(state).toHaveText(/deploying|resting\.active/)
    await expect(state).toHaveText('resting.active', { timeout: 30_000 })
    await expect(inspector.getByLabel('state active, active')).toBeVisible()
    const events = inspector.getByRole('region', { name: 'Events of connector' })
    await events.getByRole('link', { name: /user\.deployed/ }).click()
    await expect(state).toHaveText('deploying')
    await expect(inspector.getByLabel('state deploying, active')).toBeVisible()
    await expectAccessible(inspector)

    const kept = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').session)
    const words = JSON.stringify(await said())
    expect(words).toContain('user.deployed')
    expect(words).toContain(kept.user.email)
    expect([kept.accessToken, kept.refreshToken].map((token) => words.includes(token))).toEqual([false, false])

    await page.close({ runBeforeUnload: true })
    const closed = inspector.getByRole('region', { name: `Tab: Seen from beside – /details/${id} (ended)` })
    await expect(closed.getByRole('link', { name: /^connector .*ended with the tab/ })).toBeVisible()
    await expect(inspector.getByRole('region', { name: 'This tab' }).getByRole('link', { name: /^session / })).toBeVisible()
  },
)

test('a tab of anybody else answers no inspector, and loads nothing to do so', onlyInFull, async ({ page, context }) => {
  const loaded = loadedBy(page)
  await signIn(page, '/dashboard', 'user@demo.test')
  const heard = await wiretap(page)
  await page.reload()
  await expectInside(page)
  const other = await context.newPage()
  const said = await wiretap(other)
  await other.goto('/dashboard')
  await other.evaluate(
    (name) => new BroadcastChannel(name).postMessage({ kind: 'inspector', tab: 'elsewhere', inspector: 'a' }),
    channelName,
  )
  await expect.poll(async () => (await heard()).length, 'the tab was asked').toBe(1)
  // Whatever it would load to answer, it has asked for before this.
  await page.evaluate(() => fetch('/healthz'))
  expect(loaded().filter((url) => teller.test(url))).toEqual([])
  expect((await said()).filter(({ kind }) => kind !== 'inspector')).toEqual([])
})

test('does not exist for anybody else, and costs them nothing', onlyInFull, async ({ page }) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  await signIn(page, '/inspector', 'user@demo.test')
  await expect(page.getByRole('link', { name: 'Inspector' })).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Actors' })).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(page.getByRole('grid', { name: 'Connectors' })).toBeVisible()
  expect(loaded.filter((url) => /InspectorPage|\/Chart-|[Ee]lk/.test(url))).toEqual([])
})

function loadedBy(page: Page): () => readonly string[] {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  return () => loaded
}

/** Whatever comes over the channel to a page, from its next load on. */
async function wiretap(page: Page): Promise<() => Promise<readonly Message[]>> {
  await page.addInitScript((name) => {
    const heard: Message[] = []
    Object.assign(globalThis, { heard })
    new BroadcastChannel(name).onmessage = ({ data }) => heard.push(data)
  }, channelName)
  return () => page.evaluate(() => (globalThis as { heard?: Message[] }).heard ?? [])
}
