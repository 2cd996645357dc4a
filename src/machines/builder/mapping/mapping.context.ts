/** What the mapping machine knows. */

import type { DryRun } from '#contract/builder/dry-run.ts'
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { DraftShapes, ShapeField } from '#contract/connectors/config/shape.ts'
import type { Problem } from '#contract/kit/problem.ts'
import type { ValidationResult } from '#contract/kit/schemas.ts'
import type { LineChange, LineFault, Lines, Pair, Surroundings } from './lines.ts'

export type Side = 'source' | 'target'
export type DataType = ShapeField['types'][number]

export type MappingInput = Surroundings & {
  readonly edges: readonly MappingEdge[]
  /** Fields of enrichments stand among those of the source. */
  readonly shapes: DraftShapes
  /** The field that a link asked for: the others are not shown until the search is emptied. */
  readonly sought?: string
}

export type FilterBy = 'all' | 'required' | 'unmapped'
export type Filter = { readonly by: FilterBy; readonly paths: readonly string[] }

/** Said at the field that took no line, until the next move. */
export type Refusal = { readonly path: string; readonly why: LineFault }

export type MappingContext = MappingInput &
  Lines & {
    readonly past: readonly Lines[]
    readonly future: readonly Lines[]
    readonly picked: { readonly side: Side; readonly path: string } | null
    readonly refused: Refusal | null
    /** A line, by its id. */
    readonly selected: string | null
    readonly search: Readonly<Record<Side, string>>
    /** Which fields of the target are shown. What was shown when it was chosen stays, whatever is mapped meanwhile. */
    readonly filter: Filter
    /** Which of the found sources is marked, counted from 0. */
    readonly mark: number
    /** The field that is being added by hand. */
    readonly written: { readonly path: string; readonly type: DataType }
    /** What the engine made of the examples, and of which lines it made it; null before the first time. */
    readonly answer: DryRun | null
    readonly previewed: readonly MappingEdge[] | null
    /** Why there is no preview. */
    readonly problem: Problem | null
    /** What the server said of the lines as they are now. */
    readonly verdict: ValidationResult | null
    readonly checkProblem: Problem | null
  }

/** What may change the lines. */
export type Edit =
  | { readonly type: 'user.connected'; readonly source: string; readonly target: string }
  | { readonly type: 'user.disconnected'; readonly id: string }
  | { readonly type: 'user.changedEdge'; readonly id: string; readonly change: LineChange }
  | { readonly type: 'user.ruled'; readonly targetPath: string; readonly ruleId: string }
  | { readonly type: 'user.acceptedSuggestions'; readonly suggestions: readonly Pair[] }
  /** A pick on the one side waits for a pick on the other, which connects them. */
  | { readonly type: 'user.picked'; readonly side: Side; readonly path: string }
  /** The mapping of another destination takes the place of this one. */
  | { readonly type: 'user.copied'; readonly edges: readonly MappingEdge[] }
  | { readonly type: 'user.undid' }
  | { readonly type: 'user.redid' }
