/** What the stories of the error catalogue are told with: what the network does, and the ways to the screens. */
import { expect, type Page, type PlaywrightTestArgs, type Request } from 'playwright/test'

import type { MfaChallenge } from '#contract/auth/auth.ts'
import type { ConnectorDetails } from '#contract/connectors/details/connector.ts'
import { type ProblemCode, problem } from '#contract/kit/problem.ts'
import { Api, fillIn, signIn } from './console.ts'
import { demoPassword } from './product.ts'

type Args = Pick<PlaywrightTestArgs, 'page' | 'context' | 'request'>
export type Story = (args: Args) => Promise<void>

export const alert = (page: Page) => page.getByRole('alert')
export const second = 1_000
const nobody = '00000000-0000-4000-8000-000000000000'

/** The server hears the call and never answers. */
export const hang = (page: Page, path: RegExp) => page.route(path, () => {})
export const drop = (page: Page, path: RegExp) => page.route(path, (route) => route.abort('connectionreset'))
export const refuse = (page: Page, path: RegExp, code: ProblemCode) =>
  page.route(path, (route) => {
    const body = problem(code)
    return route.fulfill({ status: body.status, contentType: 'application/problem+json', body: JSON.stringify(body) })
  })

/** Lets the page's own clock run until it says the words. */
export async function waitOut(page: Page, limit: number, words: string): Promise<void> {
  await page.clock.runFor(limit + second)
  await expect(alert(page).filter({ hasText: words })).toBeVisible()
}

/** The page of a code, as a sign-in leads to it. */
export async function openChallenge(page: Page): Promise<void> {
  const body: MfaChallenge = {
    mfaRequired: true,
    userId: nobody,
    challengeId: nobody,
    method: 'app',
    target: null,
    isKept: false,
    hasPasskey: false,
    expiresIn: 300_000,
  }
  await page.route(/\/api\/auth\/sign-in$/, (route) => route.fulfill({ json: body }))
  await page.goto('/sign-in')
  await fillIn(page, 'admin@demo.test', demoPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/mfa-verify/)
}

export async function enterCode(page: Page): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill('123456')
  await page.getByRole('button', { name: 'Verify' }).click()
}

/** The list, read once: until then there is nothing to refresh. */
export async function openList(page: Page): Promise<void> {
  await signIn(page)
  await expect(page.getByRole('grid', { name: 'Connectors' }).getByRole('link').first()).toBeVisible()
}

/** The page of the seeded connector; `change` sees what the server says of it. */
export async function openConnector({ page, request }: Args, change?: (it: ConnectorDetails) => ConnectorDetails): Promise<void> {
  const seeded = (await (await Api.open(request)).connectors()).find(({ name }) => name === 'Shop orders to CRM')
  await page.route(/\/api-connectors\/[0-9a-f-]{36}$/, async (route) => {
    if (change === undefined || route.request().method() !== 'GET') return route.fallback()
    const reply = await route.fetch()
    return route.fulfill({ json: change(await reply.json()) })
  })
  // Live reading would tell how it really stands.
  if (change) await page.route(/\/graphql$/, (route) => (isStream(route.request()) ? undefined : route.fallback()))
  await page.clock.install()
  await signIn(page, `/details/${seeded?._id}`)
  await expect(page.getByRole('button', { name: 'Deploy' })).toBeVisible()
}

const isStream = (request: Request) => request.headers()['accept']?.includes('text/event-stream') === true

export const statusText =
  (status: 'Active' | 'Pause') =>
  (it: ConnectorDetails): ConnectorDetails => ({ ...it, status, connector: { ...it.connector, status } })

export async function signUp(page: Page): Promise<void> {
  await page.goto('/sign-up')
  await page.getByLabel('Email').fill('new@example.test')
  await page.getByLabel('Password', { exact: true }).fill('Tr0ub4dor&three')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Company').fill('Analytical Engines')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Choose your plan' })).toBeVisible()
}

export const network = 'Network error occurred. Please check your internet connection and try again.'
