/** When the alerts of a connector are sent: limits, checks that are switched off, and hours in which nothing is sent. */
import { type AlarmKind, type AlarmSettings, alarmKinds } from '#contract/alerts/alarm.ts'
import { findAlarmSettings } from '../../../alerts/alarm-settings.repository.ts'
import { operators } from '../../accounting/operators.ts'
import { connectorHref, connectorsIn, type Scene } from '../../scene.ts'
import { link, plural, quote, type SentencePart, type Speech } from '../../speech.ts'
import { alarmNames } from '../company.ts'

const connectorsMax = 20
const subject = /\b(?:alerts?|alarms?|warnings?|thresholds?|quiet hours|checks?)\b/i
const asks = [
  /\bthresholds?\b|\balert (?:settings|limits?|conditions?)\b|\bquiet hours\b/i,
  /\b(?:at|after|from|above|with) (?:what|which|how (?:much|many|long))\b/i,
  /\bhow (?:much|many|long)\b.{1,60}\b(?:before|until|till)\b/i,
  /\b(?:switched|turned) (?:on|off)\b|\b(?:enabled|disabled|activated|deactivated)\b/i,
  /\b(?:held back|at night|overnight|during the night|in the night|out of hours)\b/i,
]
const isElsewhere =
  /^(?:how (?:do|can|to|should|would)|can|could|please|turn|switch|stop|mute|disable|enable|why|who|did|when|tell|notify)\b/i
const goesOn = /^(?:and|what about|how about|or)\b/i
const measure =
  /\b(?:rate|percent|in a row|consecutive|hours?|minutes?|silence|quiet|night|late|overdue|volume|records|weekend)\b/i
const night = /\b(?:quiet hours|held back|at night|overnight|during the night|in the night|out of hours|night)\b/i
const kindWords: readonly (readonly [AlarmKind, RegExp])[] = [
  ['quiet', /\b(?:quiet(?! hours)|no data|silence|silent|no records)\b/i],
  ['late', /\b(?:late|overdue|missed|delay(?:ed)?)\b/i],
  ['strange', /\b(?:strange|unusual|volume|anomal\w*|unexpected)\b/i],
  ['failing', /\b(?:error|failures?|failed|failing|fails?|rejected|in a row|consecutive)\b/i],
]

const isAsked = (message: string) => subject.test(message) && asks.some((it) => it.test(message)) && !isElsewhere.test(message)
/** "And after how many failed runs in a row?" behind a question about a limit. */
const isContinued = (message: string, previous: string | undefined) =>
  previous !== undefined && isAsked(previous) && goesOn.test(message) && measure.test(message)

function partsOf(kind: AlarmKind, settings: AlarmSettings, name: string, href: string, speech: Speech): SentencePart[] {
  if (!settings[kind].isOn) return [quote(alarmNames[kind]), ': switched off.']
  const of = (label: string, value: number) => speech.fact(`${label}: ${name}`, value, href)
  const head: SentencePart[] = [quote(alarmNames[kind]), ': ']
  if (kind === 'failing') {
    const { errorRate, minRecords, failedRuns } = settings.failing
    return [
      ...head,
      'sent when at least ',
      of('Error rate, percent', errorRate),
      ' % of at least ',
      ...speech.count(`Records judged: ${name}`, minRecords, href, 'record'),
      ' fail, or after ',
      ...speech.count(`Failed runs in a row: ${name}`, failedRuns, href, 'failed run'),
      ' in a row.',
    ]
  }
  if (kind === 'quiet')
    return [
      ...head,
      'sent after ',
      ...speech.count(`Hours without a record: ${name}`, settings.quiet.hours, href, 'hour'),
      ' without a record.',
    ]
  if (kind === 'late')
    return [
      ...head,
      'sent when a scheduled run is ',
      ...speech.count(`Minutes late: ${name}`, settings.late.graceMinutes, href, 'minute'),
      ' late. Only connectors with a schedule are checked.',
    ]
  return [
    ...head,
    'sent when an hour is outside ',
    of('Times the expected range', settings.strange.widening),
    ' times the expected range.',
  ]
}

function sayNight({ delivery }: AlarmSettings, name: string, href: string, speech: Speech): void {
  const { quietHours } = delivery
  if (quietHours === null) {
    speech.say('No. Quiet hours are not set for ', link(href, name), ', so alerts are sent day and night.')
    return
  }
  const hour = (it: number) => `${String(it).padStart(2, '0')}:00`
  speech.say(
    'Yes. No alerts of ',
    link(href, name),
    ' are sent from ',
    quote(hour(quietHours.from)),
    ' to ',
    quote(hour(quietHours.to)),
    ' (',
    quote(quietHours.zone),
    '). What is still active afterwards is sent then.',
  )
}

/** "Which connectors have the no data alert switched off?" */
function sayWhich(all: readonly Read[], kinds: readonly AlarmKind[], isOn: boolean, speech: Speech): void {
  const found = all.flatMap((it) => {
    const meant = kinds.filter((kind) => it.settings[kind].isOn === isOn)
    return meant.length === 0 ? [] : [{ ...it, meant }]
  })
  const state = isOn ? 'on' : 'off'
  if (found.length === 0) speech.say(`No connector has ${kinds.length === 1 ? 'this alert' : 'an alert'} switched ${state}.`)
  else
    speech.say(
      ...speech.count('Connectors', found.length, '/dashboard', 'connector'),
      ` ${plural(found.length, 'has', 'have')} ${kinds.length === 1 ? 'this alert' : 'alerts'} switched ${state}:`,
    )
  for (const { href, name, meant } of found)
    speech.item(link(href, name), ': ', quote(meant.map((kind) => alarmNames[kind]).join(', ')), '.')
}

type Read = { readonly name: string; readonly href: string; readonly settings: AlarmSettings }

/** @param among connectors that the question before was about; null of none. @returns whether it was asked for and answered. */
export async function sayAlertSettings(scene: Scene, among: readonly string[] | null, speech: Speech): Promise<boolean> {
  const { message, db, caller, composedScopes } = scene
  const previous = scene.before.at(-1)
  const isBehind = isContinued(message, previous)
  if (!isAsked(message) && !isBehind) return false
  const ids = composedScopes.among ?? (isBehind ? among : null)
  const of = connectorsIn({ ...scene, scopes: { ...composedScopes, among: ids } }).filter(
    ({ status }) => ids !== null || status !== 'Draft',
  )
  if (of.length === 0) return false
  const all: Read[] = []
  for (const { id, name } of of.slice(0, connectorsMax)) {
    const settings = await findAlarmSettings(db, { companyId: caller.companyId, connectorId: id })
    all.push({ name, href: `${connectorHref(id)}?tab=alerts`, settings })
  }
  speech.applies(...operators)
  speech.sayNoScopes()
  const named = kindWords.filter(([, pattern]) => pattern.test(message)).map(([kind]) => kind)
  const kinds = named.length > 0 ? named : alarmKinds
  const isOff = /\b(?:off|disabled|deactivated)\b/i.test(message)
  const isSwitch = isOff || /\b(?:on|enabled|activated)\b/i.test(message)
  if (ids === null && isSwitch) sayWhich(all, kinds, !isOff, speech)
  else if (ids === null && all.length > 1 && night.test(message)) {
    const held = all.filter(({ settings }) => settings.delivery.quietHours !== null)
    if (held.length === 0) speech.say('No connector has quiet hours, so alerts are sent day and night.')
    for (const { settings, name, href } of held) sayNight(settings, name, href, speech)
  } else
    for (const { settings, name, href } of all) {
      if (night.test(message)) sayNight(settings, name, href, speech)
      else {
        speech.say('Alerts of ', link(href, name), ':')
        for (const kind of kinds) speech.item(...partsOf(kind, settings, name, href, speech))
      }
    }
  if (of.length > connectorsMax) speech.say(link('/dashboard', 'See the others on the dashboard'))
  return true
}
