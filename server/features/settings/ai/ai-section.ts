/** The section AI Integrations as it is stored: what is left out of a save stays, keys are write-only, and a stored key goes nowhere else. */
import type { Kysely } from 'kysely'
import { refusal } from '#contract/kit/problem.ts'
import type { AiIntegrations, SentAiIntegrations } from '#contract/settings/ai/ai-integrations.ts'
import { type AiProvider, aiFields, aiLimits, aiProviders, aiTexts, faultsOfCard } from '#contract/settings/ai/ai-limits.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { createSectionStore, Section } from '../section-store.ts'
import { placeOfKey } from './ai-hosts.ts'

export const keyPath = (provider: AiProvider) => `${provider}.apiKey`
const cards = Object.fromEntries(aiProviders.map((it) => [it, { ...aiFields[it], apiKey: '', enabled: false }]))

export const aiSection: Section<AiIntegrations> = {
  name: 'aiIntegrations',
  defaults: {
    ...{ assistantProvider: 'built-in', allowPayloads: false, tokensADay: aiLimits.tokensADay.usual },
    ...cards,
  } as unknown as AiIntegrations,
  secrets: aiProviders.map(keyPath),
}

export const isMasked = (key: AiIntegrations['openai']['apiKey']) => typeof key !== 'string' && key.set

/** Numbers are kept as they are written. */
const asText = (card: object) =>
  Object.fromEntries(Object.entries(card).map(([name, it]) => [name, typeof it === 'number' ? String(it) : it]))

/** What was sent, over what is kept. */
export function mergedAi(sent: SentAiIntegrations, kept: AiIntegrations): AiIntegrations {
  const cards = aiProviders.map((it) => [it, { ...kept[it], ...asText(sent[it] ?? {}) }])
  return { ...kept, ...sent, ...Object.fromEntries(cards) }
}

/** @throws `request/malformed` */
function refuseUnusable(wanted: AiIntegrations, before: AiIntegrations, at: string): void {
  const errors = aiProviders.flatMap((provider) => {
    const faults: Record<string, string> = { ...faultsOfCard(provider, wanted[provider]) }
    const isMoved = placeOfKey(provider, wanted[provider]) !== placeOfKey(provider, before[provider])
    // A stored key goes nowhere else (threat T-CRED).
    if (isMasked(wanted[provider].apiKey) && isMoved) faults['apiKey'] = aiTexts.keyAgain
    return Object.entries(faults).map(([field, message]) => ({ path: `${at}/${provider}/${field}`, message }))
  })
  const { assistantProvider } = wanted
  if (assistantProvider !== 'built-in' && !wanted[assistantProvider].enabled)
    errors.push({ path: `${at}/assistantProvider`, message: aiTexts.off })
  if (errors[0]) throw refusal('request/malformed', { message: `${errors[0].message}.`, errors })
}

type Place = { readonly tx: Kysely<Tables>; readonly store: ReturnType<typeof createSectionStore> }
type Saved = { readonly sent: SentAiIntegrations; readonly revision: number | undefined; readonly path: string }

/** @param saved `path`: where the section stands in the body. @throws `request/malformed`, `settings/stale` */
export async function saveAi(
  { tx, store }: Place,
  { companyId, userId }: { readonly companyId: string; readonly userId: string },
  { sent, revision, path }: Saved,
): Promise<void> {
  const { value: before } = await store.read(tx, aiSection, companyId)
  const value = mergedAi(sent, before)
  refuseUnusable(value, before, path)
  await store.save(tx, aiSection, { companyId, userId, value, revision })
}
