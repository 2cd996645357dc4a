/** Conversations with the assistant; see `0110-assistant.sql`. */
import type { ColumnType } from 'kysely'

type Now = ColumnType<Date, Date | string | undefined, Date | string>

export type AssistantTables = {
  assistant_conversations: {
    id: string
    company_id: string
    user_id: string
    title: string
    created_at: Now
    updated_at: Now
  }
  assistant_messages: {
    id: string
    conversation_id: string
    company_id: string
    user_id: string
    role: 'user' | 'assistant'
    content: string
    detail: ColumnType<unknown, string, string>
    created_at: Now
  }
  /** See `0112-assistant-feedback.sql`. */
  assistant_feedback: {
    interaction_id: string
    company_id: string
    user_id: string
    feedback: 'helpful' | 'not-helpful'
    comment: string
    intent: string
    speaker: string
    given_at: Now
  }
}
