/** The first visit of a product that nobody was seeded into. */

import { expect } from 'playwright/test'
import { onlyInFull } from '../../kit/form.ts'

import { expectAccessible, openProfile, signOut, test } from '../kit/console.ts'
import { demoPassword, launch } from '../kit/product.ts'

/** Whoever started it reads the line in the terminal. */
const tokenIn = (said: string) => /^Setup token: (\S+)$/m.exec(said)?.[1] ?? ''

const written = {
  Company: 'Analytical Engines',
  'First name': 'Ada',
  'Last name': 'Lovelace',
  Email: 'ada@',
  Password: 'Correct horse 9!',
}

test('the first visit makes the operator, who signs in from then on', async ({ page }) => {
  const { address, said, stop } = await launch('e2e-setup', { SEED_DEMO: 'false' })
  try {
    await page.goto(`${address}/dashboard`)
    await expect(page).toHaveURL(`${address}/setup`)
    await expect(page.getByRole('heading', { name: 'Set up Datacrane' })).toBeVisible()
    await expectAccessible(page)
    for (const [label, text] of Object.entries(written)) await page.getByLabel(label, { exact: true }).fill(text)
    await page.getByLabel('Setup token').fill('guessed')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('must be an email like ada@example.com')
    for (const [label, text] of Object.entries(written)) await expect(page.getByLabel(label, { exact: true })).toHaveValue(text)

    await page.getByLabel('Email').fill('ada@example.test')
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByRole('alert')).toContainText('This setup token is wrong')
    await expect(page).toHaveURL(`${address}/setup`)
    await page.getByLabel('Setup token').fill(tokenIn(said()))
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page).toHaveURL(`${address}/dashboard`)
    await expect(page.getByRole('button', { name: 'Profile of Ada Lovelace' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Inspector' }), 'who operates it may inspect it').toBeVisible()
    await page.reload()
    await openProfile(page)
    await expect(page.getByText('ada@example.test')).toBeVisible()
    await page.keyboard.press('Escape')

    await signOut(page)
    await page.goto(`${address}/setup`)
    await expect(page).toHaveURL(`${address}/sign-in`)
    await page.getByLabel('Email').fill('ADA@example.test')
    await page.getByLabel('Password', { exact: true }).fill(written.Password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await expect(page).toHaveURL(`${address}/dashboard`)
  } finally {
    await stop()
  }
})

test('who comes second is told so, keeps what was typed, and is led to the sign-in', onlyInFull, async ({ page, request }) => {
  const { address, said, stop } = await launch('e2e-setup-second', { SEED_DEMO: 'false' })
  try {
    await page.goto(address)
    // What a browser keeps of another time opens nothing here, and hides nothing.
    await page.evaluate(() => localStorage.setItem('session', '{"isEnded":true}'))
    await page.reload()
    const token = tokenIn(said())
    for (const [label, text] of Object.entries({ 'Setup token': token, ...written, Email: 'ada@example.test' }))
      await page.getByLabel(label, { exact: true }).fill(text)
    const data = {
      token,
      companyName: 'B',
      firstName: 'Bob',
      lastName: 'B',
      email: 'bob@example.test',
      password: 'Quicker by 1 day!',
    }
    expect((await request.post(`${address}/api/setup`, { data })).status()).toBe(201)
    await page.getByRole('button', { name: 'Set up' }).click()
    await expect(page.getByRole('alert')).toContainText('Datacrane is already set up. Sign in instead.')
    await expect(page.getByLabel('Company')).toHaveValue(written.Company)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to Datacrane' })).toBeVisible()
  } finally {
    await stop()
  }
})

test('where sign-up is closed the page says so, and who is invited comes in', onlyInFull, async ({ page }) => {
  const { address, stop } = await launch('e2e-closed', { PUBLIC_SIGN_UP: 'false', DEMO_PASSWORD: demoPassword })
  try {
    await page.goto(`${address}/sign-in`)
    await page.getByRole('link', { name: 'Create an account' }).click()
    await expect(page.getByRole('heading', { name: 'Sign-up is closed' })).toBeVisible()
    await expect(page.getByText('Ask your company administrator for an invitation.')).toBeVisible()
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expectAccessible(page)
    await page.goto(`${address}/sign-up/product-selection`)
    await expect(page.getByRole('heading', { name: 'Sign-up is closed' })).toBeVisible()

    const { user, accessToken } = await (
      await page.request.post(`${address}/api/auth/sign-in`, { data: { email: 'admin@demo.test', password: demoPassword } })
    ).json()
    const invited = await page.request.post(`${address}/api/users/${user._id}/team-members/invite`, {
      headers: { authorization: `Bearer ${accessToken}` },
      data: { email: 'ada@example.test', role: 'USER' },
    })
    expect(invited.ok(), await invited.text()).toBe(true)
    const outbox = await (await page.request.get(`${address}/api/outbox?to=ada@example.test`)).text()
    const link = /accept-invitation\?token=([\w-]+)/.exec(outbox)?.[0] ?? ''
    await page.goto(`${address}/${link}`)
    await expect(page.getByLabel('First name')).toBeVisible()
  } finally {
    await stop()
  }
})
