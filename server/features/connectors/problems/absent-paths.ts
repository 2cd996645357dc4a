/** Mapped paths that no record of a run contained, as problems of a time. */
import type { Kysely } from 'kysely'
import type { ConnectorConfig } from '#contract/connectors/config/config.ts'
import type { AbsentPath } from '#contract/connectors/problems/problem-group.ts'
import { problem } from '#contract/kit/problem.ts'
import { unmetSentences } from '#server/engine/plan/plan.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { readVersion } from '#server/records/connectors/versions.repository.ts'
import { unmetLinesIn } from './absent-paths.repository.ts'

type Asked = Parameters<typeof unmetLinesIn>[1]

/** One for each sentence, whatever the version; newest first. */
export async function absentPaths(db: Kysely<Tables>, asked: Asked): Promise<AbsentPath[]> {
  const versions = new Map<number, { readonly sentences: ReadonlyMap<number, string>; readonly targets: readonly string[] }>()
  const found = new Map<string, AbsentPath>()
  for (const { version, line, count, firstAt, lastAt, runId } of await unmetLinesIn(db, asked)) {
    const { companyId, connectorId } = asked
    const known = versions.get(version) ?? linesOf((await readVersion(db, companyId, connectorId, version)).dataMapping)
    versions.set(version, known)
    const sentence = known.sentences.get(line)
    const targetPath = known.targets[line]
    if (sentence === undefined || targetPath === undefined) continue
    const { code, message } = problem('mapping/path-absent', { message: sentence })
    const earlier = found.get(message)
    const [first, last] = [firstAt.toISOString(), lastAt.toISOString()]
    // The newest come first.
    if (!earlier) found.set(message, { code, message, targetPath, count, firstAt: first, lastAt: last, runId })
    else
      found.set(message, { ...earlier, count: earlier.count + count, firstAt: first < earlier.firstAt ? first : earlier.firstAt })
  }
  return [...found.values()]
}

const linesOf = (mapping: ConnectorConfig['dataMapping']) => ({
  sentences: unmetSentences(mapping),
  targets: mapping.map(({ targetPath }) => targetPath),
})
