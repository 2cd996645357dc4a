/** "How many …": records, runs, connectors and alerts, counted in the ledger over what the person sees. */
import type { Health } from '#contract/connectors/details/health.ts'
import type { RunFilter } from '#contract/connectors/runs/run-list.ts'
import { healthsOf } from '../../connectors/details/connector-health.repository.ts'
import { countRaised, countRuns, troubledConnectors } from '../counting.repository.ts'
import { inAddress, namesUnknownTime } from '../language/when.ts'
import { connectorHref, type Scene } from '../scene.ts'
import { link, quote, type Speech } from '../speech.ts'
import { answerComparison, answerCourse, answerRanking, asksForCourse, asksForRanking, courseOf, subjectOf } from './courses.ts'
import { tellCauses } from './failures.ts'
import { behindFigure, recordSums, recordsHref, whenWord } from './figures.ts'
import { sayNotCounted, uncountedIn } from './uncounted.ts'

const day = 86_400_000

async function countRecords(scene: Scene, speech: Speech): Promise<void> {
  const { when, hasWord } = scene
  // A time of several days has a course worth seeing.
  if (when.to - when.from > day + 60_000) speech.draw(await courseOf(scene, when, subjectOf(scene).measures))
  const sums = await recordSums(scene, when)
  const behind = behindFigure(scene, when)
  const figure = (label: string, value: number, status: string | null) =>
    speech.fact(label, value, recordsHref(scene, when, status))
  if (hasWord('fail', 'reject', 'error', 'lost', 'unsuccessful')) {
    speech.say(figure('Failed records', sums.failed, 'failure'), ' records failed', ...behind)
    if (sums.unknown > 0)
      speech.say(
        'Of ',
        figure('Records that may not have arrived', sums.unknown, null),
        ' more it is not known whether they arrived.',
      )
    if (sums.failed > 0 && hasWord('why', 'reason', 'cause')) await tellCauses(scene, speech)
    if (sums.failed > 0) speech.suggest('Why did they fail?', 'Send the failed records again')
  } else if (hasWord('skip')) {
    speech.say(figure('Skipped records', sums.skipped, 'skipped'), ' records were skipped', ...behind)
  } else if (hasWord('deliver', 'send', 'arriv', 'success', 'transfer', 'mov', 'syn', 'succeed')) {
    speech.say(figure('Delivered records', sums.delivered, 'success'), ' records were delivered', ...behind)
    if (sums.failed > 0) speech.say(figure('Failed records', sums.failed, 'failure'), ' failed.')
  } else {
    const total = sums.delivered + sums.failed + sums.skipped + sums.unknown
    speech.say(figure('Records read', total, null), ' records were read', ...behind)
    speech.say(
      'Delivered: ',
      figure('Delivered records', sums.delivered, 'success'),
      ', failed: ',
      figure('Failed records', sums.failed, 'failure'),
      ', skipped: ',
      figure('Skipped records', sums.skipped, 'skipped'),
      '.',
    )
  }
}

async function errorRate(scene: Scene, speech: Speech): Promise<void> {
  const { delivered, failed } = await recordSums(scene, scene.when)
  if (delivered + failed === 0) return speech.say('No record was delivered and none failed', ...behindFigure(scene, scene.when))
  const percent = Math.round((1_000 * failed) / (delivered + failed)) / 10
  const href = recordsHref(scene, scene.when, null)
  speech.say(
    'The error rate was ',
    speech.fact('Error rate, percent', percent, href),
    ' percent',
    ...behindFigure(scene, scene.when),
  )
  speech.say(
    speech.fact('Failed records', failed, href),
    ' failed and ',
    speech.fact('Delivered records', delivered, href),
    ' were delivered.',
  )
}

const runWords: readonly (readonly [RunFilter, readonly string[], string])[] = [
  ['failed', ['fail', 'crash'], ' runs failed'],
  ['cancelled', ['cancel', 'stop', 'abort'], ' runs were stopped'],
  ['open', ['open', 'queu', 'progress', 'wait', 'pend'], ' runs are open'],
  ['completedWithErrors', ['error', 'partial'], ' runs completed with errors'],
  ['succeeded', ['succeed', 'success', 'successful', 'successfully'], ' runs succeeded'],
]

async function countOfRuns(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, connector, when, hasWord } = scene
  const [filter, , words] = runWords.find(([, stems]) => hasWord(...stems)) ?? (['all', [], ' runs were started'] as const)
  const count = await countRuns(db, { ...scope, connectorId: connector?.id ?? null, from: when.from, to: when.to }, filter)
  const base = connector === null ? '/runs?' : `${connectorHref(connector.id)}?tab=runs&`
  const href = `${base}${filter === 'all' ? '' : `result=${filter}&`}${inAddress(when)}`
  speech.say(speech.fact(`Runs (${filter})`, count, href), words, ...behindFigure(scene, when))
  if (filter === 'failed' && count > 0) speech.suggest('Why did they fail?')
}

const statusWords = [
  ['Active', ['activ', 'runn', 'run', 'liv'], 'active'],
  ['Pause', ['paus', 'stop', 'suspend', 'off'], 'paused'],
  ['Draft', ['draft', 'undeploy'], 'drafts'],
  ['Failed', ['fail'], 'failed'],
] as const
const listedMax = 10

function countOfConnectors({ connectors, hasWord }: Scene, speech: Speech): void {
  const [status, , word] = statusWords.find(([, stems]) => hasWord(...stems)) ?? ([null, [], ''] as const)
  const found = status === null ? connectors : connectors.filter((it) => it.status === status)
  const all = speech.fact('Connectors', connectors.length, '/dashboard')
  if (status === null) speech.say('You see ', all, ' connectors.')
  else
    speech.say(speech.fact(`Connectors that are ${word}`, found.length, '/dashboard'), ' of ', all, ' connectors are ', word, '.')
  if (!hasWord('which', 'what', 'list', 'show', 'nam')) return
  for (const { id, name } of found.slice(0, listedMax)) speech.item(link(connectorHref(id), name))
  if (found.length > listedMax) speech.say('The others are on the dashboard.')
}

const failingFirst = (health?: Health) => (health?.level === 'failing' ? 0 : 1)

async function connectorsWithErrors({ db, scope, when, zone }: Scene, speech: Speech): Promise<void> {
  const { connectors: found, total } = await troubledConnectors(db, { ...scope, from: when.from, to: when.to }, listedMax)
  const ids = found.map(({ id }) => id)
  const healths = await healthsOf(db, scope.companyId, ids)
  // What fails comes before what lost some records.
  const connectors = found.toSorted((a, b) => failingFirst(healths.get(a.id)) - failingFirst(healths.get(b.id)))
  const range = [whenWord(when), quote(when.label)]
  if (total === 0) return speech.say('No connector had runs that failed or lost records', ...range, '.')
  speech.say(
    speech.fact('Connectors with errors', total, `/runs?${inAddress(when)}`),
    ' connectors had runs that failed or lost records',
    ...range,
    ':',
  )
  for (const { id, name, count } of connectors) {
    const href = `${connectorHref(id)}?tab=runs&${inAddress(when)}`
    speech.item(
      link(connectorHref(id), name),
      ': ',
      speech.fact(`Runs with errors: ${name}`, count, href),
      count === 1 ? ' run' : ' runs',
    )
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
  const { db, scope, connector, when } = scene
  const count = await countRaised(db, { ...scope, connectorId: connector?.id ?? null, from: when.from, to: when.to })
  speech.say(speech.fact('Alerts', count, '/alarms'), ' alerts became active', ...behindFigure(scene, when))
}

/** Figures of another time than the one that was asked for are not given. */
function askForTime(speech: Speech): void {
  speech.say('Which time do you mean?')
  speech.say('I know days, weeks, months and the past hours or days.')
  speech.suggest('How many records were delivered this month?', 'How many records were delivered last month?')
}

/** Which of them is counted, by the words of the question. */
export async function answerCount(scene: Scene, speech: Speech): Promise<void> {
  const { hasWord, when, words } = scene
  const uncounted = uncountedIn(scene)
  if (uncounted !== null) return sayNotCounted(uncounted, speech)
  if (!when.isNamed && namesUnknownTime(words)) return askForTime(speech)
  // "How many are paused?": only connectors can be.
  const isAboutStatus = hasWord('paus', 'draft', 'off') && !hasWord('record', 'run')
  const isAboutConnectors =
    isAboutStatus || hasWord('connector', 'integration', 'syn', 'sync', 'pipelin', 'fe', 'feed', 'workflow', 'automation')
  const asksWhich = hasWord('which', 'what', 'list', 'show')
  if (hasWord('compar', 'versu', 'vs', 'than', 'differenc') && (await answerComparison(scene, speech))) return
  if (asksForRanking(scene)) return answerRanking(scene, speech)
  if (hasWord('rat') && hasWord('error', 'fail')) return errorRate(scene, speech)
  if (hasWord('alert', 'alarm', 'warn', 'warning')) return countOfAlerts(scene, speech)
  if (hasWord('run', 'execution', 'job', 'wait', 'queu', 'pend')) return countOfRuns(scene, speech)
  if (asksForCourse(scene)) return answerCourse(scene, speech)
  if (scene.marked.connectors.length === 0 && isAboutConnectors && (asksWhich || !hasWord('record', 'row', 'transaction'))) {
    const isTrouble = hasWord('error', 'fail', 'reject', 'problem', 'troubl', 'lost')
    if (isTrouble) return connectorsWithErrors(scene, speech)
    return countOfConnectors(scene, speech)
  }
  return countRecords(scene, speech)
}
