/** Words of the tab AI Integrations. `worklist.md` C-8, X16. */
import { type AiProvider, aiTexts, type ChatProvider } from '#contract/settings/ai/ai-limits.ts'

const names: Readonly<Record<AiProvider, string>> = {
  openai: 'OpenAI',
  chatgpt: 'ChatGPT',
  anthropic: 'Anthropic',
  azure: 'Azure OpenAI',
  gemini: 'Gemini',
  sisense: 'Sisense',
}

export const aiMessages = {
  name: 'AI Integrations',
  sub: 'Providers that can answer in the assistant. Without one, the built-in assistant answers.',
  saved: aiTexts.saved,
  names,
  assistant: {
    title: 'Assistant',
    sub: 'Which provider answers in the chat. It reads through the built-in assistant with the permissions of the person who asks; figures are filled in from your data.',
    provider: 'The assistant asks',
    builtIn: 'The built-in assistant only',
    allowPayloads: 'Send names and error messages',
    allowPayloadsHint:
      'Names of connectors and error messages are sent to the provider. Off: it gets facts and figures only, and these texts are filled in here. Questions are sent as typed, secrets never.',
    tokens: 'Tokens per day',
    tokensHint: 'For the whole company, from midnight to midnight (UTC). When they are used up, the built-in assistant answers.',
    usage: (calls: string, tokens: string) => `Today: ${calls} requests, ${tokens} tokens.`,
    lastOk: (name: string) => `${name} answered last at`,
    lastBad: (name: string, said: string) => `${name} ${said}, last at`,
  },
  cards: {
    openai: 'OpenAI, or any host with an OpenAI-compatible API.',
    chatgpt: 'OpenAI with chat settings.',
    anthropic: 'Models of Anthropic.',
    azure: 'A deployment of Azure OpenAI.',
    gemini: 'Models of Google.',
    sisense: 'The key and address are stored and tested. Sisense is not used in the chat.',
  } satisfies Record<AiProvider, string>,
  enabled: 'Enabled',
  apiKey: 'API key',
  keyKept: (last4: string) => `A key is stored${last4 === '' ? '' : ` (ends with ${last4})`}. Enter another one to replace it.`,
  fields: {
    baseUrl: 'Base URL (optional)',
    organizationId: 'Organization ID (optional)',
    defaultModel: 'Default model',
    model: 'Model',
    temperature: 'Temperature (0 to 2)',
    maxTokens: 'Maximum tokens per answer (1 to 4096)',
    endpoint: 'Endpoint',
    deploymentName: 'Deployment name',
    serverUrl: 'Server URL',
    version: 'Version (optional)',
  } as Readonly<Record<string, string>>,
  hints: {
    baseUrl: 'Leave empty for https://api.openai.com/v1',
    endpoint: 'For example https://name.openai.azure.com',
    serverUrl: 'For example https://name.sisense.com',
  } as Readonly<Record<string, string>>,
  test: 'Test',
  testing: 'Stop waiting',
  testHint: 'Requests the list of models; nothing else is sent.',
  testHintStatus: 'Requests the status of the server; nothing else is sent.',
  models: (list: string) => `Models: ${list}`,
} as const

/** In the order of the choice. */
export const assistantChoices = (builtIn: string): Readonly<Record<'built-in' | ChatProvider, string>> => ({
  ...{ 'built-in': builtIn, openai: names.openai, chatgpt: names.chatgpt, anthropic: names.anthropic },
  ...{ azure: names.azure, gemini: names.gemini },
})
