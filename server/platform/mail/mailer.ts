/** Sends what is queued: at least once, whatever ends this process; or keeps it where nothing can send it. `decisions.md` section 7. */
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Channel } from '#contract/admin/outbox.ts'
import type { SendMail } from '../../outbound/mail.ts'
import type { Tables } from '../database/tables/tables.ts'
import { type CompanyServers, createCompanyQueues } from './company-mail-queue.ts'
import { keepUnsendable, type LeasedMessage, leaseDueMessage, markFailed, markSent, postpone } from './messages.repository.ts'
import { pauseAfter, triesMax } from './pauses.ts'

export type Mailer = {
  /** Begins to look for what is due; returns at once. */
  readonly start: () => void
  /** Resolves when nothing is sent any more; what takes longer than a moment is cut off, and sent again later. */
  readonly stop: () => Promise<void>
}

type Deps = {
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
const poll = 1_000
const sendLimit = 60_000
/** For what is under way when the process leaves. */
const leaveLimit = 3_000
/** Longer than a message may take, so that no two senders have it at once. */
const lease = 2 * sendLimit
/** Messages that are sent at once. */
const messagesAtOnce = 4

type Ends = {
  /** No further message is begun. */
  readonly leaving: AbortSignal
  /** What is under way is cut off. */
  readonly cut: AbortSignal
}
const never = new AbortController().signal

/** Sends everything that is due now, and keeps what cannot be sent. */
export async function sendDue(
  { db, log, send, others = {} }: Deps,
  { leaving, cut }: Ends = { leaving: never, cut: never },
): Promise<void> {
  const senders: Partial<Record<Channel, SendMail>> = { ...others, ...(send === null ? {} : { email: send }) }
  const channels = Object.keys(senders) as Channel[]
  await keepUnsendable(db, channels)
  if (channels.length === 0) return
  const lane = async () => {
    while (!leaving.aborted) {
      const message = await leaseDueMessage(db, lease, channels)
      const sender = message && senders[message.channel]
      if (!sender) return
      await sendOne({ db, log, send: sender }, message, cut)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: messagesAtOnce }, lane))
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

async function sendOne(
  { db, log, send }: Pick<Deps, 'db' | 'log'> & { send: SendMail },
  message: LeasedMessage,
  cut: AbortSignal,
) {
  const { id, attempt, to, subject, text, createdAt: date } = message
  if (attempt > triesMax) return markFailed(db, message, null)
  const outcome = await send({ id, to, subject, text, date }, AbortSignal.any([cut, AbortSignal.timeout(sendLimit)]))
  if (outcome.type === 'accepted') return markSent(db, message)
  const { said, isFinal } = outcome
  if (isFinal || attempt === triesMax) {
    log.warn({ messageId: id, attempt, said }, 'could not send a message')
    return markFailed(db, message, said)
  }
  log.info({ messageId: id, attempt, said }, 'will send a message again later')
  return postpone(db, message, said, pauseAfter(attempt))
}

export function createMailer(deps: Deps): Mailer {
  const [leaving, cut] = [new AbortController(), new AbortController()]
  const { servers, db, log } = deps
  const lanes = servers === undefined ? null : createCompanyQueues({ db, log, servers, canFallBack: deps.send !== null })
  let timer: NodeJS.Timeout | null = null
  let work = Promise.resolve()

  async function look() {
    const ends = { leaving: leaving.signal, cut: cut.signal }
    await Promise.all([sendDue(deps, ends), lanes?.look(ends)]).catch((thrown: unknown) => {
      deps.log.warn({ err: thrown }, 'could not check for due messages')
    })
    if (!leaving.signal.aborted) timer = setTimeout(begin, poll)
  }

  function begin() {
    work = look()
  }

  return {
    start: begin,
    stop: async () => {
      leaving.abort()
      if (timer) clearTimeout(timer)
      const late = setTimeout(() => cut.abort(), leaveLimit)
      await work
      await lanes?.settled()
      clearTimeout(late)
    },
  }
}
