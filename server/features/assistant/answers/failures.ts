/** Why a connector fails, is late, moves nothing or is slow: read from the ledger, never guessed. */
import { conditionOf } from '#contract/connectors/list/connector-condition.ts'
import type { ValueTrait } from '#contract/connectors/problems/cause-evidence.ts'
import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import { waitingText } from '#contract/connectors/runs/run-display.ts'
import { articleHref, errorArticleId } from '#contract/kit/help-links.ts'
import { remoteMessage } from '#contract/kit/reason/remote-reason.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import { inOneSnapshot } from '#server/platform/database/commit.ts'
import { healthsOf } from '../../connectors/details/connector-health.repository.ts'
import { problemGroups } from '../../connectors/problems/problem-group.ts'
import { pageOfRuns } from '../../connectors/runs/run-list.repository.ts'
import { pageOfTimeline } from '../../connectors/runs/timeline.repository.ts'
import { troubledConnectors } from '../counting.repository.ts'
import { inAddress, type When } from '../language/time/when.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { at, link, ownSentence, plural, quote, type Speech } from '../speech.ts'
import { courseOf, failures } from './courses.ts'
import { behindFigure, whenWord } from './figures.ts'
import { endOf } from './runs.ts'

const day = 86_400_000
const wider: readonly number[] = [1, 7, 30]

/** Where none was named: the shortest of these in which something failed. */
function rangesOf({ when, now }: Scene): readonly When[] {
  if (when.isNamed) return [when]
  const label = { 1: 'the past day', 7: 'the past 7 days', 30: 'the past 30 days' } as const
  return wider.map((days) => ({
    ...when,
    from: now - days * day,
    to: now + 60_000,
    label: label[days as 1 | 7 | 30],
    period: days === 1 ? '1d' : days === 7 ? '7d' : '30d',
  }))
}

/** Of the catalogue, where the code is one of it. */
const meaningOf = (code: string) => (Object.hasOwn(catalogue, code) ? catalogue[code as keyof typeof catalogue] : null)

export function explainCodes({ marked }: Scene, speech: Speech): boolean {
  const known = marked.codes.map((code) => ({ code, meaning: meaningOf(code) }))
  for (const { code, meaning } of known) {
    if (meaning === null) speech.say('Datacrane has no error ', quote(code), '.')
    else {
      speech.say(quote(code), ' is "', quote(meaning.title), '": ', quote(meaning.message))
      speech.say(
        meaning.retryable
          ? 'The same request may succeed when you send it again.'
          : 'Sending the same request again does not help.',
      )
      speech.say('What to do: ', link(articleHref(errorArticleId(code)), meaning.title))
    }
  }
  return known.length > 0
}

export async function explainFailure(scene: Scene, speech: Speech): Promise<void> {
  if (explainCodes(scene, speech)) return
  if (asksForMeaning(scene)) sayStatusMeaning(scene, speech)
  const { connector } = scene
  if (connector === null && asksForReasons(scene)) return sayReasons(scene, speech)
  if (connector === null) return nameTroubled(scene, speech)
  const base = connectorHref(connector.id)
  // What waits has not failed: failures of earlier runs come after it.
  if (connector.waiting !== null)
    speech.say('A run of ', quote(connector.name), ' is waiting. ', ...ownSentence(waitingText(connector.waiting)))
  for (const when of rangesOf(scene)) {
    const asked = { companyId: scope(scene), connectorId: connector.id, from: iso(when.from), to: iso(when.to) }
    const found = await problemGroups(scene.db, asked)
    const [group] = found.groups
    const [run] = found.failedRuns
    const [deployment] = found.failedDeployments
    if (!group && !run && !deployment) continue
    if (group) await explainGroup(scene, speech, { group, when, all: recordsOf(found.groups) })
    if (run) {
      const href = `${base}?tab=runs&result=failed&${inAddress(when)}`
      speech.say(
        speech.fact('Failed runs for this reason', run.count, href),
        run.count === 1 ? ' run failed: ' : ' runs failed: ',
        quote(run.message),
      )
      advise(run.code, speech)
    }
    if (deployment && !group && !run) speech.say('The last deployment failed: ', quote(deployment.message))
    if (group) speech.draw(await courseOf(scene, when, failures.measures))
    const [, second] = found.groups
    if (second) {
      const count = second.records
      speech.say(
        'Another cause: ',
        quote(reasonOf(second)),
        ' (',
        lostFact(speech, second, base),
        ` ${plural(count, 'record')}).`,
      )
    }
    speech.say(link(`${base}?tab=problems&${inAddress(when)}`, 'See all problems'))
    if (group && group.failed + group.unknown > group.arrived) speech.suggest('Send the failed records again')
    speech.suggest('What changed recently?')
    return
  }
  const range = rangesOf(scene).at(-1) ?? scene.when
  speech.say('No run, record or deployment of ', quote(connector.name), ' failed', whenWord(range), quote(range.label), '.')
  await sayWaiting(scene, speech)
  speech.say('Status: ', quote(statusName(connector.status)), '. ', ...ownSentence(connector.reason))
  speech.suggest('How healthy is it?', 'What changed recently?')
}

/** What a status says by the standard of HTTP. */
const statusTexts: Readonly<Record<string, string>> = {
  '400': 'the request is not valid',
  '401': 'the credentials are missing or wrong',
  '403': 'the credentials are not allowed to do this',
  '404': 'there is nothing at this URL',
  '405': 'the URL does not take this method',
  '408': 'the request took too long',
  '409': 'the request conflicts with what is stored',
  '410': 'what was at this URL is gone',
  '413': 'the request is too large',
  '415': 'the format of the request is not supported',
  '422': 'the request was understood, but a value in it is not accepted',
  '429': 'too many requests were sent',
  '500': 'the other system failed',
  '502': 'a gateway got no valid response',
  '503': 'the other system is not available',
  '504': 'a gateway got no response in time',
}
const statusIn = ({ words }: Pick<Scene, 'words'>) => words.find((word) => /^[45]\d\d$/.test(word))
const asksForMeaning = ({ hasWord, words }: Scene) =>
  statusIn({ words }) !== undefined && (hasWord('mean', 'meaning') || /^(?:what is|explain)\b/.test(words.join(' ')))

function sayStatusMeaning(scene: Scene, speech: Speech): void {
  const status = statusIn(scene)
  const text = status === undefined ? undefined : statusTexts[status]
  if (status !== undefined && text !== undefined) speech.say('HTTP status ', quote(status), ` means that ${text}.`)
}

const asksForReasons = ({ words, hasWord }: Scene) =>
  hasWord('reason', 'cause', 'error', 'problem', 'messag', 'failur') &&
  (words.includes('reasons') ||
    words.includes('causes') ||
    hasWord('top', 'most', 'main', 'common', 'biggest', 'frequent', 'list'))
const reasonsMax = 10

/** "Top 3 reasons": the causes of all connectors, those with the most records first. */
async function sayReasons(scene: Scene, speech: Speech): Promise<void> {
  speech.applies('superlative')
  const { words, now } = scene
  const when = scene.when.isNamed ? scene.when : (rangesOf(scene)[1] ?? scene.when)
  const { connectors } = await troubledConnectors(
    scene.db,
    { ...scene.scope, connectorIds: idsIn(scene), from: when.from, to: Math.min(when.to, now + 60_000) },
    reasonsMax * 2,
  )
  const found: { readonly id: string; readonly name: string; readonly group: ProblemGroup }[] = []
  for (const { id, name } of connectors) {
    const { groups } = await problemGroups(scene.db, {
      companyId: scope(scene),
      connectorId: id,
      from: iso(when.from),
      to: iso(when.to),
    })
    found.push(...groups.map((group) => ({ id, name, group })))
  }
  if (found.length === 0) return speech.say('No record failed', whenWord(when), quote(when.label), '.')
  const number = words.map(Number).find((it) => Number.isInteger(it) && it > 0 && it <= reasonsMax)
  const isOne = number === undefined && !words.includes('reasons') && !words.includes('causes')
  const sorted = found.toSorted((one, other) => other.group.failed + other.group.unknown - one.group.failed - one.group.unknown)
  speech.say(isOne ? 'The most common reason' : 'The most common reasons', whenWord(when), quote(when.label), ':')
  for (const { id, name, group } of sorted.slice(0, isOne ? 1 : (number ?? 5))) {
    const count = group.records
    speech.item(
      quote(reasonOf(group)),
      ' (',
      lostFact(speech, group, connectorHref(id)),
      ` ${plural(count, 'record')} of `,
      link(connectorHref(id), name),
      ')',
    )
  }
  if (found.length > 1 && isOne) speech.suggest('What are the top reasons for failures this week?')
}

const scope = ({ caller }: Scene) => caller.companyId
const iso = (instant: number) => new Date(instant).toISOString()
export const statusName = (status: string) => (status === 'Pause' ? 'Paused' : status)

/** What the destination says of the newest record, in its own words where it says something. */
export const reasonOf = ({ example, message }: Pick<ProblemGroup, 'example' | 'message'>): string =>
  (example.answer ? remoteMessage(example.answer) : null) ?? (message || example.message || 'no cause was recorded')

const lostFact = (speech: Speech, group: ProblemGroup, base: string) =>
  speech.fact('Records that failed for this cause', group.records, `${base}?tab=problems&problem=${group.id}`)

function advise(code: string, speech: Speech): void {
  const meaning = meaningOf(code)
  if (meaning?.retryable) speech.say('This kind of failure can be temporary. Send the failed records again.')
}

/** A record that failed again in a retry is no further record. */
const recordsOf = (groups: readonly ProblemGroup[]): number => groups.reduce((sum, { records }) => sum + records, 0)

type Grouped = { readonly group: ProblemGroup; readonly when: When; readonly all: number }

async function explainGroup(scene: Scene, speech: Speech, { group, when, all }: Grouped): Promise<void> {
  speech.applies('howLong', 'when')
  const { connector } = scene
  if (connector === null) return
  const base = connectorHref(connector.id)
  const problems = `${base}?tab=problems&${inAddress(when)}`
  speech.say(
    lostFact(speech, group, base),
    ' of ',
    ...speech.count('Records lost', all, problems, 'failed record'),
    ' of ',
    quote(connector.name),
    whenWord(when),
    quote(when.label),
    // The reason names a value of its record: of several it is the newest one's.
    group.records === 1 ? ' has one cause: ' : ' have one cause. The newest one: ',
    quote(reasonOf(group)),
  )
  if (group.answerStatus !== null)
    speech.item(
      'The destination responded with status ',
      speech.fact('Status of the response', String(group.answerStatus), problems),
      '.',
    )
  speech.item('First at ', at(group.firstAt), ', last at ', at(group.lastAt), '.')
  const arrived = group.records - group.openRecords
  if (arrived > 0) speech.item(speech.fact('Of these arrived later', arrived, problems), ' of them were delivered later.')
  await lastChange(scene, speech, group.firstAt)
  await whatDiffers(scene, speech, { group, when, problems })
  advise(group.code, speech)
}

const traitWords: Readonly<Record<ValueTrait, string>> = {
  missing: 'is missing',
  null: 'is null',
  empty: 'is empty',
  'other-type': 'has another type than in delivered records',
  without: 'lacks a sign that delivered records contain',
  space: 'contains a space',
  longer: 'is longer than in any delivered record',
  same: 'always has the same value',
}

type Compared = { readonly group: ProblemGroup; readonly when: When; readonly problems: string }

/** The field by which failed records differ from delivered ones. Its values are never repeated. */
async function whatDiffers({ caller, connector, evidence }: Scene, speech: Speech, { group, when, problems }: Compared) {
  if (connector === null) return
  const asked = { id: connector.id, causeId: group.id, from: iso(when.from), to: iso(when.to) }
  const { differences, lost, delivered, firstVersion } = await evidence.read(caller, asked)
  if (firstVersion !== null)
    speech.item(
      'The first version with this failure is version ',
      speech.fact('First version with it', firstVersion, problems),
      '.',
    )
  const [first] = differences
  if (!first) return speech.item('No field distinguishes the failed records from the delivered records.')
  speech.item(
    'In ',
    speech.fact('Failed records with it', first.lost, problems),
    ' of ',
    speech.fact('Failed records looked at', lost, problems),
    ` failed ${plural(lost, 'record')} compared, the field `,
    quote(first.path),
    ' ',
    traitWords[first.trait],
    '. The same is true for ',
    speech.fact('Delivered records with it', first.delivered, problems),
    ' of ',
    speech.fact('Delivered records looked at', delivered, problems),
    ` delivered ${plural(delivered, 'record')}.`,
  )
}

/** The newest deployment or change before the first of them. */
async function lastChange({ db, caller, connector }: Scene, speech: Speech, firstAt: string): Promise<void> {
  if (connector === null) return
  const asked = { companyId: caller.companyId, connectorId: connector.id, kinds: ['deployment'] as const, page: 1, limit: 50 }
  const { entries } = await inOneSnapshot(db, (tx) => pageOfTimeline(tx, asked))
  const before = entries.find((it) => it.kind === 'deployment' && it.isLive && it.at <= firstAt)
  if (before?.kind !== 'deployment' || before.toVersion === null) return
  const version = speech.fact('Version', before.toVersion, `${connectorHref(connector.id)}?tab=timeline`)
  speech.item(
    'The last deployment before that was version ',
    version,
    ' at ',
    at(before.at),
    ...(before.actor === null ? [] : [' by ', quote(before.actor)]),
    before.changed.length > 0 ? ', changed: ' : '',
    ...(before.changed.length > 0 ? [quote(before.changed.join(', '))] : []),
    '.',
  )
}

/** An open run that waits for a rate limit or a destination has not failed. */
async function sayWaiting({ db, scope: tenant, connector }: Scene, speech: Speech): Promise<void> {
  if (connector === null) return
  const { data } = await pageOfRuns(db, tenant, { connectorId: connector.id, search: '', limit: 1, offset: 0, filter: 'open' })
  const [run] = data
  if (run)
    speech.say(
      link(`${connectorHref(connector.id)}/runs/${run.runId}`, 'The open run'),
      ` ${endOf(run)}: `,
      ...ownSentence(run.statusReason),
    )
}

/** Several may be meant: they are named with their causes, and the person chooses. */
async function nameTroubled(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, when } = scene
  if (when.isNamed) return nameFailed(scene, speech)
  const connectors = connectorsIn(scene)
  const active = connectors.filter(({ status }) => status === 'Active').map(({ id }) => id)
  const healths = await healthsOf(db, caller.companyId, active)
  const troubled = connectors.filter(({ id, status, waiting }) =>
    ['failing', 'degraded'].includes(conditionOf(status, healths.get(id)?.level ?? 'noRecentData', waiting)),
  )
  troubled.sort((a, b) => Number(healths.get(a.id)?.level === 'degraded') - Number(healths.get(b.id)?.level === 'degraded'))
  const [only] = troubled
  if (troubled.length === 0) {
    speech.say('No connector is failing or degraded.')
    return speech.suggest(...connectors.slice(0, 3).map(({ name }) => `Why is ${name} failing?`))
  }
  if (only && troubled.length === 1) return explainFailure({ ...scene, connector: only }, speech)
  speech.say(...speech.count('Connectors with problems', troubled.length, '/dashboard', 'connector'), ' have problems:')
  for (const { id, name, reason } of troubled.slice(0, 5)) {
    const asked = { companyId: caller.companyId, connectorId: id, from: iso(scene.now - 7 * day), to: iso(scene.now + 60_000) }
    const [group] = (await problemGroups(db, asked)).groups
    const words = group && reasonOf(group)
    speech.item(
      link(connectorHref(id), name),
      ': ',
      ...ownSentence(healths.get(id)?.reason ?? reason),
      ...(words ? [' Main cause: ', quote(words)] : []),
    )
  }
  speech.suggest(...troubled.slice(0, 3).map(({ name }) => `Why is ${name} failing?`))
}

/** What failed in a time that was named, by connector. */
async function nameFailed(scene: Scene, speech: Speech): Promise<void> {
  const { when } = scene
  const found = await troubledConnectors(
    scene.db,
    { ...scene.scope, connectorIds: idsIn(scene), from: when.from, to: when.to },
    namedFailuresMax,
  )
  if (found.total === 0) return speech.say('Nothing failed', ...behindFigure(scene, when))
  const link_ = `/runs?${inAddress(when)}`
  speech.say(
    ...speech.count('Connectors with problems', found.total, link_, 'connector'),
    ' had failures',
    whenWord(when),
    quote(when.label),
    ':',
  )
  await tellCauses(scene, speech)
  speech.suggest(...found.connectors.map(({ name }) => `Why is ${name} failing?`))
}

/** Connectors whose causes are told with a number. */
const namedFailuresMax = 3

/** Why the records of a time that was counted were lost: the largest causes of those connectors that lost most. */
export async function tellCauses(scene: Scene, speech: Speech): Promise<void> {
  const { db, connector, when } = scene
  const times = { from: when.from, to: when.to }
  const { connectors } =
    connector === null
      ? await troubledConnectors(db, { ...scene.scope, ...times, connectorIds: idsIn(scene) }, namedFailuresMax)
      : { connectors: [{ id: connector.id, name: connector.name }] }
  const found = []
  for (const { id, name } of connectors) {
    const asked = { companyId: scope(scene), connectorId: id, from: iso(when.from), to: iso(when.to) }
    const { groups, failedRuns } = await problemGroups(db, asked)
    found.push({
      id,
      name,
      group: groups[0],
      run: failedRuns[0],
      all: groups.reduce((sum, it) => sum + it.failed + it.unknown, 0),
    })
  }
  for (const { id, name, group, run } of found.toSorted((one, other) => other.all - one.all)) {
    const title = [link(connectorHref(id), name), ': '] as const
    if (group !== undefined) {
      speech.item(...title, lostFact(speech, group, connectorHref(id)), ' failed for the main cause: ', quote(reasonOf(group)))
    } else if (run !== undefined) {
      const runs = speech.count(`Failed runs: ${name}`, run.count, `${connectorHref(id)}?tab=runs`, 'run')
      speech.item(...title, ...runs, ' failed: ', quote(run.message))
    }
  }
}
