/** Sends what goes through the mail servers of companies: each company in a lane of its own, so that a dead server delays nobody else. X14. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { companyMailLimits } from '#contract/settings/company-mail-limits.ts'
import type { MailOutcome, SendMail } from '../../outbound/mail.ts'
import type { Tables } from '../database/tables/tables.ts'
import {
  companiesWithMail,
  fallBack,
  type LeasedMessage,
  leaseDueMessage,
  markFailed,
  markSent,
  postpone,
} from './messages.repository.ts'
import { pauseAfter, triesMax } from './pauses.ts'

/** How the mail server of a company is reached, and where it is written down how it did. */
export type CompanyServers = {
  /** Null where it has none. */
  readonly senderOf: (companyId: string) => Promise<SendMail | null>
  readonly note: (companyId: string, outcome: MailOutcome) => Promise<void>
}

type Deps = {
  readonly db: Kysely<Tables>
  readonly log: Pick<Logger, 'info' | 'warn'>
  readonly servers: CompanyServers
  /** Whether the installation has a mail server that can take over. */
  readonly canFallBack: boolean
}

type Ends = { readonly leaving: AbortSignal; readonly cut: AbortSignal }

/** Milliseconds. */
const sendLimit = 60_000
const lease = 2 * sendLimit
/** Companies whose servers are talked to at once. */
const queuesMax = 200

/** What becomes of one message. */
async function settle({ db, log, canFallBack }: Deps, message: LeasedMessage, outcome: MailOutcome): Promise<void> {
  if (outcome.type === 'accepted') return markSent(db, message)
  const { said, isFinal } = outcome
  const { id: messageId, attempt } = message
  // A refusal for good may be one of relaying: the server of the installation tells whether the recipient is there.
  if (canFallBack && (isFinal || attempt >= companyMailLimits.triesBeforeFallback)) {
    log.warn({ messageId, said }, "a company's mail server rejected a message, so it is sent through the installation's server")
    return fallBack(db, message, said)
  }
  if (isFinal || attempt >= triesMax) return markFailed(db, message, said)
  return postpone(db, message, said, pauseAfter(attempt))
}

async function sendAll(deps: Deps, companyId: string, { leaving, cut }: Ends): Promise<void> {
  const { db, servers } = deps
  const send = await servers.senderOf(companyId)
  while (send !== null && !leaving.aborted) {
    const message = await leaseDueMessage(db, lease, ['email'], companyId)
    if (message === null) return
    const { id, to, subject, text, createdAt: date } = message
    const outcome = await send({ id, to, subject, text, date }, AbortSignal.any([cut, AbortSignal.timeout(sendLimit)]))
    await servers.note(companyId, outcome)
    await settle(deps, message, outcome)
  }
}

export function createCompanyQueues(deps: Deps) {
  const open = new Map<string, Promise<void>>()
  return {
    /** Opens a lane for each company that has something due; waits for none. */
    async look(ends: Ends): Promise<void> {
      for (const companyId of await companiesWithMail(deps.db)) {
        if (open.has(companyId) || open.size >= queuesMax || ends.leaving.aborted) continue
        const lane = sendAll(deps, companyId, ends)
          .catch((thrown: unknown) => deps.log.warn({ err: thrown, companyId }, 'could not send mails of a company'))
          .finally(() => open.delete(companyId))
        open.set(companyId, lane)
      }
    },
    /** Resolves when no lane is open. */
    async settled(): Promise<void> {
      await Promise.all(open.values())
    },
  }
}
