/**
 * Who somebody is, as a person would tell it: the places that they can be at, what they can do there, and where that leads. Nothing here is taken
 * from the charts: this is the oracle that the charts themselves are right. Every step is walked through the whole product.
 */

import { expect, type Page } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'

import { shown, wrongFor } from '../../server/auth/mfa/factors.ts'
import { expectAccessible, expectInside, fillIn, signOut, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'
import { codeSentTo, type Enrolled, enrol } from './second-factor.ts'

type Place = 'sign-in' | 'code' | 'recovery code' | 'nothing asked' | 'page' | 'ended' | 'code over the page'
type Step = { readonly from: Place; readonly says: string; readonly to: Place; readonly isLast?: true }

let address = ''
let stop = () => Promise.resolve()
let ada: Enrolled

test.beforeAll(async ({ playwright }) => {
  ;({ address, stop } = await launch('e2e-identity', { DEMO_PASSWORD: demoPassword }))
  const request = await playwright.request.newContext()
  ada = await enrol(request, address, 'admin@demo.test', 'app')
  await request.dispose()
})
test.afterAll(() => stop())

const wanted = '/dashboard?q=orders'
const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in again to continue' })

/** What a person sees at each place, and nowhere else. */
const eyes: Readonly<Record<Place, (page: Page) => Promise<void>>> = {
  'sign-in': async (page) => {
    await expect(page.getByRole('heading', { name: 'Sign in to Datacrane' })).toBeVisible()
    await expect(page).toHaveURL(/\/sign-in/)
  },
  code: async (page) => {
    await expect(page.getByLabel('Code', { exact: true })).toBeFocused()
    await expect(page).toHaveURL(/\/mfa-verify/)
  },
  'recovery code': async (page) => {
    await expect(page.getByLabel('Recovery code')).toBeFocused()
    await expect(page).toHaveURL(/\/mfa-verify/)
  },
  'nothing asked': (page) => expect(page.getByRole('alert')).toContainText('No MFA challenge found'),
  page: async (page) => {
    await expectInside(page)
    await expect(dialogOf(page)).toHaveCount(0)
    await expect(page).toHaveURL(`${address}${wanted}`)
    await expect(page.getByLabel('Search by name')).toHaveValue('orders')
  },
  ended: async (page) => {
    await expect(dialogOf(page).getByLabel('Password', { exact: true })).toBeVisible()
    await expect(page.locator('input[type="search"]')).toHaveValue('orders')
  },
  'code over the page': async (page) => {
    await expect(dialogOf(page).getByLabel('Code', { exact: true })).toBeFocused()
    await expect(page.locator('input[type="search"]')).toHaveValue('orders')
    await expect(page).toHaveURL(`${address}${wanted}`)
  },
}

const writeCode = async (page: Page, label: string, code: string) => {
  await page.getByLabel(label, { exact: true }).fill(code)
  await page.getByRole('button', { name: 'Verify' }).click()
}
const writePassword = async (page: Page, password: string) => {
  await fillIn(page, ada.email, password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const recover = (page: Page) => writeCode(page, 'Recovery code', ada.recoveryCodes.pop() ?? '')

/** How each thing is done. */
const hands: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'gives a wrong password': async (page) => {
    await writePassword(page, 'wrong')
    await expect(page.getByRole('alert')).toContainText('Sign in failed')
    await expect(page.getByRole('alert')).toContainText('Invalid credentials')
    await expect(page.getByLabel('Password', { exact: true })).toHaveValue('wrong')
  },
  'gives the right password': (page) => writePassword(page, demoPassword),
  'gives a wrong code': async (page) => {
    await writeCode(page, 'Code', wrongFor(ada.secret))
    await expect(page.getByRole('alert')).toContainText('MFA verification failed')
    await expect(page.getByRole('alert')).toContainText('Invalid MFA token')
    await expect(page.getByLabel('Code', { exact: true })).toHaveValue(wrongFor(ada.secret))
    await page.getByLabel('Code', { exact: true }).focus()
  },
  'gives the code of the authenticator': (page) => writeCode(page, 'Code', shown(ada.secret)),
  'goes for a recovery code': (page) => page.getByRole('button', { name: 'Use a recovery code' }).click(),
  'goes back to the code': (page) => page.getByRole('button', { name: 'Use a code instead' }).click(),
  'gives a recovery code': recover,
  'gives a recovery code over the page': async (page) => {
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await recover(page)
  },
  cancels: (page) => page.getByRole('button', { name: 'Cancel' }).click(),
  'loads the page again': async (page) => void (await page.reload()),
  'goes back to the sign-in': (page) => page.getByRole('link', { name: 'Back to sign in' }).click(),
  'is ended by the server': async (page) => {
    const headers = await page.evaluate(() => {
      const { session } = JSON.parse(localStorage.getItem('session') ?? '{}')
      return { authorization: `Bearer ${session.accessToken}` }
    })
    expect((await page.request.post(`${address}/api/auth/sign-out`, { headers })).ok()).toBe(true)
    await expect(page.getByText('Session refresh failed - Please log in again to continue.')).toBeVisible()
  },
  'signs out': signOut,
  'signs out of the ended session': (page) => dialogOf(page).getByRole('button', { name: 'Sign Out' }).click(),
}

const steps: readonly Step[] = [
  { from: 'sign-in', says: 'gives a wrong password', to: 'sign-in' },
  { from: 'sign-in', says: 'gives the right password', to: 'code' },
  { from: 'code', says: 'gives a wrong code', to: 'code' },
  // An authenticator's code is good once in 30 s: no way leads over it.
  { from: 'code', says: 'gives the code of the authenticator', to: 'page', isLast: true },
  { from: 'code', says: 'goes for a recovery code', to: 'recovery code' },
  { from: 'code', says: 'cancels', to: 'sign-in' },
  { from: 'code', says: 'loads the page again', to: 'nothing asked' },
  { from: 'nothing asked', says: 'goes back to the sign-in', to: 'sign-in' },
  { from: 'recovery code', says: 'goes back to the code', to: 'code' },
  { from: 'recovery code', says: 'gives a recovery code', to: 'page' },
  { from: 'page', says: 'loads the page again', to: 'page' },
  { from: 'page', says: 'signs out', to: 'sign-in' },
  { from: 'page', says: 'is ended by the server', to: 'ended' },
  { from: 'ended', says: 'gives the right password', to: 'code over the page' },
  { from: 'ended', says: 'signs out of the ended session', to: 'sign-in' },
  { from: 'code over the page', says: 'gives a recovery code over the page', to: 'page' },
  { from: 'code over the page', says: 'cancels', to: 'ended' },
]

/** The shortest way to each step, the step included; the ways that others begin with are left out. */
function ways(): Step[][] {
  const reached = new Map<Place, Step[]>([['sign-in', []]])
  for (const [place, way] of reached) {
    for (const step of steps.filter(({ from, isLast }) => from === place && !isLast)) {
      if (!reached.has(step.to)) reached.set(step.to, [...way, step])
    }
  }
  const all = steps.map((step) => [...(reached.get(step.from) ?? []), step])
  return all.filter((way) => !all.some((other) => other.length > way.length && way.every((step, i) => other[i] === step)))
}

test('every step of the model is on some way', () => {
  expect(new Set(ways().flat())).toEqual(new Set(steps))
})

const longest = Math.max(...ways().map((way) => way.length))

// The short form walks one of the longest ways, which has most of the steps; the models walk all of them.
for (const way of ways()) {
  test(`a person ${way.map(({ says }) => says).join(', ')}`, way.length === longest ? {} : onlyInFull, async ({ page }) => {
    await page.goto(`${address}${wanted}`)
    await eyes['sign-in'](page)
    for (const { says, to } of way) {
      const hand = hands[says]
      if (hand === undefined) throw new Error(`Nobody knows how a person ${says}.`)
      await hand(page)
      await eyes[to](page)
    }
  })
}

test('five wrong codes end the question, and the next sign-in asks anew', onlyInFull, async ({ page, request }) => {
  const bob = await enrol(request, address, 'user@demo.test', 'app')
  await page.goto(`${address}/sign-in`)
  await fillIn(page, bob.email, demoPassword)
  await page.keyboard.press('Enter')
  for (let wrong = 1; wrong < 5; wrong += 1) {
    await writeCode(page, 'Code', wrongFor(bob.secret))
    await expect(page.getByRole('alert')).toContainText('Invalid MFA token')
  }
  await writeCode(page, 'Code', wrongFor(bob.secret))
  await expect(page.getByRole('alert')).toContainText('This code has expired or was tried too often.')
  await expect(page).toHaveURL(/\/sign-in/)
  await expect(page.getByLabel('Email')).toHaveValue(bob.email)
  await page.getByLabel('Password', { exact: true }).fill(demoPassword)
  await page.keyboard.press('Enter')
  await expectAccessible(page)
  await writeCode(page, 'Code', shown(bob.secret))
  await expectInside(page)
})

test('a code that was sent lets in, and may be sent again after half a minute', async ({ page, request }) => {
  const operator = await enrol(request, address, 'super@demo.test', 'email')
  await page.clock.install()
  await page.goto(`${address}/sign-in`)
  await fillIn(page, operator.email, demoPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^We can't send the code for s.*@demo\.test/)).toBeVisible()
  const again = page.getByRole('button', { name: 'Send the code again' })
  await expect(again).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page)
  const first = await codeSentTo(request, address, operator)
  await page.clock.fastForward(31_000)
  await expect(again).toHaveAttribute('aria-disabled', 'false')
  // The pause is the server's too, and its clock has not moved: what it says is shown, and the first code stays good.
  await again.click()
  await expect(page.getByRole('alert')).toContainText('Too many codes were sent or tried.')
  await writeCode(page, 'Code', first)
  await expectInside(page)
})
