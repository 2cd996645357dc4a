/** Questions to the assistant, and the conversations of a person. It reads with the rights of the person who asks, and changes nothing but these. */
import type { Kysely } from 'kysely'
import { validate as isUuid, v5, v7 } from 'uuid'
import type { Answer, assistantEndpoints } from '#contract/assistant/assistant.ts'
import { assistantLimits } from '#contract/assistant/assistant-limits.ts'
import type { BodyOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import { isZone } from '#contract/kit/zone.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import type { QuotaSettings } from '../billing/limits.ts'
import { addMissed } from '../help/help-figures.repository.ts'
import { tenantScopeOf } from '../kit/tenant-scope.ts'
import type { Definition } from '../library/ready-made/define.ts'
import type { AiIntegrationService } from '../settings/ai/ai.service.ts'
import {
  countRecentQuestions,
  findAnswer,
  findConversation,
  keepPressed,
  keepTurn,
  listConversations,
  messagesOf,
  removeConversation,
} from './conversations.repository.ts'
import { ownTermsOf } from './language/vocabulary.ts'
import type { Planned } from './planned.ts'
import { plan } from './planner.ts'
import { speak } from './provider/speaker.ts'
import type { Scene } from './scene.ts'
import { plainText } from './speech.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly library: readonly Definition[]
  readonly evidence: Scene['evidence']
  readonly quotas: Pick<QuotaSettings, 'connectors' | 'schedules'>
  readonly publicUrl: string
  readonly ai: AssistantAi
}
export type AssistantAi = Pick<AiIntegrationService, 'assistantOf' | 'note' | 'outbound' | 'allowsTexts'>
type ChatRequest = BodyOf<typeof assistantEndpoints.chat>

type Asking = { readonly id: string; readonly gone: AbortSignal; readonly isBuiltIn?: boolean }

const titleMax = 80
/** PostgreSQL cannot keep U+0000 and half surrogate pairs. */
const storableText = (text: string) => text.replaceAll('\u0000', '\ufffd').toWellFormed()

/** A program may name a chat as it likes: the same name of the same person is the same chat. */
const idOfOwn = ({ userId }: Caller, name: string) => v5(`conversation ${name}`, userId)

const noSuchChat = () =>
  refusal('request/unknown-path', { message: "This chat doesn't exist. It was deleted, or it is older than 90 days." })

export function createAssistantService({ db, library, evidence, quotas, publicUrl, ai }: Deps) {
  /** The questions before, oldest first: those that were sent along, else those that were kept. */
  async function before(caller: Caller, { conversationHistory, conversationId }: ChatRequest): Promise<readonly string[]> {
    if (conversationHistory !== undefined)
      return conversationHistory.filter(({ role }) => role === 'user').map(({ content }) => content)
    if (conversationId === undefined) return []
    const messages = await messagesOf(db, caller, conversationId, assistantLimits.turnsMax)
    return messages.filter(({ type }) => type === 'user').map(({ content }) => content)
  }

  type Questioned = Pick<Parameters<typeof speak>[0], 'message' | 'before' | 'lookUp' | 'gone'> & {
    readonly built: Planned['told']
  }
  const builtIn = { speaker: 'built-in', provider: null, note: null } as const

  /** The provider of the company where it can, else the built-in one, which then says why. */
  async function spokenBy({ companyId }: Caller, { built, ...question }: Questioned) {
    const provider = await ai.assistantOf(companyId)
    if (provider === null) return { ...builtIn, told: built }
    const { name } = provider.host
    const { told, tokens, fault } = await speak({ ...question, provider, outbound: ai.outbound, companyId })
    await ai.note(companyId, { name, tokens, fault })
    // Nobody reads the reply. The same call again, after a line that broke, is a new one.
    if (question.gone.aborted) throw refusal('server/unavailable')
    if (told !== null) return { told, speaker: 'provider' as const, provider: name, note: null }
    return { ...builtIn, told: built, note: `${name} ${fault}. The built-in assistant answered instead.` }
  }

  return {
    /**
     * @param id of the answer. @param gone whoever asked stopped: the provider is let go, and nothing is kept. `isBuiltIn`: no provider is asked.
     * @throws `request/rate-limited`, `request/unknown-path`, `server/unavailable`.
     */
    async chat(
      caller: Caller,
      asked: ChatRequest,
      { id, gone, isBuiltIn = false }: Asking,
    ): Promise<{ success: true; data: Answer }> {
      const now = Date.now()
      const isOwnId = asked.conversationId !== undefined && !isUuid(asked.conversationId)
      const body = isOwnId ? { ...asked, conversationId: idOfOwn(caller, asked.conversationId ?? '') } : asked
      const message = storableText(body.message).trim()
      // The same call again, after its process died before it replied: what was answered stands.
      const answered = await findAnswer(db, caller, id)
      if (answered !== null) return { success: true, data: answered }
      if ((await countRecentQuestions(db, caller)) >= assistantLimits.perMinute)
        throw refusal('request/rate-limited', { retryAfter: 60_000 })
      const { conversationId = v5('conversation', id), context = {} } = body
      const { integrationId = null, timeZone = 'UTC', currentPage: page = 'general' } = context
      const known = body.conversationId === undefined ? null : await findConversation(db, caller, conversationId)
      // An id that is somebody else's is none.
      if (body.conversationId !== undefined && known === null && !isOwnId) throw noSuchChat()
      const zone = isZone(timeZone) ? timeZone : 'UTC'
      const given = {
        db,
        caller,
        scope: tenantScopeOf(caller),
        now,
        zone,
        message,
        library,
        evidence,
        quotas,
        publicUrl,
        connectorId: integrationId,
      }
      const earlier = await before(caller, body)
      const built = await plan({ ...given, before: earlier })
      const lookUp = async (question: string) => (await plan({ ...given, message: question, before: [] })).told
      const { told, ...speaker } = isBuiltIn
        ? { ...builtIn, told: built.told }
        : await spokenBy(caller, { built: built.told, message, before: earlier, lookUp, gone })
      const { scene } = built
      const { sentences, facts, proposals, suggestions, chart } = told
      const [source = null, target = null] = scene.marked.systems.map(({ key }) => key)
      const draft = proposals.find((it) => it.kind === 'create')
      const isQuestion =
        proposals.length === 0 &&
        facts.length === 0 &&
        sentences.some(({ parts }) => parts.some((it) => 'text' in it && it.text.endsWith('?')))
      const isUnsure = scene.near.length > 0 && speaker.speaker === 'built-in'
      const answer: Answer = {
        ...{ interactionId: id, conversationId, ...speaker, at: new Date(now).toISOString() },
        about: scene.connector === null ? null : { connectorId: scene.connector.id, name: scene.connector.name },
        type:
          scene.intent === 'out-of-scope'
            ? isUnsure
              ? 'question'
              : 'unknown'
            : proposals.length > 0
              ? 'proposal'
              : isQuestion
                ? 'question'
                : 'answer',
        message: plainText(sentences, facts, zone),
        ...{ sentences, facts, proposals, pressed: [], suggestions },
        intent: { type: scene.intent, confidence: null, entities: { sourceSystem: source, targetSystem: target } },
        workflow: draft === undefined ? null : { connector: { name: draft.name }, config: draft.config },
        analytics: facts.length === 0 ? null : facts,
        chartData: chart,
        opinion: null,
      }
      const connectorName = scene.connectors.find((it) => it.id === integrationId)?.name ?? null
      const question = { id: v5('question', id), content: message, page, connectorName }
      await inOneCommit(db, async (tx) => {
        await keepTurn(tx, { ...caller, question, answer }, message.slice(0, titleMax))
        if (scene.intent === 'out-of-scope' && answer.speaker === 'built-in')
          await addMissed(tx, caller.companyId, 'assistant', ownTermsOf(scene.marked))
      })
      return { success: true, data: answer }
    },

    list: async (caller: Caller) => ({ conversations: await listConversations(db, caller, assistantLimits.listed) }),

    /** @throws `request/unknown-path`. */
    async get(caller: Caller, id: string) {
      const conversation = await findConversation(db, caller, id)
      if (!conversation) throw noSuchChat()
      return { conversation, messages: await messagesOf(db, caller, id, assistantLimits.messagesShown) }
    },

    /** The first result of a proposal stays, whoever presses it again. @throws `request/unknown-path`. */
    async press(caller: Caller, id: string, { place, href, isRefused }: BodyOf<typeof assistantEndpoints.press>) {
      return inOneCommit(db, async (tx) => {
        const answer = await findAnswer(tx, caller, id, true)
        if (answer === null || place >= answer.proposals.length) throw noSuchChat()
        const before = answer.pressed.find((it) => it.place === place)
        const entry = { at: new Date().toISOString(), key: v7(), ...before, place, href: before?.href ?? href ?? null }
        const others = answer.pressed.filter((it) => it.place !== place)
        await keepPressed(tx, caller, id, isRefused && entry.href === null ? others : [...others, entry])
        return { href: entry.href, key: entry.key }
      })
    },

    /** @throws `request/unknown-path`. */
    async forget(caller: Caller, id: string): Promise<{ success: true }> {
      if (!(await removeConversation(db, caller, id))) throw noSuchChat()
      return { success: true }
    },
  }
}

export type AssistantService = ReturnType<typeof createAssistantService>
