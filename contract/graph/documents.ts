/** Every document of the console. What is not here is not answered in production. */
import type { GraphDocument } from './document.ts'
import { whoAmI } from './person.graphql.ts'

export const documents: readonly GraphDocument<unknown, never>[] = [whoAmI]
