/** The AI providers of a company: saved with write-only keys, tested by a list of models, and opened for the assistant. `worklist.md` C-8, X16. */
import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { AiSettings, AiTest, aiIntegrationEndpoints } from '#contract/settings/ai/ai-integrations.ts'
import { aiLimits, aiTexts, faultsOfCard } from '#contract/settings/ai/ai-limits.ts'
import type { Outbound } from '../../../outbound/outbound.ts'
import { inOneCommit } from '../../../platform/database/commit.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import type { Caller } from '../../../platform/security/access.ts'
import type { Vault } from '../../../platform/security/vault.ts'
import type { Audit } from '../../kit/audit-trail.ts'
import { createSectionStore } from '../section-store.ts'
import { AiFault, askProvider } from './ai-asking.ts'
import { type ChatHost, chatHostOf, listingOf, placeOfKey, providerNames } from './ai-hosts.ts'
import { aiSection, isMasked, keyPath, mergedAi, saveAi } from './ai-section.ts'
import { addUsage, keepLast, lastOf, usedToday } from './ai-usage.repository.ts'

type Deps = { readonly db: Kysely<Tables>; readonly vault: Vault; readonly outbound: Pick<Outbound, 'request'> }

/** Names of models in what a listing answered. */
function modelsIn(answer: unknown): string[] {
  const list = typeof answer === 'object' && answer !== null && 'data' in answer ? answer.data : null
  if (!Array.isArray(list)) return []
  const names = list.flatMap((it: unknown) =>
    typeof it === 'object' && it !== null && 'id' in it && typeof it.id === 'string' ? it.id.slice(0, 200) : [],
  )
  return names.slice(0, aiLimits.modelsShown)
}

export function createAiIntegrationService({ db, vault, outbound }: Deps) {
  const store = createSectionStore(vault)

  async function shown(of: Kysely<Tables>, companyId: string): Promise<AiSettings> {
    const { value, revision } = await store.read(of, aiSection, companyId)
    const { calls, tokens } = await usedToday(of, companyId)
    const last = await lastOf(of, companyId)
    return { value, revision, usage: { calls, tokens }, last: last && { ...last, at: last.at.toISOString() } }
  }

  return {
    get: ({ companyId }: Caller): Promise<AiSettings> => shown(db, companyId),

    /** @throws `request/malformed`, `settings/stale` */
    async set(
      { companyId, userId }: Caller,
      { value, revision }: BodyOf<typeof aiIntegrationEndpoints.set>,
      audit: Audit,
    ): Promise<AiSettings> {
      return inOneCommit(db, async (tx) => {
        const before = await store.read(tx, aiSection, companyId)
        await saveAi({ tx, store }, { companyId, userId }, { sent: value, revision, path: '/value' })
        const after = await shown(tx, companyId)
        await audit(tx, { target: { type: 'settings', id: aiSection.name }, before: before.value, after: after.value })
        return after
      })
    },

    /** @throws `request/malformed` where a field is missing, `request/rate-limited` */
    async test({ companyId }: Caller, { provider, apiKey, value }: BodyOf<typeof aiIntegrationEndpoints.test>): Promise<AiTest> {
      const { value: kept } = await store.read(db, aiSection, companyId)
      const card = { ...mergedAi(value ?? {}, kept)[provider], ...(apiKey === undefined ? {} : { apiKey }), enabled: true }
      const saved = kept[provider]
      const isKept = isMasked(card.apiKey) && placeOfKey(provider, card) === placeOfKey(provider, saved)
      const key =
        typeof card.apiKey === 'string'
          ? card.apiKey
          : isKept
            ? await store.secretOf(db, aiSection, companyId, keyPath(provider))
            : ''
      const { apiKey: lacking, ...others } = faultsOfCard(provider, { ...card, apiKey: key ?? '' })
      const address = Object.entries(others).filter(([field]) => ['baseUrl', 'endpoint', 'serverUrl'].includes(field))
      const faults = [...(lacking ? [['apiKey', isMasked(card.apiKey) ? aiTexts.keyAgain : lacking] as const] : []), ...address]
      const errors = faults.map(([field, message]) => ({
        path: `${apiKey === undefined ? `/value/${provider}` : ''}/${field}`,
        message,
      }))
      if (errors[0]) throw refusal('request/malformed', { message: `${errors[0].message}.`, errors })
      if ((await usedToday(db, companyId)).tests >= aiLimits.testsADay)
        throw refusal('request/rate-limited', { retryAfter: 3_600_000 })
      await addUsage(db, companyId, { tests: 1 })
      const name = providerNames[provider]
      try {
        const answer = await askProvider(outbound, { ...listingOf(provider, card, (key ?? '').trim()), companyId })
        return { success: true, message: `${name} accepted the API key.`, models: modelsIn(answer) }
      } catch (thrown) {
        if (!(thrown instanceof AiFault)) throw thrown
        return { success: false, message: `${aiTexts.testFailed}: ${name} ${thrown.message}.`, models: [] }
      }
    },

    /** Who the assistant asks, with what is left of the day; null: nobody but the built-in one. */
    async assistantOf(companyId: string): Promise<AssistantProvider | null> {
      const { value } = await store.read(db, aiSection, companyId)
      const { assistantProvider: provider, allowPayloads, tokensADay } = value
      if (provider === 'built-in' || !value[provider].enabled) return null
      const key = await store.secretOf(db, aiSection, companyId, keyPath(provider))
      if (key === null) return null
      const { tokens } = await usedToday(db, companyId)
      return {
        host: chatHostOf(provider, value[provider], key.trim()),
        allowPayloads,
        tokensLeft: Math.max(0, tokensADay - tokens),
      }
    },

    /** Whether texts of others may go to a program of AI. */
    allowsTexts: async (companyId: string): Promise<boolean> => (await store.read(db, aiSection, companyId)).value.allowPayloads,

    async note(companyId: string, { name, tokens, fault }: Outcome): Promise<void> {
      await addUsage(db, companyId, { calls: 1, tokens })
      await keepLast(db, companyId, { provider: name, isOk: fault === null, said: fault ?? 'The provider responded.' })
    },

    outbound,
  }
}

export type AssistantProvider = { readonly host: ChatHost; readonly allowPayloads: boolean; readonly tokensLeft: number }
export type Outcome = { readonly name: string; readonly tokens: number; readonly fault: string | null }
export type AiIntegrationService = ReturnType<typeof createAiIntegrationService>
