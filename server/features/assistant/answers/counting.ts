/** "How many …": records, runs, connectors and alerts, counted in the ledger over what the person sees. */
import type { Health } from '#contract/connectors/details/health.ts'
import type { RunFilter } from '#contract/connectors/runs/run-list.ts'
import { healthsOf } from '../../connectors/details/connector-health.repository.ts'
import { problemGroups } from '../../connectors/problems/problem-group.ts'
import { operationsIn } from '../accounting/operators.ts'
import { countRaised, countRuns, countWaiting, troubledConnectors } from '../counting.repository.ts'
import { inAddress, namesUnknownTime } from '../language/time/when.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { link, listed, plural, quote, type Speech } from '../speech.ts'
import { aboutUsage } from './billing.ts'
import { whatChanged } from './changes.ts'
import { aboutPeople } from './company.ts'
import {
  answerComparison,
  answerCourse,
  answerRanking,
  asksForCourse,
  asksForPeak,
  asksForRanking,
  courseOf,
  isNotDelivered,
  recordsSaid,
  subjectOf,
} from './courses.ts'
import { sayNotCounted, uncountedIn } from './exact.ts'
import { explainFailure, tellCauses } from './failures.ts'
import { atTime, behindFigure, ofOne, recordSums, recordsHref, sayUnread, whenWord } from './figures.ts'
import { listFailed } from './records.ts'
import { aboutRuns } from './runs.ts'
import { aboutSignIns } from './sign-ins.ts'

const day = 86_400_000

async function countRecords(scene: Scene, speech: Speech): Promise<void> {
  const { when, hasWord } = scene
  const subject = subjectOf(scene)
  // A time of several days has a course worth seeing.
  if (when.to - when.from > day + 60_000) speech.draw(await courseOf(scene, when, subject.measures))
  const sums = await recordSums(scene, when)
  const [of, time] = [ofOne(scene), atTime(when)]
  const hrefOf = (status: string | null) => recordsHref(scene, when, status)
  const figure = (label: string, value: number, status: string | null) => speech.fact(label, value, hrefOf(status))
  if (operationsIn(scene.words).some(({ operator }) => operator === 'later')) {
    speech.applies('later')
    speech.say(
      ...speech.count('Records delivered later', sums.deliveredLater, hrefOf(null), 'record'),
      ...of,
      ' failed at first and ',
      plural(sums.deliveredLater, 'was', 'were'),
      ' delivered later',
      ...time,
    )
    return
  }
  if (hasWord('unknown', 'uncertain', 'unclear', 'maybe')) {
    speech.say(
      ...speech.count('Records that may not have arrived', sums.unknown, null, 'record'),
      ...of,
      ' may not have arrived',
      ...time,
    )
  } else if (hasWord('unchang', 'identical')) {
    speech.say(
      ...speech.count('Unchanged records', sums.unchanged, hrefOf(null), 'record'),
      ...of,
      ` ${plural(sums.unchanged, 'was', 'were')} unchanged and not sent again`,
      ...time,
    )
  } else if (subject.status === null) {
    const total = sums.delivered + sums.failed + sums.skipped + sums.unknown + sums.unchanged + sums.leftOut + sums.deliveredAfter
    speech.say(
      ...speech.count('Records read', total, hrefOf(null), 'record'),
      ...of,
      ` ${plural(total, 'was', 'were')} read`,
      ...time,
    )
    speech.say(
      'Delivered: ',
      figure('Delivered records', sums.delivered, 'success'),
      ', failed: ',
      figure('Failed records', sums.failed, 'failure'),
      ', skipped: ',
      figure('Skipped records', sums.skipped, 'skipped'),
      ...(sums.unchanged > 0 ? [', unchanged and not sent again: ', figure('Unchanged records', sums.unchanged, null)] : []),
      ...(sums.leftOut > 0 ? [', left out by a filter: ', figure('Left-out records', sums.leftOut, 'left-out')] : []),
      '.',
    )
    await sayUnread(scene, when, speech)
  } else {
    const count = subject.measures.reduce((all, it) => all + sums[it], 0)
    speech.say(...recordsSaid(speech, subject, count, { href: hrefOf(subject.status), of }), ...time)
    if (subject.status === 'success' && sums.failed > 0) speech.say(figure('Failed records', sums.failed, 'failure'), ' failed.')
    if (subject.status !== 'failure') return
    await sayUnread(scene, when, speech)
    if (sums.deliveredLater > 0)
      speech.say(
        ...speech.count('Records delivered later', sums.deliveredLater, hrefOf(null), 'record'),
        ' failed at first and ',
        plural(sums.deliveredLater, 'was', 'were'),
        ' delivered later.',
      )
    if (sums.unknown > 0)
      speech.say(figure('Records that may not have arrived', sums.unknown, null), ' more may not have arrived.')
    if (sums.failed > 0 && (hasWord('why', 'reason', 'cause') || /^(?:and )?(?:what|which)\b/i.test(scene.message))) {
      speech.applies('why')
      await tellCauses(scene, speech)
    }
    if (sums.failed > 0 && /^(?:which|who|list|show|give|name|what are)\b/i.test(scene.message)) {
      speech.applies('who')
      await listFailed(scene, speech)
    }
    if (sums.failed > 0) speech.suggest('Why did they fail?', 'Send the failed records again')
  }
}

/** "Average records per run", "records per run". */
const asksPerRun = ({ words, hasWord }: Scene): boolean =>
  words.some(
    (word, at) => (word === 'per' || word === 'a' || word === 'each') && /^(?:run|sync|execution)$/.test(words[at + 1] ?? ''),
  ) && hasWord('record', 'row', 'order', 'customer', 'averag', 'mean')

async function averagePerRun(scene: Scene, speech: Speech): Promise<void> {
  speech.applies('average', 'each')
  const { db, scope, when } = scene
  const runs = await countRuns(db, { ...scope, connectorIds: idsIn(scene), from: when.from, to: when.to }, 'all')
  if (runs === 0) return speech.say('No run', ...ofOne(scene), ' was started', ...atTime(when))
  const { delivered, failed, skipped, unknown, unchanged, leftOut, deliveredAfter } = await recordSums(scene, when)
  const total = delivered + failed + skipped + unknown + unchanged + leftOut + deliveredAfter
  const href = recordsHref(scene, when, null)
  speech.say(
    'A run',
    ...ofOne(scene),
    ' read ',
    speech.fact('Records per run', Math.round(total / runs), href),
    ' records on average',
    ...atTime(when),
  )
  speech.say(...speech.count('Records read', total, href, 'record'), ' in ', ...speech.count('Runs', runs, '/runs', 'run'), '.')
}

/** Records of open runs that are neither delivered nor failed. */
async function countWaitingRecords(scene: Scene, speech: Speech): Promise<void> {
  const { records, runs } = await countWaiting(scene.db, { ...scene.scope, connectorIds: idsIn(scene) })
  const href = '/integration-engine'
  speech.say(
    ...speech.count('Records that wait', records, href, 'record'),
    ` ${plural(records, 'is', 'are')} waiting in `,
    ...speech.count('Open runs', runs, href, 'open run'),
    '.',
  )
}

const causesRead = 20

/** "How many got a 422?": failed records by the status of the response. */
async function countByStatus(scene: Scene, speech: Speech, status: number): Promise<void> {
  const { db, scope, when, caller } = scene
  const asked = { ...scope, connectorIds: idsIn(scene), from: when.from, to: when.to }
  const { connectors } = await troubledConnectors(db, asked, causesRead)
  let total = 0
  const of: { id: string; name: string; count: number }[] = []
  for (const { id, name } of connectors) {
    const range = { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() }
    const { groups } = await problemGroups(db, { companyId: caller.companyId, connectorId: id, ...range })
    const count = groups
      .filter(({ answerStatus }) => answerStatus === status)
      .reduce((sum, it) => sum + it.failed + it.unknown, 0)
    total += count
    if (count > 0) of.push({ id, name, count })
  }
  const said = speech.count('Failed records with the status', total, recordsHref(scene, when, 'failure'), 'record')
  speech.say(
    ...said,
    ' failed with status ',
    speech.fact('Status of the response', String(status), null),
    ...behindFigure(scene, when),
  )
  if (scene.connector === null)
    for (const { id, name, count } of of.slice(0, listedMax))
      speech.item(
        link(connectorHref(id), name),
        ': ',
        ...speech.count(`Failed with the status: ${name}`, count, `${connectorHref(id)}?tab=problems`, 'record'),
        '.',
      )
}

async function errorRate(scene: Scene, speech: Speech): Promise<void> {
  speech.applies('share')
  const { delivered, failed } = await recordSums(scene, scene.when)
  if (delivered + failed === 0) return speech.say('No records were delivered and none failed', ...behindFigure(scene, scene.when))
  const percent = Math.round((1_000 * failed) / (delivered + failed)) / 10
  const href = recordsHref(scene, scene.when, null)
  const isSuccess = scene.hasWord('success', 'succeed', 'deliver', 'successful') && !scene.hasWord('fail', 'error', 'failur')
  if (isSuccess) {
    const share = speech.fact('Delivered records, percent', `${Math.round((100 - percent) * 10) / 10} %`, href)
    speech.say(share, ' of records', ...ofOne(scene), ' were delivered', ...atTime(scene.when))
  } else {
    speech.say(
      'The error rate',
      ...ofOne(scene),
      ' was ',
      speech.fact('Error rate, percent', percent, href),
      ' %',
      ...atTime(scene.when),
    )
  }
  speech.say(
    ...speech.count('Failed records', failed, href, 'record'),
    ' failed, ',
    speech.fact('Delivered records', delivered, href),
    ` ${plural(delivered, 'was', 'were')} delivered.`,
  )
  await sayUnread(scene, scene.when, speech)
}

const runWords: readonly (readonly [RunFilter, readonly string[], one: string, more: string])[] = [
  ['failed', ['fail', 'crash', 'failur'], 'failed', 'failed'],
  ['cancelled', ['cancel', 'stop', 'abort'], 'was stopped', 'were stopped'],
  ['open', ['open', 'queu', 'progress', 'wait', 'pend'], 'is open', 'are open'],
  ['completedWithErrors', ['error', 'partial', 'partially'], 'completed with errors', 'completed with errors'],
  ['succeeded', ['succeed', 'success', 'successful', 'successfully'], 'succeeded', 'succeeded'],
]

/** How many runs of the result that the words name. */
export async function countOfRuns(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, connector, when, hasWord, words } = scene
  const isOpen = words.includes('running') || (words.includes('now') && !hasWord('fail', 'error'))
  const found = isOpen ? runWords.find(([filter]) => filter === 'open') : runWords.find(([, stems]) => hasWord(...stems))
  const [filter, , one, more] = found ?? (['all', [], 'was started', 'were started'] as const)
  const asked = { ...scope, connectorIds: idsIn(scene) }
  const href = (of: RunFilter | 'all') => {
    const base = connector === null ? '/runs?' : `${connectorHref(connector.id)}?tab=runs&`
    return `${base}${of === 'all' ? '' : `result=${of}&`}${inAddress(when)}`
  }
  // Open runs are of now, whenever they began.
  const from = filter === 'open' && !when.isNamed ? 0 : when.from
  const count = await countRuns(db, { ...asked, from, to: when.to }, filter)
  const said = speech.count(`Runs (${filter})`, count, href(filter), 'run')
  speech.say(...said, ...ofOne(scene), ` ${plural(count, one, more)}`, ...atTime(from === 0 ? null : when))
  if (filter === 'failed') {
    const partly = await countRuns(db, { ...asked, from, to: when.to }, 'completedWithErrors')
    if (partly > 0)
      speech.say(
        ...speech.count('Runs (completedWithErrors)', partly, href('completedWithErrors'), 'run'),
        ' completed with errors.',
      )
  }
  if (filter === 'failed' && count > 0) speech.suggest('Why did they fail?')
}

const statusWords = [
  ['Active', ['activ', 'runn', 'run', 'liv', 'deploy'], 'active', 'active'],
  ['Pause', ['paus', 'stop', 'suspend', 'off', 'inactiv', 'disabl'], 'paused', 'paused'],
  ['Draft', ['draft', 'undeploy'], 'a draft', 'drafts'],
  ['Failed', ['fail'], 'failed', 'failed'],
] as const
const listedMax = 10

function countOfConnectors(scene: Scene, speech: Speech): void {
  const { hasWord } = scene
  const connectors = connectorsIn(scene)
  const [status, , one, more] = statusWords.find(([, stems]) => hasWord(...stems)) ?? ([null, [], '', ''] as const)
  const found = status === null ? connectors : connectors.filter((it) => it.status === status)
  const all = speech.count('Connectors', connectors.length, '/dashboard', 'connector')
  const { applied } = scene.scopes
  if (status === null && applied.length > 0) {
    speech.say(...all, ` ${plural(connectors.length, 'matches', 'match')} `, ...listed(applied.map(quote), listedMax), ':')
    speech.sayNoScopes()
  } else if (status === null) speech.say('You have ', ...all, '.')
  else {
    const count = speech.fact(`Connectors that are ${more}`, found.length, '/dashboard')
    speech.say(count, ' of ', ...all, ` ${plural(found.length, 'is', 'are')} ${plural(found.length, one, more)}.`)
  }
  const isFew = status !== null && found.length <= listedMax / 2
  if (!isFew && applied.length === 0 && !hasWord('which', 'what', 'list', 'show', 'nam')) return
  for (const { id, name } of found.slice(0, listedMax)) speech.item(link(connectorHref(id), name))
  if (found.length > listedMax) speech.say('The others are on the dashboard.')
}

const failingFirst = (health?: Health) => (health?.level === 'failing' ? 0 : 1)

async function connectorsWithErrors(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, when, zone } = scene
  const asked = { ...scope, connectorIds: idsIn(scene), from: when.from, to: when.to }
  const { connectors: found, total } = await troubledConnectors(db, asked, listedMax)
  const ids = found.map(({ id }) => id)
  const healths = await healthsOf(db, scope.companyId, ids)
  // What fails comes before what lost some records.
  const connectors = found.toSorted((a, b) => failingFirst(healths.get(a.id)) - failingFirst(healths.get(b.id)))
  const range = [whenWord(when), quote(when.label)]
  if (total === 0) return speech.say('No connector had failed runs or failed records', ...range, '.')
  speech.say(
    ...speech.count('Connectors with errors', total, `/runs?${inAddress(when)}`, 'connector'),
    ' had failed runs or failed records',
    ...range,
    ':',
  )
  for (const { id, name, count } of connectors) {
    const href = `${connectorHref(id)}?tab=runs&${inAddress(when)}`
    speech.item(link(connectorHref(id), name), ': ', ...speech.count(`Runs with errors: ${name}`, count, href, 'run'))
  }
  speech.draw({
    ...{ kind: 'comparison', title: 'Runs with errors by connector', interval: null, zone, series: ['runs'] },
    points: connectors.map(({ id, name, count }) => ({
      ...{ at: null, name, values: [count], isOpen: false, href: `${connectorHref(id)}?tab=runs&${inAddress(when)}` },
    })),
  })
  const [worst] = connectors
  if (worst) speech.suggest(`Why is ${worst.name} failing?`)
}

async function countOfAlerts(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, when } = scene
  const count = await countRaised(db, { ...scope, connectorIds: idsIn(scene), from: when.from, to: when.to })
  speech.say(...speech.count('Alerts', count, '/alarms', 'alert'), ...ofOne(scene), ' became active', ...atTime(when))
}

/** Figures of another time than the one that was asked for are not given. */
function askForTime(speech: Speech): void {
  speech.say('Which time period do you mean?')
  speech.say('Name a day, week, month or quarter, or a span such as the past 6 hours.')
  speech.suggest('How many records were delivered this month?', 'How many records were delivered last month?')
}

const peopleWords = ['people', 'person', 'member', 'user', 'colleagu', 'teammat', 'admin', 'administrator', 'invitation', 'invit']
const billWords = ['bill', 'plan', 'subscription', 'quota', 'overdu', 'unpaid', 'owe', 'cost', 'pric']

/** Which of them is counted, by the words of the question. */
export async function answerCount(scene: Scene, speech: Speech): Promise<void> {
  const { hasWord, when, words } = scene
  const uncounted = uncountedIn(scene)
  if (isNotDelivered(scene)) speech.applies('negation')
  const isOfRecords = hasWord('record', 'row', 'fail', 'deliver', 'send', 'skip', 'arriv') || scene.scopes.among !== null
  // "How many problems do we have?": connectors with theirs, and not records.
  if (/\bhow many (?:open |current |unresolved )?(?:problems|issues)\b/i.test(scene.message)) return explainFailure(scene, speech)
  if (hasWord(...peopleWords) && !isOfRecords) return aboutPeople(scene, speech)
  if (hasWord('login', 'sign-in', 'signin', 'logon')) return aboutSignIns(scene, speech)
  if (hasWord(...billWords) && !isOfRecords) return aboutUsage(scene, speech)
  if (uncounted === 'created' && hasWord('connector', 'integration')) return whatChanged(scene, speech)
  if (uncounted !== null) return sayNotCounted(uncounted, speech)
  if (!when.isNamed && namesUnknownTime(words)) return askForTime(speech)
  // "How many are paused?": only connectors can be.
  const isAboutStatus = hasWord('paus', 'draft', 'off') && !hasWord('record', 'run')
  const isAboutConnectors =
    isAboutStatus ||
    hasWord('connector', 'integration') ||
    words.includes('sync') ||
    words.includes('syncs') ||
    hasWord('pipelin', 'fe', 'feed', 'workflow', 'automation')
  const asksWhich = hasWord('which', 'what', 'list', 'show')
  if (
    hasWord('compar', 'versu', 'vs', 'than', 'differenc', 'before', 'fewer', 'less', 'against') &&
    (await answerComparison(scene, speech))
  )
    return
  if (asksForPeak(scene)) return answerCourse(scene, speech)
  if (asksPerRun(scene)) return averagePerRun(scene, speech)
  if (asksForRanking(scene)) return answerRanking(scene, speech)
  if (hasWord('rat', 'percent', 'percentag', 'shar', 'portion', 'fraction')) return errorRate(scene, speech)
  if (hasWord('alert', 'alarm', 'warn', 'warning')) return countOfAlerts(scene, speech)
  const isAboutRuns =
    hasWord('run', 'execution', 'job', 'wait', 'queu', 'pend') && !(isAboutConnectors && words.includes('running'))
  if (isAboutRuns && !hasWord('record', 'row')) {
    const asksForOnes =
      hasWord('last', 'newest', 'latest', 'longest', 'long', 'show', 'list', 'which', 'recent') && !hasWord('many', 'number')
    return asksForOnes ? aboutRuns(scene, speech) : countOfRuns(scene, speech)
  }
  const status = words.find((word) => /^[45]\d\d$/.test(word))
  if (status !== undefined) return countByStatus(scene, speech, Number(status))
  if (hasWord('wait', 'pend', 'queu') && hasWord('record', 'row', 'order', 'customer', 'event'))
    return countWaitingRecords(scene, speech)
  if (asksForCourse(scene)) return answerCourse(scene, speech)
  if (scene.marked.connectors.length === 0 && isAboutConnectors && (asksWhich || !hasWord('record', 'row', 'transaction'))) {
    const isTrouble = hasWord('error', 'fail', 'reject', 'problem', 'troubl', 'lost') || isNotDelivered(scene)
    if (isTrouble) return connectorsWithErrors(scene, speech)
    return countOfConnectors(scene, speech)
  }
  return countRecords(scene, speech)
}
