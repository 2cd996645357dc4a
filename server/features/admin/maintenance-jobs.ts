/** What nobody needs any more is removed: old answers to repeated requests, sessions that ended, events that arrived, old figures, old weeks of the ledger. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { assistantLimits } from '#contract/assistant/assistant-limits.ts'
import { metricsRetentionDays } from '#contract/connectors/details/metrics.ts'
import { hookCallsLive } from '#contract/connectors/triggers/hook.ts'
import { blockedAddressDays } from '#contract/kit/blocked-addresses.ts'
import { notificationRetentionDays } from '#contract/kit/notification-limits.ts'
import { webhookLimits } from '#contract/settings/webhook-limits.ts'
import { dropColdBefore } from '../../engine/ledger/cold-weeks.ts'
import { dropPartitionsBefore, ensurePartitions, firstIdAt, forgetOldSums } from '../../engine/ledger/partitions.repository.ts'
import { forgetOldStepMinutes } from '../../engine/metering/step-minutes.repository.ts'
import { forgetOldVersions } from '../../engine/read/record-versions.repository.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { vacuumChurned } from '../../platform/database/vacuum.ts'
import { forgetOldMessages, forgetOldTexts } from '../../platform/mail/messages.repository.ts'
import { forgetOldSessions } from '../../platform/security/sessions.repository.ts'
import { forgetOldHookCalls } from '../../records/connectors/hook-calls.repository.ts'
import { forgetSettledEvents } from '../../records/connectors/hook-events.repository.ts'
import { forgetOldHookSecrets } from '../../records/connectors/hooks.repository.ts'
import { forgetOldAfterwards } from '../../records/ledger/afterwards.repository.ts'
import { forgetOldCarried } from '../../records/ledger/unsent.repository.ts'
import { forgetOldReplays } from '../../records/replay/replays.repository.ts'
import { forgetOldAlarmEvents } from '../alerts/alarms.repository.ts'
import { forgetOldConversations } from '../assistant/conversations.repository.ts'
import { keepChallenges } from '../auth/mfa/mfa-challenges.repository.ts'
import { forgetOldTokens } from '../auth/one-time-tokens.repository.ts'
import { forgetOldPasskeyChallenges } from '../auth/passkeys/passkey-challenges.repository.ts'
import { findBrokenLink, listChains } from '../auth/sign-in/login-audit.repository.ts'
import { forgetOldVisits } from '../auth/sign-in/provider-visits.repository.ts'
import { forgetOldSignInTries } from '../auth/sign-in/sign-in-tries.repository.ts'
import { expireInvitations } from '../auth/sign-up/invitations.repository.ts'
import { forgetOldAssertions } from '../auth/sso/assertions.repository.ts'
import { forgetAttempts } from '../connectors/connections/oauth/attempts.repository.ts'
import { forgetOldMisses } from '../help/help-figures.repository.ts'
import { checkAuditChain, listAuditChains } from '../kit/audit-events.repository.ts'
import { forgetOldBlocked } from '../kit/blocked-addresses.repository.ts'
import { forgetOldKeys } from '../kit/idempotency-keys.repository.ts'
import { forgetOldDeliveries } from '../settings/webhook-delivery.repository.ts'

const day = 86_400_000
const keysLiveHours = 24
const sessionsLiveDays = 30
const challengesLiveDays = 1
/** After their end: until then it is known that a link was sent. */
const linksLiveDays = 30
/** After their run has ended. Until then the same key again is the same event. */
const eventsLiveDays = 7
/** Of messages: by then every link and code in them is dead. */
const textsLiveDays = 7
/** Events of alarms. */
const alarmsLiveDays = 365
/** Partitions of the ledger that stand ready. */
const weeksAhead = 4

/** The weeks in which runs are going to be opened. Before an engine starts: its rows would lie in the rest. */
export const prepareWeeks = (db: Kysely<Tables>) => ensurePartitions(db, new Date(), weeksAhead)

/** Drops the weeks of the ledger that were over so many days ago, and says what went. */
export async function dropOldWeeks(db: Kysely<Tables>, log: Logger, days: number, now = new Date()): Promise<void> {
  await forgetOldAfterwards(db, days)
  const before = new Date(now.getTime() - days * day)
  const files = await dropColdBefore(db, before)
  if (files > 0) log.info({ files }, `removed files of the cold ledger older than ${days} days`)
  const { removed, kept } = await dropPartitionsBefore(db, before)
  for (const { table, partition, rows } of removed) log.info({ table, partition, rows }, `removed data older than ${days} days`)
  if (kept.length > 0) log.warn({ weeks: kept }, `kept weeks older than ${days} days with open runs or unsent records`)
}

/** Says where the record of sign-ins or of changes was changed or cut behind our back (threat T-LOG). */
export async function checkChains(db: Kysely<Tables>, log: Logger): Promise<void> {
  for (const companyId of await listChains(db)) {
    const broken = await findBrokenLink(db, companyId)
    if (broken)
      log.error({ companyId, row: broken.id }, 'the sign-in log was changed or cut, someone has written to the database')
  }
  for (const companyId of await listAuditChains(db)) {
    const { brokenAt } = await checkAuditChain(db, companyId)
    if (brokenAt !== null)
      log.error({ companyId, row: brokenAt }, 'the audit log was changed or cut, someone has written to the database')
  }
}

/** Every hour. @param isEmbedded whether nothing else vacuums the database */
export async function doHourlyMaintenance(db: Kysely<Tables>, isEmbedded = false): Promise<void> {
  await prepareWeeks(db)
  await forgetOldKeys(db, keysLiveHours)
  await forgetOldBlocked(db, blockedAddressDays)
  await forgetOldSessions(db, sessionsLiveDays)
  await keepChallenges(db, challengesLiveDays)
  await forgetOldPasskeyChallenges(db)
  await forgetOldVisits(db)
  await forgetAttempts(db)
  await forgetOldAssertions(db)
  await forgetOldSignInTries(db)
  await forgetOldTokens(db, linksLiveDays)
  await expireInvitations(db)
  await forgetSettledEvents(db, eventsLiveDays)
  await forgetOldHookSecrets(db)
  await forgetOldHookCalls(db, hookCallsLive)
  await forgetOldStepMinutes(db, metricsRetentionDays)
  await forgetOldTexts(db, textsLiveDays)
  await forgetOldMessages(db, notificationRetentionDays)
  await forgetOldAlarmEvents(db, alarmsLiveDays)
  await forgetOldConversations(db, assistantLimits.keptDays)
  await forgetOldMisses(db)
  await forgetOldDeliveries(db, webhookLimits.logged)
  if (isEmbedded) await vacuumChurned(db)
}

/** Once a day: the ledger and the chains of both logs. @param ledgerDays null keeps the whole ledger */
export async function doDailyMaintenance(db: Kysely<Tables>, log: Logger, ledgerDays: number | null): Promise<void> {
  if (ledgerDays !== null) {
    await dropOldWeeks(db, log, ledgerDays)
    await forgetOldReplays(db, ledgerDays)
    await forgetOldCarried(db, firstIdAt(new Date(Date.now() - ledgerDays * day)))
  }
  await forgetOldSums(db)
  await forgetOldVersions(db)
  await checkChains(db, log)
}
