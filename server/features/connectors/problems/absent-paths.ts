/** Mapped paths that no record of a run contained, as problems of a time. */
import type { Kysely } from 'kysely'
import type { AbsentPath } from '#contract/connectors/problems/problem-group.ts'
import { problem } from '#contract/kit/problem.ts'
import { unmetSentences } from '#server/engine/plan/plan.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { readVersion } from '../deployments/versions.repository.ts'
import { unmetLinesIn } from './absent-paths.repository.ts'

type Asked = Parameters<typeof unmetLinesIn>[1]

/** One for each sentence, whatever the version; newest first. */
export async function absentPaths(db: Kysely<Tables>, asked: Asked): Promise<AbsentPath[]> {
  const versions = new Map<number, ReadonlyMap<number, string>>()
  const found = new Map<string, AbsentPath>()
  for (const { version, line, count, firstAt, lastAt, runId } of await unmetLinesIn(db, asked)) {
    const { companyId, connectorId } = asked
    const sentences =
      versions.get(version) ?? unmetSentences((await readVersion(db, companyId, connectorId, version)).dataMapping)
    versions.set(version, sentences)
    const sentence = sentences.get(line)
    if (sentence === undefined) continue
    const { code, message } = problem('mapping/path-absent', { message: sentence })
    const known = found.get(message)
    const [first, last] = [firstAt.toISOString(), lastAt.toISOString()]
    // The newest come first.
    if (!known) found.set(message, { code, message, count, firstAt: first, lastAt: last, runId })
    else found.set(message, { ...known, count: known.count + count, firstAt: first < known.firstAt ? first : known.firstAt })
  }
  return [...found.values()]
}
