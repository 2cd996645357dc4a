/** What the panel holds, and what is read from its messages. */
import type { Message, Proposal } from '#contract/assistant/assistant.ts'
import { type AssistantPage, assistantLimits } from '#contract/assistant/assistant-limits.ts'

/** What the person looks at. */
export type Place = { readonly page: AssistantPage; readonly connectorId: string | null }
type Turn = { readonly role: 'user' | 'assistant'; readonly content: string }
export type AssistantRequest = {
  readonly message: string
  readonly place: Place
  readonly conversationId: string | null
  readonly turns: readonly Turn[]
}
export type Loaded = { readonly conversationId: string | null; readonly messages: readonly Message[] }
/** Of a proposal that was pressed: where what it made can be seen. */
export type Done = { readonly href: string }
export type Pressed = { readonly key: string; readonly proposal: Proposal }

export const blank = (text: string) => text.trim() === ''
export const turnsOf = (messages: readonly Message[]): readonly Turn[] =>
  messages.slice(-assistantLimits.turnsMax).map(({ type, content }) => ({ role: type, content }))

export const keyOf = (messageId: string, place: number): string => `${messageId}/${place}`

type DoneByKey = Readonly<Record<string, Done>>

/** What was pressed before, here, and of the answers in another tab or an earlier one. */
export const doneIn = ({ messages }: Loaded, before: DoneByKey): DoneByKey => ({
  ...before,
  ...Object.fromEntries(
    messages.flatMap((message) =>
      message.type === 'user'
        ? []
        : message.answer.pressed.flatMap(({ place, href }) => (href === null ? [] : [[keyOf(message.id, place), { href }]])),
    ),
  ),
})

/** The proposal of a key; null where no answer holds it. */
export function proposalAt(messages: readonly Message[], key: string): Proposal | null {
  for (const message of messages) {
    if (message.type !== 'assistant') continue
    const found = message.answer.proposals.find((_, place) => keyOf(message.id, place) === key)
    if (found) return found
  }
  return null
}
