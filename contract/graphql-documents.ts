/** Every document of the console. What is not here is not answered in production. */

import { bellLive } from './account/bell.graphql.ts'
import { whoAmI } from './auth/person.graphql.ts'
import { readProblems, readTimeline } from './connectors/details/details.graphql.ts'
import { connectorLive } from './connectors/details/live.graphql.ts'
import { connectorOverview } from './connectors/list/connector-overview.graphql.ts'
import type { GraphDocument } from './kit/graphql-document.ts'

export const documents: readonly GraphDocument<unknown, never>[] = [
  bellLive,
  connectorLive,
  connectorOverview,
  whoAmI,
  readProblems,
  readTimeline,
]
