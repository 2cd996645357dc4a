/** Where each provider is asked, and how its key is sent. */
import type { AiProvider, ChatProvider } from '#contract/settings/ai/ai-limits.ts'

export type Card = Readonly<Record<string, unknown>>
export type Host = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

export const providerNames: Readonly<Record<AiProvider, string>> = {
  openai: 'OpenAI',
  chatgpt: 'ChatGPT',
  anthropic: 'Anthropic',
  azure: 'Azure OpenAI',
  gemini: 'Gemini',
  sisense: 'Sisense',
}

const openai = 'https://api.openai.com/v1'
const azureVersion = '2024-10-21'
const anthropicVersion = '2023-06-01'

export const textOf = (card: Card, field: string) => String(card[field] ?? '').trim()
const trimmed = (url: string) => url.replace(/\/$/, '')
const baseOf = (card: Card) => trimmed(textOf(card, 'baseUrl') || openai)
const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

/** The key goes to this place only. */
export function placeOfKey(provider: AiProvider, card: Card): string {
  const address = provider === 'openai' ? baseOf(card) : textOf(card, provider === 'azure' ? 'endpoint' : 'serverUrl')
  return URL.canParse(address) ? new URL(address).origin : provider
}

/** The cheapest call: a list of models. */
export function listingOf(provider: AiProvider, card: Card, key: string): Host {
  switch (provider) {
    case 'openai':
      return { url: `${baseOf(card)}/models`, headers: bearer(key) }
    case 'chatgpt':
      return { url: `${openai}/models`, headers: bearer(key) }
    case 'anthropic':
      return {
        url: 'https://api.anthropic.com/v1/models',
        headers: { 'x-api-key': key, 'anthropic-version': anthropicVersion },
      }
    case 'azure':
      return {
        url: `${trimmed(textOf(card, 'endpoint'))}/openai/models?api-version=${azureVersion}`,
        headers: { 'api-key': key },
      }
    case 'gemini':
      return { url: 'https://generativelanguage.googleapis.com/v1beta/openai/models', headers: bearer(key) }
    case 'sisense':
      return { url: `${trimmed(textOf(card, 'serverUrl'))}/api/v1/application/status`, headers: bearer(key) }
  }
}

export type ChatHost = Host & {
  readonly name: string
  readonly dialect: 'openai' | 'anthropic'
  /** Absent where the address names it. */
  readonly model: string | null
  readonly temperature: number
  readonly maxTokens: number
}

export function chatHostOf(provider: ChatProvider, card: Card, key: string): ChatHost {
  const common = { name: providerNames[provider], dialect: 'openai', temperature: 0, maxTokens: 1_024 } as const
  switch (provider) {
    case 'openai': {
      const organization = textOf(card, 'organizationId')
      const headers = { ...bearer(key), ...(organization === '' ? {} : { 'openai-organization': organization }) }
      return { ...common, url: `${baseOf(card)}/chat/completions`, headers, model: textOf(card, 'defaultModel') }
    }
    case 'chatgpt':
      return {
        ...{ ...common, url: `${openai}/chat/completions`, headers: bearer(key), model: textOf(card, 'model') },
        ...{ temperature: Number(textOf(card, 'temperature')), maxTokens: Number(textOf(card, 'maxTokens')) },
      }
    case 'anthropic':
      return {
        ...{ ...common, dialect: 'anthropic', url: 'https://api.anthropic.com/v1/messages' },
        ...{ headers: { 'x-api-key': key, 'anthropic-version': anthropicVersion }, model: textOf(card, 'defaultModel') },
      }
    case 'azure': {
      const deployment = encodeURIComponent(textOf(card, 'deploymentName'))
      const url = `${trimmed(textOf(card, 'endpoint'))}/openai/deployments/${deployment}/chat/completions?api-version=${azureVersion}`
      return { ...common, url, headers: { 'api-key': key }, model: null }
    }
    case 'gemini':
      return {
        ...{ ...common, url: 'https://generativelanguage.googleapis.com/v1beta/openai/chat/completions' },
        ...{ headers: bearer(key), model: textOf(card, 'defaultModel') },
      }
  }
}
