/** Limits, defaults and texts of AI Integrations. `worklist.md` C-8, X16. */

export const aiProviders = ['openai', 'chatgpt', 'anthropic', 'azure', 'gemini', 'sisense'] as const
export type AiProvider = (typeof aiProviders)[number]

/** Those that the assistant can use; Sisense takes no part in chat. */
export const chatProviders = ['openai', 'chatgpt', 'anthropic', 'azure', 'gemini'] as const
export type ChatProvider = (typeof chatProviders)[number]

/** The fields of each card besides key and switch, with what stands in them first. */
export const aiFields = {
  openai: { baseUrl: '', organizationId: '', defaultModel: 'gpt-3.5-turbo' },
  chatgpt: { model: '', temperature: '0.7', maxTokens: '2048' },
  anthropic: { defaultModel: '' },
  azure: { endpoint: '', deploymentName: '' },
  gemini: { defaultModel: '' },
  sisense: { serverUrl: '', version: '' },
} as const satisfies Record<AiProvider, Readonly<Record<string, string>>>

/** Models that are suggested where a model is typed; any other name can be typed too (X16). */
export const aiModelHints: Readonly<Partial<Record<AiProvider, readonly string[]>>> = {
  openai: ['gpt-3.5-turbo', 'gpt-4', 'gpt-4-turbo'],
  chatgpt: ['gpt-3.5-turbo', 'gpt-4', 'gpt-4-turbo'],
  anthropic: ['claude-3-opus-20240229', 'claude-3-haiku-20240307'],
  gemini: ['gemini-pro', 'gemini-pro-vision'],
}
/** The fields that hold the name of a model. */
export const aiModelFields: readonly string[] = ['defaultModel', 'model']

/** The field of a card that says where its key goes. */
export const aiAddressFields: Readonly<Partial<Record<AiProvider, string>>> = {
  openai: 'baseUrl',
  azure: 'endpoint',
  sisense: 'serverUrl',
}

export const aiLimits = {
  keyMax: 1_000,
  fieldMax: 500,
  tokensADay: { min: 1_000, max: 100_000_000, usual: 200_000 },
  /** Tests of providers a day and company. */
  testsADay: 200,
  modelsShown: 50,
} as const

export const aiTexts = {
  saved: 'AI integration settings saved successfully!',
  keyNeeded: 'API key is required',
  keyAgain: 'Enter the API key again, because the URL has changed',
  testFailed: 'Test failed',
  address: 'Enter a URL that starts with https://',
  fillIn: 'Enter a value',
  temperature: 'Enter a number from 0 to 2',
  maxTokens: 'Enter a whole number from 1 to 4096',
  off: 'Switch this provider on before the assistant can use it',
} as const

const isNumber = (text: string, min: number, max: number, isWhole: boolean) =>
  /^\d{1,5}(\.\d)?$/.test(text) && Number(text) >= min && Number(text) <= max && (!isWhole || !text.includes('.'))

type Card = Readonly<Record<string, unknown>> & { readonly enabled: boolean }

/** What keeps a card from being used, by field. What is off may be half written, but no figure is out of its bounds. */
export function faultsOfCard(provider: AiProvider, card: Card): Readonly<Record<string, string>> {
  const text = (field: string) => String(card[field] ?? '').trim()
  const faults: Record<string, string> = {}
  const isWrong = (field: string, min: number, max: number, isWhole: boolean) =>
    (card.enabled || text(field) !== '') && !isNumber(text(field), min, max, isWhole)
  if (provider === 'chatgpt' && isWrong('temperature', 0, 2, false)) faults['temperature'] = aiTexts.temperature
  if (provider === 'chatgpt' && isWrong('maxTokens', 1, 4_096, true)) faults['maxTokens'] = aiTexts.maxTokens
  if (!card.enabled) return faults
  const { apiKey } = card
  const hasKey = typeof apiKey === 'string' ? apiKey.trim() !== '' : (apiKey as { set?: boolean } | undefined)?.set === true
  if (!hasKey) faults['apiKey'] = aiTexts.keyNeeded
  const address = aiAddressFields[provider]
  if (address !== undefined && !(provider === 'openai' && text(address) === '') && !/^https?:\/\/[^\s/]+/.test(text(address)))
    faults[address] = aiTexts.address
  for (const field of ['defaultModel', 'model', 'deploymentName'])
    if (Object.hasOwn(aiFields[provider], field) && text(field) === '') faults[field] = aiTexts.fillIn
  return faults
}
