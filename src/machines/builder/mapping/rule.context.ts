/** What the machine of transforms knows and hears. */
import type { MappingRule, NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import type { FieldProblem, Problem } from '#contract/kit/problem.ts'
import { pathsIn, unknownPaths } from './rule-paths.ts'
import type { LineSamples } from './samples.ts'
import { type RuleField, type RuleType, type Written, writtenOfRule } from './writing.ts'

/** A field of the target whose value a transform shall make, and what its line reads now. */
export type RuleTarget = {
  readonly targetPath: string
  readonly sourcePath: string
  /** The saved rule of its line, or the one that stands in the line itself. */
  readonly ruleId?: string | undefined
  readonly rule?: NewMappingRule | undefined
  /** What the examples propose where there is none: it is written down, and counts only once it is applied. */
  readonly proposed?: NewMappingRule | undefined
  /** Fields of the source; empty where nothing is known of them. */
  readonly known: readonly string[]
}

export type RuleEvent =
  | ({ readonly type: 'user.opened' } & RuleTarget)
  | { readonly type: 'user.left' }
  | { readonly type: 'user.retried' }
  | { readonly type: 'user.applied'; readonly ruleId: string }
  /** The value of the source is taken as it is. */
  | { readonly type: 'user.removed' }
  | { readonly type: 'user.choseType'; readonly ruleType: RuleType }
  | { readonly type: 'user.wrote'; readonly field: RuleField; readonly text: string }
  | { readonly type: 'user.submitted' }
  | { readonly type: 'user.cancelled' }
  | { readonly type: 'user.deleted'; readonly ruleId: string }
  | { readonly type: 'user.confirmed' }

/** What a transform makes of one example. */
export type RulePreview = LineSamples['samples']

export type RuleContext = {
  readonly rules: readonly MappingRule[]
  /** Null while the sheet is closed. */
  readonly target: RuleTarget | null
  /** The saved rule that is changed; null while another one is written. */
  readonly edited: string | null
  readonly ruleType: RuleType
  readonly written: Written
  readonly faults: readonly FieldProblem[]
  /** The rule that is asked about before it is deleted. */
  readonly doomed: string | null
  readonly problem: Problem | null
  /** What the engine makes of the examples; null while it was not asked about what is written now. */
  readonly preview: RulePreview | null
  /** Why there is no preview. */
  readonly previewProblem: Problem | null
}

/** Fields that the written transform reads and the source is not known to have. */
export function unknownIn({ ruleType, written, target }: Pick<RuleContext, 'ruleType' | 'written' | 'target'>) {
  const known = target?.known ?? []
  const unknown = unknownPaths(pathsIn(ruleType, written), known)
  // A formula may take a list or an object as a whole.
  const isWhole = (path: string) => known.some((it) => it.startsWith(`${path}.`) || it.startsWith(`${path}[`))
  return ruleType === 'formula' ? unknown.filter(({ path }) => !isWhole(path)) : unknown
}

const empty: Written = { to: 'upper', operator: 'equals', separator: ' ' }
const nameMax = 128

/** The transform of a line as it goes on; a field without one begins with the text of its source. */
export function openRule(target: RuleTarget | null, rules: readonly MappingRule[]) {
  const saved = rules.find(({ _id }) => _id === target?.ruleId)
  const rule = saved?.rule ?? target?.rule ?? target?.proposed
  const { sourcePath = '', targetPath = '' } = target ?? {}
  const fresh: Written = { ...empty, name: targetPath.slice(0, nameMax), sourcePath, sourcePaths: sourcePath }
  return {
    edited: saved?._id ?? null,
    ruleType: rule?.type ?? ('concatenate' as RuleType),
    written: rule === undefined ? fresh : { ...empty, ...writtenOfRule(rule) },
    faults: [] as readonly FieldProblem[],
    preview: null as RulePreview | null,
    previewProblem: null as Problem | null,
  }
}
