import type { Message } from '#contract/assistant/assistant.ts'
import type { AssistantSnapshot } from './assistant.machine.ts'

export const selectIsOpen = (snapshot: AssistantSnapshot): boolean => !snapshot.matches('closed')
export const selectIsList = ({ value }: AssistantSnapshot): boolean =>
  value === 'listed' || value === 'listing' || value === 'removing'
export const selectIsAsking = (snapshot: AssistantSnapshot): boolean => snapshot.matches('asking')
export const selectCanAsk = (snapshot: AssistantSnapshot): boolean => snapshot.can({ type: 'user.asked' })

const none: readonly string[] = []
/** What the newest answer offers to ask next. */
export function selectSuggestions({ context: { messages } }: AssistantSnapshot): readonly string[] {
  const last: Message | undefined = messages.at(-1)
  return last?.type === 'assistant' ? last.answer.suggestions : none
}
