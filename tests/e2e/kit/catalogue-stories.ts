/** How each row of the error catalogue comes about in a browser; what the network does is made here, and the pages are the real ones. */
import { expect } from 'playwright/test'
import { builderStories } from './catalogue-builder-stories.ts'
import { reviewStories } from './catalogue-review-stories.ts'
import type { Row } from './catalogue-rows.ts'
import { studioStories } from './catalogue-studio-stories.ts'
import { templateStories } from './catalogue-template-stories.ts'
import {
  alert,
  drop,
  enterCode,
  hang,
  network,
  openChallenge,
  openConnector,
  openList,
  refuse,
  type Story,
  second,
  signUp,
  statusText,
  waitOut,
} from './catalogue-tools.ts'
import { Api, expectInside, fillIn, findSeeded, signIn } from './console.ts'
import { demoPassword } from './product.ts'

export const stories: Readonly<Partial<Record<Row, Story>>> = {
  ...builderStories,
  ...reviewStories,
  ...studioStories,
  ...templateStories,
  "Sign-in 401: 'Invalid credentials'": async ({ page }) => {
    await page.goto('/sign-in')
    await fillIn(page, 'admin@demo.test', 'wrong')
    await page.keyboard.press('Enter')
    await expect(alert(page)).toHaveText('Sign in failedInvalid credentials')
  },
  "Sign-in aborted: 'Sign in request timed out. Please try again.'": async ({ page }) => {
    await page.clock.install()
    await hang(page, /\/api\/auth\/sign-in$/)
    await page.goto('/sign-in')
    await fillIn(page, 'admin@demo.test', demoPassword)
    await page.keyboard.press('Enter')
    await waitOut(page, 10 * second, 'Sign in request timed out. Please try again.')
  },
  "MFA 401: 'Invalid MFA token'": async ({ page }) => {
    await openChallenge(page)
    await enterCode(page)
    await expect(alert(page)).toHaveText('MFA verification failedInvalid MFA token')
  },
  "MFA 400: 'Invalid MFA request'": async ({ page }) => {
    await openChallenge(page)
    await refuse(page, /\/verify-mfa$/, 'auth/mfa-malformed')
    await enterCode(page)
    await expect(alert(page)).toContainText('Invalid MFA request')
  },
  "MFA timeout: 'MFA verification request timed out. Please try again.'": async ({ page }) => {
    await page.clock.install()
    await openChallenge(page)
    await hang(page, /\/verify-mfa$/)
    await enterCode(page)
    await waitOut(page, 10 * second, 'MFA verification request timed out. Please try again.')
  },
  "MFA without a challenge: 'No MFA challenge found'": async ({ page }) => {
    await page.goto('/mfa-verify')
    await expect(alert(page)).toContainText('No MFA challenge found')
  },
  "MFA reply without a token: 'Invalid MFA verification response'": async ({ page }) => {
    await openChallenge(page)
    await page.route(/\/verify-mfa$/, (route) => route.fulfill({ json: { success: true } }))
    await enterCode(page)
    await expect(alert(page)).toContainText('Invalid MFA verification response')
  },
  "Refresh failure: 'Session refresh failed - Please log in again to continue.'": async ({ page }) => {
    await openList(page)
    await refuse(page, /\/api\/auth\/refresh$/, 'auth/refresh-failed')
    await refuse(page, /\/graphql$/, 'auth/token-expired')
    await page.getByRole('button', { name: 'Refresh connectors' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' })
    await expect(dialog.getByRole('alert')).toHaveText('Session refresh failed - Please log in again to continue.')
  },
  "Resume timeout: 'Request timed out. The connector is taking longer than expected to resume. Please try again.'": async (
    args,
  ) => {
    const { page } = args
    await openConnector(args, statusText('Pause'))
    await hang(page, /\/api-connectors\/resume\//)
    await page.getByRole('button', { name: 'Resume' }).click()
    await waitOut(
      page,
      60 * second,
      'Request timed out. The connector is taking longer than expected to resume. Please try again.',
    )
  },
  "Deploy timeout: 'Deployment request timed out. The deployment may still be in progress. …'": async (args) => {
    const { page } = args
    await openConnector(args)
    await hang(page, /\/deploy$/)
    await page.getByRole('button', { name: 'Deploy' }).click()
    const words = 'Deployment request timed out. The deployment may still be in progress. Please check the deployment status.'
    await waitOut(page, 60 * second, words)
  },
  "'Registration failed: …'": async ({ page }) => {
    await drop(page, /\/api\/registration$/)
    await signUp(page)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(alert(page)).toContainText(`Registration failed: ${network}`)
  },
  "'Password reset failed: …'": async ({ page }) => {
    await drop(page, /\/api\/users\/reset-password$/)
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill('admin@demo.test')
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(alert(page)).toContainText(`Password reset failed: ${network}`)
  },
  "'Password update failed: …'": async ({ page }) => {
    await drop(page, /\/api\/users\/update-password$/)
    await page.goto(`/reset-password?token=${'a'.repeat(43)}`)
    await page.getByLabel('New password', { exact: true }).fill('Tr0ub4dor&three')
    await page.getByRole('button', { name: 'Save the password' }).click()
    await expect(alert(page)).toContainText(`Password update failed: ${network}`)
  },
  "'User confirmation failed: …'": async ({ page }) => {
    await drop(page, /\/api\/users\/confirm$/)
    await page.goto(`/confirm-account?token=${'a'.repeat(43)}`)
    await expect(alert(page)).toContainText(`User confirmation failed: ${network}`)
  },
  "'Failed to fetch payment methods: …'": async ({ page }) => {
    await refuse(page, /\/api\/payment-methods$/, 'request/unknown-path')
    await signUp(page)
    await expect(alert(page)).toContainText('Failed to fetch payment methods: Nothing found at this address.')
  },
  "'Failed to fetch dashboard connectors'": async ({ page }) => {
    await openList(page)
    await refuse(page, /\/graphql$/, 'request/unknown-path')
    await page.getByRole('button', { name: 'Refresh connectors' }).click()
    await expect(alert(page).getByText('Failed to fetch dashboard connectors', { exact: true })).toBeVisible()
    await expect(alert(page)).toContainText('Nothing found at this address.')
  },
  "'Get dashboard analytics failed', 'Get statistics failed'": async ({ page, request }) => {
    await refuse(page, /\/api\/analytics\/dashboard$/, 'request/unknown-path')
    await refuse(page, /\/reading(\?|$)/, 'request/unknown-path')
    await signIn(page)
    await expect(alert(page).getByText('Get dashboard analytics failed', { exact: true })).toBeVisible()
    await expect(alert(page)).toContainText('Nothing found at this address.')
    const [connector] = await (await Api.open(request)).connectors()
    await page.goto(`/details/${connector?._id}/studio`)
    await expect(alert(page).getByText('Get statistics failed', { exact: true })).toBeVisible()
    await expect(alert(page)).toContainText('Nothing found at this address.')
  },
  "'Delete connector failed'": async (args) => {
    const { page } = args
    await openConnector(args)
    await page.route(/\/api-connectors\/[0-9a-f-]{36}$/, (route) =>
      route.request().method() === 'DELETE' ? route.fulfill({ status: 403, json: {} }) : route.fallback(),
    )
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete connector' }).click()
    await expect(alert(page).filter({ hasText: 'Delete connector failed' })).toBeVisible()
  },
  "'Pause connector failed'": async (args) => {
    const { page } = args
    await openConnector(args, statusText('Active'))
    await refuse(page, /\/api-connectors\/pause\//, 'request/unknown-path')
    await page.getByRole('button', { name: 'Pause' }).click()
    await expect(alert(page)).toContainText('Pause connector failed')
  },
  'A 401 when getting the user clears the tokens and goes to /sign-in': async ({ page }) => {
    await signIn(page)
    await page.evaluate(() => {
      const kept = JSON.parse(localStorage.getItem('session') ?? '{}')
      localStorage.setItem('session', JSON.stringify({ ...kept, receivedAt: 0 }))
    })
    await refuse(page, /\/api\/auth\/refresh$/, 'auth/refresh-failed')
    await page.reload()
    await expect(page).toHaveURL(/\/sign-in/)
    expect(await page.evaluate(() => localStorage.getItem('session') ?? '')).not.toContain('refreshToken')
  },
  'A transaction fetch failure stores the error and returns an empty list': async (args) => {
    const { page } = args
    await openConnector(args)
    await refuse(page, /\/api\/analytics\/transactions\//, 'request/unknown-path')
    await page.getByRole('tab', { name: 'Transactions' }).click()
    await expect(alert(page)).toContainText('Nothing found at this address.')
    await expect(page.getByRole('grid', { name: 'Transactions' })).toHaveCount(0)
  },
  "Confirmation without a token: 'Invalid Confirmation Link'": async ({ page }) => {
    await page.goto('/confirm-account')
    await expect(page.getByRole('heading', { name: 'Invalid Confirmation Link', exact: true })).toBeVisible()
    await expect(alert(page)).toHaveText('No confirmation token was provided. Please check your email and try again.')
  },
  "Confirmation that fails: 'Account Confirmation Failed'": async ({ page }) => {
    await page.goto(`/confirm-account?token=${'a'.repeat(43)}`)
    await expect(page.getByRole('heading', { name: 'Account Confirmation Failed', exact: true })).toBeVisible()
    await expect(alert(page)).toHaveText("We couldn't confirm your account. Please try signing in or contact support.")
  },
  "Confirmation: 'Account Confirmed'": async ({ page }) => {
    await page.route(/\/api\/users\/confirm$/, (route) => route.fulfill({ json: { success: true } }))
    await page.goto(`/confirm-account?token=${'a'.repeat(43)}`)
    await expect(page.getByRole('heading', { name: 'Account Confirmed', exact: true })).toBeVisible()
    await expect(page.getByText('Your account has been successfully confirmed. You can now sign in.')).toBeVisible()
  },
  "OAuth error: 'Authentication Failed' with the message": async ({ page }) => {
    await page.goto('/oauth-error?message=The%20provider%20said%20no.')
    await expect(page.getByRole('heading', { name: 'Authentication Failed', exact: true })).toBeVisible()
    await expect(alert(page)).toHaveText('The provider said no.')
  },
  "OAuth error without a message: 'Authentication failed'": async ({ page }) => {
    await page.goto('/oauth-error')
    await expect(alert(page)).toHaveText('Authentication failed')
  },
  "A page that breaks: 'Something went wrong'": async ({ page, context }) => {
    await signIn(page)
    const link = await findSeeded(page)
    await context.setOffline(true)
    await link.click()
    await expect(page.getByText('Something went wrong', { exact: true })).toBeVisible()
    await context.setOffline(false)
    await expectInside(page)
  },
}
