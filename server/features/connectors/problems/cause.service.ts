/** What people do about the causes of lost records: who sees to them, and what is done with. */
import type { Kysely } from 'kysely'
import { type CauseMove, type CauseState, causeLifecycle } from '#contract/connectors/problems/cause.lifecycle.ts'
import type { Causes } from '#contract/connectors/problems/cause.ts'
import { allowedMoves, moved } from '#contract/kit/lifecycle.ts'
import { refusal } from '#contract/kit/problem.ts'
import { inOneCommit, inOneSnapshot } from '#server/platform/database/commit.ts'
import type { Tables } from '#server/platform/database/tables/tables.ts'
import { linkless, type Mail, mail } from '#server/platform/mail/mails.ts'
import type { Caller } from '#server/platform/security/access.ts'
import { notify } from '../../kit/notify.ts'
import { tenantScopeOf } from '../../kit/tenant-scope.ts'
import { type ConnectorRecord, findConnector, lockConnector } from '../details/connectors.repository.ts'
import { currentState } from './cause-state.ts'
import { assignable, lostAt, moveCause, touchedCauses } from './causes.repository.ts'

type Db = Kysely<Tables>
export type CauseService = ReturnType<typeof createCauseService>

/** Which cause, and the newest record that the caller saw lost for it. */
type Seen = { readonly id: string; readonly causeId: string; readonly seenAt: string }

/** What a person calls each move, for the `allowed` list of a 409. */
const moveWords: Readonly<Record<string, string>> = {
  'user.muted': 'mute',
  'user.assigned': 'assign',
  'user.resolved': 'resolve',
  'user.reopened': 'reopen',
}

export function createCauseService({ db, publicUrl }: { readonly db: Db; readonly publicUrl: string }) {
  const whoseOf = ({ companyId, connector }: ConnectorRecord) => ({ companyId, connectorId: connector._id })

  /** What the chart makes of the records that were lost since is told, and written with the next move. */
  async function shown(tx: Db, record: ConnectorRecord): Promise<Causes> {
    const causes = await touchedCauses(tx, whoseOf(record))
    return {
      causes: causes.map((it) => ({ ...it, state: currentState(it) })),
      people: await assignable(tx, record.companyId, record.connector.userId),
    }
  }

  /** @throws `connector/not-found`, `cause/not-found`, `cause/not-allowed-now` with what is allowed, `cause/not-of-company`. */
  async function move(caller: Caller, { id, causeId, seenAt }: Seen, type: CauseMove['type'], assigneeId?: string) {
    return inOneCommit(db, async (tx) => {
      const record = await lockConnector(tx, tenantScopeOf(caller), id)
      if (record?.connector._id !== id) throw refusal('connector/not-found')
      const whose = whoseOf(record)
      const lost = await lostAt(tx, whose, causeId, seenAt)
      if (lost === null) throw refusal('cause/not-found')
      const [stands] = await touchedCauses(tx, whose, causeId)
      const from = stands === undefined ? 'open' : currentState(stands)
      const state = moved(causeLifecycle, from, { type }, undefined) as CauseState | null
      if (state === null)
        throw refusal('cause/not-allowed-now', {
          allowed: allowedMoves(causeLifecycle, from).flatMap((it) => moveWords[it] ?? []),
        })
      if (assigneeId !== undefined) {
        const people = await assignable(tx, whose.companyId, record.connector.userId)
        if (!people.some(({ userId }) => userId === assigneeId)) throw refusal('cause/not-of-company')
      }
      // What stands so already says who made it so.
      const isRepeated =
        state === from && stands?.state === state && (assigneeId === undefined || assigneeId === stands.assignee?.userId)
      if (!isRepeated || type === 'user.resolved')
        await moveCause(tx, { ...whose, id: causeId, state, assigneeId, seenAt: lost, changedBy: caller.userId })
      const after = await shown(tx, record)
      if (!isRepeated && assigneeId !== undefined && assigneeId !== caller.userId) {
        const by = after.causes.find((it) => it.id === causeId)?.by ?? ''
        const about = { connectorId: id, connectorName: record.connector.name, causeId, by, lostAt: lost }
        await notify(tx, { companyId: whose.companyId, userId: assigneeId }, 'updates', causeAssigned(about, publicUrl))
      }
      return after
    })
  }

  return {
    /** @throws `connector/not-found`. */
    async list(caller: Caller, id: string): Promise<Causes> {
      const record = await findConnector(db, tenantScopeOf(caller), id)
      if (record?.connector._id !== id) throw refusal('connector/not-found')
      return inOneSnapshot(db, (tx) => shown(tx, record))
    },
    assign: (caller: Caller, seen: Seen, userId: string) => move(caller, seen, 'user.assigned', userId),
    resolve: (caller: Caller, seen: Seen) => move(caller, seen, 'user.resolved'),
    reopen: (caller: Caller, seen: Seen) => move(caller, seen, 'user.reopened'),
    mute: (caller: Caller, seen: Seen) => move(caller, seen, 'user.muted'),
  }
}

/** What is written to a person whom a problem was assigned to. Names are anybody's words: they stand in one line and become no links. */

/** Characters of a name that is shown. */
const nameMax = 100
const nameIn = (name: string) => linkless(name).slice(0, nameMax)

/** The console shows the problems of the past day where no time is named. */
const before = 86_400_000

type Assignment = {
  readonly connectorId: string
  readonly connectorName: string
  readonly causeId: string
  /** Who assigned it. */
  readonly by: string
  /** When the newest record that was seen was lost. */
  readonly lostAt: Date
}

function causeAssigned({ connectorId, connectorName, causeId, by, lostAt }: Assignment, publicUrl: string): Mail {
  const from = new Date(lostAt.getTime() - before).toISOString()
  return mail(
    `A problem in "${nameIn(connectorName)}" was assigned to you`,
    `${nameIn(by)} assigned you a problem in the connector "${nameIn(connectorName)}". See what failed and why:`,
    `${publicUrl}/details/${connectorId}?${new URLSearchParams({ tab: 'problems', problem: causeId, from })}`,
    'You receive this email because of your notification settings.',
  )
}
