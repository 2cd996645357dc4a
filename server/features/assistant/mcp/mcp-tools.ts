/** The tools of MCP clients: the calls of the assistant, with the rights and the company of the API key. They read and propose, and change nothing. */
import type { Kysely } from 'kysely'
import Type, { type TSchema } from 'typebox'
import { v7 } from 'uuid'
import { aiEndpoints } from '#contract/assistant/ai-service.ts'
import type { Intent } from '#contract/assistant/intents.ts'
import { everyConnector } from '#contract/connectors/list/connector-selection.ts'
import { refusal } from '#contract/kit/problem.ts'
import { closed, Id, visibleText } from '#contract/kit/schemas.ts'
import type { Scope } from '#contract/kit/scopes.ts'
import { mcpLimits } from '#contract/settings/ai/mcp-limits.ts'
import type { Tables } from '../../../platform/database/tables/tables.ts'
import { type Check, checkExact } from '../../../platform/http/schema-check.ts'
import type { KeyCaller } from '../../../platform/security/api-keys.repository.ts'
import { statusesOf } from '../../connectors/list/connector-overview.repository.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import type { AiService } from '../ai.service.ts'
import type { AssistantService } from '../assistant.service.ts'
import { connectorHref } from '../scene.ts'
import { visible } from '../speech.ts'
import { answerText } from './mcp-answer.ts'

type Deps = {
  readonly db: Kysely<Tables>
  readonly assistant: Pick<AssistantService, 'chat'>
  readonly service: AiService
  readonly allowsTexts: (companyId: string) => Promise<boolean>
  readonly publicUrl: string
}

export type McpTool = {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly inputSchema: unknown
  readonly check: Check
  /** Of the API key, besides what every call needs. */
  readonly scopes: readonly Scope[]
  readonly run: (caller: KeyCaller, input: never) => Promise<unknown>
}

/** Without patterns: some clients read them in another dialect. The server checks them all the same. */
function published(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(published)
  if (typeof schema !== 'object' || schema === null) return schema
  const kept = Object.entries(schema).filter(([name, value]) => !(name === 'pattern' && typeof value === 'string'))
  return Object.fromEntries(kept.map(([name, value]) => [name, published(value)]))
}

type Described = Pick<McpTool, 'name' | 'title' | 'description' | 'run'> & {
  readonly input: TSchema
  readonly scopes?: readonly Scope[]
}
const tool = ({ input, scopes = [], ...it }: Described): McpTool => ({
  ...it,
  ...{ inputSchema: published(JSON.parse(JSON.stringify(input))), check: checkExact(input), scopes },
})

/** A call of a program is not taken back: it has its deadline. */
const neverGone = new AbortController().signal
const question = visibleText(1_000)
/** Some questions are about more than connectors. */
const scopesOf: Partial<Record<Intent, Scope>> = {
  people: 'users:read',
  usage: 'settings:read',
  limits: 'settings:read',
  settings: 'settings:read',
  'sign-ins': 'audit:read',
}

/** @throws `auth/scope-missing` */
export function refuseWithout({ scopes }: KeyCaller, needed: readonly Scope[]): void {
  const missing = needed.find((it) => !scopes.includes(it))
  if (missing !== undefined) throw refusal('auth/scope-missing', { message: `This API key lacks the permission ${missing}.` })
}

export function createMcpTools({ db, assistant, service, allowsTexts, publicUrl }: Deps): readonly McpTool[] {
  const connectorsOf = (caller: KeyCaller, search: string) => statusesOf(db, tenantScopeOf(caller), { ...everyConnector, search })

  async function ask(caller: KeyCaller, { question: message, connectorId }: { question: string; connectorId?: string }) {
    const { data } = await service.parseIntent(caller, { input: message })
    const scope = scopesOf[data.type]
    if (scope !== undefined) refuseWithout(caller, [scope])
    const context = { currentPage: 'general' as const, ...(connectorId === undefined ? {} : { integrationId: connectorId }) }
    const body = { message, context, conversationHistory: [] }
    const { data: answer } = await assistant.chat(caller, body, { id: v7(), gone: neverGone, isBuiltIn: true })
    const names = new Set((await connectorsOf(caller, '')).map(({ name }) => visible(name)))
    const href = `${publicUrl}/dashboard?chat=${answer.conversationId}`
    return answerText(answer, { allowTexts: await allowsTexts(caller.companyId), names, href, publicUrl })
  }

  async function list(caller: KeyCaller, { search = '' }: { search?: string }) {
    const found = (await connectorsOf(caller, search)).filter(({ isFound }) => isFound)
    return {
      total: found.length,
      connectors: found.slice(0, mcpLimits.connectorsListed).map(({ id, name, status, since }) => ({
        ...{ id, name: visible(name), status, since: since.toISOString(), url: publicUrl + connectorHref(id) },
      })),
    }
  }

  return [
    tool({
      name: 'ask',
      title: 'Ask the assistant',
      description:
        'Answers a question about connectors, runs, failures, figures, alerts and how things are done, from what Datacrane has recorded. A wish (pause, resume, run, replay, create a connector) becomes a proposal with a link: a person opens it and confirms. English.',
      input: closed({ question, connectorId: Type.Optional(Id) }),
      scopes: ['analytics:read'],
      run: ask,
    }),
    tool({
      name: 'list_connectors',
      title: 'List connectors',
      description: `The connectors that the owner of the API key sees, by name, with their status and address; at most ${mcpLimits.connectorsListed}. search is a part of a name or an address.`,
      input: closed({ search: Type.Optional(Type.String({ maxLength: 200 })) }),
      run: list,
    }),
    tool({
      name: 'generate_workflow',
      title: 'Draft a connector',
      description: `${aiEndpoints.generateWorkflow.summary}. Addresses and credentials are never guessed. To have it created, ask for it with the tool ask.`,
      input: aiEndpoints.generateWorkflow.body,
      run: (caller, body) => service.generateWorkflow(caller, body),
    }),
    tool({
      name: 'validate_workflow',
      title: 'Validate a configuration',
      description: aiEndpoints.validateWorkflow.summary,
      input: aiEndpoints.validateWorkflow.body,
      run: async (_, body) => service.validateWorkflow(body),
    }),
    tool({
      name: 'suggest_mappings',
      title: 'Suggest mappings',
      description: aiEndpoints.suggestMappings.summary,
      input: aiEndpoints.suggestMappings.body,
      run: async (_, body) => service.suggestMappings(body),
    }),
    tool({
      name: 'validate_mapping',
      title: 'Validate a mapping',
      description: aiEndpoints.validateMapping.summary,
      input: aiEndpoints.validateMapping.body,
      run: (caller, body) => service.validateMapping(caller, body),
    }),
    tool({
      name: 'workflow_recommendations',
      title: 'Recommend connectors',
      description: aiEndpoints.recommendations.summary,
      input: aiEndpoints.recommendations.query,
      run: (caller, query) => service.recommendations(caller, query),
    }),
    tool({
      name: 'template_suggestions',
      title: 'Find templates',
      description: aiEndpoints.templates.summary,
      input: aiEndpoints.templates.query,
      run: async (_, query) => service.templates(query),
    }),
    tool({
      name: 'optimize_workflow',
      title: 'What could be improved',
      description: aiEndpoints.optimize.summary,
      input: aiEndpoints.optimize.body,
      run: (caller, body) => service.optimize(caller, body),
    }),
  ]
}
