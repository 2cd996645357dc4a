/** Joins the tab AI Integrations to its calls. */
import { type AiSettings, aiIntegrationEndpoints } from '#contract/settings/ai/ai-integrations.ts'
import type { Section } from '../../machines/kit/settings-section.machine.ts'
import { type AiDraft, aiOfDraft, draftOfAi, faultOfTokens, keyNames } from '../../machines/settings/ai-draft.ts'
import { aiTestMachine } from '../../machines/settings/ai-test.machine.ts'
import { actorFrom } from '../kit/actor.ts'
import type { Access } from '../kit/api-client.ts'
import { listOf } from '../kit/list.actors.ts'
import { openedSection, sectionOf } from '../kit/settings-section.actors.ts'
import { call } from './settings-call.ts'

/** Milliseconds between two readings of what was used. */
const usagePause = 15_000
/** One try: another one would be another request to the provider. */
const patience = { retries: 0, backoffCap: 0 }

const nameOf = (companyId: string) => `ai:${companyId}`
const sectionIn = ({ value, revision }: AiSettings): Section => ({ value: draftOfAi(value), revision })

export const aiSettingsMachine = (access: Access, companyId: string, announce: () => void) =>
  sectionOf({
    name: nameOf(companyId),
    read: async (signal) => sectionIn(await call(aiIntegrationEndpoints.get, { access, signal })),
    save: async ({ value, revision }, signal) => {
      const body = { value: aiOfDraft(value as AiDraft), revision }
      return sectionIn(await call(aiIntegrationEndpoints.set, { access, body, signal }))
    },
    isValid: (draft) => faultOfTokens(draft as AiDraft) === undefined,
    announce,
    secrets: keyNames,
  })

export const openedAiSettings = (companyId: string) => openedSection(nameOf(companyId))

/** What was used today and how the provider did last, as a list of one. */
export const aiUsageMachine = (access: Access) =>
  listOf(
    async (_, signal): Promise<{ items: readonly AiSettings[]; total: number }> => ({
      items: [await call(aiIntegrationEndpoints.get, { access, signal })],
      total: 1,
    }),
  ).provide({ delays: { refreshPause: usagePause } })

export const aiTestFor = (access: Access) =>
  aiTestMachine.provide({
    actors: {
      send: actorFrom(({ provider, draft }, signal) => {
        if (draft === null) throw new Error('invariant: the cards are written')
        return call(aiIntegrationEndpoints.test, { access, body: { provider, value: aiOfDraft(draft) }, signal, patience })
      }),
    },
  })
