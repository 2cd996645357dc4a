/** Every document of the console. What is not here is not answered in production. */
import { connectorOverview } from './connector-overview.graphql.ts'
import { readProblems, readTimeline } from './details.graphql.ts'
import type { GraphDocument } from './document.ts'
import { connectorLive } from './live.graphql.ts'
import { whoAmI } from './person.graphql.ts'

export const documents: readonly GraphDocument<unknown, never>[] = [
  connectorLive,
  connectorOverview,
  whoAmI,
  readProblems,
  readTimeline,
]
