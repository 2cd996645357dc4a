/** The row of `naughty-table.ts` for questions to the assistant. What it keeps of them is read back in its own tests. */
import { sql } from 'kysely'
import type { HostileRow } from './naughty-table.ts'

export const assistantRows: Readonly<Record<string, HostileRow>> = {
  'POST /api/ai/chat': {
    as: 'adminB',
    ready: async ({ database }) => {
      // The limit of a minute is not what is looked at here.
      await sql`delete from assistant_messages`.execute(database.db)
      return { body: { conversationId: undefined } }
    },
  },
  'POST /api/ai/parse-intent': { as: 'adminB' },
  'POST /api/ai/generate-workflow': { as: 'adminB' },
  'POST /api/ai/suggest-mappings': { as: 'adminB' },
  // The answer is nobody's: it is read back in the test of these calls.
  'POST /api/ai/feedback': { as: 'adminB' },
  'POST /api/ai/messages/:id/press': { as: 'adminB' },
}
