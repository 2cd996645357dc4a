/** Alerts: which there are, when they began, why, and who acknowledged them. */
import type { AlarmState } from '#contract/alerts/alarm.lifecycle.ts'
import { alarmNames } from '../answers/company.ts'
import { whenWord } from '../answers/figures.ts'
import { connectorHref, idsIn, type Scene } from '../scene.ts'
import { at, link, ownSentence, plural, quote, type Speech } from '../speech.ts'
import { type AlertNow, alertEvents, alertsIn, eventsMax } from './facts.repository.ts'
import type { Slots } from './reading.ts'
import type { Way } from './ways.ts'

const listedMax = 10
const page = '/alarms'
const stateNames: Partial<Readonly<Record<AlarmState, string>>> = {
  raised: 'active',
  acknowledged: 'acknowledged',
  muted: 'muted',
  cleared: 'resolved',
}

const ofScene = (scene: Scene) => ({ ...scene.scope, connectorIds: idsIn(scene) })
const hrefOf = (id: string) => `${connectorHref(id)}?tab=alerts`

const itemOf = (it: AlertNow) => [
  link(hrefOf(it.id), it.name),
  ', ',
  quote(alarmNames[it.kind]),
  `, ${stateNames[it.state] ?? it.state}: `,
  ...ownSentence(it.reason),
  ' Began at ',
  at(it.raisedAt ?? it.since),
  '.',
  ...(it.state === 'cleared' ? [' Resolved at ', at(it.since), '.'] : []),
]

/** Alerts as they stand; where none is active of a connector that is named, what there was. */
async function sayNow(scene: Scene, slots: Slots, speech: Speech): Promise<boolean> {
  const state = (slots.state === 'active' || slots.state === undefined ? 'raised' : slots.state) as AlarmState
  const found = await alertsIn(scene.db, ofScene(scene), [state])
  const isOpen = slots.state === undefined && (found.length === 0 || slots.scope !== undefined)
  const others = isOpen ? await alertsIn(scene.db, ofScene(scene), ['acknowledged', 'muted', 'cleared']) : []
  const name = stateNames[state] ?? state
  const [only] = found
  const ids = idsIn(scene)
  const meant = ids?.length === 1 ? scene.connectors.find(({ id }) => id === ids[0]) : undefined
  const of = meant === undefined ? [] : [' for ', link(connectorHref(meant.id), meant.name)]
  if (found.length === 0) speech.say(slots.whether === undefined ? '' : 'No. ', `No alert is ${name}`, ...of, '.')
  else if (only !== undefined && found.length === 1 && slots.count === undefined)
    speech.say(slots.whether === undefined ? '' : 'Yes. ', ...itemOf(only))
  else {
    speech.say(
      slots.whether === undefined ? '' : 'Yes. ',
      ...speech.count('Alerts', found.length, page, 'alert'),
      ` ${plural(found.length, 'is', 'are')} ${name}`,
      ...of,
      ':',
    )
    for (const it of found.slice(0, listedMax)) speech.item(...itemOf(it))
  }
  if (others.length > 0 && slots.scope !== undefined) {
    speech.say('Acknowledged, muted or resolved alerts:')
    for (const it of others.slice(0, listedMax)) speech.item(...itemOf(it))
  }
  speech.say(link(page, 'See all alerts'))
  return true
}

/** Alerts that were raised in a time, or the last one of all. */
async function sayRaised(scene: Scene, { order, time, number, count }: Slots, speech: Speech): Promise<boolean> {
  const { when } = scene
  const isAll = time === undefined
  if (order === 'first' && isAll) return sayOldest(scene, speech)
  const events = await alertEvents(scene.db, ofScene(scene), {
    state: 'raised',
    from: isAll ? null : when.from,
    to: isAll ? null : when.to,
  })
  const range = isAll ? [] : [whenWord(when), quote(when.label)]
  if (events.length === 0 && count !== undefined) {
    speech.say(...speech.count('Alerts', 0, page, 'alert'), ' became active', ...range, '.')
    return true
  }
  if (events.length === 0) {
    speech.say('No alert became active', ...range, '.')
    return true
  }
  const most = number === undefined ? (order === undefined ? listedMax : 1) : Number(number)
  const shown = (order === 'first' ? events.toReversed() : events).slice(0, most)
  if (order === undefined) speech.say(...speech.count('Alerts', events.length, page, 'alert'), ' became active', ...range, ':')
  else speech.say(order === 'first' ? 'The first alert' : 'The newest alert', ...range, ':')
  for (const it of shown)
    speech.item(
      link(hrefOf(it.id), it.name),
      ', ',
      quote(alarmNames[it.kind]),
      ', at ',
      at(it.at),
      ': ',
      ...ownSentence(it.reason),
    )
  if (events.length === eventsMax) speech.say('I only checked the newest alerts.')
  speech.say(link(page, 'See all alerts'))
  return true
}

/** The active alert that began first. */
async function sayOldest(scene: Scene, speech: Speech): Promise<boolean> {
  const found = await alertsIn(scene.db, ofScene(scene), ['raised'])
  const oldest = found.at(-1)
  if (oldest === undefined) speech.say('No alert is active.')
  else speech.say('The oldest active alert: ', ...itemOf(oldest))
  speech.say(link(page, 'See all alerts'))
  return true
}

/** Who acknowledged, muted or resolved an alert, and when. */
async function sayWho(scene: Scene, { state, time }: Slots, speech: Speech): Promise<boolean> {
  const { when } = scene
  const asked = state ?? 'acknowledged'
  const events = await alertEvents(scene.db, ofScene(scene), {
    state: asked,
    from: time === undefined ? null : when.from,
    to: time === undefined ? null : when.to,
  })
  if (events.length === 0)
    speech.say(
      `No alert was ${stateNames[asked as AlarmState] ?? asked}`,
      ...(time === undefined ? [] : [whenWord(when), quote(when.label)]),
      '.',
    )
  for (const it of events.slice(0, listedMax))
    speech.item(
      link(hrefOf(it.id), it.name),
      ', ',
      quote(alarmNames[it.kind]),
      `: ${stateNames[asked as AlarmState] ?? asked} `,
      ...(it.by === null ? [] : ['by ', quote(it.by), ' ']),
      'at ',
      at(it.at),
      '. ',
      ...ownSentence(it.reason),
    )
  speech.say(link(page, 'See all alerts'))
  return true
}

const base = { subject: 'alert', intent: 'alerts' } as const
export const waysOfAlerts: readonly Way[] = [
  {
    ...base,
    needs: ['who', 'state'],
    oneOf: [],
    takes: ['scope', 'time', 'when', 'of'],
    fits: ({ state }) => state === 'acknowledged' || state === 'muted' || state === 'cleared',
    say: sayWho,
  },
  {
    ...base,
    needs: ['order'],
    oneOf: [],
    takes: ['scope', 'time', 'list', 'when', 'why', 'deed', 'number', 'whether', 'since'],
    fits: ({ order, deed }) => (order === 'last' || order === 'first') && (deed === undefined || deed === 'raise'),
    say: sayRaised,
  },
  {
    ...base,
    intent: 'count',
    needs: ['time', 'count'],
    oneOf: [],
    takes: ['scope', 'deed', 'of', 'sum', 'why'],
    fits: ({ deed }) => deed === undefined || deed === 'raise',
    say: sayRaised,
  },
  {
    ...base,
    needs: ['time'],
    oneOf: ['list', 'whether', 'when'],
    takes: ['scope', 'deed', 'of', 'sum', 'why'],
    fits: ({ deed }) => deed === undefined || deed === 'raise',
    say: sayRaised,
  },
  {
    ...base,
    needs: [],
    oneOf: ['count', 'list', 'whether', 'when', 'since', 'why'],
    takes: ['scope', 'state', 'deed', 'each', 'sum'],
    fits: ({ deed, state }) =>
      (deed === undefined || deed === 'raise') &&
      state !== 'paid' &&
      state !== 'unpaid' &&
      state !== 'paused' &&
      state !== 'draft',
    say: sayNow,
  },
]
