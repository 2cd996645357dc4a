/** What the fixtures of the pages outside have in common. */
import { screen } from '@testing-library/react'
import { expect } from 'vitest'

import type { SignUpOffer } from '#contract/auth/registration.ts'
import { ProblemError, problem } from '#contract/kit/problem.ts'

/** Of the frame of every such page. */
export const frameExits = ['Datacrane', 'Terms of Service', 'Privacy Policy'] as const

/** One password that fits, and one that lacks a number. */
export const fitting = 'Correct-horse-9'
export const unfit = 'Correct-horse-'

export const offline = new ProblemError(problem('net/unreachable'))
export const bug = new TypeError('x is undefined')

/** A refusal that names fields of the request by their JSON pointers. */
export const wrongAt = (...paths: readonly string[]) =>
  new ProblemError(problem('request/malformed', { errors: paths.map((path) => ({ path, message: `what ${path} must be` })) }))

export function heading(): string | null {
  return screen.getByRole('heading', { level: 1 }).textContent
}

/** What the first alert says; null where there is none. */
export function alertText(): string | null {
  return screen.queryAllByRole('alert')[0]?.textContent ?? null
}

/** How a field stands on the page. */
export function fieldAt(label: string): HTMLInputElement {
  return screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' })
}

/** What is said to be wrong at a field; the empty text when nothing is. */
export function faultAtField(label: string): string {
  const described = fieldAt(label).getAttribute('aria-describedby')?.split(' ') ?? []
  return described.map((id) => (id.endsWith('-error') ? (document.getElementById(id)?.textContent ?? '') : '')).join('')
}

export function seesForm(name: string, button: string, isBusy: boolean): void {
  expect(screen.getByRole('form', { name }).getAttribute('aria-busy')).toBe(String(isBusy))
  screen.getByRole('button', { name: button })
}

/** A rule of the password as the page tells it now, e.g. "A number (missing)". */
export function rules(): (string | null)[] {
  return [...screen.getByRole('list', { name: 'The password needs' }).children].map(({ textContent }) => textContent)
}

const price = { perThousand: 20, records: null }
/** What a sign-up sees of the prices. */
export const offered: SignUpOffer['prices'] = {
  version: 4,
  currency: 'USD',
  plans: {
    Basic: { ...price, base: 0, included: 10_000, records: 10_000 },
    Professional: { ...price, base: 9_900, included: 100_000 },
    Enterprise: { ...price, base: 49_900, included: 2_000_000, perThousand: 10 },
  },
}
