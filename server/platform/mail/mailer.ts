/** Sends one message, at least once whatever ends this process, or marks it as kept where nothing can send it. `decisions.md` section 7. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Channel } from '#contract/admin/outbox.ts'
import { companyMailLimits } from '#contract/settings/company-mail-limits.ts'
import type { MailOutcome, SendMail } from '../../outbound/mail.ts'
import { inOneCommit } from '../database/commit.ts'
import type { Tables } from '../database/tables/tables.ts'
import { beginAttempt, fallBack, keep, type MessageAttempt, markFailed, markSent, postpone } from './messages.repository.ts'

// How often a message is tried, and how long is waited between.

const minute = 60_000
const longestPause = 60 * minute
export const triesMax = 10

/** Milliseconds after the try of this number, counted from 1: a minute, doubled each time, an hour at most. */
export const pauseAfter = (attempt: number) => Math.min(longestPause, minute * 2 ** (attempt - 1))

/** How the mail server of a company is reached, and where its last result is noted. */
export type CompanyServers = {
  /** Null where it has none. */
  readonly senderOf: (companyId: string) => Promise<SendMail | null>
  readonly note: (companyId: string, outcome: MailOutcome) => Promise<void>
}

export type MailerDeps = {
  readonly db: Kysely<Tables>
  readonly log: Pick<Logger, 'info' | 'warn'>
  /** Null: no mail server is configured. */
  readonly send: SendMail | null
  /** What sends the other channels, as far as the operator has set it. */
  readonly others?: Partial<Record<Exclude<Channel, 'email'>, SendMail>>
  /** The mail servers of companies. */
  readonly servers?: CompanyServers
}

/** Milliseconds. */
const sendLimit = 60_000

type Route = { readonly send: SendMail; readonly byCompany: boolean }

/** Null where nothing can send it. */
async function routeOf({ send, others = {}, servers }: MailerDeps, message: MessageAttempt): Promise<Route | null> {
  const { channel, companyId, byCompany } = message
  if (channel !== 'email') {
    const other = others[channel]
    return other ? { send: other, byCompany: false } : null
  }
  const ofCompany = byCompany && companyId !== null ? await servers?.senderOf(companyId) : null
  if (ofCompany) return { send: ofCompany, byCompany: true }
  return send && { send, byCompany: false }
}

/** The job of one message. Does nothing when the message was sent already or is not due. @param leaving cuts off what is being sent */
export async function sendMessage(deps: MailerDeps, messageId: string, leaving: AbortSignal): Promise<void> {
  const { db, log } = deps
  const message = await beginAttempt(db, messageId)
  if (message === null) return
  const { id, attempt, to, subject, text, createdAt: date, companyId } = message
  if (attempt > triesMax) return markFailed(db, message, null)
  const route = await routeOf(deps, message)
  if (route === null) return keep(db, message)
  const outcome = await route.send({ id, to, subject, text, date }, AbortSignal.any([leaving, AbortSignal.timeout(sendLimit)]))
  if (route.byCompany && companyId !== null) await deps.servers?.note(companyId, outcome)
  if (outcome.type === 'accepted') return markSent(db, message)
  const { said, isFinal } = outcome
  // A permanent refusal may be one of relaying. Only the installation's server knows whether the recipient exists.
  if (route.byCompany && deps.send !== null && (isFinal || attempt >= companyMailLimits.triesBeforeFallback)) {
    log.warn({ messageId, said }, "a company's mail server rejected a message, so it is sent through the installation's server")
    return inOneCommit(db, (tx) => fallBack(tx, message, said))
  }
  if (isFinal || attempt >= triesMax) {
    log.warn({ messageId, attempt, said }, 'could not send a message')
    return markFailed(db, message, said)
  }
  log.info({ messageId, attempt, said }, 'will send a message again later')
  await inOneCommit(db, (tx) => postpone(tx, message, said, pauseAfter(attempt)))
}
