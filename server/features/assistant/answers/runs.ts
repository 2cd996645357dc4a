/** The newest runs of one connector or of all: when they began, how long they took, who started them, and how they ended. */
import type { ListedRun, RunFilter } from '#contract/connectors/runs/run-list.ts'
import type { RunResult } from '#contract/connectors/runs/run-result.ts'
import { pageOfRuns } from '../../connectors/runs/run-list.repository.ts'
import { countRuns } from '../counting.repository.ts'
import { inAddress, type When } from '../language/time/when.ts'
import { connectorHref, idsIn, type Scene } from '../scene.ts'
import { at, durationText, link, ownSentence, plural, quote, type SentencePart, type Speech } from '../speech.ts'
import { atTime, ofOne, whenWord } from './figures.ts'

/** A run in words: its result once it ended, else what it does. */
const names: Readonly<Record<ListedRun['status'] | RunResult, string>> = {
  queued: 'is queued',
  running: 'is running',
  paused: 'is paused',
  succeeded: 'succeeded',
  completedWithErrors: 'completed with errors',
  failed: 'failed',
  cancelled: 'was stopped',
}
const triggers = { manual: 'by hand', schedule: 'by schedule', webhook: 'by webhook', replay: 'by replay' } as const

/** "completed with errors", "is waiting": a run that lost records did not succeed, and one that waits has not failed. */
export const endOf = ({ status, result, waiting }: Pick<ListedRun, 'status' | 'result' | 'waiting'>): string =>
  result === null && waiting !== null ? 'is waiting' : names[result ?? status]

/** How long a run took; null until it ended. */
export const tookOf = ({ startedAt, endedAt }: ListedRun): number | null =>
  startedAt === null || endedAt === null ? null : Date.parse(endedAt) - Date.parse(startedAt)

/** The sums of a run: "80 of 84 records delivered, 4 failed". */
function sumsOf(run: ListedRun, href: string, speech: Speech): SentencePart[] {
  const figure = (label: string, count: number) => speech.fact(`${label} in the run`, count, href)
  const lost = run.recordsFailed + run.recordsUnknown
  if (run.recordsRead === 0) return ['no records were read']
  return [
    figure('Delivered', run.recordsDelivered),
    ' of ',
    figure('Read', run.recordsRead),
    ` ${plural(run.recordsRead, 'record')} delivered`,
    ...(lost > 0 ? [', ', figure('Failed', lost), ' failed'] : []),
    ...(run.recordsUnchanged > 0 ? [', ', figure('Unchanged', run.recordsUnchanged), ' unchanged and not sent again'] : []),
    ...(run.recordsLeftOut > 0 ? [', ', figure('Left out', run.recordsLeftOut), ' left out by the filter'] : []),
    ...(run.recordsSkipped > 0 ? [', ', figure('Skipped', run.recordsSkipped), ' skipped'] : []),
  ]
}

/** A run as one line: who started it, how it ended, its sums. */
export function itemOfRun(run: ListedRun, speech: Speech): SentencePart[] {
  const href = `${connectorHref(run.connectorId)}/runs/${run.runId}`
  const took = tookOf(run)
  const end = endOf(run)
  const why = run.result === 'failed' || run.result === null ? run.statusReason : ''
  return [
    link(href, `Run of ${run.connectorName}`),
    ' started ',
    ...(run.startedBy === null ? [triggers[run.trigger]] : ['by ', quote(run.startedBy)]),
    ' at ',
    at(run.startedAt ?? run.statusSince),
    ` ${end}`,
    ...(took === null ? [] : [' after ', speech.fact('Duration of the run', durationText(took), href)]),
    run.endedAt === null ? '' : ' at ',
    ...(run.endedAt === null ? [] : [at(run.endedAt)]),
    ': ',
    ...sumsOf(run, href, speech),
    '.',
    ...(why === '' ? [] : [' ', ...ownSentence(why)]),
  ]
}

/** Says one run as a sentence. */
export const sayRun = (run: ListedRun, speech: Speech): void => speech.say(...itemOfRun(run, speech))

const listedMax = 5
const looked = 100
const filters: readonly (readonly [RunFilter, readonly string[]])[] = [
  ['open', ['open', 'ongo', 'still', 'queu', 'progress', 'wait', 'pend', 'now', 'current', 'currently']],
  ['failed', ['fail', 'crash', 'failur']],
  ['cancelled', ['cancel', 'abort']],
  ['completedWithErrors', ['error', 'partial', 'partially']],
  ['succeeded', ['succeed', 'success', 'successful', 'successfully']],
]

/** Which runs the words mean; null: all. */
export const runFilterIn = ({ hasWord, words }: Pick<Scene, 'hasWord' | 'words'>): RunFilter | null =>
  words.includes('running') ? 'open' : (filters.find(([, stems]) => hasWord(...stems))?.[0] ?? null)

/** "When did the last run finish?", "show the last 5 runs", "how long did it take?", "which run took longest?" */
export async function aboutRuns(scene: Scene, speech: Speech, filter = runFilterIn(scene)): Promise<void> {
  const { db, scope, when, words, hasWord, connector } = scene
  speech.applies('who', 'when', 'howLong')
  const time =
    when.isNamed && filter !== 'open' ? { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() } : {}
  const ids = idsIn(scene)
  const asked = { ...(ids === null ? {} : { connectorIds: ids }), ...time, search: '', limit: looked, offset: 0 }
  const found = await pageOfRuns(db, scope, { ...asked, ...(filter === null ? {} : { filter }) })
  const base = connector === null ? '/runs' : `${connectorHref(connector.id)}?tab=runs`
  if (found.data.length === 0) {
    const what = filter === 'open' ? ' is open' : filter === null ? ' was started' : ` ${names[filter]}`
    const of = connector === null ? [] : [' of ', quote(connector.name)]
    speech.say('No run', ...of, what, ...(when.isNamed && filter !== 'open' ? [whenWord(when), quote(when.label)] : []), '.')
    if (filter === 'failed' || filter === 'succeeded') await sayNewest({ ...scene, filter: 'completedWithErrors' }, speech, asked)
    return
  }
  const took = found.data
    .map((run) => ({ run, took: tookOf(run) }))
    .filter((it): it is { run: ListedRun; took: number } => it.took !== null)
  const asksForLongest = hasWord('longest', 'slowest') && took.length > 0
  const asksForAverage = hasWord('averag', 'usual', 'usually', 'typical', 'typically', 'normally') && took.length > 0
  if (asksForLongest) {
    speech.applies('superlative')
    const [longest] = took.toSorted((one, other) => other.took - one.took)
    if (longest) speech.say('The longest of the last ', ...speech.count('Runs looked at', took.length, base, 'run'), ':')
    if (longest) speech.item(...itemOfRun(longest.run, speech))
    return
  }
  if (asksForAverage) {
    speech.applies('average')
    const mean = took.reduce((sum, it) => sum + it.took, 0) / took.length
    speech.say(
      'The last ',
      ...speech.count('Runs looked at', took.length, base, 'run'),
      ' took ',
      speech.fact('Average duration', durationText(mean), base),
      ' on average.',
    )
    return
  }
  const number = words.map(Number).find((it) => Number.isInteger(it) && it > 1 && it <= looked)
  const isMany = filter === 'open' || words.includes('runs') || number !== undefined
  const shown = found.data.slice(0, isMany ? Math.min(number ?? listedMax, listedMax * 2) : 1)
  if (filter === 'open')
    speech.say(
      ...speech.count('Open runs', found.total, `${base}${base.includes('?') ? '&' : '?'}result=open`, 'run'),
      ` ${plural(found.total, 'is', 'are')} open:`,
    )
  for (const run of shown) {
    if (shown.length === 1 && filter !== 'open') sayRun(run, speech)
    else speech.item(...itemOfRun(run, speech))
  }
  if (found.total > shown.length) {
    const address = `${base}${when.isNamed ? `${base.includes('?') ? '&' : '?'}${inAddress(when)}` : ''}`
    speech.say(link(address, 'See all runs'))
  }
  if (filter === 'failed') await sayNewest({ ...scene, filter: 'completedWithErrors' }, speech, asked)
  const [first] = shown
  if (shown.length === 1 && first && (first.result === 'failed' || first.result === 'completedWithErrors'))
    speech.suggest(`Why is ${first.connectorName} failing?`)
}

type RunsAsked = Parameters<typeof pageOfRuns>[2]

/** A run that completed with errors did not fail, and whoever looks for a failure may mean it. */
async function sayNewest(
  { db, scope, filter }: Pick<Scene, 'db' | 'scope'> & { readonly filter: RunFilter },
  speech: Speech,
  asked: RunsAsked,
) {
  const { data } = await pageOfRuns(db, scope, { ...asked, filter, limit: 1 })
  const [run] = data
  if (!run) return
  speech.say('The newest run that completed with errors:')
  speech.item(...itemOfRun(run, speech))
}

/** Runs that were started in two times, the later one first. */
export async function compareRuns(scene: Scene, [before, current]: readonly [When, When], speech: Speech): Promise<void> {
  for (const when of [current, before]) {
    const count = await countRuns(scene.db, { ...scene.scope, connectorIds: idsIn(scene), from: when.from, to: when.to }, 'all')
    speech.say(
      ...speech.count(`Runs, ${when.label}`, count, `/runs?${inAddress(when)}`, 'run'),
      ...ofOne(scene),
      ` ${plural(count, 'was', 'were')} started`,
      ...atTime(when),
    )
  }
}
