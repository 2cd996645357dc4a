import { connectorLive, type LiveChange } from '#contract/connectors/details/live.graphql.ts'
import type { Access } from '../../kit/api-client.ts'
import { type Watcher, watchGraph } from '../../kit/graphql/graphql-client.ts'

/** Watches connectors; the first that is heard is how they stand. Returns what ends it. */
export const watchConnectors = (access: Access, ids: readonly string[], { heard, ended }: Watcher<LiveChange>): (() => void) =>
  watchGraph(access, connectorLive, { ids }, { heard: ({ connectorChanged }) => heard(connectorChanged), ended })
