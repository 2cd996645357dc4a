/** Proposals: what the person may have done by a press. Nothing is done here. */

import { DateTime } from 'luxon'
import { connectorLifecycle } from '#contract/connectors/details/connector.lifecycle.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import { findConnector } from '../../connectors/details/connectors.repository.ts'
import { pageOfRuns, pageOfStarts } from '../../connectors/runs/run-list.repository.ts'
import { troubledConnectors } from '../counting.repository.ts'
import { namesLater, namesSpan } from '../language/time/when.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { rhythmOf } from '../schedule-text.ts'
import { at, durationText, link, ownSentence, plural, quote, type Speech } from '../speech.ts'
import { askWhich } from './causes.ts'
import { lossesOf } from './exact/own-connector.ts'
import { statusName } from './failures.ts'
import { whenWord } from './figures.ts'
import { aboutRuns } from './runs.ts'

const isAllowed = (status: string, move: string) => allowedMoves(connectorLifecycle, status).includes(move)

/** Connectors for which a deed is possible: no other one is offered. */
const onlyThose = (scene: Scene, move: string): Scene => ({
  ...scene,
  connectors: scene.connectors.filter(({ status }) => isAllowed(status, move)),
})

const notNow = (scene: Scene, speech: Speech, what: string) => {
  const { connector } = scene
  if (connector)
    speech.say(
      quote(connector.name),
      ' is ',
      quote(statusName(connector.status)),
      ", so it can't be ",
      what,
      ' now. ',
      ...ownSentence(connector.reason),
    )
}

/** A button acts at once: a time that was named for it is said not to be applied. */
const sayAtOnce = ({ words }: Scene, speech: Speech) => {
  speech.applies('until')
  if (namesLater(words) || namesSpan(words)) speech.say("I can't schedule this. The button takes effect immediately.")
}

async function openRuns({ db, scope, connector }: Scene): Promise<number> {
  const { counts } = await pageOfRuns(db, scope, { connectorId: connector?.id, search: '', limit: 1, offset: 0 })
  return counts.find(({ filter }) => filter === 'open')?.count ?? 0
}

export async function proposePause(scene: Scene, speech: Speech): Promise<void> {
  sayAtOnce(scene, speech)
  const { connector } = scene
  if (connector === null) return askWhich(onlyThose(scene, 'user.paused'), speech, (name) => `Pause ${name}`)
  if (!isAllowed(connector.status, 'user.paused')) return notNow(scene, speech, 'paused')
  const open = await openRuns(scene)
  speech.say('Press the button to pause ', quote(connector.name), '.')
  const effect = [
    ...speech.effect('The connector reads and sends nothing until you resume it.'),
    ...speech.effect(
      ...speech.count('Open runs', open, `${connectorHref(connector.id)}?tab=runs&result=open`, 'open run'),
      ` ${plural(open, 'waits', 'wait')} until then.`,
    ),
  ]
  speech.propose({ kind: 'pause', connectorId: connector.id, connectorName: connector.name, effect })
}

export async function proposeResume(scene: Scene, speech: Speech): Promise<void> {
  sayAtOnce(scene, speech)
  const { connector, connectors } = scene
  if (connector === null || (scene.marked.connectors.length === 0 && connector.status !== 'Pause')) {
    const paused = connectors.filter(({ status }) => status === 'Pause')
    if (paused.length === 0) return speech.say('No connector is paused.')
    if (paused.length > 1 || connector !== null)
      return askWhich({ ...scene, connectors: paused }, speech, (name) => `Resume ${name}`)
  }
  const meant = connector ?? connectors.find(({ status }) => status === 'Pause')
  if (!meant) return
  if (!isAllowed(meant.status, 'user.resumed')) return notNow({ ...scene, connector: meant }, speech, 'resumed')
  const open = await openRuns({ ...scene, connector: meant })
  speech.say('Press the button to resume ', quote(meant.name), '.')
  const effect = [
    ...speech.effect('The connector becomes Active, and its schedule starts runs again.'),
    ...speech.effect(
      ...speech.count('Runs that rest', open, `${connectorHref(meant.id)}?tab=runs&result=open`, 'waiting run'),
      ` ${plural(open, 'continues', 'continue')}.`,
    ),
  ]
  speech.propose({ kind: 'resume', connectorId: meant.id, connectorName: meant.name, effect })
}

export async function proposeRun(scene: Scene, speech: Speech): Promise<void> {
  sayAtOnce(scene, speech)
  const { connector } = scene
  const active = { ...scene, connectors: scene.connectors.filter(({ status }) => status === 'Active') }
  if (connector === null) return askWhich(active, speech, (name) => `Run ${name} now`)
  if (connector.status !== 'Active') return notNow(scene, speech, 'run')
  const open = await openRuns(scene)
  const runs = `${connectorHref(connector.id)}?tab=runs&result=open`
  if (open > 0)
    return speech.say(
      quote(connector.name),
      ' already has ',
      ...speech.count('Open runs', open, runs, 'open run'),
      '. ',
      link(runs, 'Open the runs'),
    )
  speech.say('Press the button to start a run of ', quote(connector.name), '.')
  const effect = speech.effect('This queues a run now. It reads the source and delivers to the destination.')
  speech.propose({ kind: 'run', connectorId: connector.id, connectorName: connector.name, effect })
}

export async function proposeReplay(scene: Scene, speech: Speech): Promise<void> {
  const { db, connector, when, now } = scene
  if (connector === null) {
    const span = when.isNamed ? when : { from: now - 7 * 86_400_000, to: now + 60_000 }
    const { connectors, total } = await troubledConnectors(
      db,
      { ...scene.scope, connectorIds: idsIn(scene), from: span.from, to: span.to },
      3,
    )
    const [only] = connectors
    const found = scene.connectors.find(({ id }) => id === only?.id)
    if (total === 1 && found) return proposeReplay({ ...scene, connector: found }, speech)
    if (total === 0)
      return speech.say(
        'No record failed',
        ...(when.isNamed ? [whenWord(when), quote(when.label)] : [' in the past week']),
        ', so there is nothing to send again.',
      )
    speech.say('Which connector do you mean?')
    const behind = when.isNamed ? ` ${when.label}` : ''
    return speech.suggest(...connectors.map(({ name }) => `Send the failed records of ${name}${behind} again`))
  }
  const week = 7 * 86_400_000
  const range = when.isNamed ? when : { ...when, from: now - week, label: 'the past week' }
  const dates = { startDate: new Date(range.from).toISOString(), endDate: new Date(Math.min(range.to, now)).toISOString() }
  const {
    isCut,
    records: failed,
    open,
    attempts,
    runs,
  } = await lossesOf(scene, connector.id, {
    from: Date.parse(dates.startDate),
    to: Date.parse(dates.endDate),
  })
  const arrived = failed - open
  const href = `${connectorHref(connector.id)}?tab=problems&${new URLSearchParams({ period: 'custom', from: short(dates.startDate), to: short(dates.endDate) })}`
  if (failed === 0)
    return speech.say(
      'No record of ',
      quote(connector.name),
      ' failed',
      whenWord(range),
      quote(range.label),
      ', so there is nothing to send again.',
    )
  if (connector.status !== 'Active') return notNow(scene, speech, 'used to send records again')
  speech.say(
    isCut ? 'At least ' : '',
    ...speech.count('Failed records', failed, href, 'record'),
    ' of ',
    quote(connector.name),
    ' failed',
    whenWord(range),
    quote(range.label),
    ...(attempts > failed && runs > 1 ? [', in ', ...speech.count('Runs in which they failed', runs, href, 'run')] : []),
    '.',
    ...(arrived === 0
      ? []
      : [
          ' ',
          speech.fact('Of these arrived later', arrived, href),
          ` of them ${plural(arrived, 'was', 'were')} delivered later and will not be sent again.`,
        ]),
  )
  const effect = [
    ...speech.effect('Creates a plan with the failed records. Nothing is sent until you start the plan on the Replay tab.'),
    ...speech.effect('The records go through the live version of the connector.'),
  ]
  speech.propose({ kind: 'replay', connectorId: connector.id, connectorName: connector.name, ...dates, effect })
}

const short = (instant: string) => `${instant.slice(0, 16)}Z`

const startsRead = 100
const startsListed = 5

/** The part of a day to come that the words name; "tonight" ends at six in the morning. */
function comingIn({
  words,
  zone,
  now,
}: Pick<Scene, 'words' | 'zone' | 'now'>): { from: number; to: number; label: string } | null {
  const day = DateTime.fromMillis(now, { zone }).startOf('day')
  const begin = (days: number, hours: number) => day.plus({ days, hours }).toMillis()
  if (words.includes('tomorrow')) return { from: begin(1, 0), to: begin(2, 0), label: 'tomorrow' }
  if (words.includes('tonight')) return { from: Math.max(now, begin(0, 18)), to: begin(1, 6), label: 'tonight' }
  if (words.includes('today')) return { from: now, to: begin(1, 0), label: 'today' }
  return null
}

/** When the next runs start. Schedules are set in the builder. */
export async function aboutSchedule(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, connector, hasWord, message, words } = scene
  if (hasWord('last', 'latest') && !words.includes('next')) return aboutRuns(scene, speech)
  const { data, total } = await pageOfStarts(db, scope, { limit: startsRead, offset: 0 })
  if (connector === null && hasWord('no', 'not', 'without') && hasWord('schedul', 'schedule')) {
    speech.applies('negation')
    const planned = new Set(data.map(({ connectorId }) => connectorId))
    const others = connectorsIn(scene).filter(({ id, status }) => status === 'Active' && !planned.has(id))
    if (others.length === 0) speech.say('Every active connector has a planned run.')
    else
      speech.say(
        ...speech.count('Active connectors without a planned run', others.length, '/dashboard', 'active connector'),
        ` ${plural(others.length, 'has', 'have')} no schedule:`,
      )
    for (const { id, name } of others.slice(0, 10)) speech.item(link(connectorHref(id), name))
    return
  }
  if (connector === null) {
    const ids = idsIn(scene)
    const coming = comingIn(scene)
    const of = data.filter((it) => ids === null || ids.includes(it.connectorId))
    const found = coming === null ? of : of.filter((it) => it.at.getTime() >= coming.from && it.at.getTime() < coming.to)
    const range = coming === null ? [] : [' ', quote(coming.label)]
    if (found.length === 0) {
      speech.say('No run is planned', ...range, '.')
      return
    }
    const count = coming === null && ids === null ? total : found.length
    const [first] = found
    if (words.includes('next') && first)
      speech.say('The next run is for ', link(connectorHref(first.connectorId), first.connectorName), ' at ', at(first.at), '.')
    speech.say(
      ...speech.count('Connectors with a planned start', count, '/integration-engine', 'connector'),
      ` ${plural(count, 'has', 'have')} a planned run`,
      ...range,
      found.length > startsListed ? ', the next ones first:' : ':',
    )
    for (const it of found.slice(0, startsListed))
      speech.item(link(connectorHref(it.connectorId), it.connectorName), ': ', at(it.at))
    return
  }
  const next = data.find(({ connectorId }) => connectorId === connector.id)
  if (next) speech.say('The next run of ', quote(connector.name), ' is planned for ', at(next.at), '.')
  else if (connector.status !== 'Active')
    speech.say(quote(connector.name), ' is ', quote(statusName(connector.status)), ', so no run is planned.')
  else speech.say('No run of ', quote(connector.name), ' is planned. The live version has no schedule.')
  const record = await findConnector(db, scope, connector.id)
  const trigger = record?.draft.trigger
  if (trigger?.type === 'schedule') {
    const every = 'everySeconds' in trigger && trigger.everySeconds ? durationText(trigger.everySeconds * 1_000) : null
    const page = `/edit-integration/integration-profile/${connector.id}`
    if (every !== null) speech.say('The schedule starts a run every ', speech.fact('Time between runs', every, page), '.')
    else if ('cron' in trigger && trigger.cron)
      speech.say(
        'It runs ',
        ...rhythmOf({ everySeconds: null, cron: trigger.cron, timeZone: trigger.timeZone ?? null }, scene.zone),
        '.',
      )
  } else if (trigger?.type === 'webhook') speech.say('Each event that arrives starts a run.')
  const isChange = /\b(?:change|set|make|edit|move|every|switch|adjust|let)\b/i.test(message)
  if (isChange) speech.say('Change the schedule in the Profile step. It applies after the next deployment.')
  speech.say(link(`/edit-integration/integration-profile/${connector.id}`, 'Change the schedule'))
  if (connector.status === 'Active') speech.suggest('Run it now')
}
