/** What companies use of AI providers; see `0113-ai-integrations.sql`. */
import type { Generated } from 'kysely'

export type AiTables = {
  ai_usage: {
    company_id: string
    day: Generated<Date>
    calls: Generated<number>
    tokens: Generated<number>
    tests: Generated<number>
  }
  ai_last: { company_id: string; at: Generated<Date>; provider: string; is_ok: boolean; said: string }
}
