import type { SourceConfig } from '#contract/connectors/config/config.ts'
import { databaseAddress } from '#contract/connectors/config/database.ts'
import type { WhatIsRead } from '../kind.ts'

/** The table or query of a source, and its cursor column. */
export function readsOfDatabase({ databaseConfig }: SourceConfig): WhatIsRead {
  if (!databaseConfig) return { system: '', what: '', cursor: null }
  const { database, table, query, cursorColumn } = databaseConfig
  return {
    system: `${databaseAddress(databaseConfig)}/${database}`,
    what: table ?? query?.trim() ?? '',
    cursor: cursorColumn ?? null,
  }
}
