import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'

/** The field that a mapping could not fill, as the engine's sentence begins with it; null where it names none first, or the mapping is not the cause. */
export function failedField({ code, example }: ProblemGroup): string | null {
  return code === 'mapping/failed' ? (/^"([^"]{1,500})" must /.exec(example.message)?.[1] ?? null) : null
}
