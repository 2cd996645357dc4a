/** The calls under `/api/ai/` beside the chat. They read and propose with the caller's rights; only an opinion is kept. */
import type { Kysely } from 'kysely'
import { type aiEndpoints, type Template, templatesMax, type Workflow } from '#contract/assistant/ai-service.ts'
import { suggest } from '#contract/builder/suggestions/suggestions.ts'
import { everyConnector } from '#contract/connectors/list/connector-selection.ts'
import type { BodyOf, QueryOf } from '#contract/kit/endpoint.ts'
import { refusal } from '#contract/kit/problem.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import type { Caller } from '../../platform/security/access.ts'
import type { ValidationService } from '../connectors/config/config-validation.service.ts'
import { validateConfig } from '../connectors/config/config-validation.service.ts'
import { findConnector } from '../connectors/details/connectors.repository.ts'
import { statusesOf } from '../connectors/list/connector-overview.repository.ts'
import { tenantScopeOf } from '../kit/tenant-scope.ts'
import type { Definition } from '../library/ready-made/define.ts'
import type { InsightsService } from '../studio/insights/insights.service.ts'
import { sidesOf } from './answers/building.ts'
import { findAnswer, keepFeedback } from './conversations.repository.ts'
import { draftOf } from './drafting.ts'
import { understand } from './planner.ts'
import { fittingTemplates, recommendedFrom } from './recommending.ts'
import { triggerIn } from './rhythm.ts'
import type { Scene } from './scene.ts'
import { systemOf, systemsOf } from './systems.ts'
import { settingsIn } from './wishes/settings.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly library: readonly Definition[]
  readonly evidence: Scene['evidence']
  readonly quotas: Scene['quotas']
  readonly publicUrl: string
  readonly validation: Pick<ValidationService, 'dataMapping'>
  readonly insights: Pick<InsightsService, 'list'>
}
type Body<K extends keyof typeof aiEndpoints> = BodyOf<(typeof aiEndpoints)[K]>
type Query<K extends keyof typeof aiEndpoints> = QueryOf<(typeof aiEndpoints)[K]>

const day = 86_400_000
const optimisedDays = 7
const optimisedKinds: readonly string[] = ['empty-runs', 'retries', 'slow-step', 'absent-field', 'batch-size']

const given = <T>(data: T) => ({ success: true as const, data })
const wordsIn = (...texts: readonly (string | undefined)[]) =>
  texts.flatMap((text) => (text ?? '').toLowerCase().split(/[^a-z\d]+/)).filter((word) => word !== '')

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lines and enrichments of a ready-made connector. */
function complexityOf({ config, shapes }: Definition): 'simple' | 'medium' | 'complex' {
  const parts = config.enrichment.length * 5 + (shapes.source?.fields.length ?? 0) + (shapes.destination?.fields.length ?? 0)
  return parts <= 8 ? 'simple' : parts <= 20 ? 'medium' : 'complex'
}

const templateOf = ({ id, name, description, category, tags }: Definition, because: readonly string[]): Template => ({
  ...{ id, name, description, category, tags: [...tags], because: [...because] },
})

export function createAiService({ db, library, evidence, quotas, publicUrl, validation, insights }: Deps) {
  const systems = systemsOf(library)
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z\d]/g, '')
  const keyOf = (name: string) =>
    systems.find(({ key, name: own }) => key === plain(name) || plain(own) === plain(name))?.key ?? plain(name)

  async function sceneOf(caller: Caller, message: string): Promise<Scene> {
    const of = { db, caller, scope: tenantScopeOf(caller), now: Date.now(), zone: 'UTC', library, evidence, quotas, publicUrl }
    return understand({ ...of, message, connectorId: null, before: [] })
  }

  async function wishOf(caller: Caller, intent: Body<'generateWorkflow'>['intent']) {
    if (typeof intent !== 'string') {
      const { sourceSystem, targetSystem } = intent.entities
      const [source, target] = [sourceSystem, targetSystem].map((it) => (it === null ? null : keyOf(it)))
      return { source: source ?? null, target: target ?? null, words: [] as readonly string[], zone: 'UTC', message: '' }
    }
    const scene = await sceneOf(caller, intent)
    return { ...sidesOf(scene), words: scene.words, zone: scene.zone, message: intent }
  }

  return {
    async parseIntent(caller: Caller, { input }: Body<'parseIntent'>) {
      const { intent, marked } = await sceneOf(caller, input)
      const [sourceSystem = null, targetSystem = null] = marked.systems.map(({ key }) => key)
      return given({ type: intent, confidence: null, entities: { sourceSystem, targetSystem } })
    },

    async generateWorkflow(caller: Caller, { intent }: Body<'generateWorkflow'>): Promise<{ success: true; data: Workflow }> {
      const { source, target, words, zone, message } = await wishOf(caller, intent)
      const settings = settingsIn(words, target !== null)
      const wish = { source, target, words: new Set(words), trigger: triggerIn(words, zone), settings, message, name: null }
      const drafted = draftOf(library, wish)
      const { isValid, errors } = validateConfig(drafted.config)
      const unknown = [source !== null && !drafted.source ? source : [], target !== null && !drafted.destination ? target : []]
      return given({
        connector: { name: drafted.config.name },
        ...{ config: drafted.config, shapes: drafted.shapes, isReady: isValid, errors: [...errors], unknown: unknown.flat() },
      })
    },

    validateWorkflow({ workflow }: Body<'validateWorkflow'>) {
      return given(validateConfig(isObject(workflow) && 'config' in workflow ? workflow['config'] : workflow))
    },

    suggestMappings({ sourceSchema, targetSchema }: Body<'suggestMappings'>) {
      const found = suggest(sourceSchema.fields, targetSchema.fields, sourceSchema.examples ?? [], { targets: new Set() })
      return given(found.map(({ reasons, ...it }) => ({ ...it, reasons: reasons.map((reason) => ({ ...reason })) })))
    },

    validateMapping: async (caller: Caller, { mapping }: Body<'validateMapping'>) =>
      given(await validation.dataMapping(caller, mapping)),

    async recommendations(caller: Caller, { systems: named = '', industry, useCase }: Query<'recommendations'>) {
      const keys = new Set(
        named
          .split(',')
          .filter((it) => it.trim() !== '')
          .map(keyOf),
      )
      const connectors = await statusesOf(db, tenantScopeOf(caller), everyConnector)
      const names = connectors.map(({ name }) => name)
      const of = recommendedFrom(library, names, keys).map(({ it, isNamed }) =>
        templateOf(it, [isNamed ? `You mentioned ${systemOf(it)}.` : `One of your connectors mentions ${systemOf(it)}.`]),
      )
      const words = wordsIn(industry, useCase)
      const byWords = fittingTemplates(library, new Set(), words)
        .filter(({ it }) => of.every(({ id }) => id !== it.id) && !names.includes(it.name))
        .map(({ it, words: shared }) => templateOf(it, [`It mentions ${shared.join(', ')}.`]))
      return given([...of, ...byWords].slice(0, templatesMax))
    },

    /** @throws `connector/not-found`. */
    async optimize(caller: Caller, { workflowId }: Body<'optimize'>) {
      const record = await findConnector(db, tenantScopeOf(caller), workflowId)
      if (record?.connector._id !== workflowId) throw refusal('connector/not-found')
      const from = new Date(Date.now() - optimisedDays * day).toISOString()
      const read = await insights.list(caller, { id: workflowId, from })
      const { source } = record.draft
      const isUnpaged = source.type === 'http' && source.listConfig?.type === 'simple' && !source.listConfig.firstPageOnly
      return given({
        ...{ from: read.from, to: read.to, records: read.records },
        findings: read.insights.filter(({ kind, dismissed }) => dismissed === null && optimisedKinds.includes(kind)),
        advice: isUnpaged ? ['The source is read without pages. If it has many records, set up pagination.'] : [],
      })
    },

    templates({ category = '', complexity, industry }: Query<'templates'>) {
      const words = wordsIn(category, industry)
      const isAsked = (it: Definition) => complexity === undefined || complexityOf(it) === complexity
      const found =
        words.length === 0
          ? library.map((it) => ({ it, words: [] as readonly string[] }))
          : fittingTemplates(library, new Set(), words)
      return given(
        found
          .filter(({ it }) => isAsked(it))
          .slice(0, templatesMax)
          .map(({ it, words: shared }) =>
            templateOf(it, [
              shared.length > 0 ? `It mentions ${shared.join(', ')}.` : `It belongs to ${it.category}.`,
              `Its size is ${complexityOf(it)}.`,
            ]),
          ),
      )
    },

    /** @throws `request/unknown-path` where the answer is none of the caller's. */
    async feedback(caller: Caller, { interactionId, feedback, comment = '' }: Body<'feedback'>): Promise<{ success: true }> {
      const answer = await findAnswer(db, caller, interactionId)
      if (answer === null)
        throw refusal('request/unknown-path', { message: "This answer doesn't exist, or it has been deleted." })
      await keepFeedback(db, caller, { interactionId, feedback, comment, intent: answer.intent.type, speaker: answer.speaker })
      return { success: true }
    },

    health: () => given({ status: 'ok' as const, speaker: 'built-in' as const }),
  }
}

export type AiService = ReturnType<typeof createAiService>
