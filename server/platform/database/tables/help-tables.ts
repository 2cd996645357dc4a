/** The rows of help and support, as `tables.ts` has the others. */
import type { ColumnType, Generated } from 'kysely'
import type { SupportBundle } from '#contract/help/support.ts'
import type { SupportState } from '#contract/help/support-request.lifecycle.ts'

type Time = ColumnType<Date, Date | string, Date | string>
type Now = ColumnType<Date, Date | string | undefined, Date | string>

export type HelpTables = {
  help_misses: {
    company_id: string
    day: ColumnType<Date, never, never>
    source: 'search' | 'assistant'
    word: string
    count: number
  }
  support_messages: { id: string; request_id: string; author: 'person' | 'operator'; body: string; at: Now }
  help_events: { id: string; company_id: string; topic: string; at: Now }
  help_answers: { company_id: string; user_id: string; article: string; is_helpful: boolean; at: Now }
  support_requests: {
    id: string
    company_id: string
    user_id: string
    subject: string
    body: string
    bundle: ColumnType<SupportBundle, string, never>
    status: Generated<SupportState>
    answer: string | null
    created_at: Now
    answered_at: Time | null
    closed_at: Time | null
  }
}
