/** What this engine can run, for everybody who checks a configuration before the engine does. */
import { httpAuthTypes } from '../kinds/http/checking.ts'
import { kinds } from '../kinds/kinds.ts'

export const capabilities = {
  kinds: Object.keys(kinds),
  triggers: ['manual', 'schedule', 'webhook'],
  authTypes: httpAuthTypes,
  /** Enrichments in a third system. */
  enrichment: true,
} as const
