/** Answers that are put together from an entity, a status, a length and a time. */
import type { Intent } from '#contract/assistant/intents.ts'
import type { ListedRun, RunFilter } from '#contract/connectors/runs/run-list.ts'
import { healthsOf } from '../../../connectors/details/connector-health.repository.ts'
import { pageOfRuns } from '../../../connectors/runs/run-list.repository.ts'
import { type Composition, compositionIn, type RecordStatus } from '../../accounting/composition.ts'
import { operators } from '../../accounting/operators.ts'
import { inAddress } from '../../language/time/when.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../../scene.ts'
import { link, ownSentence, plural, quote, type Speech } from '../../speech.ts'
import { atTime, behindFigure, ofOne, recordSums, recordsHref, sayUnread } from '../figures.ts'
import { listFailed } from '../records.ts'
import { itemOfRun, tookOf } from '../runs.ts'
import { sayScopes } from '../scoping.ts'

const listedMax = 5
const looked = 100

const verbs: Readonly<Record<RunFilter, readonly [one: string, more: string]>> = {
  open: ['is open', 'are open'],
  succeeded: ['succeeded without errors', 'succeeded without errors'],
  completedWithErrors: ['completed with errors', 'completed with errors'],
  failed: ['failed', 'failed'],
  cancelled: ['was stopped', 'were stopped'],
}

const inAskedTime = ({ when }: Pick<Scene, 'when'>) => ({
  from: new Date(when.from).toISOString(),
  to: new Date(when.to).toISOString(),
})

/** Runs by result and by how long they took, each result with its figure. */
export async function sayRuns(scene: Scene, { results, took }: Composition, speech: Speech): Promise<void> {
  const { db, scope, when, connector } = scene
  const ids = idsIn(scene)
  const asked = { ...(ids === null ? {} : { connectorIds: ids }), ...inAskedTime(scene), search: '', limit: looked, offset: 0 }
  const base = connector === null ? '/runs?' : `${connectorHref(connector.id)}?tab=runs&`
  const isMeant = (run: ListedRun) => {
    if (took === null) return true
    const ms = tookOf(run)
    return ms !== null && (took.isLonger ? ms > took.ms : ms < took.ms)
  }
  const filters: readonly (RunFilter | null)[] = results.length === 0 ? [null] : results
  for (const [place, filter] of filters.entries()) {
    const found = await pageOfRuns(db, scope, { ...asked, ...(filter === null ? {} : { filter }) })
    const meant = found.data.filter(isMeant)
    const total = took === null ? found.total : meant.length
    const isSaid = total > 0 || (place === filters.length - 1 && filters.length === 1) || place === 0
    if (!isSaid) continue
    const [one, more] = filter === null ? ['', ''] : verbs[filter]
    const verb = filter === null ? '' : ` ${plural(total, one, more)}`
    const long = took === null ? [] : [' took ', took.isLonger ? 'longer' : 'less', ' than ', quote(took.text)]
    const href = `${base}${filter === null ? '' : `result=${filter}&`}${inAddress(when)}`
    const joint = filter !== null && took !== null ? ' and' : ''
    if (total === 0) speech.say('No run', ...ofOne(scene), filter === null ? '' : ` ${one}`, joint, ...long, ...atTime(when))
    else
      speech.say(
        ...speech.count(`Runs (${filter ?? 'all'})`, total, href, 'run'),
        ...ofOne(scene),
        verb,
        joint,
        ...long,
        ...atTime(when),
      )
    for (const run of meant.slice(0, listedMax)) speech.item(...itemOfRun(run, speech))
    if (total > listedMax) speech.say(link(href, 'See all runs'))
    if (took !== null && found.total > found.data.length) speech.say('I only checked the newest runs.')
    const [first] = meant
    if (first !== undefined && (filter === 'failed' || filter === 'completedWithErrors'))
      speech.suggest(`Why is ${first.connectorName} failing?`)
  }
}

const measured: Readonly<Record<RecordStatus, readonly [label: string, one: string, more: string, status: string | null]>> = {
  failed: ['Failed records', 'failed', 'failed', 'failure'],
  delivered: ['Delivered records', 'was delivered', 'were delivered', 'success'],
  skipped: ['Skipped records', 'was skipped', 'were skipped', 'skipped'],
  unchanged: ['Unchanged records', 'was unchanged and not sent again', 'were unchanged and not sent again', null],
}

export async function sayRecords(scene: Scene, { form, status }: Composition, speech: Speech): Promise<void> {
  if (status === null) return
  const { when } = scene
  const sums = await recordSums(scene, when)
  const { delivered, failed, skipped, unknown, unchanged, leftOut } = sums
  const [label, one, more, filter] = measured[status]
  const count = sums[status]
  const href = recordsHref(scene, when, filter)
  const figure = () => speech.count(label, count, href, 'record')
  if (form === 'all') {
    const others = status === 'delivered' ? failed + skipped + unknown : delivered + skipped + unknown + unchanged
    if (count === 0 && others === 0 && (status !== 'delivered' || unchanged + leftOut === 0))
      return speech.say('No records were read', ...behindFigure(scene, when))
    if (others === 0) speech.say('Yes. ', ...figure(), ...ofOne(scene), ` ${plural(count, one, more)}`, ...atTime(when))
    else speech.say('No. ', ...figure(), ...ofOne(scene), ` ${plural(count, one, more)}`, ...atTime(when))
    if (unchanged > 0)
      speech.say(...speech.count('Unchanged records', unchanged, href, 'record'), ' did not change and needed no delivery.')
    if (leftOut > 0)
      speech.say(
        ...speech.count('Left-out records', leftOut, recordsHref(scene, when, 'left-out'), 'record'),
        ` ${plural(leftOut, 'was', 'were')} left out by a filter.`,
      )
    if (failed > 0 && status !== 'failed') {
      speech.say(...speech.count('Failed records', failed, recordsHref(scene, when, 'failure'), 'record'), ' failed.')
      speech.suggest('Why did they fail?')
    }
    if (skipped > 0 && status !== 'skipped')
      speech.say(
        ...speech.count('Skipped records', skipped, recordsHref(scene, when, 'skipped'), 'record'),
        ` ${plural(skipped, 'was', 'were')} skipped.`,
      )
    if (unknown > 0)
      speech.say(...speech.count('Records that may not have arrived', unknown, null, 'record'), ' may not have arrived.')
    return
  }
  speech.say(...figure(), ...ofOne(scene), ` ${plural(count, one, more)}`, ...atTime(when))
  const whole = delivered + failed + skipped + unknown
  if (form === 'share' && whole > 0)
    speech.say(
      'That is ',
      speech.fact(`${label}, percent`, `${Math.round((1_000 * count) / whole) / 10} %`, href),
      ' of ',
      ...speech.count('Records sent or skipped', whole, recordsHref(scene, when, null), 'record'),
      '.',
    )
  if (status === 'failed' && sums.deliveredLater > 0)
    speech.say(
      ...speech.count('Records delivered later', sums.deliveredLater, href, 'record'),
      ' failed at first and ',
      plural(sums.deliveredLater, 'was', 'were'),
      ' delivered later.',
    )
  if (status === 'failed' && unknown > 0)
    speech.say(...speech.count('Records that may not have arrived', unknown, null, 'record'), ' may not have arrived.')
  if (status === 'failed') await sayUnread(scene, when, speech)
  if (status === 'failed' && form === 'list' && count > 0) await listFailed(scene, speech)
  else if (form === 'list' && count > 0) speech.say(link(href, 'See these records'))
  if (status === 'failed' && count > 0) speech.suggest('Why did they fail?', 'Send the failed records again')
}

/** Connectors by how their last run ended. */
async function sayConnectors(scene: Scene, { results }: Composition, speech: Speech): Promise<void> {
  const { db, caller } = scene
  const of = connectorsIn(scene).filter(({ status }) => status !== 'Draft')
  const healths = await healthsOf(
    db,
    caller.companyId,
    of.map(({ id }) => id),
  )
  const levels = results.includes('succeeded') ? ['healthy'] : ['failing', 'degraded']
  const found = of.filter(({ id }) => levels.includes(healths.get(id)?.level ?? ''))
  const verb = results.includes('succeeded') ? 'had no failures in the last run' : 'had failures in the last run'
  if (found.length === 0) return speech.say('No connector ', verb, '.')
  speech.say(...speech.count('Connectors by their last run', found.length, '/dashboard', 'connector'), ` ${verb}:`)
  for (const { id, name, reason } of found.slice(0, looked))
    speech.item(link(connectorHref(id), name), ': ', ...ownSentence(healths.get(id)?.reason ?? reason))
  const [first] = found
  if (first !== undefined && !results.includes('succeeded')) speech.suggest(`Why is ${first.name} failing?`)
}

/** @returns the intent of what was answered; null where the question is not put together from what is known. */
export async function sayComposed(given: Scene, previous: string | undefined, speech: Speech): Promise<Intent | null> {
  const { marked, message, when, connectors, compared, composedScopes: scopes } = given
  if (compared.length > 0 || scopes.among?.length === 0 || scopes.person !== null || marked.ids.length > 0) return null
  const [only, other] = scopes.among ?? []
  const connector = given.connector ?? (other === undefined ? (connectors.find(({ id }) => id === only) ?? null) : null)
  const scene = { ...given, scopes, connector }
  const asked = compositionIn({
    ...{ marked, message, applied: scopes.applied, hasTime: when.isNamed, isScoped: connector !== null || scopes.among !== null },
    previous: previous ?? null,
  })
  if (asked === null) return null
  if (asked.entity === 'connector' ? !asked.isOfLastRun || asked.results.length === 0 : asked.isOfLastRun) return null
  if (asked.took !== null && asked.entity !== 'run') return null
  if (asked.entity === 'run') await sayRuns(scene, asked, speech)
  else if (asked.entity === 'record') await sayRecords(scene, asked, speech)
  else await sayConnectors(scene, asked, speech)
  speech.applies(...operators)
  sayScopes({ ...scene, intent: 'count' }, speech)
  return asked.entity === 'connector' ? 'health' : 'count'
}
