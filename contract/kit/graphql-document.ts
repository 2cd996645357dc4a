/** A document of the console: the only GraphQL that a server in production answers. */
export type GraphDocument<Result, Variables> = {
  readonly text: string
  /** What stands behind the types; never there. */
  readonly of?: (variables: Variables) => Result
}

/** @param text one operation with a name, without variables inside its text. */
export const document = <Result, Variables = Record<never, never>>(text: string): GraphDocument<Result, Variables> => ({ text })
