/** Why a connector is late, moves nothing or is slow. */
import { statisticOf } from '../../../engine/ledger/statistic.ts'
import { inOneSnapshot } from '../../../platform/database/snapshot.ts'
import { alarmsOf } from '../../alerts/alarms.repository.ts'
import { pageOfRuns, pageOfStarts } from '../../connectors/runs/run-list.repository.ts'
import { inAddress } from '../language/when.ts'
import { connectorHref, type Scene } from '../scene.ts'
import { at, link, quote, type Speech } from '../speech.ts'
import { statusName } from './failures.ts'
import { recordSums } from './figures.ts'

/** Asks which connector is meant. */
export function askWhich({ connectors }: Scene, speech: Speech, question: (name: string) => string): void {
  if (connectors.length === 0) speech.say('You have no connectors yet.')
  else speech.say('Which connector do you mean? Open its page, or name it.')
  speech.suggest(...connectors.slice(0, 3).map(({ name }) => question(name)))
}

async function newestRuns({ db, scope, connector }: Scene, limit: number) {
  return pageOfRuns(db, scope, { connectorId: connector?.id, search: '', limit, offset: 0 })
}

export async function explainLate(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, caller, connector } = scene
  if (connector === null) return askWhich(scene, speech, (name) => `Why did ${name} not run?`)
  const base = connectorHref(connector.id)
  speech.say(quote(connector.name), ' is ', quote(statusName(connector.status)), ': ', quote(connector.reason))
  if (connector.status !== 'Active') {
    speech.say('Nothing starts automatically while it is not active.')
    if (connector.status === 'Pause') speech.suggest(`Resume ${connector.name}`)
    return
  }
  const { data: starts } = await pageOfStarts(db, scope, { limit: 100, offset: 0 })
  const next = starts.find(({ connectorId }) => connectorId === connector.id)
  const { data, total } = await newestRuns(scene, 1)
  const [run] = data
  if (next) speech.say('Its next start is planned for ', at(next.at), '.')
  else speech.say('No start is planned: its live version has no schedule, so it runs when someone or an event starts it.')
  if (run) {
    speech.say(
      'The newest of ',
      speech.fact('Runs', total, `${base}?tab=runs`),
      ' runs began at ',
      at(run.startedAt ?? run.statusSince),
      ' and is ',
      quote(run.status),
      ': ',
      quote(run.statusReason),
    )
  } else speech.say('It has never run.')
  const alarms = await alarmsOf(
    db,
    { companyId: caller.companyId, connectorId: connector.id, connectorName: connector.name },
    () => true,
  )
  const late = alarms.find(({ kind, state }) => kind === 'late' && (state === 'raised' || state === 'acknowledged'))
  if (late) speech.say('The alert for late starts is active: ', quote(late.reason))
  speech.say(link(`${base}?tab=runs`, 'All its runs'))
  speech.suggest('Run it now')
}

type NewestRun = Awaited<ReturnType<typeof newestRuns>>['data'][number]

function tellRun(run: NewestRun, base: string, speech: Speech): void {
  const runPage = `${base}/runs/${run.runId}`
  speech.say(
    'Its newest run began at ',
    at(run.startedAt ?? run.statusSince),
    ', with the result ',
    quote(run.status),
    '. It read ',
    speech.fact('Records read by the newest run', run.recordsRead, runPage),
    ' records.',
  )
  if (run.recordsFailed > 0)
    speech.say(speech.fact('Records failed in the newest run', run.recordsFailed, runPage), ' of them failed.')
}

/** What became of the newest run of the connector that is meant. */
export async function tellNewestRun(scene: Scene, speech: Speech): Promise<void> {
  const { data } = await newestRuns(scene, 1)
  const [run] = data
  if (run && scene.connector) tellRun(run, connectorHref(scene.connector.id), speech)
  else speech.say('It has never run.')
}

export async function explainNothing(scene: Scene, speech: Speech): Promise<void> {
  const { connector, when } = scene
  if (connector === null) return askWhich(scene, speech, (name) => `Why did ${name} move no records?`)
  const base = connectorHref(connector.id)
  const { data } = await newestRuns(scene, 10)
  const sums = await recordSums(scene, when)
  const href = `${base}?tab=transactions&${inAddress(when)}`
  speech.say(
    'In ',
    quote(when.label),
    ', ',
    quote(connector.name),
    ' delivered ',
    speech.fact('Delivered records', sums.delivered, href),
    ' records; ',
    speech.fact('Failed records', sums.failed, href),
    ' failed and ',
    speech.fact('Skipped records', sums.skipped, href),
    ' were skipped.',
  )
  if (data.length === 0) return speech.say('It has never run, so nothing could move.')
  const [run] = data
  const empty = data.filter(({ recordsRead, status }) => recordsRead === 0 && status === 'succeeded').length
  if (connector.status !== 'Active') speech.say('It is ', quote(statusName(connector.status)), ': nothing starts by itself.')
  if (run) {
    tellRun(run, base, speech)
    if (run.recordsRead === 0 && run.status === 'succeeded')
      speech.say(
        'The source answered and had no records for it: there was nothing new, or the request asks for something that does not exist.',
      )
  }
  speech.say(
    speech.fact('Empty runs', empty, `${base}?tab=runs`),
    ' of its last ',
    speech.fact('Runs looked at', data.length, `${base}?tab=runs`),
    ' runs read nothing.',
  )
  speech.suggest('What changed recently?', `Why is ${connector.name} failing?`)
}

export async function explainSlow(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, connector, when, now } = scene
  if (connector === null) return askWhich(scene, speech, (name) => `Why is ${name} slow?`)
  const base = connectorHref(connector.id)
  const span = when.to - when.from
  const { current, before } = await inOneSnapshot(db, async (tx) => {
    const whose = { companyId: caller.companyId, connectorId: connector.id }
    const minute = 60_000
    const floor = (instant: number) => Math.floor(instant / minute) * minute
    const [from, to] = [floor(when.from), floor(when.to)]
    return {
      current: await statisticOf(tx, whose, { from, to }, now),
      before: await statisticOf(tx, whose, { from: floor(from - span), to: from }, now),
    }
  })
  const [mean, earlier] = [current.latency.mean, before.latency.mean]
  const href = `${base}?tab=transactions&${inAddress(when)}`
  if (mean === null)
    speech.say(
      'No record of ',
      quote(connector.name),
      ' was delivered in ',
      quote(when.label),
      ', so there is no latency to judge.',
    )
  else {
    speech.say(
      'From reading to delivery a record of ',
      quote(connector.name),
      ' took ',
      speech.fact('Average latency, ms', mean, href),
      ' ms on average in ',
      quote(when.label),
      '.',
    )
    if (earlier === null) speech.say('There are no figures for the period before.')
    else
      speech.say(
        'In the same time before it took ',
        speech.fact('Average latency before, ms', earlier, href),
        ' ms, so it ',
        earlier < mean ? 'became slower.' : 'did not become slower.',
      )
  }
  if (current.latency.p95 !== null) {
    speech.item(
      'Of its records, ninety-five of a hundred took at most ',
      speech.fact('95 % of records within, ms', current.latency.p95, href),
      ' ms.',
    )
  }
  speech.say('The flow of the connector shows which step takes the time. ', link(base, 'Open its overview'))
  speech.suggest('What changed recently?', 'What can be improved?')
}
