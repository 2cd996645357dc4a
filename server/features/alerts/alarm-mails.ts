/** What is written to people about alarms. Names of connectors are anybody's words: they stand in one line and become no links. */
import type { AlarmKind } from '#contract/alerts/alarm.ts'
import { type Health, healthNames } from '#contract/connectors/details/health.ts'
import { linkless, type Mail, mail } from '../../platform/mail/mails.ts'
import { sentenceIn } from '../../platform/time/zoned.ts'
import { counted } from '../kit/counted.ts'

/** Characters of a name that is shown. */
const nameMax = 100
/** Connectors that one message names. */
const namedMax = 50

const nameIn = (name: string) => linkless(name).slice(0, nameMax)
/** The alarm of too many failures is not the health Failing: each has a rule of its own, and a name of its own. */
const kindNames: Readonly<Record<AlarmKind, string>> = {
  ...{ late: 'overdue', quiet: 'no data', strange: 'unusual volume' },
  failing: 'too many failures',
}
const raised: Readonly<Record<AlarmKind, string>> = {
  ...{ late: 'is overdue', quiet: 'has no data', strange: 'has an unusual volume', failing: 'has too many failures' },
}
const cleared: Readonly<Record<AlarmKind, string>> = {
  ...{ late: 'is no longer overdue', quiet: 'has data again', strange: 'has its usual volume again' },
  failing: 'no longer has too many failures',
}

/** One alarm as a message tells it. */
export type AlarmNotice = {
  readonly connectorId: string
  readonly connectorName: string
  readonly kind: AlarmKind
  readonly reason: string
  readonly next: string
  /** Of the person who reads it. */
  readonly zone: string
  /** As the console shows it now. */
  readonly health: Health
}

/** The words of the console, which may differ from the alarm: that looks back an hour, this at the newest run. */
const healthIn = ({ health: { level, reason }, zone }: AlarmNotice) =>
  `Health: ${healthNames[level]}. ${sentenceIn(zone, reason)}`

const linkTo = (publicUrl: string, connectorId: string) => `${publicUrl}/details/${connectorId}`
/** The first instant of a reason is where its evaluation begins. */
const instant = /\d{4}-\d\d-\d\dT[\d:.]+Z/

/** Too many failures lead to what failed since then: a mail is read days later, too. */
function problemsOf(publicUrl: string, { connectorId, kind, reason }: AlarmNotice): string {
  const link = linkTo(publicUrl, connectorId)
  if (kind !== 'failing') return link
  const from = instant.exec(reason)?.[0]
  return `${link}?${new URLSearchParams({ tab: 'problems', ...(from === undefined ? {} : { from }) })}`
}
const why = "You receive alerts for this connector. You can change this on the connector's page."

export const alarmRaised = (it: AlarmNotice, publicUrl: string): Mail =>
  mail(
    `Alert: "${nameIn(it.connectorName)}" ${raised[it.kind]}`,
    sentenceIn(it.zone, it.reason),
    sentenceIn(it.zone, it.next),
    healthIn(it),
    problemsOf(publicUrl, it),
    why,
  )

export const alarmCleared = (it: AlarmNotice, publicUrl: string): Mail =>
  mail(
    `Resolved: "${nameIn(it.connectorName)}" ${cleared[it.kind]}`,
    sentenceIn(it.zone, it.reason),
    healthIn(it),
    linkTo(publicUrl, it.connectorId),
    why,
  )

/** Many at once: what stops an engine makes every connector late, and nobody reads ten thousand mails. */
export function alarmsMail(all: readonly AlarmNotice[], what: 'raised' | 'cleared', publicUrl: string): Mail {
  const lines = all
    .slice(0, namedMax)
    .map((it) => `"${nameIn(it.connectorName)}" (${kindNames[it.kind]}): ${sentenceIn(it.zone, it.reason)}`)
  const more = all.length > namedMax ? [`And ${(all.length - namedMax).toLocaleString('en')} more.`] : []
  return mail(
    what === 'raised' ? counted(all.length, 'active alert') : `${counted(all.length, 'alert')} resolved`,
    ...lines,
    ...more,
    `${publicUrl}/alarms`,
  )
}

export const testSubject = (connectorName: string) => `Test alert: "${nameIn(connectorName)}"`

export const alarmTest = (it: Pick<AlarmNotice, 'connectorId' | 'connectorName'>, publicUrl: string): Mail =>
  mail(
    testSubject(it.connectorName),
    'This is a test. Alerts for this connector look like this.',
    linkTo(publicUrl, it.connectorId),
    why,
  )
