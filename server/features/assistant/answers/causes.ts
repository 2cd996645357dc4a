/** Why a connector is late, moves nothing or is slow. */
import { conditionOf, conditions } from '#contract/connectors/list/connector-condition.ts'
import { inOneSnapshot } from '#server/platform/database/commit.ts'
import { latencyOf, totalOf } from '../../../engine/ledger/figures.ts'
import { figuresOf, type Span } from '../../../engine/ledger/ledger-sums.repository.ts'
import { alarmsOf, listAlarms } from '../../alerts/alarms.repository.ts'
import { chooseConnectors } from '../../analytics/connector-choice.repository.ts'
import { healthsOf } from '../../connectors/details/connector-health.repository.ts'
import type { ListedStatus } from '../../connectors/list/connector-overview.repository.ts'
import { pageOfRuns, pageOfStarts } from '../../connectors/runs/run-list.repository.ts'
import { inAddress } from '../language/time/when.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { at, durationText, link, ownSentence, plural, quote, type Speech } from '../speech.ts'
import { statusName } from './failures.ts'
import { recordSums, whenWord } from './figures.ts'
import { aboutRuns, sayRun } from './runs.ts'

/** Connectors in the order in which they are likely to be meant: failing, degraded, all others by name. */
export async function byRelevance(scene: Scene): Promise<readonly ListedStatus[]> {
  const connectors = connectorsIn(scene)
  const healths = await healthsOf(
    scene.db,
    scene.caller.companyId,
    connectors.filter(({ status }) => status === 'Active').map(({ id }) => id),
  )
  const rankOf = ({ id, status, waiting }: ListedStatus) => {
    const place = (conditions as readonly string[]).indexOf(
      conditionOf(status, healths.get(id)?.level ?? 'noRecentData', waiting),
    )
    return place === -1 ? conditions.length : place
  }
  return connectors.toSorted((one, other) => rankOf(one) - rankOf(other))
}

const offeredMax = 3

/** Asks which connector is meant: those that need somebody first. */
export async function askWhich(scene: Scene, speech: Speech, question: (name: string) => string): Promise<void> {
  if (scene.connectors.length === 0) {
    speech.say('You have no connectors yet. ', link('/integration-setup', 'Create one'))
    return
  }
  speech.say('Which connector do you mean?')
  const offered = (await byRelevance(scene)).slice(0, offeredMax)
  speech.suggest(...offered.map(({ name }) => question(name)))
}

async function newestRuns({ db, scope, connector }: Scene, limit: number) {
  return pageOfRuns(db, scope, { connectorId: connector?.id, search: '', limit, offset: 0 })
}

export async function explainLate(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, caller, connector } = scene
  if (connector === null) return tellLate(scene, speech)
  const base = connectorHref(connector.id)
  speech.say(quote(connector.name), ' is ', quote(statusName(connector.status)), ': ', ...ownSentence(connector.reason))
  if (connector.status !== 'Active') {
    speech.say('No run starts until the connector is active.')
    if (connector.status === 'Pause') speech.suggest(`Resume ${connector.name}`)
    return
  }
  const { data: starts } = await pageOfStarts(db, scope, { limit: 100, offset: 0 })
  const next = starts.find(({ connectorId }) => connectorId === connector.id)
  const { data, total } = await newestRuns(scene, 1)
  const [run] = data
  if (next) speech.say('The next run is planned for ', at(next.at), '.')
  else speech.say('No run is planned, because the live version has no schedule. A person, the API or an event starts each run.')
  if (run) {
    speech.say('The newest of ', ...speech.count('Runs', total, `${base}?tab=runs`, 'run'), ':')
    sayRun(run, speech)
  } else speech.say('The connector has never run.')
  const alarms = await alarmsOf(
    db,
    { companyId: caller.companyId, connectorId: connector.id, connectorName: connector.name },
    () => true,
  )
  const late = alarms.find(({ kind, state }) => kind === 'late' && (state === 'raised' || state === 'acknowledged'))
  if (late) speech.say('The alert for late starts is active: ', ...ownSentence(late.reason))
  speech.say(link(`${base}?tab=runs`, 'See all runs'))
  speech.suggest('Run it now')
}

/** Without a connector: which of them are late. */
async function tellLate(scene: Scene, speech: Speech): Promise<void> {
  const { data } = await listAlarms(scene.db, scene.scope, { state: 'raised', page: 1, limit: 50 })
  const ids = new Set(connectorsIn(scene).map(({ id }) => id))
  const late = data.filter(({ kind, connectorId }) => kind === 'late' && ids.has(connectorId))
  if (late.length === 0) speech.say('No connector is overdue.')
  else
    speech.say(
      ...speech.count('Overdue connectors', late.length, '/alarms', 'connector'),
      ` ${plural(late.length, 'is', 'are')} overdue:`,
    )
  for (const it of late.slice(0, 5))
    speech.item(link(connectorHref(it.connectorId), it.connectorName), ': ', ...ownSentence(it.reason))
  const [first] =
    late.length > 0 ? late.map(({ connectorName }) => connectorName) : (await byRelevance(scene)).map(({ name }) => name)
  if (first) speech.suggest(`Why did ${first} not run?`)
}

export async function explainNothing(scene: Scene, speech: Speech): Promise<void> {
  const { connector, when } = scene
  if (connector === null) return askWhich(scene, speech, (name) => `Why did ${name} deliver nothing?`)
  const base = connectorHref(connector.id)
  const { data } = await newestRuns(scene, 10)
  const sums = await recordSums(scene, when)
  const href = `${base}?tab=transactions&${inAddress(when)}`
  speech.say(
    quote(connector.name),
    ' delivered ',
    ...speech.count('Delivered records', sums.delivered, href, 'record'),
    whenWord(when),
    quote(when.label),
    '. ',
    speech.fact('Failed records', sums.failed, href),
    ' failed and ',
    speech.fact('Skipped records', sums.skipped, href),
    ` ${plural(sums.skipped, 'was', 'were')} skipped.`,
  )
  if (data.length === 0) return speech.say('The connector has never run, so nothing could be delivered.')
  const [run] = data
  const empty = data.filter(({ recordsRead, status }) => recordsRead === 0 && status === 'succeeded').length
  if (connector.status !== 'Active') speech.say('The connector is ', quote(statusName(connector.status)), ', so no run starts.')
  if (run) {
    sayRun(run, speech)
    if (run.recordsRead === 0 && run.status === 'succeeded')
      speech.say('The source responded without records. Nothing was new, or the request matches nothing.')
  }
  speech.say(
    speech.fact('Empty runs', empty, `${base}?tab=runs`),
    ' of the last ',
    ...speech.count('Runs looked at', data.length, `${base}?tab=runs`, 'run'),
    ' read no records.',
  )
  speech.suggest('What changed recently?', `Why is ${connector.name} failing?`)
}

export async function explainSlow(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, connector, when, hasWord } = scene
  // "How long did the last run take?" is about runs, and "which is slowest?" about all connectors.
  const asksWhy = hasWord('why', 'reason', 'cause')
  const isOfRuns = hasWord('run', 'execution', 'job') && !hasWord('record', 'deliver')
  if (isOfRuns && asksWhy) speech.say("I can't tell the reason. This is what I know:")
  if (isOfRuns) return aboutRuns(scene, speech)
  if (connector === null && asksWhy) return askWhich(scene, speech, (name) => `Why is ${name} slow?`)
  const base = connector === null ? '/dashboard' : connectorHref(connector.id)
  const minute = 60_000
  const [from, to] = [Math.floor(when.from / minute) * minute, Math.floor(when.to / minute) * minute]
  const chosen = await chooseConnectors(db, scope, { ids: idsIn(scene), environment: null, sandboxOrigin: '' })
  if (!chosen) return
  const { current, before } = await inOneSnapshot(db, async (tx) => {
    const latencyIn = async (span: Span) => {
      const { sums, latencies } = await figuresOf(tx, chosen.whose, [span], span)
      return latencyOf(sums[0] ?? totalOf([]), latencies)
    }
    return { current: await latencyIn({ from, to }), before: await latencyIn({ from: from - (to - from), to: from }) }
  })
  const [mean, earlier] = [current.mean, before.mean]
  if (asksWhy) speech.say("I can't tell the reason. This is what I measured:")
  const href = connector === null ? `/dashboard?${inAddress(when)}` : `${base}?tab=transactions&${inAddress(when)}`
  const of = connector === null ? [] : [' of ', quote(connector.name)]
  if (mean === null)
    speech.say('No record', ...of, ' was delivered', whenWord(when), quote(when.label), ', so there is no latency to show.')
  else {
    speech.say(
      'A record',
      ...of,
      ' took ',
      speech.fact('Average latency', durationText(mean), href),
      ' on average from reading to delivery',
      whenWord(when),
      quote(when.label),
      '.',
    )
    if (earlier === null) speech.say('Nothing was delivered in the time before, so I have nothing to compare with.')
    else
      speech.say(
        'In the period before, a record took ',
        speech.fact('Average latency before', durationText(earlier), href),
        earlier < mean ? ', so delivery became slower.' : ', so delivery did not become slower.',
      )
  }
  if (current.p95 !== null) {
    const most = speech.fact('Latency of most records', durationText(current.p95), href)
    speech.item(speech.fact('Share of records', '95 %', href), ' of records took ', most, ' or less.')
  }
  if (connector === null) return
  speech.say('The overview shows which step takes the time. ', link(base, 'Open the overview'))
  speech.suggest('What changed recently?', 'What can be improved?')
}
