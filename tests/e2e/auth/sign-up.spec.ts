/** The ways in besides sign-in, through the whole product: every mail is read in the outbox. */

import { expect, type Page } from 'playwright/test'
import type { Session } from '#contract/auth/auth.ts'
import { onlyInFull } from '../../kit/form.ts'
import { expectAccessible, seesAll, test } from '../kit/console.ts'
import { linkTo, signInAs } from '../kit/mails.ts'
import { demoPassword } from '../kit/product.ts'

const password = 'Quiet-harbour-41'

/** An address of its own for each test: the product is one for all of them. */
const addressOf = (name: string) => `${name}.${Date.now().toString(36)}@example.test`

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true })

async function writeAccount(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page).toHaveURL('/sign-up/additional-details')
}

test('a sign-up, with Back and a reload on its way, a link that is confirmed, and the way in', async ({ page, request }) => {
  const email = addressOf('ada')
  await page.goto('/sign-up/product-selection')
  await expect(page, 'nothing is complete yet').toHaveURL('/sign-up')
  await expectAccessible(page)
  await page.getByLabel('Password', { exact: true }).fill('Quiet-harbour-')
  await expect(page.getByRole('listitem').filter({ hasText: 'A number' })).toContainText('missing')
  await page.getByRole('button', { name: 'Show password' }).click()
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text')
  await writeAccount(page, email)

  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.reload()
  await expect(page, 'the password is kept nowhere').toHaveURL('/sign-up')
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('')
  expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain('Quiet-harbour')
  await writeAccount(page, email)
  await expect(page.getByLabel('First name'), 'what was typed stays').toHaveValue('Ada')
  await page.getByLabel('Company').fill('Analytical Engines')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/sign-up/product-selection')
  await page.goBack()
  await expect(heading(page, 'About you')).toBeFocused()
  await page.goForward()
  await expect(heading(page, 'Choose your plan')).toBeVisible()

  await page.getByLabel('Professional').check()
  await expect(page.getByRole('button', { name: 'Create account' })).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('radiogroup', { name: 'Payment method' }).getByRole('radio').first().check()
  await expectAccessible(page)
  const sent = page.waitForRequest('**/api/registration')
  await page.getByRole('button', { name: 'Create account' }).click()
  expect((await sent).postDataJSON()).toEqual({
    email,
    password,
    firstName: 'Ada',
    lastName: 'Lovelace',
    companyName: 'Analytical Engines',
    productTier: 'Professional',
    paymentMethodId: expect.any(String),
    priceVersion: expect.any(Number),
  })
  await expect(page).toHaveURL('/sign-up/success')
  await page.reload()
  await expect(page.getByText(`We created a link for ${email}`)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Send it again' }).click()
  await expect(page.getByRole('status')).toHaveText('New link requested. You can request five links an hour.')

  await page.goto(await linkTo(request, email, '/confirm-account'))
  await expect(heading(page, 'Account Confirmed')).toBeVisible()
  await expect(page.getByText('Your account has been successfully confirmed. You can now sign in.')).toBeVisible()
  await expect(page, 'no history keeps the token').toHaveURL('/confirm-account')
  await expectAccessible(page)
  await page.reload()
  await expect(heading(page, 'Account Confirmed'), 'the same link says the same').toBeVisible()
  await page.getByRole('link', { name: 'Sign In' }).click()
  await signInAs(page, email, password, 'Ada Lovelace')
})

test('what the server refuses stands at its field, on its step, and nothing typed is lost', onlyInFull, async ({ page }) => {
  const email = addressOf('weak')
  await page.goto('/sign-up')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('Password1!')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText('Registration failed: The password is too common and easy to guess.')
  await expect(page).toHaveURL('/sign-up')
  await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('aria-invalid', 'true')
  await expect(page.getByText('Password is too common and easy to guess', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expectAccessible(page)

  // The name of the company is known at the end only.
  await page.getByLabel('Password', { exact: true }).fill('Harbourworks-77')
  await page.getByRole('button', { name: 'Continue' }).click()
  for (const label of ['First name', 'Last name', 'Company']) await page.getByLabel(label).fill('Harbourworks')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('alert')).toContainText('The password is little more than your name')
  await expect(page).toHaveURL('/sign-up')
})

test('the payment methods that cannot be read are asked for again', onlyInFull, async ({ page }) => {
  await page.route('**/api/payment-methods', (route) =>
    route.fulfill({ status: 404, contentType: 'application/json', body: '{"not":"ours"}' }),
  )
  await page.goto('/sign-up')
  await writeAccount(page, addressOf('paying'))
  for (const label of ['First name', 'Last name', 'Company']) await page.getByLabel(label).fill('Paying')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('alert')).toContainText("Failed to fetch payment methods: The server's response could not be read.")
  await expectAccessible(page)
  await page.unroute('**/api/payment-methods')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('button', { name: 'Retry' })).toBeHidden()
  await page.getByLabel('Professional').check()
  await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible()
})

test('a forgotten password is set anew by the link of an email, which works once', async ({ page, request }) => {
  const email = addressOf('grace')
  const data = {
    ...{ email, password, firstName: 'Grace', lastName: 'Hopper', companyName: 'Compilers' },
    ...{ productTier: 'Basic', paymentMethodId: null },
  }
  expect((await request.post('/api/registration', { data })).status()).toBe(201)
  await page.goto('/forgot-password')
  await expectAccessible(page)
  await page.getByLabel('Email').fill('nobody@example.test')
  await page.keyboard.press('Enter')
  await expect(page.getByText('If an account exists for nobody@example.test')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send the link' }).click()
  await expect(page.getByText(`If an account exists for ${email}`)).toBeVisible()

  const link = await linkTo(request, email, '/reset-password')
  await page.goto(link)
  await expect(page, 'no history keeps the token').toHaveURL('/reset-password')
  await page.reload()
  await expect(heading(page, 'Set a new password')).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('New password', { exact: true }).fill('Another-harbour-42')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(heading(page, 'Password updated')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInAs(page, email, 'Another-harbour-42', 'Grace Hopper')

  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill('Third-harbour-43')
  await page.getByRole('button', { name: 'Save the password' }).click()
  await expect(heading(page, 'Link no longer works')).toBeVisible()
  await page.getByRole('link', { name: 'Request a new link' }).click()
  await expect(heading(page, 'Reset your password')).toBeVisible()
})

test('an invitation is accepted into the company that asked', async ({ page, request }) => {
  const email = addressOf('linus')
  const credentials = { email: 'admin@demo.test', password: demoPassword }
  const session: Session = await (await request.post('/api/auth/sign-in', { data: credentials })).json()
  const invited = await request.post(`/api/users/${session.user._id}/team-members/invite`, {
    headers: { authorization: `Bearer ${session.accessToken}`, 'idempotency-key': crypto.randomUUID() },
    data: { email, role: 'USER' },
  })
  expect(invited.status(), await invited.text()).toBe(201)

  const link = await linkTo(request, email, '/accept-invitation')
  await page.goto(link)
  await expect(heading(page, `Join ${session.user.companyName}`)).toBeVisible()
  await expect(page.getByLabel('Email')).toHaveValue(email)
  await expect(page, 'no history keeps the token').toHaveURL('/accept-invitation')
  await page.reload()
  await expect(heading(page, `Join ${session.user.companyName}`)).toBeVisible()
  await page.getByLabel('First name').fill('Linus')
  await page.getByLabel('Last name').fill('Kernel')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(heading(page, 'Welcome aboard')).toBeVisible()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await signInAs(page, email, password, 'Linus Kernel')
  const member: Session = await (await request.post('/api/auth/sign-in', { data: { email, password } })).json()
  expect(member.user).toMatchObject({ role: 'USER', companyId: session.user.companyId })

  await page.goto(link)
  await expect(heading(page, 'Invitation no longer valid')).toBeVisible()
})

for (const [path, title] of [
  ['/confirm-account', 'Invalid Confirmation Link'],
  ['/confirm-account?token=a-token-that-nobody-sent', 'Account Confirmation Failed'],
  ['/reset-password', 'This link is incomplete'],
  ['/accept-invitation', 'This link is incomplete'],
  ['/accept-invitation?token=a-token-that-nobody-sent', 'Invitation no longer valid'],
  ['/accept-invitation?token=short', 'Invitation no longer valid'],
] as const) {
  test(`${path} says "${title}"`, onlyInFull, async ({ page }) => {
    await page.goto(path)
    await expect(heading(page, title)).toBeVisible()
    await expect(page).not.toHaveURL(/token/)
    await expectAccessible(page)
  })
}

test('every page is whole at 320 px, light and dark', onlyInFull, async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto('/sign-up')
    await seesAll(page)
    await writeAccount(page, addressOf('narrow'))
    await seesAll(page)
    for (const label of ['First name', 'Last name', 'Company']) await page.getByLabel(label).fill('Narrow')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByLabel('Professional').check()
    await expect(page.getByRole('radiogroup', { name: 'Payment method' })).toBeVisible()
    await seesAll(page)
    for (const path of ['/forgot-password', '/reset-password?token=a-token-that-nobody-sent', '/accept-invitation']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await seesAll(page)
    }
  }
})
