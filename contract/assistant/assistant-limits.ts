/** Bounds of the assistant, written once for the server and the console. */
export const assistantLimits = {
  /** Characters of a question. */
  messageMax: 2_000,
  /** Turns of a conversation that are read with a question. `core-platform.md` section 9. */
  turnsMax: 6,
  /** Questions of one person in a minute. */
  perMinute: 30,
  /** Days that a conversation is kept after its last question. */
  keptDays: 90,
  /** Conversations that are listed, and questions and answers of one that are shown. */
  listed: 50,
  messagesShown: 100,
} as const

/** Why an answer did not help: what the panel offers to say. */
export const opinionReasons = ['It is wrong', 'It is not what I asked', 'I do not understand it', 'Something is missing'] as const

/** Where the assistant was asked. `core-platform.md` section 7. */
export const assistantPages = ['integration-builder', 'dashboard', 'general'] as const
export type AssistantPage = (typeof assistantPages)[number]

export function assistantPageOf(path: string): AssistantPage {
  if (path === '/' || path === '/dashboard') return 'dashboard'
  return /^\/(integration|details)(\/|$)/.test(path) ? 'integration-builder' : 'general'
}
