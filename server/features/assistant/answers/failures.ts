/** Why a connector fails, is late, moves nothing or is slow: read from the ledger, never guessed. */
import type { ValueTrait } from '#contract/connectors/problems/cause-evidence.ts'
import type { ProblemGroup } from '#contract/connectors/problems/problem-group.ts'
import { articleHref, errorArticleId } from '#contract/kit/help-links.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import { inOneSnapshot } from '../../../platform/database/snapshot.ts'
import { healthsOf } from '../../connectors/details/connector-health.repository.ts'
import { problemGroups } from '../../connectors/problems/problem-group.ts'
import { pageOfTimeline } from '../../connectors/runs/timeline.repository.ts'
import { troubledConnectors } from '../counting.repository.ts'
import { inAddress, type When } from '../language/when.ts'
import { connectorHref, type Scene } from '../scene.ts'
import { at, link, quote, type Speech } from '../speech.ts'
import { courseOf, failures } from './courses.ts'

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
    if (meaning === null) speech.say('There is no error ', quote(code), ' in the catalogue.')
    else {
      speech.say(quote(code), ' is "', quote(meaning.title), '": ', quote(meaning.message))
      speech.say(
        meaning.retryable
          ? 'The same request may succeed when it is sent again.'
          : 'Sending the same request again does not help on its own.',
      )
      speech.say('What to do: ', link(articleHref(errorArticleId(code)), meaning.title))
    }
  }
  return known.length > 0
}

export async function explainFailure(scene: Scene, speech: Speech): Promise<void> {
  if (explainCodes(scene, speech)) return
  const { connector } = scene
  if (connector === null) return nameTroubled(scene, speech)
  const base = connectorHref(connector.id)
  for (const when of rangesOf(scene)) {
    const asked = { companyId: scope(scene), connectorId: connector.id, from: iso(when.from), to: iso(when.to) }
    const found = await problemGroups(scene.db, asked)
    const [group] = found.groups
    const [run] = found.failedRuns
    const [deployment] = found.failedDeployments
    if (!group && !run && !deployment) continue
    if (group) await explainGroup(scene, speech, { group, when, all: found.records })
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
    if (second) speech.say('Another cause: ', quote(second.message), ' (', lostFact(speech, second, base), ' records).')
    speech.say(link(`${base}?tab=problems&${inAddress(when)}`, 'All problems of this time'))
    if (group && group.failed + group.unknown > group.arrived) speech.suggest('Send the failed records again')
    speech.suggest('What changed recently?')
    return
  }
  speech.say(
    'I found no failed run, no failed record and no failed deployment of ',
    quote(connector.name),
    ' in ',
    quote(rangesOf(scene).at(-1)?.label ?? ''),
    '.',
  )
  speech.say('Its status is ', quote(statusName(connector.status)), ': ', quote(connector.reason))
  speech.suggest('How healthy is it?', 'What changed recently?')
}

const scope = ({ caller }: Scene) => caller.companyId
const iso = (instant: number) => new Date(instant).toISOString()
export const statusName = (status: string) => (status === 'Pause' ? 'Paused' : status)

const lostFact = (speech: Speech, group: ProblemGroup, base: string) =>
  speech.fact('Records lost for this cause', group.failed + group.unknown, `${base}?tab=problems&problem=${group.id}`)

function advise(code: string, speech: Speech): void {
  const meaning = meaningOf(code)
  if (meaning?.retryable) speech.say('Such a failure can pass automatically: what failed can be sent again.')
}

type Grouped = { readonly group: ProblemGroup; readonly when: When; readonly all: number }

async function explainGroup(scene: Scene, speech: Speech, { group, when, all }: Grouped): Promise<void> {
  const { connector } = scene
  if (connector === null) return
  const base = connectorHref(connector.id)
  const problems = `${base}?tab=problems&${inAddress(when)}`
  speech.say(
    lostFact(speech, group, base),
    ' of ',
    speech.fact('Records lost', all, problems),
    ' lost records of ',
    quote(connector.name),
    ' in ',
    quote(when.label),
    ' have one cause: ',
    quote(group.message || 'no cause was recorded'),
  )
  if (group.answerStatus !== null)
    speech.item(
      'The destination answered with status ',
      speech.fact('Status of the answer', String(group.answerStatus), problems),
      '.',
    )
  if (group.example.answer) speech.item('It said: ', quote(group.example.answer))
  speech.item('First at ', at(group.firstAt), ', last at ', at(group.lastAt), '.')
  if (group.arrived > 0) speech.item(speech.fact('Of these arrived later', group.arrived, problems), ' of them arrived later.')
  await lastChange(scene, speech, group.firstAt)
  await whatDiffers(scene, speech, { group, when, problems })
  advise(group.code, speech)
}

const traitWords: Readonly<Record<ValueTrait, string>> = {
  missing: 'is missing',
  null: 'is null',
  empty: 'is empty',
  'other-type': 'has another type than in delivered records',
  space: 'holds a space',
  longer: 'is longer than in any delivered record',
  same: 'has one and the same value',
}

type Compared = { readonly group: ProblemGroup; readonly when: When; readonly problems: string }

/** The field by which failed records differ from delivered ones. Its values are never repeated. */
async function whatDiffers({ caller, connector, evidence }: Scene, speech: Speech, { group, when, problems }: Compared) {
  if (connector === null) return
  const asked = { id: connector.id, causeId: group.id, from: iso(when.from), to: iso(when.to) }
  const { differences, lost, delivered, firstVersion } = await evidence.read(caller, asked)
  if (firstVersion !== null)
    speech.item(
      'The first version that lost a record for it was version ',
      speech.fact('First version with it', firstVersion, problems),
      '.',
    )
  const [first] = differences
  if (!first) return speech.item('I found no field by which the failed records differ from the delivered ones.')
  speech.item(
    'In ',
    speech.fact('Failed records with it', first.lost, problems),
    ' of ',
    speech.fact('Failed records looked at', lost, problems),
    ' failed records that I looked at, the field ',
    quote(first.path),
    ' ',
    traitWords[first.trait],
    '; of ',
    speech.fact('Delivered records looked at', delivered, problems),
    ' delivered ones it does in ',
    speech.fact('Delivered records with it', first.delivered, problems),
    '.',
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
    before.changed.length > 0 ? '; it changed: ' : '',
    ...(before.changed.length > 0 ? [quote(before.changed.join(', '))] : []),
    '.',
  )
}

/** Several may be meant: they are named, and the person chooses. */
async function nameTroubled({ db, caller, connectors }: Scene, speech: Speech): Promise<void> {
  const active = connectors.filter(({ status }) => status === 'Active').map(({ id }) => id)
  const healths = await healthsOf(db, caller.companyId, active)
  const troubled = connectors.filter(
    ({ id, status }) => status === 'Failed' || ['failing', 'degraded'].includes(healths.get(id)?.level ?? ''),
  )
  troubled.sort((a, b) => Number(healths.get(a.id)?.level === 'degraded') - Number(healths.get(b.id)?.level === 'degraded'))
  if (troubled.length === 0) {
    speech.say('No connector that you see is failing or degraded. Which one do you mean?')
    return speech.suggest(...connectors.slice(0, 3).map(({ name }) => `Why is ${name} failing?`))
  }
  speech.say(
    speech.fact('Connectors with problems', troubled.length, '/dashboard'),
    ' connectors have problems. Which one do you mean?',
  )
  for (const { id, name } of troubled.slice(0, 5))
    speech.item(link(connectorHref(id), name), ': ', quote(healths.get(id)?.reason ?? ''))
  speech.suggest(...troubled.slice(0, 3).map(({ name }) => `Why is ${name} failing?`))
}

/** Connectors whose causes are told with a number. */
const toldMax = 3

/** Why the records of a time that was counted were lost: the largest causes of those connectors that lost most. */
export async function tellCauses(scene: Scene, speech: Speech): Promise<void> {
  const { db, connector, when } = scene
  const times = { from: when.from, to: when.to }
  const { connectors } =
    connector === null
      ? await troubledConnectors(db, { ...scene.scope, ...times }, toldMax)
      : { connectors: [{ id: connector.id, name: connector.name }] }
  for (const { id, name } of connectors) {
    const asked = { companyId: scope(scene), connectorId: id, from: iso(when.from), to: iso(when.to) }
    const [group] = (await problemGroups(db, asked)).groups
    if (group === undefined) continue
    speech.item(
      link(connectorHref(id), name),
      ': ',
      lostFact(speech, group, connectorHref(id)),
      ' lost for the largest cause, for example: ',
      quote(group.example.message || 'no cause was recorded'),
      ...(group.example.answer ? [' It said: ', quote(group.example.answer)] : []),
    )
  }
}
