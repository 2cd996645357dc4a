/** The schema that is served. Each area is one import: it puts its fields on the builder. */
import './features/connectors/details/connector.graph.ts'
import './features/connectors/live/live.graph.ts'
import './features/connectors/list/connector-overview.graph.ts'
import './features/connectors/details/details.graph.ts'
import './features/auth/person.graph.ts'
import { builder } from './features/kit/graph/builder.ts'

export const schema = builder.toSchema()
