/** AI Integrations as they are changed: one flat field for each control, named by its card. */
import type { AiIntegrations } from '#contract/settings/ai/ai-integrations.ts'
import { type AiProvider, aiFields, aiLimits, aiProviders } from '#contract/settings/ai/ai-limits.ts'

type Key = AiIntegrations['openai']['apiKey']
type Value = string | boolean | Key

/** `openai.apiKey`, `openai.enabled` and the fields of each card beside these three. */
export type AiDraft = Readonly<Record<string, Value>> & {
  readonly assistantProvider: AiIntegrations['assistantProvider']
  readonly allowPayloads: boolean
  /** As it is typed. */
  readonly tokensADay: string
}

export const fieldsOf = (provider: AiProvider): readonly string[] => Object.keys(aiFields[provider])
export const nameIn = (provider: AiProvider, field: string) => `${provider}.${field}`
export const keyNames: readonly string[] = aiProviders.map((it) => nameIn(it, 'apiKey'))

export function draftOfAi(value: AiIntegrations): AiDraft {
  const cards = aiProviders.flatMap((provider) =>
    Object.entries(value[provider]).map(([field, it]): [string, Value] => [nameIn(provider, field), it]),
  )
  const { assistantProvider, allowPayloads, tokensADay } = value
  return { ...Object.fromEntries(cards), assistantProvider, allowPayloads, tokensADay: String(tokensADay) }
}

export type AiCard = { readonly apiKey: Key; readonly enabled: boolean; readonly [field: string]: Value }

export const cardOf = (draft: AiDraft, provider: AiProvider): AiCard => ({
  apiKey: draft[nameIn(provider, 'apiKey')] as Key,
  enabled: draft[nameIn(provider, 'enabled')] === true,
  ...Object.fromEntries(fieldsOf(provider).map((field) => [field, draft[nameIn(provider, field)] ?? ''])),
})

export function aiOfDraft(draft: AiDraft): AiIntegrations {
  const cards = Object.fromEntries(aiProviders.map((it) => [it, cardOf(draft, it)]))
  const { assistantProvider, allowPayloads, tokensADay } = draft
  return { ...cards, assistantProvider, allowPayloads, tokensADay: Number(tokensADay.trim()) } as unknown as AiIntegrations
}

const { min, max } = aiLimits.tokensADay

/** What is wrong with the number of tokens; undefined where nothing is. */
export function faultOfTokens({ tokensADay }: AiDraft): string | undefined {
  const text = tokensADay.trim()
  const isRight = /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max
  return isRight ? undefined : `Enter a number from ${min} to ${max}.`
}

export const isKeyUnchanged = (key: Key): boolean => typeof key !== 'string' && key.set
export const writtenKey = (key: Key): string => (typeof key === 'string' ? key : '')
/** Where what was written is taken back, the stored one stays. */
export const keyAfter = (text: string, saved: Key | undefined): Key =>
  text === '' && saved !== undefined && typeof saved !== 'string' ? saved : text
