/**
 * What a person wishes to be different from now on: another time, only some records, an alert at another limit. The assistant changes no setting: it says
 * so, names what was wished, and links to the place.
 */
import type { Intent } from '#contract/assistant/intents.ts'
import { articleOf } from '#contract/help/articles.ts'
import { connectorHref, type Scene } from '../../scene.ts'
import { rhythmOf } from '../../schedule-text.ts'
import { link, quote, type SentencePart, type Speech } from '../../speech.ts'
import { scheduledConnectors } from '../../structured/facts.repository.ts'
import { hrefOf } from '../offers.ts'

type Connector = Scene['connectors'][number]

const polite =
  /^(?:(?:please|pls|hey|hi|ok|okay|so|and|now|then|also|well|could|can|would|will|you|we|i|want|need|would|like|to|us|let|let's|lets|have|'d|i'd|we'd|should|from now on|in future|going forward)[, ]{1,3}){1,8}/i
/** A question asks how or whether, and wishes nothing. */
const asks =
  /^(?:and |so |but )?(?:how|why|when|what|which|who|where|is|are|was|were|does|do|did|has|have had|can i|can we|may i|may we|could i|could we|should i|should we)\b/i

const changing = /^(?:make|change|set|move|switch|shift|reschedule|schedule|put|adjust|run|start|sync|execute|let)\b/i
const every =
  /\b(?:every (?:\d{1,3}|other|second|single|few|two|five|ten|fifteen|thirty|minute|hour|day|night|morning|week|month|quarter|monday|tuesday|wednesday|thursday|friday|saturday|sunday)|hourly|daily|nightly|weekly|monthly|(?:once|twice) (?:a|an|per) (?:day|hour|week|month)|less often|more often|more frequently|less frequently)\b/i
const clock = /\b(?:\d{1,2} ?(?:am|pm|o'clock)|\d{1,2}[:.]\d\d|noon|midnight|midday)(?![\w:])/i
const isChange = /^(?:make|change|set|move|switch|shift|reschedule|put|adjust)\b/i
const lasting = /\b(?:instead|from now on|in future|in the future|going forward|always|permanently|any ?more|no longer)\b/i

const sending = /^(?:only |just )?(?:send|sync|deliver|transfer|import|export|push|move|copy|take|include|pass|forward|bring)\b/i
const leaving = /^(?:skip|ignore|exclude|omit|filter|leave out|drop|do not|don't|dont|stop|never|no longer)\b/i
const stopSending =
  /^(?:do not|don't|dont|stop|never|no longer) (?:ever )?(?:send|sync|deliver|transfer|import|export|push|copy|include|sending|syncing|delivering|transferring|importing|exporting|pushing)\b/i
const onlySome = /\b(?:only|just|except|unless|but not|without)\b/i
const again = /\b(?:again|resend|retry|replay|reprocess|fail\w{0,4}|rejected|refused|once)\b/i
const recordNoun =
  /\b(?:records?|rows?|orders?|customers?|contacts?|invoices?|products?|leads?|events?|tickets?|payments?|deals?|items?|clients?|subscribers?|ones|those|returns?|people|everyone|anything|everything)\b/i

const telling =
  /^(?:warn|alert|notify|tell|mail|email|e-mail|ping|message|inform|text|remind|let (?:me|us) know|send (?:me|us) (?:an? )?(?:alert|warning|mail|email|message|notification))\b/i
const conditionWord = /\b(?:if|when|once|as soon as|whenever)\b/i
const threshold =
  /\b(?:more than|less than|fewer than|over|above|below|under|at least|exceeds?|percent|\d{1,3} ?%|\d{1,4} (?:records?|runs?|failures?|errors?|minutes?|hours?))/i

/** Whether a limit is named behind "if" and the like. */
function hasCondition(text: string): boolean {
  const at = text.search(conditionWord)
  return at !== -1 && threshold.test(text.slice(at, at + 120))
}

const setting =
  /^(?:set|change|raise|lower|increase|decrease|reduce|adjust|put|make|switch|turn)\b.{0,60}\b(?:alerts?|thresholds?|alarms?|warnings?)\b/i
const muting = /^(?:mute|unmute|silence|snooze|acknowledge)\b/i
const inviting =
  /^(?:invite|add|remove|promote|demote)\b.{0,60}(?:@|\b(?:team|member|colleague|user|admin|administrator|coworker|teammate|us)\b)/i

const endMarks = /[?.! ]{1,8}$/

/** The connector that a wish is about: the one that it names, that of the page, else the only one of the answer before. */
function meantIn({ connector, connectors, composedScopes }: Scene, named: readonly string[]): Connector | null {
  const [only, second] = composedScopes.among?.length === 1 ? composedScopes.among : named
  return connector ?? (second === undefined ? (connectors.find(({ id }) => id === only) ?? null) : null)
}

const placeOf = (connector: Connector | null, step: string, label: string): SentencePart[] =>
  connector === null
    ? ['the ', label, ' of the connector. ', link('/dashboard', 'Choose a connector')]
    : [
        'the ',
        link(`/edit-integration/${step}/${connector.id}`, label),
        ' of ',
        link(connectorHref(connector.id), connector.name),
        '.',
      ]

async function saySchedule(scene: Scene, connector: Connector | null, speech: Speech): Promise<void> {
  speech.say("I can't change a schedule. Set it in ", ...placeOf(connector, 'integration-profile', 'Profile step'))
  speech.say('You asked for: ', quote(scene.message.trim().replace(endMarks, '')), '. It applies after the next deployment.')
  if (connector === null) return
  const [now] = await scheduledConnectors(scene.db, { ...scene.scope, connectorIds: [connector.id] })
  if (now === undefined) speech.say('The live version has no schedule.')
  else speech.say('Its schedule now: ', ...rhythmOf(now, scene.zone), '.')
}

function saySome(scene: Scene, connector: Connector | null, speech: Speech): void {
  speech.say("I can't change which records are sent. Set a filter in ", ...placeOf(connector, 'data-mapping', 'Mapping step'))
  speech.say(
    'You asked for: ',
    quote(scene.message.trim().replace(endMarks, '')),
    '. A filter applies after the next deployment.',
  )
}

function sayAlert(scene: Scene, connector: Connector | null, speech: Speech): void {
  speech.say("I can't set this up for you. Each connector has an Alerts tab with conditions and receivers.")
  speech.say('You asked for: ', quote(scene.message.trim().replace(endMarks, '')), '.')
  if (connector === null) speech.say(link('/dashboard', 'Choose a connector'))
  else speech.say(link(`${connectorHref(connector.id)}?tab=alerts`, `Open the alerts of ${connector.name}`))
}

function sayMute(scene: Scene, connector: Connector | null, speech: Speech): void {
  const verb = /^\w+/.exec(plainOf(scene.message))?.[0]?.toLowerCase() ?? 'mute'
  speech.say(
    "I can't ",
    quote(verb),
    ' anything for you. Do it here: ',
    link(
      connector === null ? '/alarms' : `${connectorHref(connector.id)}?tab=alerts`,
      connector === null ? 'Alerts' : "the connector's Alerts tab",
    ),
    '.',
  )
  if (connector !== null) speech.say('This is about ', link(connectorHref(connector.id), connector.name), '.')
  if (/\b(?:until|till|for|tomorrow|tonight)\b/i.test(scene.message)) speech.say('Select Mute there and choose how long.')
}

function sayInvite(speech: Speech): void {
  speech.say('Only Admins can change who is in the team. Ask one of your Admins.')
  const article = articleOf('account-team')
  if (article) speech.say('Read more: ', link(hrefOf(article), article.title))
}

const plainOf = (message: string) => message.trim().replace(polite, '')

/** Whether another time or frequency is wished: "make that 5am", "run it every hour from now on". */
function wishesTime(text: string): boolean {
  const names = every.test(text) || clock.test(text)
  const isOther = isChange.test(text) || lasting.test(text) || every.test(text)
  return changing.test(text) && names && isOther && !/\bnow\b(?! on)/i.test(text)
}

/** Whether only some records are wished: "send only the orders above 200 from now on", "skip returned orders". */
function wishesSome(text: string): boolean {
  if (again.test(text) && !lasting.test(text)) return false
  if (!recordNoun.test(text)) return false
  return (
    (sending.test(text) && (onlySome.test(text) || lasting.test(text))) ||
    stopSending.test(text) ||
    (leaving.test(text) && !/^(?:do not|don't|dont|stop|never|no longer|drop)\b/i.test(text))
  )
}

/** @param named connectors that the answer before names. @returns the intent of what was said; null where nothing is wished. */
export async function sayWish(scene: Scene, named: readonly string[], speech: Speech): Promise<Intent | null> {
  const { message, caller, marked, intent } = scene
  const trimmed = message.trim()
  const text = plainOf(message)
  if (asks.test(trimmed) || intent === 'create-connector') return null
  const meant = meantIn(scene, named)
  if (muting.test(text) && (/\b(?:alerts?|alarms?|warnings?|that|this|it|one)\b/i.test(text) || meant !== null)) {
    sayMute(scene, meant, speech)
    return 'manage'
  }
  if (inviting.test(text) && caller.role === 'USER') {
    sayInvite(speech)
    return 'manage'
  }
  if ((telling.test(text) && hasCondition(text)) || setting.test(text)) {
    sayAlert(scene, meant, speech)
    return 'alerts'
  }
  if (wishesSome(text) && marked.ids.length === 0) {
    saySome(scene, meant, speech)
    return 'manage'
  }
  if (wishesTime(text)) {
    await saySchedule(scene, meant, speech)
    return 'schedule'
  }
  return null
}
