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
  sub: 'Providers for the assistant. Without a provider, the built-in assistant answers.',
  saved: aiTexts.saved,
  names,
  assistant: {
    title: 'Assistant',
    sub: 'The provider that answers in the chat. It uses the built-in assistant with your permissions. Figures come from your data.',
    provider: 'Answers come from',
    builtIn: 'Built-in assistant only',
    allowPayloads: 'Send names and error messages',
    allowPayloadsHint:
      'Sends connector names and error messages to the provider. Off: the provider gets only facts and figures, and we fill in the texts here. Your questions are sent as typed. Secrets never are.',
    tokens: 'Tokens per day',
    tokensHint: 'For the whole company, from midnight to midnight (UTC). After that, the built-in assistant answers.',
    usage: (calls: string, tokens: string) => `Today: ${calls} requests, ${tokens} tokens.`,
    lastOk: (name: string) => `${name} last responded at`,
    lastBad: (name: string, said: string) => `${name} ${said}, last at`,
  },
  cards: {
    openai: 'OpenAI, or any host with an OpenAI-compatible API.',
    chatgpt: 'OpenAI with chat settings.',
    anthropic: 'Anthropic models.',
    azure: 'An Azure OpenAI deployment.',
    gemini: 'Google models.',
    sisense: "Key and URL are stored and tested. The chat doesn't use Sisense.",
  } satisfies Record<AiProvider, string>,
  enabled: 'Enabled',
  apiKey: 'API key',
  keyKept: (last4: string) => `A key is stored${last4 === '' ? '' : ` (ends with ${last4})`}. Enter a new one to replace it.`,
  fields: {
    baseUrl: 'Base URL (optional)',
    organizationId: 'Organization ID (optional)',
    defaultModel: 'Default model',
    model: 'Model',
    temperature: 'Temperature (0 to 2)',
    maxTokens: 'Maximum tokens per response (1 to 4096)',
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
  testHint: 'Requests only the list of models.',
  testHintStatus: 'Requests only the server status.',
  models: (list: string) => `Models: ${list}`,
} as const

/** In the order of the choice. */
export const assistantChoices = (builtIn: string): Readonly<Record<'built-in' | ChatProvider, string>> => ({
  ...{ 'built-in': builtIn, openai: names.openai, chatgpt: names.chatgpt, anthropic: names.anthropic },
  ...{ azure: names.azure, gemini: names.gemini },
})
