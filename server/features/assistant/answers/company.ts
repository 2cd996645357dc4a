/** Alerts, health, people and limits of the product. */
import type { AlarmKind } from '#contract/alerts/alarm.ts'
import { batchSizeMax } from '#contract/connectors/config/list-config.ts'
import { productLimits } from '#contract/connectors/config/product-limits.ts'
import { timeoutLimits } from '#contract/connectors/config/timeouts.ts'
import { type Condition, conditionOf } from '#contract/connectors/list/connector-condition.ts'
import { waitingText } from '#contract/connectors/runs/run-display.ts'
import { replayChosenMax, replayCountMax } from '#contract/studio/replay.ts'
import { engineLimits, recordBytesMax } from '../../../engine/limits.ts'
import { listAlarms } from '../../alerts/alarms.repository.ts'
import { planState } from '../../billing/plan.service.ts'
import { healthsOf } from '../../connectors/details/connector-health.repository.ts'
import { pageOfRuns } from '../../connectors/runs/run-list.repository.ts'
import { countRaised, peopleOf } from '../counting.repository.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { at, link, listed as listedParts, ownSentence, plural, quote, type Speech } from '../speech.ts'
import { sayLimits } from './billing.ts'
import { asksForWorst, sayWorst } from './exact.ts'
import { explainFailure, tellCauses } from './failures.ts'
import { behindFigure, ofOne, recordSums, recordsHref, whenWord } from './figures.ts'
import { aboutRuns, runFilterIn, sayRun } from './runs.ts'
import { aboutSettings } from './settings.ts'
import { howTo } from './talk.ts'

const listed = 5

export const alarmNames: Readonly<Record<AlarmKind, string>> = {
  late: 'Overdue',
  quiet: 'No data',
  strange: 'Unusual volume',
  failing: 'Too many failures',
}
const alarmStates = [
  ['acknowledged', ['acknowledg', 'acknowledged', 'seen'], 'acknowledged'],
  ['muted', ['mut', 'muted', 'silenc', 'snooz'], 'muted'],
  ['cleared', ['clear', 'cleared', 'resolv', 'resolved', 'solv'], 'cleared'],
] as const

const tells =
  /\b(?:tell|notify|mail|email|e-mail|warn|alert|inform|ping|text|message|remind|write|call|send|let)\b(?: to)? (?:me|us|my|our|the|an?)\b/i
const ends = /\b(?:turn|switch) (?:\w{1,12} ){0,2}off\b|\b(?:stop|mute|silence|disable|snooze|don't|do not|no more)\b/i
/** "Tell me when it breaks", "stop the mails": something is to be set, and nothing is asked. */
const asksToBeTold = ({ message, hasWord, words }: Scene) =>
  !/^(?:which|who|are|is|how many|what|any|did|was)\b/i.test(message) &&
  ((tells.test(message) &&
    (hasWord('when', 'if', 'soon', 'as', 'about', 'know') || words.includes('when') || words.includes('if'))) ||
    ends.test(message))

export async function aboutAlerts(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, connector, hasWord, when, words } = scene
  const ids = idsIn(scene)
  const isNegated = words.some((word) => word.startsWith('unack')) || words.includes('not')
  const [state, , name] = alarmStates.find(([, stems]) => !isNegated && hasWord(...stems)) ?? (['raised', [], 'active'] as const)
  const { data, total } = await listAlarms(db, scope, { state, page: 1, limit: 100 })
  const own = ids === null ? data : data.filter(({ connectorId }) => ids.includes(connectorId))
  const count = ids === null ? total : own.length
  const of = connector === null ? [] : [' for ', quote(connector.name)]
  if (asksToBeTold(scene)) {
    speech.applies('when', 'who')
    const page = connector === null ? '/account?tab=notifications' : `${connectorHref(connector.id)}?tab=alerts`
    speech.say("I can't set this up for you. Each connector has an Alerts tab with conditions and receivers.")
    speech.say(link(page, connector === null ? 'Choose how you are notified' : 'Open the Alerts tab'))
    if (connector === null) speech.suggest('Which alerts are active?')
    return
  }
  if (hasWord('who', 'receiv', 'recipient') && !hasWord('acknowledg', 'mut')) {
    speech.applies('who', 'when')
    const page = connector === null ? '/dashboard' : `${connectorHref(connector.id)}?tab=alerts`
    speech.say(
      'Each connector has its own receivers on its Alerts tab. ',
      link(page, connector === null ? 'Choose a connector' : 'See the receivers'),
    )
    return
  }
  if (count === 0) speech.say(`No alert is ${name}`, ...of, '.')
  else
    speech.say(...speech.count('Active alerts', count, '/alarms', 'alert'), ` ${plural(count, 'is', 'are')} ${name}`, ...of, ':')
  for (const it of own.slice(0, listed)) {
    const page = link(`${connectorHref(it.connectorId)}?tab=alerts`, it.connectorName)
    const begun = it.since === null ? [] : [' Since ', at(it.since), '.']
    speech.item(page, ', ', quote(alarmNames[it.kind]), ': ', ...ownSentence(it.reason), ...begun)
  }
  if (when.isNamed) {
    const raised = await countRaised(db, { ...scope, connectorIds: ids, from: when.from, to: when.to })
    speech.say(...speech.count('Alerts', raised, '/alarms', 'alert'), ' became active', ...behindFigure(scene, when))
  }
  speech.say(
    ...(connector === null
      ? [link('/alarms', 'See all alerts')]
      : [link(`${connectorHref(connector.id)}?tab=alerts`, 'See when alerts are sent, and to whom')]),
  )
}

const conditionWords: Readonly<Record<Condition, string>> = {
  failing: 'failing',
  degraded: 'degraded',
  waiting: 'active and waiting',
  deploying: 'being deployed',
  running: 'active, with its first run in progress',
  noRecentData: 'active, without recent data',
  healthy: 'active and healthy',
  paused: 'paused',
  draft: 'a draft',
}

type Judged = Scene['connectors'][number] & { readonly condition: Condition; readonly why: string }

async function judgedIn(scene: Scene): Promise<readonly Judged[]> {
  const connectors = connectorsIn(scene)
  const active = connectors.filter(({ status }) => status === 'Active').map(({ id }) => id)
  const healths = await healthsOf(scene.db, scene.caller.companyId, active)
  return connectors.map((it) => ({
    ...it,
    condition: conditionOf(it.status, healths.get(it.id)?.level ?? 'noRecentData', it.waiting),
    why: it.status !== 'Active' ? it.reason : it.waiting !== null ? waitingText(it.waiting) : (healths.get(it.id)?.reason ?? ''),
  }))
}

/** States that a question may ask for, and the conditions that are meant. */
const states = [
  ['paused', ['paus', 'paused', 'stopp', 'stop', 'suspend', 'disabl', 'inactiv', 'off'], ['paused']],
  ['drafts', ['draft', 'undeploy', 'unpublish', 'unfinish'], ['draft']],
  ['failing', ['fail', 'failing', 'break', 'broken', 'error', 'red', 'down'], ['failing', 'degraded']],
  ['degraded', ['degrad', 'degraded'], ['degraded']],
  ['without recent data', ['quiet', 'silent', 'idl'], ['noRecentData']],
  ['active', ['activ', 'liv', 'deploy', 'enabl'], ['failing', 'degraded', 'waiting', 'running', 'noRecentData', 'healthy']],
  ['waiting', ['wait'], ['waiting']],
  ['healthy', ['healthy'], ['healthy']],
] as const

const asksForState = /^(?:so |and |but )?(?:is|are|was|were|any|anything|which|what|list|show|do|does|how many|have|has)\b/i

const reachWords = new Set('reachable online available responding offline'.split(' '))
/** "Is the CRM reachable?": only connectors that use it can tell. */
const asksForReach = (words: readonly string[]) =>
  words.some((word) => reachWords.has(word)) || (/^(?:is|are)$/.test(words[0] ?? '') && /^(?:up|down)$/.test(words.at(-1) ?? ''))

/** "Is Orders paused?": yes or no, and since when. */
async function sayStateOf(scene: Scene, speech: Speech, of: Judged): Promise<void> {
  const { hasWord, message, words } = scene
  const state = states.find(([, stems]) => hasWord(...stems))
  const isYesNo = /^(?:so |and |but )?(?:is|are|was|does|do|has)\b/i.test(message) && !words.includes('why')
  const isTrue = state !== undefined && (state[2] as readonly string[]).includes(of.condition)
  const verdict = state === undefined || !isYesNo ? '' : isTrue ? 'Yes. ' : 'No. '
  const since = of.status === 'Active' ? [] : [' Since ', at(of.since), '.']
  if (of.status !== 'Active') speech.applies('howLong', 'when', 'why')
  speech.say(verdict, quote(of.name), ` is ${conditionWords[of.condition]}. `, quote(of.why), ...since)
  const { data } = await pageOfRuns(scene.db, scene.scope, { connectorId: of.id, search: '', limit: 1, offset: 0 })
  const [run] = data
  if (run) sayRun(run, speech)
  else speech.say('The connector has never run.')
  speech.say(link(connectorHref(of.id), 'Open the connector'))
  if (of.condition === 'failing' || of.condition === 'degraded') speech.suggest(`Why is ${of.name} failing?`)
}

export async function aboutHealth(scene: Scene, speech: Speech): Promise<void> {
  const { connector, marked, hasWord, words, message, scopes } = scene
  const judged = await judgedIn(scene)
  if (words.includes('never') && hasWord('run', 'start', 'execut') && connector === null) return sayNeverRun(scene, speech)
  const asksForRuns =
    hasWord('run', 'execution', 'job') && hasWord('last', 'newest', 'latest', 'long', 'longest', 'recent', 'when')
  const isOpen =
    runFilterIn(scene) === 'open' &&
    (words.includes('running') ||
      hasWord('queu', 'wait', 'progress', 'pend', 'ongo') ||
      (words.includes('still') && hasWord('run')))
  if (asksForRuns || isOpen) return aboutRuns(scene, speech)
  const isOfRuns = words.includes('runs') || (words.includes('when') && hasWord('last'))
  if (isOfRuns) return aboutRuns(scene, speech)
  const isAboutOne =
    connector !== null && (marked.connectors.length > 0 || scopes.among?.length === 1 || hasWord('it', 'this', 'last', 'newest'))
  const one = isAboutOne ? judged.find(({ id }) => id === connector.id) : undefined
  if (one && scene.when.isNamed) {
    await sayPeriod({ ...scene, connector }, speech)
    speech.sayNoScopes()
  } else if (scene.when.isNamed && asksForSummary(scene)) return sayDigest(scene, speech)
  if (one) return sayStateOf(scene, speech, one)
  const isUndeployed =
    (words.includes('not') || words.includes('never')) &&
    hasWord('deploy', 'publish', 'liv', 'finish', 'draft', 'ready', 'complet')
  const named = isUndeployed ? states.find(([name]) => name === 'drafts') : states.find(([, stems]) => hasWord(...stems))
  if (isUndeployed) speech.applies('negation')
  const isUnhealthy = named?.[0] === 'healthy' && words.includes('not')
  const state = isUnhealthy
    ? states.find(([name]) => name === 'failing')
    : isUndeployed || asksForState.test(message) || words.length <= 3
      ? named
      : undefined
  if (isUnhealthy) speech.applies('negation')
  if (asksForReach(words)) speech.say("I don't check systems by themselves. This is what your connectors saw:")
  if (state !== undefined && state[0] === 'failing' && scene.when.isNamed)
    return explainFailure({ ...scene, connector: null }, speech)
  if (state !== undefined) return sayThose(judged, state, speech)
  const of = (...conditions: readonly string[]) => judged.filter(({ condition }) => conditions.includes(condition))
  const troubled = [...of('failing'), ...of('degraded')]
  const [healthy, paused, drafts] = [of('healthy').length, of('paused').length, of('draft').length]
  const figure = (label: string, count: number, one: string, more: string) => [
    speech.fact(label, count, '/dashboard'),
    ` ${plural(count, one, more)}`,
  ]
  if (troubled.length === 0 && judged.length > 0) speech.say('No connector needs attention.')
  speech.say(
    'Of ',
    ...speech.count('Connectors', judged.length, '/dashboard', 'connector'),
    ', ',
    ...figure('Healthy connectors', healthy, 'is healthy, ', 'are healthy, '),
    ...figure('Connectors that need attention', troubled.length, 'needs attention, ', 'need attention, '),
    ...figure('Paused connectors', paused, 'is paused and ', 'are paused and '),
    ...figure('Drafts', drafts, 'is a draft.', 'are drafts.'),
  )
  for (const { id, name, why } of troubled.slice(0, listed)) speech.item(link(connectorHref(id), name), ': ', ...ownSentence(why))
  if (asksForWorst(words)) await sayWorst(scene, speech)
  const [worst] = troubled
  if (worst && worst.condition !== 'waiting') speech.suggest(`Why is ${worst.name} failing?`)
}

const asksForSummary = ({ hasWord, words, message }: Scene) =>
  hasWord('summary', 'summariz', 'summaris', 'recap', 'digest', 'report', 'overview', 'brief', 'roundup', 'briefing') ||
  words.includes('sum') ||
  /^how (?:was|were|did|is|are)\b/i.test(message)

/** Records of a time, by what became of them. */
async function sayPeriod(scene: Scene, speech: Speech): Promise<void> {
  const { when } = scene
  const { delivered, failed, skipped } = await recordSums(scene, when)
  const href = recordsHref(scene, when, null)
  speech.say(
    ...speech.count('Delivered records', delivered, href, 'record'),
    ...ofOne(scene),
    ` ${plural(delivered, 'was', 'were')} delivered`,
    whenWord(when),
    quote(when.label),
    ', ',
    speech.fact('Failed records', failed, href),
    ' failed and ',
    speech.fact('Skipped records', skipped, href),
    ` ${plural(skipped, 'was', 'were')} skipped.`,
  )
}

/** "Summarise today": records, then the causes of what failed, then what needs attention now. */
async function sayDigest(scene: Scene, speech: Speech): Promise<void> {
  await sayPeriod(scene, speech)
  await tellCauses(scene, speech)
  const troubled = (await judgedIn(scene)).filter(({ condition }) => condition === 'failing' || condition === 'degraded')
  speech.sayNoScopes()
  if (troubled.length === 0) speech.say('No connector needs attention now.')
  else
    speech.say(
      'Needs attention now: ',
      ...listedParts(
        troubled.map(({ id, name }) => link(connectorHref(id), name)),
        listed,
      ),
      '.',
    )
  const [worst] = troubled
  if (worst) speech.suggest(`Why is ${worst.name} failing?`)
}

/** Connectors of which no run is known. */
async function sayNeverRun(scene: Scene, speech: Speech): Promise<void> {
  speech.applies('negation')
  const never: Scene['connectors'][number][] = []
  for (const it of connectorsIn(scene)) {
    const { total } = await pageOfRuns(scene.db, scene.scope, { connectorId: it.id, search: '', limit: 1, offset: 0 })
    if (total === 0) never.push(it)
  }
  if (never.length === 0) return speech.say('Every connector has run at least once.')
  speech.say(
    ...speech.count('Connectors that never ran', never.length, '/dashboard', 'connector'),
    ` ${plural(never.length, 'has', 'have')} never run:`,
  )
  for (const { id, name, status } of never.slice(0, listed * 2))
    speech.item(link(connectorHref(id), name), status === 'Draft' ? ', a draft.' : '.')
}

function sayThose(judged: readonly Judged[], [name, , conditions]: (typeof states)[number], speech: Speech): void {
  const found = judged.filter(({ condition }) => (conditions as readonly string[]).includes(condition))
  if (found.length === 0) {
    speech.say(name === 'drafts' ? 'There are no drafts.' : `No connector is ${name}.`)
    return
  }
  const isMixed = name === 'failing' && found.some(({ condition }) => condition === 'degraded')
  const state = isMixed ? 'failing or degraded' : name
  const verb =
    name === 'drafts' ? plural(found.length, 'is a draft', 'are drafts') : `${plural(found.length, 'is', 'are')} ${state}`
  speech.say(...speech.count(`Connectors that are ${state}`, found.length, '/dashboard', 'connector'), ` ${verb}:`)
  for (const { id, name: label, why, since, status, condition } of found.slice(0, listed * 2)) {
    const begun = status === 'Active' ? [] : [' Since ', at(since), '.']
    speech.item(link(connectorHref(id), label), isMixed ? `, ${condition}: ` : ': ', ...ownSentence(why), ...begun)
  }
  if (found.length > listed * 2) speech.say(link('/dashboard', 'See the others on the dashboard'))
}

const roleNames: Readonly<Record<string, string>> = { SUPER_ADMIN: 'Super Admin', ADMIN: 'Admin', USER: 'User' }
const peopleListed = 50
const rolesSentence =
  'Users build and run their own connectors. Admins see and change all connectors, people and company settings.'

export async function aboutPeople(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, scopes, hasWord, words } = scene
  if (await aboutSettings(scene, speech)) return
  const found = await peopleOf(db, caller.companyId, peopleListed)
  const isAdministrator = caller.role !== 'USER'
  const href = isAdministrator ? '/account?tab=team' : null
  const { person } = scopes
  const named = person === null ? undefined : found.people.find(({ name }) => name === `${person.firstName} ${person.lastName}`)
  if (named) {
    if (hasWord('mak', 'giv', 'promot', 'turn'))
      speech.say('Administrators change roles in ', link('/account?tab=team', 'Account, Team Members'), '.')
    speech.say(quote(named.name), ' is ', quote(roleNames[named.role] ?? named.role), ', ', quote(named.email), '.')
    if (named.lastActive === null) speech.say('Never active so far.')
    else speech.say('Last active at ', at(named.lastActive), '.')
    if (hasWord('can', 'may', 'allow', 'right', 'permission', 'see', 'access')) speech.say(rolesSentence)
    if (hasWord('invit') && words.includes('who'))
      speech.say("I can't tell who invited a person. ", link('/system-settings?tab=audit', 'See the audit log'))
    speech.say(named.hasSecondFactor ? 'A second factor is set up.' : 'No second factor is set up.')
    if (href) speech.say(link(href, 'See team members'))
    return
  }
  const asksForOwn = words.includes('my') || words.includes('i') || words.includes('me')
  if (asksForOwn) speech.say('Your role is ', quote(roleNames[caller.role] ?? caller.role), '.')
  if (hasWord('role', 'right', 'permission', 'may', 'can', 'allow', 'differenc') || asksForOwn) speech.say(rolesSentence)
  const administrators = found.people.filter(({ role }) => role !== 'USER').map(({ name }) => name)
  speech.say(
    ...speech.count('People of the company', found.total, href, 'person', 'people'),
    ' can sign in, ',
    ...speech.count('Administrators', found.administrators, href, 'administrator'),
    ': ',
    quote(administrators.join(', ') || 'none'),
    '.',
  )
  if (!isAdministrator) return
  const asksForAll = hasWord('who', 'list', 'show', 'team', 'member', 'people', 'user') && !hasWord('admin', 'administrator')
  if (asksForAll && found.people.length <= listed * 2)
    for (const { name, role, lastActive } of found.people)
      speech.item(
        quote(name),
        ', ',
        quote(roleNames[role] ?? role),
        ...(lastActive === null ? [', never active'] : [', last active at ', at(lastActive)]),
        '.',
      )
  if (found.invited > 0 || hasWord('invit', 'invitation', 'pend'))
    speech.say(
      ...speech.count('Open invitations', found.invited, href, 'invitation'),
      ` ${plural(found.invited, 'is', 'are')} open.`,
    )
  if (href) speech.say(link(href, 'See team members'))
}

/** Limits of the plan, and bounds of the product from where they are enforced. */
export async function aboutLimits(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, hasWord, quotas, words } = scene
  if (await aboutSettings(scene, speech)) return
  const limits: readonly (readonly [readonly string[], string, number | string])[] = [
    [['retry', 'retri', 'tim', 'attempt', 'repeat'], 'Retries of a failed request', engineLimits.retries],
    [['pag'], 'Pages of one run', engineLimits.pagesMax],
    [['run', 'larg', 'siz'], 'Records of one run', engineLimits.recordsMax],
    [['siz', 'larg', 'big', 'mb', 'payload'], 'Size of one record', `${recordBytesMax / 1_048_576} MB`],
    [['answer', 'respons', 'body', 'download', 'fil', 'pag'], 'Size of one response', `${productLimits.answerMegabytes} MB`],
    [['timeout', 'wait', 'long'], 'Longest wait for the first byte, seconds', timeoutLimits.firstByteMax],
    [['timeout', 'wait', 'long'], 'Longest request, seconds', timeoutLimits.totalMax],
    [['enrichment', 'lookup'], 'Enrichments of one connector', productLimits.enrichments],
    [['level', 'nest', 'deep', 'depth'], 'Levels of one response', productLimits.answerLevels],
    [['batch'], 'Records of one batch', batchSizeMax],
    [['replay'], 'Records chosen one by one for a replay', replayChosenMax],
    [['replay', 'sampl'], 'Sample records of a replay', replayCountMax],
  ]
  const ofPlan = hasWord(
    'connector',
    'integration',
    'member',
    'people',
    'user',
    'seat',
    'schedul',
    'plan',
    'invit',
    'quota',
    'month',
  )
  const asked = limits.filter(([stems]) => hasWord(...stems))
  const isGeneral = hasWord('limit', 'restriction', 'maximum', 'cap') && words.length <= 6
  if (!ofPlan && (hasWord('rat') || (asked.length === 0 && !isGeneral))) return howTo(scene, speech)
  if (ofPlan || asked.length === 0) {
    const state = await planState({ db, quotas }, caller.companyId)
    speech.say('Your plan is ', quote(state.plan), '.')
    sayLimits(scene, state, speech)
  }
  if (ofPlan) {
    speech.say(link('/account', 'See plan and limits'))
    return
  }
  speech.say('Product limits:')
  for (const [, label, value] of asked.length > 0 ? asked : limits)
    speech.item(quote(label), ': ', speech.fact(label, value, null), '.')
}
