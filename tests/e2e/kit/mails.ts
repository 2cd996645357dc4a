/** What people do with the mails of a sign-up. */
import { type APIRequestContext, expect, type Page } from 'playwright/test'

import type { Message } from '#contract/admin/outbox.ts'

/** The path, with its token, of the newest link that was sent to somebody. */
export async function linkTo(request: APIRequestContext, email: string, page: string): Promise<string> {
  const found: string[] = []
  await expect(async () => {
    const reply = await request.get(`/api/outbox?${new URLSearchParams({ to: email })}`)
    const { data }: { data: Message[] } = await reply.json()
    const links = data.flatMap(({ text }) => text.match(/https?:\S+/g) ?? []).filter((link) => new URL(link).pathname === page)
    expect(links.length).toBeGreaterThan(0)
    found.push(...links)
  }).toPass()
  const { pathname, search } = new URL(found[0] ?? '')
  return `${pathname}${search}`
}

export async function signInAs(page: Page, email: string, secret: string, name: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('button', { name: `Profile of ${name}` })).toBeVisible()
}
