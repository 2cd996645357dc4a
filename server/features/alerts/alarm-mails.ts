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
  ...{ late: 'late', quiet: 'quiet', strange: 'strange' },
  failing: 'too many failures',
}
const raised = (kind: AlarmKind) => (kind === 'failing' ? `has ${kindNames[kind]}` : `is ${kindNames[kind]}`)
const cleared = (kind: AlarmKind) =>
  kind === 'failing' ? `does not have ${kindNames[kind]} any more` : `is not ${kindNames[kind]} any more`

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
const why = 'You get this because you are to be told of alarms of this connector. Its page is where that is changed.'

export const alarmRaised = (it: AlarmNotice, publicUrl: string): Mail =>
  mail(
    `Alarm: "${nameIn(it.connectorName)}" ${raised(it.kind)}`,
    sentenceIn(it.zone, it.reason),
    sentenceIn(it.zone, it.next),
    healthIn(it),
    linkTo(publicUrl, it.connectorId),
    why,
  )

export const alarmCleared = (it: AlarmNotice, publicUrl: string): Mail =>
  mail(
    `Over: "${nameIn(it.connectorName)}" ${cleared(it.kind)}`,
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
  return mail(`${counted(all.length, 'alarm')} ${what}`, ...lines, ...more, `${publicUrl}/alarms`)
}

export const testSubject = (connectorName: string) => `TEST, no alarm: "${nameIn(connectorName)}"`

export const alarmTest = (it: Pick<AlarmNotice, 'connectorId' | 'connectorName'>, publicUrl: string): Mail =>
  mail(
    testSubject(it.connectorName),
    'This is a test: it says nothing of how the connector works. Alarms of this connector would reach you like this.',
    linkTo(publicUrl, it.connectorId),
    why,
  )
