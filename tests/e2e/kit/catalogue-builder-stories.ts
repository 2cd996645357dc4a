/** How the rows of the error catalogue come about that belong to the builder. */
import { expect, type Page } from 'playwright/test'
import type { Row } from './catalogue-rows.ts'
import { alert, drop, hang, network, refuse, type Story, second, waitOut } from './catalogue-tools.ts'
import { Api, signIn } from './console.ts'

const creation = /\/api-connectors\/$/
const refresh = /\/api\/auth\/refresh$/

export const builderStories: Readonly<Partial<Record<Row, Story>>> = {
  "Create, interrupted upload: 'File upload was interrupted. …'": async ({ page }) => {
    await page.route(creation, (route) => route.fulfill({ status: 408, body: 'Request Timeout' }))
    await create(page)
    await expect(alert(page)).toContainText(
      'File upload was interrupted. Please try again with a smaller file or a more stable connection.',
    )
    await staysTyped(page)
  },
  "Create, timeout: 'Request timed out. The server took too long to respond. Please try again.'": async ({ page }) => {
    await page.clock.install()
    await hang(page, creation)
    await create(page)
    await waitOut(page, 60 * second, 'Request timed out. The server took too long to respond. Please try again.')
    await staysTyped(page)
  },
  "Create, network: 'Network error occurred. Please check your internet connection and try again.'": async ({ page }) => {
    await drop(page, creation)
    await create(page)
    await expect(alert(page)).toContainText(network)
    await staysTyped(page)
  },
  "Create, 401: 'Authentication error. Please sign out and sign in again.'": async ({ page }) => {
    await refuse(page, creation, 'auth/token-invalid')
    await refreshes(page, 'once')
    await create(page)
    await expect(alert(page)).toContainText('Authentication error. Please sign out and sign in again.')
  },
  "Create, 401: 'Session refreshed', or 'Authentication failed. Please sign in again.' and signed out after 3 s": async ({
    page,
  }) => {
    await refuse(page, creation, 'auth/token-invalid')
    await create(page)
    await expect(page.getByRole('status').filter({ hasText: 'Session refreshed' })).toBeVisible()
    await staysTyped(page)

    await refreshes(page, 'once and not again')
    await page.getByRole('button', { name: 'Publish again' }).click()
    await expect(alert(page).filter({ hasText: 'Authentication failed. Please sign in again.' })).toBeVisible()
    await expect(page).toHaveURL(/\/sign-in/)
  },
  "Update timeout: 'Update request timed out. Please try again or check your network connection.'": async ({ page, request }) => {
    const seeded = (await (await Api.open(request)).connectors()).find(({ name }) => name === 'Shop orders to CRM')
    await page.clock.install()
    await hang(page, /\/api-connectors\/connectors\/[\da-f-]{36}$/)
    await signIn(page, `/edit-integration/integration-profile/${seeded?._id}`)
    await page.getByLabel('Description').fill('Late')
    await page.clock.runFor(second)
    await waitOut(page, 60 * second, 'Update request timed out. Please try again or check your network connection.')
    await expect(page.getByText('Not saved. Trying again automatically.')).toBeVisible()
  },
}

async function create(page: Page): Promise<void> {
  await signIn(page, '/start-integration/integration-profile')
  await page.getByLabel('Name').fill('Returns')
  await page.getByRole('button', { name: 'Create and continue' }).click()
}

const staysTyped = (page: Page) => expect(page.getByLabel('Name')).toHaveValue('Returns')

/** The session is refreshed one more time; the next time the server keeps silent, or cannot be reached. */
async function refreshes(page: Page, how: 'once' | 'once and not again'): Promise<void> {
  let asked = 0
  await page.route(refresh, (route) => {
    asked += 1
    if (asked === 1) return route.fallback()
    return how === 'once' ? undefined : route.abort('connectionreset')
  })
}
