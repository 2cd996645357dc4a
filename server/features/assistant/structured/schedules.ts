/** Planned starts: which connectors have them, when the next one is, and which were missed. */

import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { rhythmOf } from '../schedule-text.ts'
import { at, durationText, link, plural, quote, type Speech } from '../speech.ts'
import { alertsIn, type Scheduled, scheduledConnectors } from './facts.repository.ts'
import type { Slots } from './reading.ts'
import type { Way } from './ways.ts'

const listedMax = 10
const page = '/integration-engine'

const read = (scene: Scene) => scheduledConnectors(scene.db, { ...scene.scope, connectorIds: idsIn(scene) })

/** Starts that did not happen, each with the reason; an overdue alert says that one is late now. */
async function sayMissed(scene: Scene, { time }: Slots, speech: Speech): Promise<boolean> {
  const all = await read(scene)
  const missed = all.filter((it) => it.missed > 0 || it.skipped > 0)
  const late = await alertsIn(scene.db, { ...scene.scope, connectorIds: idsIn(scene) }, ['raised', 'acknowledged', 'muted'])
  const overdue = late.filter(({ kind }) => kind === 'late')
  const sum = missed.reduce((whole, it) => whole + it.missed + it.skipped, 0)
  if (sum === 0) speech.say("No runs were missed or skipped since each connector's last run.")
  else speech.say(...speech.count('Missed starts', sum, page, 'scheduled start'), ` ${plural(sum, 'was', 'were')} missed:`)
  for (const it of missed) {
    const where = link(connectorHref(it.id), it.name)
    if (it.missed > 0)
      speech.item(
        where,
        ': ',
        ...speech.count(`Missed starts: ${it.name}`, it.missed, connectorHref(it.id), 'start'),
        ...(it.missedSince === null ? [] : [' since ', at(it.missedSince)]),
        ', because no engine was available.',
      )
    if (it.skipped > 0)
      speech.item(
        where,
        ': ',
        ...speech.count(`Skipped starts: ${it.name}`, it.skipped, connectorHref(it.id), 'start'),
        ...(it.skippedSince === null ? [] : [' since ', at(it.skippedSince)]),
        ', because a run was still in progress.',
      )
  }
  for (const it of overdue.filter(({ id }) => missed.every((other) => other.id !== id)))
    speech.item(link(connectorHref(it.id), it.name), ' is overdue: ', quote(it.reason))
  if (time !== undefined)
    speech.say("These counts start at each connector's last run and don't depend on ", quote(scene.when.label), '.')
  return true
}

/** The next start of each connector that is meant. */
async function sayNext(scene: Scene, { number }: Slots, speech: Speech): Promise<boolean> {
  const all = await read(scene)
  const planned = all.filter((it): it is Scheduled & { nextAt: Date } => it.nextAt !== null)
  const ids = idsIn(scene)
  const without = ids === null ? [] : scene.connectors.filter(({ id }) => ids.includes(id) && planned.every((it) => it.id !== id))
  const [first] = planned
  if (first === undefined && without.length === 0) {
    speech.say('No run is planned.')
    return true
  }
  const most = number === undefined ? listedMax : Number(number)
  const wait = (nextAt: Date) => [', in ', quote(durationText(Math.max(0, nextAt.getTime() - scene.now)))]
  if (first !== undefined && (ids === null || planned.length > 1))
    speech.say('Next run: ', link(connectorHref(first.id), first.name), ' at ', at(first.nextAt), ...wait(first.nextAt), '.')
  if (planned.length === 1 && first !== undefined && ids !== null)
    speech.say(
      'The next run of ',
      link(connectorHref(first.id), first.name),
      ' is planned for ',
      at(first.nextAt),
      ...wait(first.nextAt),
      '. It runs ',
      ...rhythmOf(first, scene.zone),
      '.',
    )
  else if (planned.length > 1)
    for (const it of planned.slice(0, most))
      speech.item(link(connectorHref(it.id), it.name), ': ', at(it.nextAt), ', ', ...rhythmOf(it, scene.zone), '.')
  for (const { id, name, status } of without.slice(0, listedMax))
    speech.say(
      link(connectorHref(id), name),
      status === 'Active' ? ' has no schedule, so no run is planned.' : ' is not active, so no run is planned.',
    )
  return true
}

/** Connectors that start by themselves. */
async function sayAll(scene: Scene, { not }: Slots, speech: Speech): Promise<boolean> {
  if (not !== undefined) return false
  const all = await read(scene)
  const meant = connectorsIn(scene)
  const [only] = meant
  if (all.length === 0 && only !== undefined && meant.length === 1 && idsIn(scene) !== null)
    speech.say(link(connectorHref(only.id), only.name), ' has no schedule.')
  else if (all.length === 0)
    speech.say(idsIn(scene) === null ? 'No connector has a schedule.' : 'None of these connectors has a schedule.')
  else
    speech.say(
      ...speech.count('Connectors with a schedule', all.length, page, 'connector'),
      ` ${plural(all.length, 'runs', 'run')} on a schedule:`,
    )
  for (const it of all.slice(0, listedMax))
    speech.item(
      link(connectorHref(it.id), it.name),
      ': ',
      ...rhythmOf(it, scene.zone),
      ...(it.nextAt === null ? [', not active now'] : [', next at ', at(it.nextAt)]),
      '.',
    )
  if (all.length > listedMax) speech.say(link(page, 'See all planned runs'))
  return true
}

const base = { subject: 'schedule', intent: 'schedule', oneOf: [] } as const
export const waysOfSchedules: readonly Way[] = [
  {
    ...base,
    needs: ['deed'],
    takes: ['count', 'list', 'whether', 'when', 'since', 'why', 'who', 'scope', 'time', 'of', 'order', 'sum'],
    fits: ({ deed, order }) => deed === 'miss' && order !== 'next' && order !== 'first',
    say: sayMissed,
  },
  {
    ...base,
    needs: ['order'],
    takes: ['when', 'list', 'scope', 'number', 'each', 'whether'],
    fits: ({ order }) => order === 'next',
    say: sayNext,
  },
  {
    ...base,
    needs: [],
    oneOf: ['count', 'list', 'whether'],
    takes: ['scope', 'each', 'state'],
    fits: ({ state }) => state === undefined || state === 'active',
    say: sayAll,
  },
]
