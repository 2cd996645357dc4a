/** What a formula is made of. Positions count characters from 0; `to` is the place after the last one. */

type Placed = { readonly from: number; readonly to: number }

export type BinaryOperator = 'or' | 'and' | '=' | '!=' | '<' | '<=' | '>' | '>=' | '&' | '+' | '-' | '*' | '/' | '%'

export type Formula = Placed &
  (
    | { readonly kind: 'text'; readonly value: string }
    /** A number as it was written, because a double does not hold every decimal number. */
    | { readonly kind: 'number'; readonly text: string }
    | { readonly kind: 'fixed'; readonly value: boolean | null }
    /** A path as a mapping writes it: `customer.address[0].city`, `lines[*].sku`, `["odd.name"].x`. */
    | { readonly kind: 'field'; readonly path: string }
    /** `name` as the list of functions writes it. */
    | { readonly kind: 'call'; readonly name: string; readonly values: readonly Formula[] }
    | { readonly kind: 'negative' | 'not'; readonly of: Formula }
    | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Formula; readonly right: Formula }
  )

/** What is wrong with a formula, and where. `what` can be followed by "at character 12", `fix` is a sentence that says what to do. */
export type FormulaProblem = Placed & { readonly what: string; readonly fix: string | null }

/** Ends the reading of a formula that cannot be read. It does not leave this folder. */
export class Unreadable extends Error {
  readonly problem: FormulaProblem

  constructor(problem: FormulaProblem) {
    super(problem.what)
    this.problem = problem
  }
}

/** @throws `Unreadable` always. */
export function refuse(from: number, to: number, what: string, fix: string | null = null): never {
  throw new Unreadable({ from, to, what, fix })
}

/** The sentence of a problem: "A comma is missing at character 12". */
export const problemText = ({ from, what, fix }: FormulaProblem): string =>
  `${what} at character ${from + 1}${fix === null ? '' : `. ${fix}`}`

/** Characters of a formula. */
export const formulaMax = 2_000
