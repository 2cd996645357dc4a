/** The built-in planner: the same answer to the same question about the same data, without a network. */
import type { Intent } from '#contract/assistant/intents.ts'
import { everyConnector } from '#contract/connectors/list/connector-selection.ts'
import { catalogue } from '#contract/problem-catalogue.ts'
import { inOneSnapshot } from '../../platform/database/commit.ts'
import { statusesOf } from '../connectors/list/connector-overview.repository.ts'
import { unaccounted } from './accounting/unaccounted.ts'
import { aboutSchedule, proposePause, proposeReplay, proposeResume, proposeRun } from './answers/actions.ts'
import { aboutDurations, aboutLastActivity } from './answers/activity.ts'
import { aboutUsage } from './answers/billing.ts'
import { findTemplates, optimise, proposeDraft, recommend, suggestMapping, validateDraft } from './answers/building.ts'
import { explainLate, explainNothing, explainSlow } from './answers/causes.ts'
import { compareVersions, whatChanged } from './answers/changes.ts'
import { aboutAlerts, aboutHealth, aboutLimits, aboutPeople } from './answers/company.ts'
import { aboutConfiguration } from './answers/configuration.ts'
import { answerCount } from './answers/counting.ts'
import { sayUnaccounted } from './answers/exact/declining.ts'
import { sayExact } from './answers/exact.ts'
import { explainFailure } from './answers/failures.ts'
import { aboutManaging } from './answers/manage.ts'
import { explainRecord, findRecord } from './answers/records.ts'
import { sayNothingMatches, sayScopes } from './answers/scoping.ts'
import { aboutSettings, isAboutSettings } from './answers/settings.ts'
import { aboutSignIns } from './answers/sign-ins.ts'
import { capabilities, howTo, sayHelp, smalltalk, unknown } from './answers/talk.ts'
import { aboutValues } from './answers/values.ts'
import { comparedOf, nameOf, namesBoth } from './compared.ts'
import { connectorSides, namedConnectors, namesOfPeople } from './connector-sides.repository.ts'
import { sayFirst, sayOwn } from './first-answers.ts'
import { asksForSteps, asksState, deeds, isGeneral } from './general-questions.ts'
import { halvesOf, isDependent, isUnanswered, joined, unansweredOf } from './halves.ts'
import { classify, isProposing, mayTakeOver } from './language/classify.ts'
import { type Known, marked } from './language/marked.ts'
import { headsOf, rhythmsOf, scopesIn, stemsOfNames } from './language/scopes.ts'
import { stemOf } from './language/text.ts'
import { namedIn, usually } from './language/time/when.ts'
import { beforeOf, type Planned, saidBy, withList, withRecord } from './planned.ts'
import { reworded } from './rewording/rewording.ts'
import { unreadIn } from './rewording/unread.ts'
import type { Compared, Scene } from './scene.ts'
import { createSpeech, listed, quote, type Speech, visible } from './speech.ts'
import { pointsBackIn, pointsThere } from './structured/pointing.ts'
import { askedIn, type Before, sayStructured } from './structured/structured.ts'
import { systemsOf } from './systems.ts'

type Given = Pick<
  Scene,
  'db' | 'caller' | 'scope' | 'now' | 'zone' | 'message' | 'library' | 'quotas' | 'evidence' | 'publicUrl'
> & {
  /** Of the page; null of none. */
  readonly connectorId: string | null
  /** What the person said before, oldest first. */
  readonly before: readonly string[]
}

type Teller = (scene: Scene, speech: Speech) => Promise<void> | void

const answers: Readonly<Record<Intent, Teller>> = {
  'create-connector': proposeDraft,
  'explain-failure': explainFailure,
  'why-late': explainLate,
  'why-nothing': explainNothing,
  'why-slow': explainSlow,
  'what-changed': whatChanged,
  'compare-versions': compareVersions,
  count: answerCount,
  'find-record': findRecord,
  replay: proposeReplay,
  pause: proposePause,
  resume: proposeResume,
  'run-now': proposeRun,
  schedule: aboutSchedule,
  'suggest-mapping': suggestMapping,
  validate: validateDraft,
  optimise,
  recommend,
  template: findTemplates,
  alerts: aboutAlerts,
  health: aboutHealth,
  usage: aboutUsage,
  'how-to': howTo,
  people: aboutPeople,
  limits: aboutLimits,
  configuration: aboutConfiguration,
  durations: aboutDurations,
  'last-activity': aboutLastActivity,
  'sign-ins': aboutSignIns,
  settings: sayCompanySettings,
  manage: aboutManaging,
  values: aboutValues,
  capabilities,
  smalltalk,
  'out-of-scope': unknown,
}

async function sayCompanySettings(scene: Scene, speech: Speech): Promise<void> {
  if (!(await aboutSettings(scene, speech))) await howTo(scene, speech)
}

const codes = new Set(Object.keys(catalogue))
/** "And yesterday?", "only the failed ones": what continues the question before takes its intent over. */
const continues = /^(?:and|what about|how about|also|(?:but )?(?:only|just) (?:the|those|these|for|in|from|of|on))\b/i
const continuedMax = 8
/** So short a question may be about what was named before. */
const shortMax = 3
/** "OK, and …": words before what continues. */
const leadIn =
  /^(?:ok|okay|so|well|then|alright|right|great|thanks|hm)[,.!]? (?=and\b|what about\b|how about\b|only\b|just\b|also\b)/i
/** "And why does Orders fail?": what asks something of its own continues nothing. */
const asksAnew = /^(and|also) (why|how|who|when|which|what (?!about)|did|does|do|is|are|was|were)\b/i

/** "Why did they fail?": what the question before narrowed itself to holds on. */
const pointsBack = { test: (message: string) => /\b(?:they|them|those|these)\b/i.test(message) || pointsThere(message) }
/** "Why?": of what was said before. */
const asksReason = /^(?:but |and |ok |so )?(?:why|how come)(?: not| is that| so| did they| did that happen)?\s*\??$/i
const outcomes = new Set(['fail', 'failed', 'deliver', 'delivered', 'skip', 'skipped', 'unchang', 'unchanged', 'reject', 'read'])
/** "In total", "all connectors": the page that is open does not narrow the question. */
const meansAll =
  /\b(?:in total|overall|altogether|company|all (?:the |our |my |of )?(?:connectors|integrations|syncs)|every connector|across)\b/i
/** Of whom many connectors may be named: their figures are added up, or set side by side. */
const addsUp: ReadonlySet<Intent> = new Set([
  ...(['count', 'health', 'alerts', 'schedule', 'find-record', 'what-changed'] as const),
  ...(['configuration', 'durations', 'last-activity', 'values'] as const),
])
/** "Customers" are people of the company there, and records elsewhere. */
const ofCompany: ReadonlySet<Intent> = new Set([
  ...(['usage', 'people', 'limits', 'how-to', 'capabilities', 'smalltalk', 'out-of-scope'] as const),
  ...(['create-connector', 'template', 'recommend', 'sign-ins', 'settings'] as const),
])

/** "The every-5-minutes connector" with blanks, without a greeting, and without what is not to be done before what is to be said. */
const plainRhythm = (message: string) =>
  message
    .replace(/^(?:good )?(?:morning|afternoon|evening)\b[,!.] ?/i, blank)
    .replace(/^(?:please )?(?:do not|don't|dont) [^,.]{1,40}[,.] (?:just|only) (?:tell|show) me (?:if )?/i, blank)
    .replaceAll(/\b(?:every-)?\d{1,3}-(?:minutes?|hours?|days?)\b/gi, (text) => text.replaceAll('-', ' '))
/** Of the same length: words stand where they stood. */
const blank = (text: string) => ' '.repeat(text.length)

/** What a message wants, and what it is about. Nothing is answered yet. */
export async function understand(given: Given): Promise<Scene> {
  const { db, caller, scope, now, zone, library, connectorId, before } = given
  const message = given.message.replace(leadIn, '')
  const { seen, sides, people } = await inOneSnapshot(db, async (tx) => ({
    seen: await statusesOf(tx, scope, everyConnector),
    sides: new Map((await connectorSides(tx, scope)).map((it) => [it.id, it])),
    people: caller.role === 'USER' ? [] : await namesOfPeople(tx, caller.companyId),
  }))
  const connectors = seen.map((it) => ({ ...it, name: visible(it.name) }))
  const known: Known = {
    connectors: [...connectors.map(({ id, name }) => ({ key: id, name })), ...headsOf(connectors), ...rhythmsOf(connectors)],
    systems: systemsOf(library),
    codes,
    people: new Set(people.map(({ firstName }) => firstName.toLowerCase()).filter((name) => name.length > 2)),
    nameStems: stemsOfNames(connectors),
  }
  const read = marked(plainRhythm(message), known)
  let { intent, near } = classify(read)
  const earlier = before.toReversed().map((text) => marked(text, known))
  const words = read.words.map(({ text }) => text)
  const [last] = earlier
  const isReason = asksReason.test(message.trim()) && last !== undefined
  const isContinued = (continues.test(message) && words.length <= continuedMax) || isReason
  const isAnew = intent !== 'out-of-scope' && (isProposing(intent) || asksAnew.test(message))
  if (last && isContinued && !isAnew && (intent === 'out-of-scope' || read.connectors.length > 0 || namedIn(words, zone, now))) {
    const previous = classify(last).intent
    if (previous !== 'out-of-scope' && previous !== 'smalltalk' && mayTakeOver(previous, read)) [intent, near] = [previous, []]
  }
  if (isReason) [intent, near] = ['explain-failure', []]
  if (intent === 'out-of-scope' && read.ids.length > 0) [intent, near] = ['find-record', []]
  const systems = new Map(known.systems.map(({ key, name }) => [key, name]))
  const isAboutRecord = intent === 'find-record'
  const sided = connectors.map(({ id, name }) => ({ source: '', destination: '', isWebhook: false, ...sides.get(id), id, name }))
  const scopesOf = (text: string, of: typeof read) =>
    scopesIn({ message: text, marked: of, connectors: sided, systems, people, isAboutRecord })
  const own = ofCompany.has(intent)
    ? { ...scopesOf('', marked('', known)), person: scopesOf(message, read).person }
    : scopesOf(message, read)
  const previousText = before.at(-1)
  const ofCompositions = { message, marked: read, connectors: sided, systems, people, isAboutRecord: false }
  const composed = ofCompany.has(intent) || isAboutRecord ? scopesIn(ofCompositions) : own
  const isNarrowed = own.among !== null || own.unapplied.length > 0
  const isBack = (isContinued && !isAnew) || pointsBack.test(message)
  const scopesBefore = isBack && last && previousText !== undefined ? scopesOf(previousText, last) : null
  // "Only those that Uma started" keeps the connectors of the question before, and has a person of its own.
  const merged = scopesBefore === null ? null : { ...scopesBefore, person: own.person ?? scopesBefore.person }
  const scopes = isNarrowed ? own : (merged ?? own)
  const isComposedNarrowed = composed.among !== null || composed.unapplied.length > 0
  // "And how many were skipped?" is about the time of the question before, too.
  const lastWords =
    (pointsBack.test(message) || (isContinued && (!isAnew || intent === 'count'))) && last
      ? last.words.map(({ text }) => text)
      : []
  const { among } = scopes
  // What is named now goes before the page, and the page before what was named earlier.
  const page = connectorId !== null && !meansAll.test(message) && among?.includes(connectorId) !== false ? connectorId : undefined
  // A question of its own is about all connectors, whatever was asked before.
  const isOpen = isContinued || words.length <= shortMax || pointsBackIn(message)
  const past = among === null && page === undefined && !meansAll.test(message) && isOpen
  const before1 = past ? earlier.find((it) => it.connectors.length > 0)?.connectors[0] : undefined
  const first = addsUp.has(intent) && read.connectors.length > 1 ? undefined : read.connectors[0]
  const meant = first ?? (among?.length === 1 ? among[0] : page) ?? before1
  const named = [...new Set(read.connectors)].map((id): Compared => ({ ids: [id], label: nameOf(connectors, id) }))
  const halves = namesBoth(message).map((text) => scopesOf(text, marked(text, known)))
  const compared = named.length > 1 ? named : comparedOf(halves, connectors)
  // "What about the delivered ones?" puts one outcome in the place of another.
  const isOther = read.stems.some((stem) => outcomes.has(stem))
  const kept = (last?.stems ?? []).filter((stem) => !isOther || !outcomes.has(stem))
  // "How many of those were in the newsletter?" is about the same outcome.
  const isOfSame = pointsBack.test(message) && !isOther
  const stems = new Set([...read.stems, ...(isContinued ? kept : isOfSame ? kept.filter((stem) => outcomes.has(stem)) : [])])
  const scene: Scene = {
    ...given,
    message,
    ...{ intent, near, marked: read, words, connectors, scopes, compared },
    composedScopes: isComposedNarrowed ? composed : (merged ?? composed),
    liveVersion: meant === undefined ? null : (sides.get(meant)?.liveVersion ?? null),
    connector: connectors.find(({ id }) => id === meant) ?? null,
    when: namedIn(words, zone, now) ?? namedIn(lastWords, zone, now) ?? usually(now),
    hasWord: (...wanted) => wanted.some((it) => stems.has(it) || stems.has(stemOf(it))),
  }
  return settled.has(intent) || !isAboutSettings(scene) ? scene : { ...scene, intent: 'settings', near: [] }
}

/** Intents that a word of the settings does not take over. */
const settled: ReadonlySet<Intent> = new Set([
  ...([
    'manage',
    'sign-ins',
    'find-record',
    'explain-failure',
    'create-connector',
    'configuration',
    'replay',
    'pause',
    'resume',
  ] as const),
  ...([
    'run-now',
    'values',
    'usage',
    'how-to',
    'validate',
    'last-activity',
    'smalltalk',
    'what-changed',
    'schedule',
    'count',
  ] as const),
])

const ofOneConnector = /\b(?:it|its|there|that one|this one|that connector|this connector)\b/i

/** "Who owns it?" after "Which connector fails the most?": the connector that the answer before names first; null where it names none. */
async function namedBefore(given: Given, { connector, scopes, marked: { systems, ids } }: Scene): Promise<string | null> {
  const previous = given.before.at(-1)
  const isOpen = connector === null && given.connectorId === null && scopes.among === null && systems.length + ids.length === 0
  if (previous === undefined || !isOpen || !ofOneConnector.test(given.message)) return null
  const { told } = await planOne(given, await understand({ ...given, message: previous, before: [] }))
  const [first] = told.sentences
  const href = first?.parts.flatMap((part) => ('link' in part ? [part.link] : [])).find((it) => it.startsWith('/details/'))
  const id = href?.slice('/details/'.length).split(/[/?]/)[0]
  return told.proposals.length === 0 ? (id ?? null) : null
}

/** So many questions back are read again for one that points at the answer before. */
const backMax = 3

/** What the question before asked and named, where this one may point at it. */
async function beforeIn(given: Given, back: number): Promise<Before | null> {
  const previous = given.before.at(-1)
  if (previous === undefined || back === 0) return null
  return beforeOf(await planBack({ ...given, message: previous, before: given.before.slice(0, -1) }, back - 1))
}

export const plan = (asked: Given): Promise<Planned> => planBack(asked, backMax)

/** A message with names in the place of what points at them; "the other ones" are several questions. */
async function planBack(given: Given, back: number): Promise<Planned> {
  const before = await beforeIn(given, back)
  const named = (await namedConnectors(given.db, given.scope)).map((it) => ({ ...it, name: visible(it.name) }))
  const { message, connectorId: pageId } = given
  const unread = unreadIn(message, named)
  if (unread !== null) return { scene: await understand({ ...given, message: '' }), told: unread }
  const [text = message, ...others] = reworded({ message, connectors: named, pageId, previous: before })
  const asked = before === null ? given : { ...given, before: [...given.before.slice(0, -1), before.message] }
  let planned = await planMessage({ ...asked, message: text }, before)
  for (const [at, other] of others.entries()) {
    const { told } = await planMessage({ ...asked, message: other }, before)
    planned = { ...planned, told: joined(planned.told, told, `other-${at + 1}`) }
  }
  return withList(planned, before)
}

/** Two questions in one message are answered one after the other; a half that is not answered is named. */
async function planMessage(given: Given, before: Before | null): Promise<Planned> {
  const halves = halvesOf(given.message)
  if (halves === null) return planWhole(given, before)
  const one = await planWhole({ ...given, message: halves[0] }, before)
  const second = { ...given, message: halves[1], before: [...given.before, halves[0]] }
  const other = await planWhole(second, isUnanswered(one) ? before : beforeOf(one))
  const isLoose = isUnanswered(one) || isUnanswered(other)
  if ((isUnanswered(one) && isUnanswered(other)) || (isLoose && isDependent(halves[1]))) return planWhole(given, before)
  // "Which ones failed and how many each?" is one answer.
  if (saidBy(one) === saidBy(other)) return { ...other, scene: { ...other.scene, message: given.message } }
  const [first, unsaid] = isUnanswered(one) ? [other, halves[0]] : [one, halves[1]]
  const rest = first === other || isUnanswered(other) ? unansweredOf(unsaid) : other.told
  return { ...first, scene: { ...first.scene, message: given.message }, told: joined(first.told, rest) }
}

async function planWhole(given: Given, before: Before | null): Promise<Planned> {
  const asked = { ...given, message: withRecord(given.message, before?.record ?? null) }
  const first = await understand(asked)
  const speech = createSpeech()
  const settled = await sayFirst(first, before, speech)
  if (settled !== null) return { scene: { ...first, intent: settled, near: [] }, told: speech.told() }
  const structured = await sayStructured(first, before, asked.connectorId, speech)
  if (structured !== null)
    return { scene: { ...first, intent: structured.intent, near: [] }, told: speech.told(), asked: structured.asked }
  const named = await namedBefore(asked, first)
  const narrowed = named === null ? asked : { ...asked, connectorId: named }
  const scene = named === null ? first : await understand(narrowed)
  const own = await sayOwn(scene, asked.before.at(-1), speech)
  const answered =
    own === null ? await planOne(narrowed, scene) : { scene: { ...scene, intent: own, near: [] }, told: speech.told() }
  const reading = askedIn(first, before)
  return isUnanswered(answered) || reading === null ? answered : { ...answered, asked: reading }
}

async function planOne(_: Given, scene: Scene): Promise<Planned> {
  const speech = createSpeech()
  // A question about a state never ends in a button.
  const isOfState = deeds.has(scene.intent) && asksState.test(scene.message.trim())
  if (isOfState || asksForSteps(scene)) await howTo(scene, speech)
  else if (scene.compared.length > 0 || !sayNothingMatches(scene, speech)) {
    const asksOfOne = scene.intent === 'explain-failure' && scene.marked.ids.length > 0
    const exact = asksOfOne ? null : await sayExact(scene, speech)
    if (exact === null && scene.compared.length > 0 && sayNothingMatches(scene, speech)) return { scene, told: speech.told() }
    if (exact === null && isGeneral(scene)) {
      sayHelp(scene, speech)
      return { scene: { ...scene, intent: 'how-to', near: [] }, told: speech.told() }
    }
    if (exact === null) await (asksOfOne ? explainRecord : answers[scene.intent])(scene, speech)
    const left = unaccounted(scene, speech.applied(), exact !== null)
    if (left.changing.length > 0 && !speech.asksBack()) {
      const instead = createSpeech()
      if (scene.intent !== 'settings' && (await aboutSettings(scene, instead)))
        return { scene: { ...scene, intent: 'settings', near: [] }, told: instead.told() }
      sayUnaccounted(scene, left, instead)
      const told = instead.told()
      const near = told.suggestions.length > 0 ? [scene.intent] : []
      return { scene: { ...scene, intent: 'out-of-scope', near }, told }
    }
    sayScopes(scene, speech)
    if (exact !== null) return { scene: { ...scene, intent: exact, near: [] }, told: speech.told() }
    if (left.narrowing.length > 0 && !speech.asksBack())
      speech.say(
        "I didn't apply ",
        ...listed(
          left.narrowing.map((text) => quote(`“${text}”`)),
          left.narrowing.length,
        ),
        '.',
      )
  }
  return { scene, told: speech.told() }
}
