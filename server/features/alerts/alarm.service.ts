/** Alarms of connectors: how they stand and why, what is watched, whom it is told, and what people do about them. */
import { isDeepStrictEqual } from 'node:util'
import type { Kysely, Transaction } from 'kysely'
import { type AlarmMove, alarmLifecycle } from '#contract/alerts/alarm.lifecycle.ts'
import {
  type Alarm,
  type AlarmExplanation,
  type AlarmKind,
  type AlarmSettings,
  type alarmEndpoints,
  alarmKinds,
  type ConnectorAlarms,
  muteMinutes,
} from '#contract/alerts/alarm.ts'
import type { alarmListEndpoints } from '#contract/alerts/alarm-list.ts'
import type { Bell } from '#contract/alerts/bell.ts'
import type { BodyOf, QueryOf, ReplyOf } from '#contract/kit/endpoint.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import { refusal } from '#contract/kit/problem.ts'
import { isZone } from '#contract/kit/zone.ts'
import { inOneCommit } from '../../platform/database/commit.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { lockRecipient, mailsAnHour, mayBeWrittenTo } from '../../platform/mail/recipients.repository.ts'
import type { Caller } from '../../platform/security/access.ts'
import { activePeople } from '../auth/users.repository.ts'
import { type ConnectorRecord, findConnector, lockConnector } from '../connectors/details/connectors.repository.ts'
import { notify } from '../kit/notify.ts'
import { tenantScopeOf } from '../kit/tenant-scope.ts'
import { alarmTest, testSubject } from './alarm-mails.ts'
import { databaseTime } from './alarm-notices.repository.ts'
import { addressesOf, findAlarmSettings, saveAlarmSettings } from './alarm-settings.repository.ts'
import { rhythmOf } from './alarm-watching.repository.ts'
import { alarmHistory, alarmsOf, holdAlarm, listAlarms, moveAlarms } from './alarms.repository.ts'
import { ruleOf } from './sentences.ts'

type Deps = { readonly db: Kysely<Tables>; readonly publicUrl: string }
type Tx = Transaction<Tables>
type Change = BodyOf<typeof alarmEndpoints.set>
type Mute = BodyOf<typeof alarmEndpoints.mute>

const minute = 60_000
const hour = 60 * minute

/** What a person calls each move, for the `allowed` list of a 409. */
const moveWords: Readonly<Record<string, string>> = {
  'user.acknowledged': 'acknowledge',
  'user.muted': 'mute',
  'user.unmuted': 'unmute',
}

const malformedQuery = (path: string, message: string) => refusal('request/malformed', { message, errors: [{ path, message }] })

/** Whether a part is not as it was seen. One that is already as it is wanted is no conflict: the call was made twice. */
const isOvertaken = (before: AlarmSettings, after: AlarmSettings, seen: Partial<AlarmSettings>): boolean =>
  ([...alarmKinds, 'delivery'] as const).some(
    (part) =>
      seen[part] !== undefined && !isDeepStrictEqual(before[part], seen[part]) && !isDeepStrictEqual(before[part], after[part]),
  )

export function createAlarmService({ db, publicUrl }: Deps) {
  async function connectorOf(tx: Kysely<Tables>, caller: Caller, id: string): Promise<ConnectorRecord> {
    const record = await findConnector(tx, tenantScopeOf(caller), id)
    if (!record) throw refusal('connector/not-found')
    return record
  }

  /** Nobody else changes its alarms by hand before the transaction ends. */
  async function heldConnector(tx: Tx, caller: Caller, id: string): Promise<ConnectorRecord> {
    const record = await lockConnector(tx, tenantScopeOf(caller), id)
    if (record?.connector._id !== id) throw refusal('connector/not-found')
    return record
  }

  const whoseOf = ({ companyId, connector }: ConnectorRecord) => ({ companyId, connectorId: connector._id })

  async function shown(tx: Kysely<Tables>, record: ConnectorRecord): Promise<ConnectorAlarms> {
    const whose = whoseOf(record)
    const settings = await findAlarmSettings(tx, whose)
    const alarms = await alarmsOf(tx, { ...whose, connectorName: record.connector.name }, (kind) => settings[kind].isOn)
    return { alarms, settings, people: await activePeople(tx, whose.companyId) }
  }

  async function alarmOf(tx: Kysely<Tables>, record: ConnectorRecord, kind: AlarmKind): Promise<Alarm> {
    const { alarms } = await shown(tx, record)
    const alarm = alarms.find((it) => it.kind === kind)
    if (!alarm) throw new Error(`invariant: there is an alarm of the kind "${kind}"`)
    return alarm
  }

  type Step = { readonly reason: string; readonly next: string; readonly mutedUntil?: Date }

  /** @throws `alarm/not-allowed-now` with what is allowed instead. */
  async function move(caller: Caller, id: string, kind: AlarmKind, type: AlarmMove['type'], stepAt: (now: Date) => Step) {
    return inOneCommit(db, async (tx) => {
      const record = await heldConnector(tx, caller, id)
      const whose = { ...whoseOf(record), kind }
      await holdAlarm(tx, whose)
      const { state } = await alarmOf(tx, record, kind)
      const now = await databaseTime(tx)
      const moves = allowedMoves(alarmLifecycle, state)
      const done = moves.includes(type)
        ? await moveAlarms(tx, type, [{ ...whose, ...stepAt(now) }], { at: now, actorId: caller.userId })
        : []
      if (done.length === 0) {
        const allowed = moves.flatMap((it) => moveWords[it] ?? [])
        throw refusal('alarm/not-allowed-now', { allowed })
      }
      return alarmOf(tx, record, kind)
    })
  }

  /** Where an alarm is switched on or off, it moves as well. */
  async function follow(tx: Tx, caller: Caller, record: ConnectorRecord, before: AlarmSettings, after: AlarmSettings) {
    const at = await databaseTime(tx)
    for (const kind of alarmKinds) {
      const { isOn } = after[kind]
      if (isOn === before[kind].isOn) continue
      const [type, reason, next] = isOn
        ? (['user.switchedOn', 'This alert was switched on.', rhythmOf(kind)] as const)
        : ([
            'user.switchedOff',
            'This alert is off, so we no longer check it.',
            'Stays off until someone switches it on.',
          ] as const)
      await moveAlarms(tx, type, [{ ...whoseOf(record), kind, reason, next }], { at, actorId: caller.userId })
    }
  }

  return {
    /** Of all connectors that the caller sees. */
    async list(caller: Caller, { state, page = 1, limit = 25 }: QueryOf<typeof alarmListEndpoints.list>) {
      const { data, total } = await listAlarms(db, tenantScopeOf(caller), { state, page, limit })
      return { data, total, page, limit, totalPages: Math.ceil(total / limit) } satisfies ReplyOf<typeof alarmListEndpoints.list>
    },

    /** How many are raised, and the newest of them. */
    async raised(caller: Caller, limit: number): Promise<Pick<Bell, 'raised' | 'alerts'>> {
      const { data, total } = await listAlarms(db, tenantScopeOf(caller), { state: 'raised', page: 1, limit })
      const alerts = data.flatMap(({ connectorId, connectorName, kind, since, reason }) =>
        since === null ? [] : [{ connectorId, connectorName, kind, since, reason }],
      )
      return { raised: total, alerts }
    },

    async ofConnector(caller: Caller, id: string): Promise<ConnectorAlarms> {
      return shown(db, await connectorOf(db, caller, id))
    },

    /** @throws `request/malformed` for people that the company has not, and for a zone that there is not; `alarm/stale`. */
    async set(caller: Caller, id: string, { seen = {}, ...change }: Change): Promise<ConnectorAlarms> {
      const { delivery } = change
      if (delivery?.quietHours && !isZone(delivery.quietHours.zone))
        throw malformedQuery('/delivery/quietHours/zone', 'Enter a time zone such as Europe/Berlin or UTC.')
      return inOneCommit(db, async (tx) => {
        const record = await heldConnector(tx, caller, id)
        const whose = whoseOf(record)
        const before = await findAlarmSettings(tx, whose)
        const after: AlarmSettings = { ...before, ...change }
        if (isOvertaken(before, after, seen)) throw refusal('alarm/stale')
        if (delivery) {
          const known = new Set((await activePeople(tx, whose.companyId)).map(({ userId }) => userId))
          const strangers = delivery.people.filter((it) => !known.has(it) && !before.delivery.people.includes(it))
          if (strangers.length > 0) throw malformedQuery('/delivery/people', 'A recipient is not a member of your company.')
        }
        await saveAlarmSettings(tx, whose, after)
        await follow(tx, caller, record, before, after)
        return shown(tx, record)
      })
    },

    /** @throws `request/rate-limited` after five in an hour; `alarm/nobody-to-tell` where nobody would be told. */
    async test(caller: Caller, id: string): Promise<{ recipients: number }> {
      return inOneCommit(db, async (tx) => {
        const { companyId, connector } = await heldConnector(tx, caller, id)
        const people = (await addressesOf(tx, [id])).get(id)?.people ?? []
        if (people.length === 0) throw refusal('alarm/nobody-to-tell')
        const mail = alarmTest({ connectorId: id, connectorName: connector.name }, publicUrl)
        let recipients = 0
        for (const { userId, email: to } of people) {
          await lockRecipient(tx, to)
          if (!(await mayBeWrittenTo(tx, to, [testSubject(connector.name)]))) {
            const message = `These people received ${mailsAnHour} test alerts for this connector in the last hour. Try again later.`
            throw refusal('request/rate-limited', { message, retryAfter: hour })
          }
          if ((await notify(tx, { companyId, userId }, 'updates', mail)) > 0) recipients += 1
        }
        if (recipients === 0) throw refusal('alarm/nobody-to-tell')
        return { recipients }
      })
    },

    /** @throws `request/malformed` when no end is given, or two are, or one that is not within 5 minutes and 90 days. */
    async mute(caller: Caller, id: string, kind: AlarmKind, { minutes, until }: Mute): Promise<Alarm> {
      if ((minutes === undefined) === (until === undefined)) throw malformedQuery('', 'Enter either minutes or an end time.')
      return move(caller, id, kind, 'user.muted', (now) => {
        const end = until === undefined ? new Date(now.getTime() + (minutes ?? 0) * minute) : new Date(until)
        const length = end.getTime() - now.getTime()
        // What is on its way for a second is still five minutes.
        if (length < (muteMinutes.min - 1) * minute || length > muteMinutes.max * minute)
          throw malformedQuery('/until', 'Choose an end between 5 minutes and 90 days from now.')
        const reason = `Muted until ${end.toISOString()}.`
        return { reason, next: 'Checks resume after that.', mutedUntil: end }
      })
    },

    async unmute(caller: Caller, id: string, kind: AlarmKind): Promise<Alarm> {
      const step = { reason: 'No longer muted.', next: rhythmOf(kind) }
      return move(caller, id, kind, 'user.unmuted', () => step)
    },

    /** What it was raised for stays to be read. */
    async acknowledge(caller: Caller, id: string, kind: AlarmKind): Promise<Alarm> {
      const { reason } = await alarmOf(db, await connectorOf(db, caller, id), kind)
      return move(caller, id, kind, 'user.acknowledged', () => ({ reason, next: 'Resolved when the cause is gone.' }))
    },

    async explain(caller: Caller, id: string, kind: AlarmKind): Promise<AlarmExplanation> {
      const record = await connectorOf(db, caller, id)
      const settings = await findAlarmSettings(db, whoseOf(record))
      const { figures, events } = await alarmHistory(db, { ...whoseOf(record), kind })
      return { alarm: await alarmOf(db, record, kind), rule: ruleOf(kind, settings), figures: [...figures], events }
    },
  }
}
