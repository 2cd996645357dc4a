/** Questions about the state of connectors that need an exact reading: since when, ever, not active, everything at once, and what a retry would do. */
import type { Intent } from '#contract/assistant/intents.ts'
import { pageOfRuns } from '../../../connectors/runs/run-list.repository.ts'
import { operators } from '../../accounting/operators.ts'
import { connectorHref, connectorsIn, type Scene } from '../../scene.ts'
import { at, link, plural, quote, type Speech } from '../../speech.ts'
import { validateDraft } from '../building.ts'
import { statusName } from '../failures.ts'
import { whenWord } from '../figures.ts'
import { sayRun } from '../runs.ts'
import { lossesOf, meantBy, weekOf } from './own-connector.ts'

const runsRead = 200
const listedMax = 20

type Connector = Scene['connectors'][number]

/** The first failure after the last run without one. */
async function saySince({ db, scope }: Scene, { id, name }: Connector, speech: Speech): Promise<void> {
  const { data, total } = await pageOfRuns(db, scope, { connectorId: id, search: '', limit: runsRead, offset: 0 })
  const ended = data.filter(({ result }) => result === 'failed' || result === 'succeeded' || result === 'completedWithErrors')
  const good = ended.findIndex(({ result }) => result === 'succeeded')
  const failing = good === -1 ? ended : ended.slice(0, good)
  const first = failing.at(-1)
  const href = `${connectorHref(id)}?tab=runs`
  if (ended.length === 0) return speech.say(link(connectorHref(id), name), ' has no run that ended.')
  if (first === undefined) speech.say(link(connectorHref(id), name), ' is not failing: its last run had no failures.')
  else
    speech.say(
      link(connectorHref(id), name),
      ' has been failing since ',
      at(first.startedAt ?? first.statusSince),
      ': ',
      ...speech.count('Runs with failures since then', failing.length, href, 'run'),
      ` ${plural(failing.length, 'has', 'have')} failed or lost records.`,
    )
  const last = ended[good]
  if (last !== undefined) speech.say('The last run without failures started at ', at(last.startedAt ?? last.statusSince), '.')
  else if (total > data.length) speech.say('It may be longer. I only checked the newest runs.')
  else speech.say('No run before that was without failures.')
  speech.say(link(href, 'See all runs'))
}

async function sayEverRun({ db, scope }: Scene, { id, name }: Connector, speech: Speech): Promise<void> {
  const { data } = await pageOfRuns(db, scope, { connectorId: id, search: '', limit: 1, offset: 0 })
  const [run] = data
  if (!run) return speech.say('No. ', link(connectorHref(id), name), ' has never run.')
  speech.say('Yes. The newest run:')
  sayRun(run, speech)
}

async function sayRanThen({ db, scope, when }: Scene, { id, name }: Connector, speech: Speech): Promise<void> {
  const time = { from: new Date(when.from).toISOString(), to: new Date(when.to).toISOString() }
  const { data, total } = await pageOfRuns(db, scope, { connectorId: id, ...time, search: '', limit: 1, offset: 0 })
  const [run] = data
  const range = [whenWord(when), quote(when.label)]
  if (!run) return speech.say('No. No run of ', link(connectorHref(id), name), ' started', ...range, '.')
  speech.say(
    'Yes. ',
    ...speech.count('Runs', total, `${connectorHref(id)}?tab=runs`, 'run'),
    ' started',
    ...range,
    '. The newest one:',
  )
  sayRun(run, speech)
}

function sayNotActive(scene: Scene, speech: Speech): void {
  const found = connectorsIn(scene).filter(({ status }) => status !== 'Active')
  if (found.length === 0) {
    speech.say('Every connector is active.')
    return
  }
  speech.say(
    ...speech.count('Connectors that are not active', found.length, '/dashboard', 'connector'),
    ` ${plural(found.length, 'is', 'are')} not active:`,
  )
  for (const { id, name, status } of found.slice(0, listedMax))
    speech.item(link(connectorHref(id), name), ': ', quote(statusName(status)))
  if (found.length > listedMax) speech.say(link('/dashboard', 'See the others on the dashboard'))
}

/** Whether a retry delivers something twice: what failed did not arrive, and of what has no clear response nobody knows. */
async function sayTwice(scene: Scene, { id, name }: Connector, speech: Speech): Promise<void> {
  const when = weekOf(scene)
  const { open, unknown, attempts, records, runs } = await lossesOf(scene, id, when)
  const href = `${connectorHref(id)}?tab=problems`
  const range = [whenWord(when), quote(when.label)]
  if (open === 0)
    return speech.say('No failed record of ', link(connectorHref(id), name), ' is left', ...range, ', so a retry sends nothing.')
  if (unknown > 0)
    speech.say(
      'Possibly. ',
      ...speech.count('Records that may have arrived', unknown, href, 'record'),
      ' got no clear response and may have arrived already.',
    )
  speech.say(
    ...speech.count('Records still failed', open, href, 'record'),
    ' of ',
    link(connectorHref(id), name),
    ` ${plural(open, 'is', 'are')} still failed`,
    ...range,
    `. A failed record did not arrive, so a retry does not deliver ${plural(open, 'it', 'them')} twice.`,
  )
  if (attempts > records)
    speech.say(
      'They failed in ',
      ...speech.count('Runs in which they failed', runs, `${connectorHref(id)}?tab=runs`, 'run'),
      '. Retry one run only, so that each record is sent once.',
    )
}

const connectorNoun = /\b(?:connectors?|integrations?|syncs?|pipelines?|feeds?|ones)\b/i
const listing = /\b(?:which|what|list|show|name|give)\b/i
const sinceWhen = /\bsince when\b|\bhow long (?:has|have|is|are)\b/i
const whenBegan = /\bwhen did\b/i
const beginsToFail = /\b(?:start|begin) (?:to )?fail/i
const failing = /\b(?:fail\w*|broken|down|not work\w*|error\w*)\b/i
const everyone =
  /^(?:please |can you |could you )*(pause|resume|run) (?:everything|all(?: of)?(?: the| our| my)?(?: connectors| integrations| syncs| of them)?)(?: now| please)?[.!?]?$/i
const twice = /\b(?:twice|duplicates?|duplicated|double|doubled|two times)\b/i
const retry = /\b(?:retry|retried|resend|replay|again)\b/i
const goesLive = /\b(?:go(?:es)? live|be live|deployed?|publish(?:ed)?)\b/i
const lacks = /\b(?:still need|need(?:s|ed)?|missing|left to do|lacks?|remains?|still)\b/i

/** How a run went is another question than whether there was one. */
const judged =
  /\b(?:fail|longer|more|less|without|error|why|succe|complete|clean|well|ok|fine|fast|slow|late|time|twice|often|many)\w*/i

const renewed = /\b(?:new|changed|updated|replaced|renewed|rotated)\b/i
const secrets = /\b(?:tokens?|passwords?|secrets?|credentials?|keys?)\b/i
const elsewhere = /\b(?:destination|source|system|shop|crm|erp|there)\b/i
const asksNext = /\b(?:how|what) (?:do|can|should|must) (?:i|we)\b/i

/** A secret of a system was changed: what is to be done here. */
const asksAfterSecret = (message: string) =>
  renewed.test(message) && secrets.test(message) && elsewhere.test(message) && asksNext.test(message)

function saySecret(connector: Connector | null, speech: Speech): void {
  speech.say('Update it in the connector, then send the failed records again:')
  const page = connector === null ? link('/dashboard', 'connector') : link(connectorHref(connector.id), connector.name)
  speech.item('Edit the ', page, ', enter the new secret under authentication, and deploy it.')
  const problems = connector === null ? '/dashboard' : `${connectorHref(connector.id)}?tab=problems`
  speech.item(
    'Open the ',
    link(problems, connector === null ? 'connector' : 'Problems tab'),
    ' and select Retry for what failed.',
  )
}

/** @returns the intent of what was answered; null where nothing was. */
export async function sayCondition(scene: Scene, speech: Speech): Promise<Intent | null> {
  const intent = await conditionIn(scene, speech)
  if (intent !== null) {
    speech.applies(...operators)
    speech.sayNoScopes()
  }
  return intent
}

async function conditionIn(scene: Scene, speech: Speech): Promise<Intent | null> {
  const { message, when } = scene
  const deed = everyone.exec(message)?.[1]
  if (deed !== undefined && scene.marked.connectors.length === 0) {
    speech.say(
      `I can't ${deed.toLowerCase()} all connectors at once. You can do this on the `,
      link('/dashboard', 'dashboard'),
      '.',
    )
    return 'manage'
  }
  if (
    listing.test(message) &&
    connectorNoun.test(message) &&
    /\b(?:not (?:currently )?active|inactive|aren['’]?t active)\b/i.test(message)
  ) {
    if (/\balerts?\b/i.test(message)) return null
    sayNotActive(scene, speech)
    return 'health'
  }
  const asksTwice = twice.test(message) && retry.test(message) && /\b(?:if|when|will|would|does|do|can)\b/i.test(message)
  const connector = meantBy(scene) ?? (scene.marked.connectors.length > 1 ? null : scene.connector)
  if (asksAfterSecret(message)) {
    saySecret(connector, speech)
    return 'replay'
  }
  if (connector === null && sinceWhen.test(message) && failing.test(message) && /\b(?:it|this)\b/i.test(message)) {
    speech.say('Which connector do you mean?')
    return 'health'
  }
  if (connector === null && asksTwice) {
    speech.say(
      'A failed record did not arrive, so a retry does not deliver it twice. A record without a clear response may arrive twice.',
    )
    speech.say('Which connector do you mean?')
    return 'explain-failure'
  }
  if (connector === null) return null
  const asksSince = sinceWhen.test(message) || (whenBegan.test(message) && beginsToFail.test(message))
  if (asksSince && failing.test(message)) {
    await saySince(scene, connector, speech)
    return 'health'
  }
  if (/^(?:has|have|did) .+ ever (?:been )?(?:run|ran|started|executed)\b/i.test(message)) {
    await sayEverRun(scene, connector, speech)
    return 'health'
  }
  const ran = /^did /i.test(message) ? / (?:run|start)\b/i.exec(message) : null
  const behindRun = ran === null ? undefined : message.slice(ran.index + ran[0].length)
  if (when.isNamed && behindRun !== undefined && !judged.test(behindRun)) {
    await sayRanThen(scene, connector, speech)
    return 'health'
  }
  if (asksTwice) {
    await sayTwice(scene, connector, speech)
    return 'explain-failure'
  }
  if (connector.status === 'Draft' && goesLive.test(message) && lacks.test(message) && /\b(?:what|which)\b/i.test(message)) {
    await validateDraft({ ...scene, connector }, speech)
    return 'validate'
  }
  return null
}
