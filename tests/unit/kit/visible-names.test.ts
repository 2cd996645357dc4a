/** A name of nothing that can be seen is no name, wherever one is taken. */
import type { TSchema } from 'typebox'
import { expect, it } from 'vitest'

import { PasskeyName } from '#contract/auth/passkeys.ts'
import { Name, visiblePattern } from '#contract/kit/schemas.ts'
import { ApiKeyForm } from '#contract/settings/api-keys.ts'
import { CompanySettings } from '#contract/settings/company-settings.ts'
import { WebhookForm } from '#contract/settings/webhook.ts'

const visible = new RegExp(visiblePattern, 'u')

it.each([
  ['blanks', ' \t\u00a0\u2003\u3000'],
  ['zero-width characters', '\u200b\u200c\u200d\u2060\ufeff'],
  ['direction marks', '\u200e\u200f\u061c\u202a\u202e\u2066\u2069'],
  ['Hangul fillers', '\u115f\u1160\u3164\uffa0'],
  ['a soft hyphen and a joiner of graphemes', '\u00ad\u034f'],
  ['an empty Braille pattern', '\u2800'],
  ['variation selectors and tags', '\ufe0f\u{e0041}\u{e0100}'],
  ['marks of Mongolian and Khmer', '\u180b\u180e\u17b4\u17b5'],
  ['controls', '\u0007\u0085'],
  ['nothing', ''],
])('%s alone are no name', (_, text) => {
  expect(visible.test(text)).toBe(false)
  expect(visible.test(`${text}x`)).toBe(true)
})

it.each(['Ada', '李', '한', 'م', '👩‍👩‍👧', '🇳🇴', '7', '-', 'क्षि', '\u0301'])('%s is one', (text) => {
  expect(visible.test(text)).toBe(true)
})

it.each<[string, TSchema]>([
  ['people and companies', Name],
  ['passkeys', PasskeyName],
  ['API keys', ApiKeyForm.properties.name],
  ['webhooks', WebhookForm.properties.name],
  ['the company in its settings', CompanySettings.properties.organizationName],
])('names of %s are asked for it', (_, schema) => {
  expect(schema).toMatchObject({ pattern: visiblePattern })
})
