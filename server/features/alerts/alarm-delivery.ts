/** Sends alarms to those who want them, in the commit in which they are marked as told: once each, whatever crashes. */
import type { Kysely } from 'kysely'
import { DateTime } from 'luxon'

import type { AlarmSettings } from '#contract/alerts/alarm.ts'
import { type Health, healthOf } from '#contract/connectors/details/health.ts'
import type { Tables } from '../../platform/database/tables/tables.ts'
import { healthsOf } from '../connectors/details/connector-health.repository.ts'
import { findZone } from '../kit/formats.repository.ts'
import { notify } from '../kit/notify.ts'
import { type AlarmNotice, alarmCleared, alarmRaised, alarmsMail } from './alarm-mails.ts'
import { lockUnsent, markNotified, type UnsentAlarm } from './alarm-notices.repository.ts'
import { addressesOf } from './alarm-settings.repository.ts'
import { withFailingConnection } from './connection-alerts.ts'

/** Alarms looked at at once. */
const atOnce = 500
/** Alarms of one person and one commit, above which they come in one message. */
const apartMax = 3

type Deps = { readonly publicUrl: string; readonly now: Date }

/** Whether nothing is to be sent now. From 22 to 6 is over midnight; from 8 to 8 is never. */
export function isQuietHour(quietHours: AlarmSettings['delivery']['quietHours'], now: Date): boolean {
  if (quietHours === null) return false
  const { from, to, zone } = quietHours
  const { hour } = DateTime.fromJSDate(now, { zone })
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}

async function send(
  tx: Kysely<Tables>,
  letters: ReadonlyMap<string, { readonly companyId: string; readonly all: Omit<AlarmNotice, 'zone'>[] }>,
  what: 'raised' | 'cleared',
  publicUrl: string,
): Promise<void> {
  const one = what === 'raised' ? alarmRaised : alarmCleared
  for (const [userId, { companyId, all: untimed }] of letters) {
    const zone = await findZone(tx, { companyId, userId })
    const all = untimed.map((it) => ({ ...it, zone }))
    const mails = all.length > apartMax ? [alarmsMail(all, what, publicUrl)] : all.map((it) => one(it, publicUrl))
    for (const mail of mails) await notify(tx, { companyId, userId }, 'updates', mail)
  }
}

/** Of each connector, whatever its company. */
async function healthsIn(tx: Kysely<Tables>, alarms: readonly UnsentAlarm[]): Promise<ReadonlyMap<string, Health>> {
  const all: (readonly [string, Health])[] = []
  for (const companyId of new Set(alarms.map((it) => it.companyId))) {
    const ids = alarms.filter((it) => it.companyId === companyId).map(({ connectorId }) => connectorId)
    all.push(...(await healthsOf(tx, companyId, [...new Set(ids)])))
  }
  return new Map(all)
}

/** @returns those that were settled: sent, or wanted by nobody. Those in their quiet hours, or of a failing connection, are not. */
async function deliver(
  tx: Kysely<Tables>,
  alarms: readonly UnsentAlarm[],
  what: 'raised' | 'cleared',
  { publicUrl, now }: Deps,
): Promise<readonly UnsentAlarm[]> {
  const addresses = await addressesOf(tx, [...new Set(alarms.map(({ connectorId }) => connectorId))])
  const healths = await healthsIn(tx, alarms)
  const failing = alarms.filter(({ kind }) => kind === 'failing').map(({ connectorId }) => connectorId)
  const ofConnection = await withFailingConnection(tx, failing)
  const letters = new Map<string, { companyId: string; all: Omit<AlarmNotice, 'zone'>[] }>()
  const settled = alarms.filter(({ companyId, ...alarm }) => {
    const address = addresses.get(alarm.connectorId)
    if (address === undefined) return true
    // It waits as in quiet hours: where the connector fails for another reason, it still does when the connection works again.
    if (alarm.kind === 'failing' && ofConnection.has(alarm.connectorId)) return false
    if (isQuietHour(address.delivery.quietHours, now)) return false
    const isWanted = what === 'raised' || address.delivery.tellsClearing
    for (const { userId } of isWanted ? address.people : []) {
      const letter = letters.get(userId) ?? { companyId, all: [] }
      letter.all.push({
        ...alarm,
        connectorName: address.connectorName,
        health: healths.get(alarm.connectorId) ?? healthOf({ newest: null, sent: null }),
      })
      letters.set(userId, letter)
    }
    return true
  })
  await send(tx, letters, what, publicUrl)
  return settled
}

/** Tells what is raised and was not told, as far as its quiet hours allow. */
export async function tellRaised(tx: Kysely<Tables>, deps: Deps): Promise<void> {
  let after: string | null = null
  for (;;) {
    const untold: UnsentAlarm[] = await lockUnsent(tx, after, atOnce)
    await markNotified(tx, await deliver(tx, untold, 'raised', deps))
    if (untold.length < atOnce) return
    after = untold.at(-1)?.connectorId ?? null
  }
}

/** Tells that causes are gone, where the raise was told. In quiet hours nobody is told. */
export async function tellCleared(tx: Kysely<Tables>, cleared: readonly UnsentAlarm[], deps: Deps): Promise<void> {
  await deliver(tx, cleared, 'cleared', deps)
}
