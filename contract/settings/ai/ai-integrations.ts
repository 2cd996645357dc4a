/** AI Integrations of a company: which providers may answer, with keys that are write-only, and which one the assistant asks. `worklist.md` C-8, X16. */
import Type, { type Static } from 'typebox'
import { endpoint } from '../../kit/endpoint.ts'
import { Count, closed, Instant, oneOf, orNull, readOnlyMembers, SecretMask } from '../../kit/schemas.ts'
import { aiLimits, aiProviders, chatProviders } from './ai-limits.ts'

const Text = Type.String({ maxLength: aiLimits.fieldMax })
const common = {
  /** Text, '' for none, or the mask of what is stored. */
  apiKey: Type.Union([Type.String({ maxLength: aiLimits.keyMax }), SecretMask]),
  enabled: Type.Boolean(),
}
const providers = {
  /** An empty address is that of OpenAI; any host that speaks the same can be named. */
  openai: closed({ ...common, baseUrl: Text, organizationId: Text, defaultModel: Text }),
  chatgpt: closed({ ...common, model: Text, temperature: Text, maxTokens: Text }),
  anthropic: closed({ ...common, defaultModel: Text }),
  azure: closed({ ...common, endpoint: Text, deploymentName: Text }),
  gemini: closed({ ...common, defaultModel: Text }),
  sisense: closed({ ...common, serverUrl: Text, version: Text }),
}

export const AiIntegrations = closed({
  /** Who the assistant asks first; the built-in one answers where it cannot. */
  assistantProvider: oneOf('built-in', ...chatProviders),
  /** Whether texts of others (names of connectors, sentences of errors) may be sent to it; facts and figures are. */
  allowPayloads: Type.Boolean(),
  /** Tokens of the company a day (UTC). */
  tokensADay: Type.Integer({ minimum: aiLimits.tokensADay.min, maximum: aiLimits.tokensADay.max }),
  ...providers,
})
export type AiIntegrations = Static<typeof AiIntegrations>

const Figure = Type.Optional(Type.Union([Text, Type.Number()]))
/** As it is sent: what is left out stays as it is. Names of models are free text, so the list of the specification is taken and not kept. */
export const SentAiIntegrations = closed({
  ...Type.Partial(AiIntegrations).properties,
  openai: Type.Optional(closed({ ...Type.Partial(providers.openai).properties, ...readOnlyMembers('models') })),
  chatgpt: Type.Optional(closed({ ...Type.Partial(providers.chatgpt).properties, temperature: Figure, maxTokens: Figure })),
  anthropic: Type.Optional(Type.Partial(providers.anthropic)),
  azure: Type.Optional(Type.Partial(providers.azure)),
  gemini: Type.Optional(Type.Partial(providers.gemini)),
  sisense: Type.Optional(Type.Partial(providers.sisense)),
})
export type SentAiIntegrations = Static<typeof SentAiIntegrations>

export const AiSettings = Type.Object({
  value: AiIntegrations,
  revision: Count,
  /** Of today (UTC). */
  usage: Type.Object({ calls: Count, tokens: Count }),
  /** How the assistant's provider did last. */
  last: orNull(Type.Object({ at: Instant, provider: Type.String(), isOk: Type.Boolean(), said: Type.String() })),
})
export type AiSettings = Static<typeof AiSettings>

export const AiTest = Type.Object({ success: Type.Boolean(), message: Type.String(), models: Type.Array(Type.String()) })
export type AiTest = Static<typeof AiTest>

const administrators = { access: ['SUPER_ADMIN', 'ADMIN'], forbidden: 'settings/forbidden' } as const
const path = '/api/system-settings/ai-integrations'

export const aiIntegrationEndpoints = {
  get: endpoint({
    ...administrators,
    scope: 'settings:read',
    method: 'GET',
    path,
    summary: "List your company's AI providers without their keys",
    status: 200,
    reply: AiSettings,
  }),
  set: endpoint({
    ...administrators,
    scope: 'settings:write',
    audit: 'settings.changed',
    method: 'PUT',
    path,
    summary: 'Save the AI providers. With the revision you read, returns 409 if they have changed since',
    body: closed({ value: SentAiIntegrations, revision: Type.Optional(Count), ...readOnlyMembers('usage', 'last') }),
    status: 200,
    reply: AiSettings,
  }),
  test: endpoint({
    ...administrators,
    scope: 'settings:write',
    audit: 'settings.aiTested',
    method: 'POST',
    path: `${path}/test`,
    summary: "Test a provider's key by listing its models",
    idempotent: false,
    body: closed({
      provider: oneOf(...aiProviders),
      /** Without it the one of `value`, or else the saved one. */
      apiKey: Type.Optional(common.apiKey),
      /** Without it the settings as they are saved. */
      value: Type.Optional(SentAiIntegrations),
    }),
    status: 200,
    reply: AiTest,
  }),
} as const
