/** How long somebody stays: refresh before the end, sleeping tabs, wrong clocks, many refusals at once. `core-platform.md` section 4. */

import { type BrowserContext, expect, type Page } from 'playwright/test'
import { inForm } from '../../faults/kit/seed.ts'
import { isFullForm, onlyInFull } from '../../kit/form.ts'
import { expectInside, findSeeded, signIn, test } from '../kit/console.ts'

const minute = 60_000
const hour = 60 * minute

/** Every refresh that leaves this browser, from now on. */
function countRefreshes(context: BrowserContext) {
  const counted = { refreshes: 0 }
  context.on('request', (request) => {
    if (request.url().endsWith('/api/auth/refresh')) counted.refreshes += 1
  })
  return counted
}

/** Signs in, and leaves something unsaved on the page. */
async function settle(page: Page): Promise<void> {
  await signIn(page, '/dashboard')
  await leaveUnsaved(page)
}

/** The list has been read before, so that no call is under way when a clock jumps. */
async function leaveUnsaved(page: Page): Promise<void> {
  await findSeeded(page)
}

const comeToFront = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
const tokenIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').session?.refreshToken ?? '')

/** Nobody was signed out, and nothing typed is lost. */
async function expectUnharmed(page: Page): Promise<void> {
  await expectInside(page)
  await expect(page.getByRole('dialog', { name: 'Sign in again to continue' })).toHaveCount(0)
  await expect(page.getByLabel('Search by name')).toHaveValue('Shop orders')
  await expect(page.getByRole('link', { name: 'Shop orders to CRM' })).toBeVisible()
}

/** One call of the person inside goes through with the tokens of now. */
async function expectServed(page: Page): Promise<void> {
  const served = page.waitForResponse((reply) => reply.url().endsWith('/graphql') && reply.ok())
  await page.getByRole('button', { name: 'Refresh connectors' }).click()
  await served
}

test('a refresh comes 5 minutes before the end, once, and unseen', onlyInFull, async ({ page, context }) => {
  await context.clock.install()
  const counted = countRefreshes(context)
  await settle(page)
  const before = await tokenIn(page)
  await context.clock.fastForward(9 * minute)
  await expectServed(page)
  expect(counted.refreshes).toBe(0)
  await context.clock.fastForward(minute)
  await expect.poll(() => tokenIn(page)).not.toBe(before)
  await expectServed(page)
  expect(counted.refreshes).toBe(1)
  await expectUnharmed(page)
})

test('two tabs that are due at the same moment refresh once', onlyInFull, async ({ page, context }) => {
  await context.clock.install()
  const counted = countRefreshes(context)
  await settle(page)
  const other = await context.newPage()
  await other.goto('/dashboard')
  await leaveUnsaved(other)
  const before = await tokenIn(page)
  await context.clock.fastForward(11 * minute)
  await expect.poll(() => tokenIn(page)).not.toBe(before)
  for (const tab of [page, other]) await expectServed(tab)
  for (const tab of [page, other]) await expectUnharmed(tab)
  expect(counted.refreshes).toBe(1)
})

/** T-REF-6 asks for 200, which the soak plays; the other forms play fewer. */
const sleeps = inForm(isFullForm ? 25 : 5, 200)

test(
  `F43 two tabs that sleep ${sleeps} times and become visible together refresh once each time`,
  onlyInFull,
  async ({ page, context }) => {
    test.setTimeout(sleeps * 5_000 + minute)
    const counted = countRefreshes(context)
    await settle(page)
    const other = await context.newPage()
    await other.goto('/dashboard')
    await leaveUnsaved(other)
    const begun = Date.now()
    for (let night = 1; night <= sleeps; night += 1) {
      const before = await tokenIn(page)
      // A machine that slept: the clock on the wall went on, the timers did not.
      await context.clock.setSystemTime(begun + night * 12 * minute)
      await Promise.all([comeToFront(page), comeToFront(other)])
      await expect.poll(() => tokenIn(page), { intervals: [20] }).not.toBe(before)
      await expect.poll(() => tokenIn(other), { intervals: [20] }).toBe(await tokenIn(page))
      await Promise.all([comeToFront(page), comeToFront(other)])
      expect(counted.refreshes).toBe(night)
    }
    for (const tab of [page, other]) await expectUnharmed(tab)
    expect(counted.refreshes).toBe(sleeps)
  },
)

for (const [words, by] of [
  ['an hour fast', hour],
  ['an hour slow', -hour],
] as const) {
  test(`F43 a clock that is ${words} changes nothing`, onlyInFull, async ({ page, context }) => {
    await context.clock.install({ time: Date.now() + by })
    const counted = countRefreshes(context)
    await settle(page)
    const before = await tokenIn(page)
    await page.reload()
    await page.getByLabel('Search by name').fill('Shop orders')
    await comeToFront(page)
    await context.clock.fastForward(9 * minute)
    await expectServed(page)
    expect(counted.refreshes, 'not before it is due').toBe(0)
    await context.clock.fastForward(minute)
    await expect.poll(() => tokenIn(page)).not.toBe(before)
    await expectServed(page)
    expect(counted.refreshes).toBe(1)
    await expectUnharmed(page)
  })
}

test(
  'a clock that is set an hour ahead under a running page costs one refresh and nobody their place',
  onlyInFull,
  async ({ page, context }) => {
    const counted = countRefreshes(context)
    await settle(page)
    const before = await tokenIn(page)
    await context.clock.setSystemTime(Date.now() + hour)
    await comeToFront(page)
    await expect.poll(() => tokenIn(page)).not.toBe(before)
    await comeToFront(page)
    await expectUnharmed(page)
    expect(counted.refreshes).toBe(1)
  },
)

test('F43 50 calls that are refused at once lead to one refresh, and all go through', async ({ page, context }) => {
  const counted = countRefreshes(context)
  await settle(page)
  const old = await page.evaluate(() => JSON.parse(localStorage.getItem('session') ?? '{}').session.accessToken)
  let refused = 0
  // The token of now is made worthless on its way to the server, as if it had ended: the server itself refuses it.
  await page.route(/\/(api|api-connectors)\//, async (route) => {
    const headers = route.request().headers()
    if (headers['authorization'] !== `Bearer ${old}`) return route.continue()
    refused += 1
    await route.continue({ headers: { ...headers, authorization: 'Bearer worthless' } })
  })
  const answers = await page.evaluate(callAtOnce, 50)
  expect(answers).toEqual(Array.from({ length: 50 }, () => 'admin@demo.test'))
  expect(refused).toBeGreaterThanOrEqual(50)
  expect(counted.refreshes).toBe(1)
  await expectUnharmed(page)
})

/**
 * Calls made by the product's own parts, as they were built and loaded: what lets calls in, what makes them, and the session that runs. They have no
 * names any more, so they are told by what they are.
 */
async function callAtOnce(times: number): Promise<string[]> {
  type Anything = (...given: unknown[]) => unknown
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  const scripts = [...new Set(loaded.filter((name) => /\/assets\/(index|ground|calls|inside)-[^/]*\.js$/.test(name)))]
  const parts = await Promise.all(scripts.map((name) => import(name)))
  const functions = parts.flatMap((part) => Object.values(part)).filter((it): it is Anything => typeof it === 'function')
  const only = (words: RegExp) => {
    const found = functions.filter((it) => words.test(String(it)))
    if (found.length !== 1) throw new Error(`${found.length} parts of the console look like ${words}`)
    return found[0] as Anything
  }
  const roots = only(/^function \w+\(\)\{return\[\.\.\.\w+\]\}$/)() as { getSnapshot(): { context: object } }[]
  const session = roots.find((root) => 'standing' in root.getSnapshot().context)
  const access = only(/renew:/)(session)
  const call = only(/idempotency-key/)
  const me = { method: 'GET', path: '/api/users/me', access: [], reply: {} }
  const answers = Array.from({ length: times }, () => call(me, { access, signal: new AbortController().signal }))
  return (await Promise.all(answers)).map((user) => (user as { email: string }).email)
}
