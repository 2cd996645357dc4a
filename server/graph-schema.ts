/** The schema that is served. Each area is one import: it puts its fields on the builder. */
import './connector.ts'
import './live.ts'
import './connector-overview.ts'
import './details.ts'
import './person.ts'
import { builder } from './builder.ts'

export const schema = builder.toSchema()
