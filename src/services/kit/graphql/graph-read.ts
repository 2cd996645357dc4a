/** One read of a known document of GraphQL. It is one call; live reading is in `graphql-client.ts`. */
import { graphEndpoints } from '#contract/kit/graphql.ts'
import type { GraphDocument } from '#contract/kit/graphql-document.ts'
import { refusal } from '#contract/kit/problem.ts'
import { type Access, call, problemIn } from '../api-client.ts'

/** Asks once, with the patience of every other call. Throws `ProblemError` and nothing else. */
export async function askGraph<Result extends object, Variables extends Record<string, unknown>>(
  access: Access,
  document: GraphDocument<Result, Variables>,
  variables: Variables,
  signal: AbortSignal,
): Promise<Result> {
  const { data, errors } = await call(graphEndpoints.ask, { access, body: { query: document.text, variables }, signal })
  if (errors !== undefined) throw problemIn(errors)
  // What it holds, the schema of the server says.
  const result = data as Result | null | undefined
  if (result == null) throw refusal('net/malformed-reply')
  return result
}
