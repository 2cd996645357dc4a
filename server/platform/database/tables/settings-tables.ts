/** The rows of what companies set and what follows from it. */
import type { ApiKeyTables } from './api-key-tables.ts'
import type { NetworkTables } from './network-tables.ts'
import type { RetentionTables } from './retention-tables.ts'
import type { WebhookTables } from './webhook-tables.ts'

export type SettingsTables = ApiKeyTables & NetworkTables & RetentionTables & WebhookTables
