/** Questions in which one word changes the answer: what is negated, defined, compared or to be explained. What cannot be answered exactly is declined. */
import type { Intent } from '#contract/assistant/intents.ts'
import { healthsOf } from '../../connectors/details/connector-health.repository.ts'
import { operators } from '../accounting/operators.ts'
import { figuresByConnector } from '../connector-figures.repository.ts'
import { troubledConnectors } from '../counting.repository.ts'
import { stemOf } from '../language/text.ts'
import { inAddress } from '../language/time/when.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { link, listed, plural, quote, type Speech } from '../speech.ts'
import { isNotDelivered } from './courses.ts'
import { sayComparison } from './exact/comparing.ts'
import { sayHowToBegin, sayHowToEnd, sayReceivers, sayRoles } from './exact/notified.ts'
import { sayReach } from './exact/reach.ts'
import { sayTerms } from './exact/terms.ts'
import { whenWord } from './figures.ts'
import { aboutRuns } from './runs.ts'

const listedMax = 10

const negations = new Set('not no without none never except excluding neither nothing'.split(' '))
const troubles = /^(?:fail|failed|fails|failing|failures?|errors?|problems?|issues?|trouble)$/
const connectorNouns = /^(?:connectors?|integrations?|syncs?|pipelines?|feeds?|ones)$/
const listing = /^(?:which|what|who|list|show|name|how|give|any)$/

/** "Had no failures", "did not fail", "without any errors". */
const deniesTrouble = (words: readonly string[]) =>
  words.some((word, at) => negations.has(word) && words.slice(at + 1, at + 4).some((next) => troubles.test(next)))

const deployedIn = (scene: Scene) => connectorsIn(scene).filter(({ status }) => status !== 'Draft')

function sayNoneDeployed(scene: Scene, speech: Speech): void {
  const isAmongAll = connectorsIn(scene).length === scene.connectors.length
  speech.say(isAmongAll ? 'No connector is deployed yet.' : 'No matching connector is deployed yet.')
  speech.say(link('/dashboard', 'See your connectors on the dashboard'))
}

/** Connectors that are live and of which nothing failed in the time. */
async function sayWithoutFailures(scene: Scene, speech: Speech): Promise<void> {
  speech.applies('negation')
  const { db, scope, when } = scene
  const asked = { ...scope, connectorIds: idsIn(scene), from: when.from, to: when.to }
  const { connectors: troubled } = await troubledConnectors(db, asked, scene.connectors.length + 1)
  const ids = new Set(troubled.map(({ id }) => id))
  const deployed = deployedIn(scene)
  if (deployed.length === 0) return sayNoneDeployed(scene, speech)
  const found = deployed.filter(({ id }) => !ids.has(id))
  const range = [whenWord(when), quote(when.label)]
  if (found.length === 0) return speech.say('Every deployed connector had failed runs or failed records', ...range, '.')
  speech.say(
    ...speech.count('Connectors without failures', found.length, `/runs?${inAddress(when)}`, 'connector'),
    ' had no failed run and no failed record',
    ...range,
    ':',
  )
  for (const { id, name } of found.slice(0, listedMax)) speech.item(link(connectorHref(id), name))
  if (found.length > listedMax) speech.say(link('/dashboard', 'See the others on the dashboard'))
}

const delivering = /^(?:deliver|delivered|send|sent)$/
const ofNone = /^(?:nothing|no)$/

/** "Did not deliver anything", "delivered nothing"; not "did not deliver everything". */
const deniesDelivery = (words: readonly string[]) =>
  !words.some((word) => /^(?:all|everything|every)$/.test(word)) &&
  words.some(
    (word, at) =>
      (/^(?:not|never)$/.test(word) &&
        /^(?:did|do|does|have|has|connectors?|that)$/.test(words[at - 1] ?? '') &&
        delivering.test(words[at + 1] ?? '')) ||
      (delivering.test(word) && ofNone.test(words[at + 1] ?? '')),
  )

/** Deployed connectors that delivered no record in the time. */
async function sayWithoutDeliveries(scene: Scene, speech: Speech): Promise<void> {
  speech.applies('negation')
  const { db, scope, when } = scene
  const asked = { by: ['delivered' as const], limit: scene.connectors.length + 1 }
  const delivering = await figuresByConnector(db, { ...scope, connectorIds: idsIn(scene) }, minutes(when), asked)
  const ids = new Set(delivering.map(({ id }) => id))
  const deployed = deployedIn(scene)
  if (deployed.length === 0) return sayNoneDeployed(scene, speech)
  const found = deployed.filter(({ id }) => !ids.has(id))
  const range = [whenWord(when), quote(when.label)]
  if (found.length === 0) return speech.say('Every deployed connector delivered records', ...range, '.')
  speech.say(
    ...speech.count('Connectors without deliveries', found.length, '/dashboard', 'connector'),
    ' delivered no records',
    ...range,
    ':',
  )
  for (const { id, name } of found.slice(0, listedMax)) speech.item(link(connectorHref(id), name))
  if (found.length > listedMax) speech.say(link('/dashboard', 'See the others on the dashboard'))
}

/** It says that it does not know, and what it knows instead. */
function decline(speech: Speech, ...suggestions: readonly string[]): void {
  speech.applies(...operators)
  speech.say("I can't answer that yet.")
  speech.say('I can tell you what your connectors read, deliver and fail to deliver.')
  speech.suggest(...suggestions)
}

const stateful = new Set('deploy deployed publish published live healthy ok okay fine right well yet finished'.split(' '))

/** "Which … not …": an answer to the question without its negation would be its opposite. */
function isUnansweredNegation({ intent, words, hasWord, marked: { systems } }: Scene): boolean {
  if (!listing.test(words[0] ?? '') || words.includes('why') || !words.some((word) => negations.has(word))) return false
  if (hasWord('system', 'application', 'tool') && systems.length === 0 && words.includes('not')) return true
  if (words.some((word) => stateful.has(word)) || isNotDelivered({ words })) return false
  if (words.includes('never') && hasWord('run', 'start', 'execut', 'sign', 'log')) return false
  return (
    intent === 'durations' ||
    intent === 'alerts' ||
    ((intent === 'health' || intent === 'count') && hasWord('connector', 'record'))
  )
}

const outcomeStems = ['unchang', 'unchanged', 'deliver', 'fail', 'skip', 'read', 'send', 'arriv', 'record']
/** "How many were unchanged in its last run?": the run says it. */
const asksOfLastRun = ({ intent, words, hasWord, connector }: Scene) =>
  intent === 'count' &&
  connector !== null &&
  hasWord(...outcomeStems) &&
  words.some((word, at) => /^(?:last|latest|newest)$/.test(word) && /^(?:run|sync|execution)$/.test(words[at + 1] ?? ''))

const most = /^(?:biggest|largest|main|most)$/
const trouble = /^(?:problem|issue|trouble|urgent|serious|critical|concern)s?$/
/** "Which one is worst?", "the biggest problem". */
export const asksForWorst = (words: readonly string[]): boolean =>
  words.some((word, at) => word === 'worst' || word === 'sickest' || (most.test(word) && trouble.test(words[at + 1] ?? '')))

/** The connector in trouble that lost most; several that lost as many are named together. */
export async function sayWorst(scene: Scene, speech: Speech): Promise<void> {
  speech.applies('superlative')
  const { db, scope, when, caller } = scene
  const found = await figuresByConnector(db, { ...scope, connectorIds: idsIn(scene) }, minutes(when), {
    by: ['failed'],
    limit: listedMax,
  })
  const healths = await healthsOf(
    db,
    caller.companyId,
    found.map(({ id }) => id),
  )
  const troubled = found.filter(({ id }) => ['failing', 'degraded'].includes(healths.get(id)?.level ?? ''))
  const [first] = troubled
  if (!first) return
  const tied = troubled.filter(({ failed }) => failed === first.failed)
  speech.say(
    ...listed(
      tied.map(({ id, name }) => link(connectorHref(id), name)),
      listedMax,
    ),
    ` ${plural(tied.length, 'is the worst', 'are equally bad')}: `,
    ...speech.count('Failed records of the worst', first.failed, connectorHref(first.id), 'record'),
    tied.length > 1 ? ' each failed' : ' failed',
    whenWord(when),
    quote(when.label),
    '.',
  )
}

const minute = 60_000
const minutes = ({ from, to }: Scene['when']) => ({
  from: Math.floor(from / minute) * minute,
  to: Math.ceil(to / minute) * minute,
})

/** @returns the intent of what was answered or declined here; null where nothing was. */
export async function sayExact(scene: Scene, speech: Speech): Promise<Intent | null> {
  const { intent, words } = scene
  if (sayTerms(scene, speech)) return 'how-to'
  if (await sayComparison(scene, speech)) return 'count'
  if (sayRoles(scene, speech)) return 'people'
  if (sayHowToEnd(scene, speech) || sayHowToBegin(scene, speech) || (await sayReceivers(scene, speech))) return 'alerts'
  if (sayReach(scene, speech)) return 'template'
  const isOfConnectors =
    intent === 'count' ||
    intent === 'health' ||
    intent === 'explain-failure' ||
    intent === 'why-nothing' ||
    intent === 'out-of-scope'
  if (
    isOfConnectors &&
    !words.includes('nor') &&
    listing.test(words[0] ?? '') &&
    words.some((it) => connectorNouns.test(it)) &&
    deniesTrouble(words)
  ) {
    await sayWithoutFailures(scene, speech)
    return intent === 'out-of-scope' ? 'count' : intent
  }
  if (
    isOfConnectors &&
    listing.test(words[0] ?? '') &&
    words.some((it) => connectorNouns.test(it)) &&
    !words.some((it) => troubles.test(it)) &&
    deniesDelivery(words)
  ) {
    await sayWithoutDeliveries(scene, speech)
    return 'count'
  }
  if (asksOfLastRun(scene)) {
    await aboutRuns(scene, speech, null)
    return intent
  }
  if (isUnansweredNegation(scene)) {
    decline(speech, 'Which systems do we use?', 'Which connectors had no failures today?', 'Is everything ok?')
    return intent
  }
  return null
}

const deeds =
  'add added|archive archived|change changed|create created|delete deleted|duplicate duplicated|edit edited|erase erased|insert inserted|merge merged|modify modified|overwrite overwritten|purge purged|remove removed|rename renamed|replace replaced|truncate truncated|update updated|upsert upserted'
    .split('|')
    .map((forms) => forms.split(' '))
const participles: ReadonlyMap<string, string> = new Map(
  deeds.flatMap((forms) => forms.map((form) => [stemOf(form), forms.at(-1) ?? ''] as const)),
)

/** What is counted goes before: "How many failed after the mapping was changed?" asks for failures. */
const counted =
  'fail failure reject error lost skip deliver delivery send arrive success succeed transfer move sync read run alert alarm warning pause'.split(
    ' ',
  )
const asking = new Set('did does do has have had'.split(' '))

/** Done to what is counted, as in "were deleted" or "did it delete"; "create a chart" asks for a deed. Null where none is named. */
export function uncountedIn({ words, hasWord, scopes }: Pick<Scene, 'words' | 'hasWord' | 'scopes'>): string | null {
  // "Added to the newsletter": what a connector does to its destination is a delivery.
  if (scopes.among !== null && hasWord('add', 'added', 'insert', 'inserted', 'create', 'created') && words.includes('to'))
    return null
  if (hasWord(...counted) || isNotDelivered({ words })) return null
  const isAsked = words.some((word) => asking.has(word))
  const isOfMany = words.includes('many')
  const found = words.find((word) => {
    const participle = participles.get(stemOf(word))
    // "How did the number of records change?" asks for a course, and "how many changed" for a deed.
    return participle !== undefined && (isAsked || word === participle) && (isOfMany || participle !== 'changed')
  })
  return found === undefined ? null : (participles.get(stemOf(found)) ?? null)
}

export function sayNotCounted(participle: string, speech: Speech): void {
  speech.say(`I don't know that. Datacrane does not count what was ${participle}.`)
  speech.say('I count records by outcome, runs by result, connectors by state, and alerts.')
  speech.suggest('How many records were delivered today?', 'How many records failed today?')
}
