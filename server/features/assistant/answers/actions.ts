/** Proposals: what the person may have done by a press. Nothing is done here. */

import { connectorLifecycle } from '#contract/connectors/details/connector.lifecycle.ts'
import { allowedMoves } from '#contract/kit/lifecycle.ts'
import { groupsWithArrivals } from '../../connectors/problems/problem-group.ts'
import { pageOfRuns, pageOfStarts } from '../../connectors/runs/run-list.repository.ts'
import { connectorHref, type Scene } from '../scene.ts'
import { at, link, quote, type Speech } from '../speech.ts'
import { askWhich } from './causes.ts'
import { statusName } from './failures.ts'

const isAllowed = (status: string, move: string) => allowedMoves(connectorLifecycle, status).includes(move)

const notNow = (scene: Scene, speech: Speech, what: string) => {
  const { connector } = scene
  if (connector)
    speech.say(
      quote(connector.name),
      ' is ',
      quote(statusName(connector.status)),
      ', so it cannot be ',
      what,
      ' now: ',
      quote(connector.reason),
    )
}

async function openRuns({ db, scope, connector }: Scene): Promise<number> {
  const { counts } = await pageOfRuns(db, scope, { connectorId: connector?.id, search: '', limit: 1, offset: 0 })
  return counts.find(({ filter }) => filter === 'open')?.count ?? 0
}

export async function proposePause(scene: Scene, speech: Speech): Promise<void> {
  const { connector } = scene
  if (connector === null) return askWhich(scene, speech, (name) => `Pause ${name}`)
  if (!isAllowed(connector.status, 'user.paused')) return notNow(scene, speech, 'paused')
  const open = await openRuns(scene)
  speech.say('I can have ', quote(connector.name), ' paused. Press the button if that is what you want.')
  const effect = [
    ...speech.effect('Its status becomes Paused; nothing is read or sent until it is resumed.'),
    ...speech.effect(
      speech.fact('Open runs', open, `${connectorHref(connector.id)}?tab=runs&result=open`),
      ' open runs rest until then.',
    ),
  ]
  speech.propose({ kind: 'pause', connectorId: connector.id, connectorName: connector.name, effect })
}

export async function proposeResume(scene: Scene, speech: Speech): Promise<void> {
  const { connector, connectors } = scene
  if (connector === null || (scene.marked.connectors.length === 0 && connector.status !== 'Pause')) {
    const paused = connectors.filter(({ status }) => status === 'Pause')
    if (paused.length === 0) return speech.say('None of the connectors that you see is paused.')
    if (paused.length > 1 || connector !== null)
      return askWhich({ ...scene, connectors: paused }, speech, (name) => `Resume ${name}`)
  }
  const meant = connector ?? connectors.find(({ status }) => status === 'Pause')
  if (!meant) return
  if (!isAllowed(meant.status, 'user.resumed')) return notNow({ ...scene, connector: meant }, speech, 'resumed')
  const open = await openRuns({ ...scene, connector: meant })
  speech.say('I can have ', quote(meant.name), ' resumed. Press the button if that is what you want.')
  const effect = [
    ...speech.effect('Its status becomes Active, and its schedule starts runs again.'),
    ...speech.effect(
      speech.fact('Runs that rest', open, `${connectorHref(meant.id)}?tab=runs&result=open`),
      ' runs that rest go on.',
    ),
  ]
  speech.propose({ kind: 'resume', connectorId: meant.id, connectorName: meant.name, effect })
}

export async function proposeRun(scene: Scene, speech: Speech): Promise<void> {
  const { connector } = scene
  if (connector === null) return askWhich(scene, speech, (name) => `Run ${name} now`)
  if (connector.status !== 'Active') return notNow(scene, speech, 'run')
  const open = await openRuns(scene)
  const runs = `${connectorHref(connector.id)}?tab=runs&result=open`
  if (open > 0)
    return speech.say(
      quote(connector.name),
      ' has ',
      speech.fact('Open runs', open, runs),
      ' open run already. ',
      link(runs, 'Look at it'),
    )
  speech.say('I can have a run of ', quote(connector.name), ' started. Press the button if that is what you want.')
  const effect = speech.effect('This queues a run now. It reads the source and delivers to the destination.')
  speech.propose({ kind: 'run', connectorId: connector.id, connectorName: connector.name, effect })
}

export async function proposeReplay(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, connector, when, now } = scene
  if (connector === null) return askWhich(scene, speech, (name) => `Send the failed records of ${name} again`)
  const week = 7 * 86_400_000
  const range = when.isNamed ? when : { ...when, from: now - week, label: 'the past week' }
  const dates = { startDate: new Date(range.from).toISOString(), endDate: new Date(Math.min(range.to, now)).toISOString() }
  const asked = { companyId: caller.companyId, connectorId: connector.id, from: dates.startDate, to: dates.endDate }
  const { groups, isCut } = await groupsWithArrivals(db, asked)
  const failed = groups.reduce((sum, it) => sum + it.failed, 0)
  const arrived = groups.reduce((sum, it) => sum + Math.min(it.arrived, it.failed), 0)
  const href = `${connectorHref(connector.id)}?tab=problems&${new URLSearchParams({ period: 'custom', from: short(dates.startDate), to: short(dates.endDate) })}`
  if (failed === 0)
    return speech.say(
      'No record of ',
      quote(connector.name),
      ' failed in ',
      quote(range.label),
      ', so there is nothing to send again.',
    )
  if (connector.status !== 'Active') return notNow(scene, speech, 'asked to send records again')
  speech.say(
    speech.fact('Failed records', failed, href),
    ' records of ',
    quote(connector.name),
    ' failed in ',
    quote(range.label),
    isCut ? ' at least' : '',
    '; ',
    speech.fact('Of these arrived later', arrived, href),
    ' of them arrived later and are left out.',
  )
  const effect = [
    ...speech.effect(
      'A plan is made of the records that failed. Nothing is sent until you start the plan in the Replay tab, where you see each of them.',
    ),
    ...speech.effect('They go through the live version of the connector.'),
  ]
  speech.propose({ kind: 'replay', connectorId: connector.id, connectorName: connector.name, ...dates, effect })
}

const short = (instant: string) => `${instant.slice(0, 16)}Z`

/** Schedules are set in the builder: when the next start is can be said, and where it is changed. */
export async function aboutSchedule(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, connector } = scene
  const { data, total } = await pageOfStarts(db, scope, { limit: connector === null ? 5 : 100, offset: 0 })
  if (connector === null) {
    speech.say(
      speech.fact('Connectors with a planned start', total, '/integration-engine'),
      ' connectors start by themselves. The next ones:',
    )
    for (const it of data) speech.item(link(connectorHref(it.connectorId), it.connectorName), ': ', at(it.at))
    return
  }
  const next = data.find(({ connectorId }) => connectorId === connector.id)
  if (next) speech.say('The next start of ', quote(connector.name), ' is planned for ', at(next.at), '.')
  else if (connector.status !== 'Active')
    speech.say(quote(connector.name), ' is ', quote(statusName(connector.status)), ', so nothing starts by itself.')
  else speech.say('The live version of ', quote(connector.name), ' has no schedule.')
  speech.say(
    'The schedule is set in the Profile step. A change applies from the next deployment. ',
    link(`/edit-integration/integration-profile/${connector.id}`, 'Change the schedule'),
  )
  speech.suggest('Run it now')
}
