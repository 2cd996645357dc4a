import type { SourceConfig } from '#contract/connectors/config/config.ts'
import type { WhatIsRead } from '../kind.ts'

/** The container and what the names of its blobs begin with. */
export const readsOfAzure = ({ azureConfig }: SourceConfig): WhatIsRead => ({
  system: azureConfig?.endpoint ?? '',
  what: `${azureConfig?.container ?? ''}/${azureConfig?.prefix ?? ''}`,
  cursor: null,
})
