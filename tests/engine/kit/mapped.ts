/** Mapping lines with rules, and what they make of a record. */
import type { MappingEdge } from '#contract/connectors/config/config.ts'
import type { NewMappingRule } from '#contract/connectors/config/mapping-rule.ts'
import { compileMapping } from '#server/engine/mapping/compile.ts'
import { parseExactly } from '#server/platform/json/exact.ts'

/** A rule without its name. */
export type Rule = NewMappingRule extends infer R ? (R extends unknown ? Omit<R, 'name'> : never) : never

/** A line whose value a rule makes. */
export const edge = (rule: Rule, targetPath = 'w', more: Partial<MappingEdge> = {}): MappingEdge => ({
  id: '1',
  source: '',
  target: targetPath,
  sourcePath: '',
  targetPath,
  rule: { name: 'R', ...rule } as NewMappingRule,
  ...more,
})

/** What lines make of a record; both as JSON text. */
export function mapped(edges: readonly MappingEdge[], text: string): string {
  const compiled = compileMapping(edges)
  if ('errors' in compiled) throw new Error(JSON.stringify(compiled.errors))
  return JSON.stringify(compiled.map(parseExactly(text)))
}

/** What a rule makes of `{"v": <value>}`. */
export const made = (rule: Rule, value: string, more: Partial<MappingEdge> = {}) => {
  const out = mapped([edge(rule, 'w', more)], `{"v":${value}}`)
  return out === '{}' ? 'nothing' : out.slice(5, -1)
}
export const of = { sourcePath: 'v' }
