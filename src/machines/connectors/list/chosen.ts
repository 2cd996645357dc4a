import type { OverviewItem } from '#contract/connectors/list/connector-overview.ts'

/** A connector as the list had it when it was chosen. */
export type Chosen = Pick<OverviewItem, 'id' | 'name' | 'status'>

/** Connectors that are chosen at most: as many as one call moves. */
export const chosenMax = 500
