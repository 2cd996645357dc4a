/** Requests to support: shown, sent once, answered and closed. */
import type { Kysely } from 'kysely'
import type { ReceivedRequest, ShownBundle, SupportRequest, supportEndpoints } from '#contract/help/support.ts'
import { supportLimits } from '#contract/help/support-limits.ts'
import { type SupportMove, supportLifecycle } from '#contract/help/support-request.lifecycle.ts'
import type { BodyOf, QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { linkless, type Mail, mail, summaryOf } from '../../platform/mail/mails.ts'
import { queueMessage } from '../../platform/mail/messages.repository.ts'
import type { Caller } from '../../platform/security/access.ts'
import type { Audit } from '../kit/audit-trail.ts'
import {
  addMessage,
  addSupportRequest,
  findOwnRequest,
  findReceived,
  listOwnRequests,
  listReceived,
  moveRequest,
} from './support.repository.ts'
import { type BundleDeps, bundleFor } from './support-bundle.ts'

/** What is written to the operator about a request, and to the person about its answer. */

/** To the address of the operator. The bundle stands in the console, so that it is read where access is checked. */
const requestReceived = (
  { subject, text, bundle: { version, connector } }: SupportRequest,
  from: { readonly person: string; readonly email: string; readonly company: string; readonly url: string },
): Mail =>
  mail(
    `Support request: ${linkless(subject)}`,
    `${linkless(from.person)} (${from.email}) of ${linkless(from.company)} wrote:`,
    text,
    `Version ${version}${connector === null ? '' : `, connector ${linkless(connector.name)} (${connector.id})`}.`,
    `Answer it here: ${from.url}`,
  )

const requestAnswered = (subject: string, answer: string, url: string): Mail =>
  mail(`Answer to your support request: ${linkless(subject)}`, answer, `Your requests: ${url}`)

type Deps = BundleDeps & {
  readonly db: Kysely<Tables>
  readonly publicUrl: string
  /** Where requests are mailed to; null: they are read in the console only. */
  readonly supportEmail: string | null
}
type Endpoints = typeof supportEndpoints
/** The id is the same one when the call is repeated. */
type Written = { readonly id: string; readonly text: string }

const pageSize = 10
const pageOf = (page = 1) => ({ limit: pageSize, offset: (page - 1) * pageSize })
const paged = (total: number, page = 1) => ({ total, page, limit: pageSize, totalPages: Math.ceil(total / pageSize) })

export function createSupportService(deps: Deps) {
  const { db, publicUrl, supportEmail } = deps

  /** @throws `request/unknown-path`, `support/not-allowed-now` */
  async function move(id: string, event: SupportMove, audit: Audit, answer?: Written): Promise<ReceivedRequest> {
    return inOneCommit(db, async (tx) => {
      const before = await findReceived(tx, id)
      if (!before) throw refusal('request/unknown-path')
      if (!(await moveRequest(tx, id, event, answer?.text))) {
        throw refusal('support/not-allowed-now', { allowed: allowedMoves(supportLifecycle, before.request.status) })
      }
      const { companyId, userId, request } = before
      if (answer !== undefined) {
        if (!(await addMessage(tx, id, { ...answer, from: 'operator' }))) throw refusal('support/too-many-messages')
        const written = requestAnswered(request.subject, answer.text, `${publicUrl}/help-center`)
        const summary = summaryOf(written)
        const whose = { companyId, userId, category: 'updates', channel: 'email', to: request.email } as const
        await queueMessage(tx, { ...whose, ...written, summary })
      }
      const after = await findReceived(tx, id)
      if (!after) throw refusal('request/unknown-path')
      const target = { type: 'support', id }
      await audit(tx, { companyId, target, before: { status: request.status }, after: { status: after.request.status } })
      return after.request
    })
  }

  /** What a person does with a request of their own; one of somebody else is unknown to them. */
  async function moveOwn(
    caller: Caller,
    id: string,
    event: SupportMove,
    audit: Audit,
    message?: Written,
  ): Promise<SupportRequest> {
    return inOneCommit(db, async (tx) => {
      const before = await findOwnRequest(tx, caller, id)
      if (before === null) throw refusal('request/unknown-path')
      if (!(await moveRequest(tx, id, event)))
        throw refusal('support/not-allowed-now', { allowed: allowedMoves(supportLifecycle, before.status) })
      if (message !== undefined) {
        if (!(await addMessage(tx, id, { ...message, from: 'person' }))) throw refusal('support/too-many-messages')
        await tellOperator(tx, id, message.text)
      }
      const after = await findOwnRequest(tx, caller, id)
      if (after === null) throw refusal('request/unknown-path')
      await audit(tx, { target: { type: 'support', id }, before: { status: before.status }, after: { status: after.status } })
      return after
    })
  }

  async function tellOperator(tx: Kysely<Tables>, id: string, text: string): Promise<void> {
    const found = supportEmail === null ? null : await findReceived(tx, id)
    if (supportEmail === null || found === null) return
    const { person, email, company } = found.request
    const it = requestReceived({ ...found.request, text }, { person, email, company, url: `${publicUrl}/support-requests` })
    // Of no company: it goes by the operator's own way.
    await queueMessage(tx, { companyId: null, channel: 'email', to: supportEmail, ...it })
  }

  return {
    /** @throws `connector/not-found` */
    bundle: (caller: Caller, about: BodyOf<Endpoints['bundle']>): Promise<ShownBundle> => bundleFor(deps, caller, about),

    /** @throws `support/bundle-changed`, `support/too-many`, `connector/not-found` */
    async create(caller: Caller, id: string, body: BodyOf<Endpoints['create']>, audit: Audit): Promise<SupportRequest> {
      const { subject, text, runId, print, ...about } = body
      const shown = await bundleFor(deps, caller, about, runId)
      if (shown.print !== print) throw refusal('support/bundle-changed')
      const written = { subject: subject.trim(), text: text.trim(), bundle: shown.bundle }
      return inOneCommit(db, async (tx) => {
        const { companyId, userId } = caller
        const request = await addSupportRequest(tx, { companyId, userId, id, ...written }, supportLimits.perDay)
        if (request === null) throw refusal('support/too-many')
        await tellOperator(tx, id, request.text)
        await audit(tx, { target: { type: 'support', id }, after: { subject: request.subject } })
        return request
      })
    },

    async list(caller: Caller, { page }: QueryOf<Endpoints['list']>): Promise<ReplyOf<Endpoints['list']>> {
      const { data, total } = await listOwnRequests(db, caller, pageOf(page))
      return { data, ...paged(total, page), isMailed: supportEmail !== null }
    },

    /** @throws `request/unknown-path`, `support/not-allowed-now`, `support/too-many-messages` */
    add: (caller: Caller, id: string, { id: messageId, text }: Written, audit: Audit): Promise<SupportRequest> =>
      moveOwn(caller, id, { type: 'person.added' }, audit, { id: messageId, text: text.trim() }),

    /** @throws `request/unknown-path`, `support/not-allowed-now` */
    settle: (caller: Caller, id: string, audit: Audit): Promise<SupportRequest> =>
      moveOwn(caller, id, { type: 'person.closed' }, audit),

    async received({ page, ...filter }: QueryOf<Endpoints['received']>): Promise<ReplyOf<Endpoints['received']>> {
      const { data, total } = await listReceived(db, filter, pageOf(page))
      return { data, ...paged(total, page) }
    },

    /** @throws `support/too-many-messages` */
    answer: (id: string, { id: messageId, text }: Written, audit: Audit) =>
      move(id, { type: 'operator.answered' }, audit, { id: messageId, text: text.trim() }),
    close: (id: string, audit: Audit) => move(id, { type: 'operator.closed' }, audit),
  }
}
