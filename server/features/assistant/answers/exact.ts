/** Questions in which one word changes the answer: what is negated, defined, compared or to be explained. What cannot be answered exactly is declined. */
import { healthsOf } from '../../connectors/details/connector-health.repository.ts'
import { figuresByConnector } from '../connector-figures.repository.ts'
import { troubledConnectors } from '../counting.repository.ts'
import { stemOf } from '../language/text.ts'
import { inAddress } from '../language/time/when.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../scene.ts'
import { link, listed, plural, quote, type Speech } from '../speech.ts'
import { isNotDelivered } from './courses.ts'
import { whenWord } from './figures.ts'
import { aboutRuns } from './runs.ts'

const listedMax = 10

/** What the words of the product mean, in the order in which they are listed. */
const meanings: readonly (readonly [stems: readonly string[], name: string, meaning: string])[] = [
  [['deliver', 'delivered'], 'Delivered', 'the destination confirmed the record.'],
  [['fail', 'failed'], 'Failed', 'the record could not be delivered. You can send it again.'],
  [
    ['skip', 'skipped'],
    'Skipped',
    'the record was not sent. An enrichment found nothing, or the record may have arrived before.',
  ],
  [['unknown'], 'Unknown', 'the destination gave no clear response. The record may have arrived.'],
  [['unchang', 'unchanged'], 'Unchanged', 'the record was delivered before with the same content, so it was not sent again.'],
  [['webhook'], 'Webhook', 'a URL of Datacrane that another system calls for each event. Each event starts a run.'],
]

/** "What does unchanged mean?", "difference between skipped and failed", "what is a webhook" */
function sayMeaning({ words, hasWord, marked, when }: Scene, speech: Speech): boolean {
  if (marked.connectors.length + marked.ids.length + marked.codes.length > 0 || when.isNamed) return false
  const [first = '', second = ''] = words
  const asksMeaning = words.some((word) => /^(?:mean|means|meaning|definition)$/.test(word)) && first !== 'i'
  const isCompared = words.includes('difference') && (words.includes('between') || words.includes('and'))
  const asksWhat = first === 'what' && /^(?:is|are)$/.test(second) && /^(?:a|an)$/.test(words[2] ?? '') && words[3] === 'webhook'
  if (!asksMeaning && !isCompared && !asksWhat) return false
  if (
    hasWord('version', 'run', 'connector', 'status', 'http', 'url', 'trigger', 'schedul') ||
    words.some((word) => /^\d/.test(word))
  )
    return false
  const meant = meanings.filter(([stems]) => hasWord(...stems))
  if (meant.length === 0 || (isCompared && meant.length === 1)) return false
  for (const [, name, meaning] of meant) {
    if (meant.length === 1) speech.say(`${name}: ${meaning}`)
    else speech.item(`${name}: ${meaning}`)
  }
  speech.say(
    meant.length === 1 && asksWhat
      ? link('/help-center/setting-webhook-trigger', 'Start by a webhook')
      : link('/help-center', 'Open the Help Center'),
  )
  return true
}

const negations = new Set('not no without none never except excluding neither nothing'.split(' '))
const troubles = /^(?:fail|failed|fails|failing|failures?|errors?|problems?|issues?|trouble)$/
const connectorNouns = /^(?:connectors?|integrations?|syncs?|pipelines?|feeds?|ones)$/
const listing = /^(?:which|what|who|list|show|name|how|give|any)$/

/** "Had no failures", "did not fail", "without any errors". */
const deniesTrouble = (words: readonly string[]) =>
  words.some((word, at) => negations.has(word) && words.slice(at + 1, at + 4).some((next) => troubles.test(next)))

/** Connectors that are live and of which nothing failed in the time. */
async function sayWithoutFailures(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope, when } = scene
  const asked = { ...scope, connectorIds: idsIn(scene), from: when.from, to: when.to }
  const { connectors: troubled } = await troubledConnectors(db, asked, scene.connectors.length + 1)
  const ids = new Set(troubled.map(({ id }) => id))
  const found = connectorsIn(scene).filter(({ id, status }) => status !== 'Draft' && !ids.has(id))
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

/** It says that it does not know, and what it knows instead. */
function decline(speech: Speech, ...suggestions: readonly string[]): void {
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

/** The connector in trouble that lost most; several that lost as many are named together. */
export async function sayWorst(scene: Scene, speech: Speech): Promise<void> {
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

/** @returns whether the question was answered or declined here. */
export async function sayExact(scene: Scene, speech: Speech): Promise<boolean> {
  const { intent, words } = scene
  if (sayMeaning(scene, speech)) return true
  const isOfConnectors = intent === 'count' || intent === 'health' || intent === 'explain-failure' || intent === 'why-nothing'
  if (isOfConnectors && listing.test(words[0] ?? '') && words.some((it) => connectorNouns.test(it)) && deniesTrouble(words)) {
    await sayWithoutFailures(scene, speech)
    return true
  }
  if (asksOfLastRun(scene)) {
    await aboutRuns(scene, speech, null)
    return true
  }
  if (isUnansweredNegation(scene)) {
    decline(speech, 'Which systems do we use?', 'Which connectors had no failures today?', 'Is everything ok?')
    return true
  }
  return false
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
export function uncountedIn({ words, hasWord }: Pick<Scene, 'words' | 'hasWord'>): string | null {
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
