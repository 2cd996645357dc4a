/** Which connectors need somebody, and why. */
import type { Kysely } from 'kysely'

import type { Health } from '#contract/connectors/details/health.ts'
import { attentionMax, type Condition, troubled } from '#contract/connectors/list/connector-condition.ts'
import type { Attention } from '#contract/connectors/list/connector-overview.ts'
import { waitingText } from '#contract/connectors/runs/run-display.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { causeOfRun } from '../problems/run-cause.ts'
import type { ListedStatus } from './connector-overview.repository.ts'

/** A connector with the condition that follows from its status and its health. */
export type Judged = ListedStatus & { readonly condition: Condition; readonly health: Health }

/** The worst of them, each with the most frequent cause of the run that was judged. At most `attentionMax`. */
export async function attentionOf(db: Kysely<Tables>, companyId: string, judged: readonly Judged[]): Promise<Attention[]> {
  const worst = troubled.flatMap((condition) => judged.filter((it) => it.condition === condition)).slice(0, attentionMax)
  const found: Attention[] = []
  for (const { id, name, condition, status, since, reason, health, waiting } of worst) {
    if (condition === 'waiting' && waiting !== null) {
      found.push({ ...{ id, name, condition }, at: waiting.since, reason: waitingText(waiting), cause: null })
      continue
    }
    const isJudged = status === 'Active'
    found.push({
      ...{ id, name, condition },
      at: isJudged ? (health.measuredAt ?? since.toISOString()) : since.toISOString(),
      reason: isJudged ? health.reason : reason,
      cause: isJudged ? await causeOf(db, companyId, id, health) : null,
    })
  }
  return found
}

/** Of an open run nothing is said: its most frequent cause may be another one in a second. */
async function causeOf(db: Kysely<Tables>, companyId: string, connectorId: string, { runId, measuredAt }: Health) {
  if (runId === null || measuredAt === null) return null
  const first = await causeOfRun(db, { companyId, connectorId, runId })
  return first && { records: first.openRecords, message: first.example.message, answer: first.example.answer }
}
