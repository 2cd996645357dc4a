/** Alerts, health, usage, people and limits. */
import { batchSizeMax } from '#contract/connectors/config/list-config.ts'
import { healthNames } from '#contract/connectors/details/health.ts'
import { conditionOf } from '#contract/connectors/list/connector-condition.ts'
import { replayChosenMax, replayCountMax } from '#contract/studio/replay.ts'
import { engineLimits, recordBytesMax } from '../../../engine/limits.ts'
import { listAlarms } from '../../alerts/alarms.repository.ts'
import { createUsageService } from '../../billing/usage.service.ts'
import { healthsOf } from '../../connectors/details/connector-health.repository.ts'
import { peopleOf } from '../counting.repository.ts'
import { connectorHref, type Scene } from '../scene.ts'
import { at, link, quote, type Speech } from '../speech.ts'
import { tellNewestRun } from './causes.ts'
import { statusName } from './failures.ts'

const listed = 5

export async function aboutAlerts(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, connector, marked } = scene
  const { data, total } = await listAlarms(db, scope, { state: 'raised', page: 1, limit: 50 })
  const own =
    marked.connectors.length > 0 && connector !== null ? data.filter(({ connectorId }) => connectorId === connector.id) : data
  const count = own === data ? total : own.length
  if (count === 0)
    speech.say(
      'No alert is active',
      connector !== null && own !== data ? ' for ' : '',
      connector !== null && own !== data ? quote(connector.name) : '',
      '.',
    )
  else speech.say(speech.fact('Active alerts', count, '/alarms'), count === 1 ? ' alert is active:' : ' alerts are active:')
  for (const it of own.slice(0, listed)) {
    speech.item(
      link(`${connectorHref(it.connectorId)}?tab=alerts`, it.connectorName),
      ' (',
      quote(it.kind),
      '): ',
      quote(it.reason),
      ...(it.since === null ? [] : [' Since ', at(it.since), '.']),
    )
  }
  speech.say(
    'When an alert becomes active and who receives it is set on the tab Alerts of a connector. ',
    link('/alarms', 'All alerts'),
  )
}

export async function aboutHealth(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, connector, connectors, marked, hasWord } = scene
  const active = connectors.filter(({ status }) => status === 'Active').map(({ id }) => id)
  const isAboutOne = connector !== null && (marked.connectors.length > 0 || hasWord('it', 'this', 'last', 'newest'))
  if (isAboutOne) {
    const health = (await healthsOf(db, caller.companyId, [connector.id])).get(connector.id)
    speech.say(quote(connector.name), ' is ', quote(statusName(connector.status)), ': ', quote(connector.reason))
    if (health && connector.status === 'Active')
      speech.say('Its health: ', quote(healthNames[health.level]), '. ', quote(health.reason))
    await tellNewestRun(scene, speech)
    speech.say(link(connectorHref(connector.id), 'Open it'))
    if (health?.level === 'failing' || health?.level === 'degraded') speech.suggest(`Why is ${connector.name} failing?`)
    return
  }
  const healths = await healthsOf(db, caller.companyId, active)
  const judged = connectors.map((it) => ({
    ...it,
    condition: conditionOf(it.status, healths.get(it.id)?.level ?? 'noRecentData'),
  }))
  const of = (...conditions: readonly string[]) => judged.filter(({ condition }) => conditions.includes(condition))
  const troubled = [...of('failing'), ...of('degraded')]
  const be = (count: number, one: string, more: string) => (count === 1 ? one : more)
  const [healthy, paused, drafts] = [of('healthy').length, of('paused').length, of('draft').length]
  speech.say(
    'Of ',
    speech.fact('Connectors', connectors.length, '/dashboard'),
    be(connectors.length, ' connector, ', ' connectors, '),
    speech.fact('Healthy connectors', healthy, '/dashboard'),
    be(healthy, ' is healthy, ', ' are healthy, '),
    speech.fact('Connectors that need attention', troubled.length, '/dashboard'),
    be(troubled.length, ' needs attention, ', ' need attention, '),
    speech.fact('Paused connectors', paused, '/dashboard'),
    be(paused, ' is paused and ', ' are paused and '),
    speech.fact('Drafts', drafts, '/dashboard'),
    be(drafts, ' is a draft.', ' are drafts.'),
  )
  for (const { id, name, status, reason } of troubled.slice(0, listed)) {
    speech.item(link(connectorHref(id), name), ': ', quote(status === 'Active' ? (healths.get(id)?.reason ?? '') : reason))
  }
  const [worst] = troubled
  if (worst) speech.suggest(`Why is ${worst.name} failing?`)
}

export async function aboutUsage({ db, caller, quotas }: Scene, speech: Speech): Promise<void> {
  const usage = await createUsageService({ db, quotas }).get(caller)
  const href = '/account'
  speech.say(
    'Your plan is ',
    quote(usage.plan),
    '. In this calendar month ',
    speech.fact('Delivered this month', usage.month.delivered, href),
    ' records were delivered and ',
    speech.fact('Failed this month', usage.month.failed, href),
    ' failed.',
  )
  const bounded = (label: string, { used, max }: { readonly used: number; readonly max: number | null }, words: string) => {
    const count = speech.fact(label, used, href)
    if (max === null) speech.item(count, words, '; the plan sets no limit.')
    else speech.item(count, words, ' of ', speech.fact(`${label}, at most`, max, href), '.')
  }
  bounded('Connectors of the company', usage.connectors, ' connectors')
  bounded('Connectors with a schedule', usage.schedules, ' connectors with a schedule')
  speech.item(speech.fact('People', usage.members, href), ' people may sign in.')
  speech.say('I do not know prices. ', link('/account?tab=invoices', 'Invoices'), ' shows what was billed.')
}

export async function aboutPeople({ db, caller }: Scene, speech: Speech): Promise<void> {
  const { total, administrators } = await peopleOf(db, caller.companyId, listed)
  const href = caller.role === 'USER' ? null : '/account?tab=team'
  speech.say('Your role is ', quote(caller.role), '.')
  speech.say(
    'A USER builds and runs their own connectors and sees no others. An ADMIN sees and changes all connectors of the company, its people and its settings.',
  )
  speech.say(
    speech.fact('People of the company', total, href),
    ' people may sign in. Administrators: ',
    quote(administrators.join(', ') || 'none'),
    '.',
  )
  if (href) speech.say(link(href, 'Team Members'))
}

/** Bounds of the product, from where they are enforced. */
export function aboutLimits({ hasWord, quotas }: Scene, speech: Speech): void {
  const limits: readonly (readonly [readonly string[], string, number | string])[] = [
    [['retry', 'tim', 'attempt', 'repeat'], 'Repeats of a request that failed for a passing reason', engineLimits.retries],
    [['pag'], 'Pages of one run', engineLimits.pagesMax],
    [['record', 'row', 'siz', 'larg', 'big', 'fil'], 'Records of one run', engineLimits.recordsMax],
    [['record', 'siz', 'larg', 'big'], 'Size of one record, MB', recordBytesMax / 1_048_576],
    [['batch'], 'Records of one batch', batchSizeMax],
    [['replay'], 'Records that are chosen one by one for a replay', replayChosenMax],
    [['replay', 'sampl'], 'Sample records of a replay', replayCountMax],
    [['connector', 'integration', 'plan', 'fre'], 'Connectors of a company on a free plan', quotas.connectors],
  ]
  const asked = limits.filter(([stems]) => hasWord(...stems))
  speech.say('These limits hold:')
  for (const [, label, value] of asked.length > 0 ? asked : limits)
    speech.item(quote(label), ': ', speech.fact(label, value, null))
  if (hasWord('keep', 'kept', 'stor', 'long', 'retain', 'retention', 'history'))
    speech.say('How long data is kept is set in ', link('/system-settings?tab=retention', 'Retention Policy'), '.')
}
