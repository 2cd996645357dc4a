/** Ordinary questions that no reading of slots covers: records that may have arrived twice, first steps, files of records, what a plan includes. */
import { sql } from 'kysely'
import type { Intent } from '#contract/assistant/intents.ts'
import { waitingText } from '#contract/connectors/runs/run-display.ts'
import { articleOf } from '#contract/help/articles.ts'
import { moneyText } from '#server/features/billing/money-text.ts'
import { planState } from '#server/features/billing/plan.service.ts'
import { liveStatesOf } from '#server/features/connectors/deployments/live-states.repository.ts'
import { partNames } from '#server/features/connectors/deployments/version.service.ts'
import { configurationsOf } from '../../configurations.repository.ts'
import { isForeign } from '../../language/spelling.ts'
import { inAddress } from '../../language/time/when.ts'
import { connectorHref, connectorsIn, idsIn, type Scene } from '../../scene.ts'
import { link, listed, ownSentence, plural, quote, type Speech } from '../../speech.ts'
import { weekOf } from '../exact/own-connector.ts'
import { whenWord } from '../figures.ts'
import { hrefOf } from '../offers.ts'
import { findRecord } from '../records.ts'

const listedMax = 10

const twice = /\b(?:twice|two times|duplicat\w{0,4}|doubled?|more than once|double)\b/i
const past = /\b(?:have been|has been|was|were|did|been|got|gotten|get|any|anything|something|are there|is there|have|has)\b/i
const sent =
  /\b(?:sent|send|delivered|deliver\w{0,3}|arrived?|synced|transferred|reached|received|created|imported|records?|orders?|customers?|contacts?|twice|duplicates?)\b/i
const general = /\b(?:if|when|will|would|how|avoid|prevent|why|replay|retry|run twice|ran twice|connector\w{0,1})\b/i

/** "Could anything have been sent twice today?": runs say how many records may have arrived twice. */
async function sayTwice(scene: Scene, speech: Speech): Promise<void> {
  const { db, scope } = scene
  const when = weekOf(scene)
  const ids = idsIn(scene)
  const { rows } = await sql<{ id: string; name: string; count: number }>`
    select c.id, c.name, sum(r.records_repeated)::int as count
    from runs r join connectors c on c.id = r.connector_id and c.company_id = r.company_id
    where c.company_id = ${scope.companyId} and c.deleted_at is null ${scope.ownerId === null ? sql`` : sql`and c.owner_id = ${scope.ownerId}`}
      ${ids === null ? sql`` : sql`and c.id = any(${[...ids]}::uuid[])`} and r.records_repeated > 0
      and r.created_at >= ${new Date(when.from).toISOString()}::timestamptz and r.created_at < ${new Date(when.to).toISOString()}::timestamptz
    group by c.id, c.name order by 3 desc, lower(c.name), c.id`.execute(db)
  const range = [whenWord(when), quote(when.label)]
  if (rows.length === 0) {
    speech.say('No. No run reports records that may have arrived twice', ...range, '.')
    return
  }
  const sum = rows.reduce((all, { count }) => all + count, 0)
  speech.say(
    'Possibly. Up to ',
    ...speech.count('Records that may have arrived twice', sum, `/runs?${inAddress(when)}`, 'record'),
    ' may have arrived twice',
    ...range,
    ':',
  )
  for (const { id, name, count } of rows.slice(0, listedMax))
    speech.item(
      link(connectorHref(id), name),
      ': up to ',
      ...speech.count(`May have arrived twice: ${name}`, count, `${connectorHref(id)}?tab=runs&${inAddress(when)}`, 'record'),
      '.',
    )
  speech.say('They were sent again after an attempt without a clear response.')
}

const firstSteps =
  /\b(?:i am|i'm|im|we are|we're) new\b|\bnew here\b|\bjust (?:joined|signed up)\b|\bmy first (?:day|time|connector)\b|\bfirst steps\b|\bget(?:ting)? started\b|^(?:hi,? |hello,? )?(?:where|how) (?:do|should|can) (?:i|we) (?:start|begin)[?.! ]*$/i

function sayFirstSteps({ connectors }: Scene, speech: Speech): void {
  const drafts = connectors.filter(({ status }) => status === 'Draft')
  const [draft] = drafts
  speech.say('A connector reads records from a source and sends them to a destination.')
  speech.item('Open ', link('/integration-setup', 'Integration Setup'), ' and start from a template, a file or from scratch.')
  speech.item('Set up source, destination and mapping. Review shows what is missing. Then deploy and start a run.')
  if (draft !== undefined)
    speech.item(
      'Or finish a draft that is already there: ',
      link(`/edit-integration/integration-profile/${draft.id}`, draft.name),
      '.',
    )
  const article = articleOf('topic-integration')
  if (article) speech.say('Read more: ', link(hrefOf(article), article.title))
  speech.suggest('Is everything ok?', 'What can you do?')
}

const file = /\b(?:csv|excel|xlsx|spreadsheet|ndjson|download|export)\b/i
const ofRecords =
  /\b(?:records?|rows?|orders?|customers?|contacts?|invoices? (?:that|which) failed|products?|leads?|transactions?|failures?|failed|rejected|skipped)\b/i
const otherFiles =
  /\b(?:audit|log|logs|members?|team|my data|bill|configuration|config|connector|connectors|mapping|template|backup|history)\b/i

/** "Where can I download the failed orders as a CSV?" */
function sayFile({ connector, connectors, scopes, message }: Scene, speech: Speech): void {
  const among = scopes.among === null ? [] : connectors.filter(({ id }) => scopes.among?.includes(id))
  const meant = (connector === null ? among : [connector]).filter(({ status: it }) => it !== 'Draft')
  const status = /\b(?:fail\w{0,4}|rejected|refused)\b/i.test(message) ? '&status=failure' : ''
  const href = (id: string) => `${connectorHref(id)}/studio?tab=investigator${status}`
  speech.say(
    'In the Investigator of a connector, search for the records and select Export CSV.',
    ...(status === '' ? [] : [' Set the status to Failed.']),
  )
  for (const { id, name } of meant.slice(0, listedMax)) speech.item(link(href(id), name))
  if (meant.length === 0) speech.say(link('/dashboard', 'Choose a connector'))
}

const included = /\bincluded\b|\bdoes (?:our|my|the) plan include\b|\ballowance\b/i
const ofPlan = /\b(?:records?|deliver\w{0,4}|plan)\b/i

/** "How many records are included?" */
async function sayIncluded({ db, quotas, caller }: Scene, speech: Speech): Promise<void> {
  const { plan, book, bill } = await planState({ db, quotas }, caller.companyId)
  const price = book.plans[plan]
  const href = '/account'
  speech.say(
    'The ',
    quote(plan),
    ' plan includes ',
    ...speech.count('Records included', price.included, href, 'delivered record'),
    ' a month and costs ',
    speech.fact('Monthly price', moneyText(price.base, book.currency), href),
    ' a month.',
  )
  const left = Math.max(0, price.included - bill.records)
  speech.say(
    ...speech.count('Records charged this month', bill.records, href, 'record'),
    ` ${plural(bill.records, 'counts', 'count')} so far this month, so `,
    ...speech.count('Included records left', left, href, 'included record'),
    ` ${plural(left, 'is', 'are')} left.`,
  )
  if (price.perThousand > 0)
    speech.say(
      'More records cost ',
      speech.fact('Price of more records', moneyText(price.perThousand, book.currency), href),
      ' per ',
      speech.fact('Records per price step', 1_000, href),
      '.',
    )
  speech.say(link(href, 'See plan and bill'))
}

const waits = /^(?:and |so |but )?(?:why|what|which|is|are)\b.{0,60}\b(?:waiting|wait|waits|holding up|held up)\b/i
const ofWaitingRecords = /\b(?:records?|rows?|orders?|customers?|how many|payment|approval|plan)\b/i

/** "Why is it waiting?": what the open run of a connector waits for. */
function sayWaiting(scene: Scene, speech: Speech): void {
  const of = connectorsIn(scene)
  const waiting = of.filter((it) => it.waiting !== null)
  const [only] = of
  if (waiting.length === 0)
    speech.say(
      ...(of.length === 1 && only ? [link(connectorHref(only.id), only.name), ' is not waiting.'] : ['No connector is waiting.']),
    )
  for (const { id, name, waiting: it } of waiting.slice(0, listedMax))
    if (it !== null) speech.item(link(connectorHref(id), name), ': ', ...ownSentence(waitingText(it)))
  if (of.length === 1 && only && waiting.length === 0)
    speech.suggest(`How is ${only.name} doing?`, `When does ${only.name} run next?`)
}

const retries =
  /\bhow (?:many times|often|many (?:retries|repeats|attempts|repeated requests))\b.{0,60}\b(?:retr\w{1,4}|repeat\w{0,3}|attempts?|try|tried|resent|did|were|was|had|today|yesterday|week|month)\b/i
const ofRetries = /\b(?:retr(?:y|ied|ies)|repeat(?:ed|s)?|attempts?|try again|tried again)\b/i

function sayRetries({ connector }: Scene, speech: Speech): void {
  speech.say("I don't count repeated requests. The Investigator shows the attempts of each record.")
  if (connector === null) speech.say(link('/dashboard', 'Choose a connector'))
  else speech.say(link(`${connectorHref(connector.id)}/studio?tab=investigator`, `Open the Investigator of ${connector.name}`))
}

const distinct = /^(?:and )?how many (?:different|distinct|unique|individual) /i

const undeployed = /\bundeployed changes\b/i

/** "Which connectors have undeployed changes?" */
async function sayUndeployed(scene: Scene, speech: Speech): Promise<void> {
  const { db, caller, scope, connectors } = scene
  const of = await configurationsOf(db, scope, idsIn(scene))
  const ids = of.map(({ id }) => id)
  const states = await liveStatesOf(db, caller.companyId, ids)
  const changed = of
    .map((it) => ({ ...it, changes: states.get(it.id)?.undeployedChanges ?? [] }))
    .filter(({ liveVersion, changes }) => liveVersion !== null && changes.length > 0)
  if (changed.length === 0)
    speech.say(of.length === 1 ? 'No, there are no undeployed changes.' : 'No connector has undeployed changes.')
  else
    speech.say(
      ...speech.count('Connectors with undeployed changes', changed.length, '/dashboard', 'connector'),
      ` ${plural(changed.length, 'has', 'have')} undeployed changes:`,
    )
  for (const { id, name, changes } of changed.slice(0, listedMax))
    speech.item(link(connectorHref(id), name), ': ', quote(changes.map((part) => partNames[part]).join(', ')), '.')
  const drafts = connectors.filter(({ id, status }) => status === 'Draft' && ids.includes(id))
  if (drafts.length > 0)
    speech.say(
      'Never deployed: ',
      ...listed(
        drafts.map(({ id, name }) => link(connectorHref(id), name)),
        listedMax,
      ),
      '.',
    )
}

const looking = /^(?:please |can you |could you )?(?:find|look up|look for|search for|search|locate|where is)(?: me)? /i
const ofThing =
  /^(?:(?:the|a|all|everything|about|on|for|our|customer|contact|order|record|person|client|lead|entry|mr|mrs|ms) ){1,6}/i
const namedMax = 5

/** "Find Radia Haas": names and words that are none of the product. */
function soughtIn({ message, marked: { words, marks } }: Scene): string | null {
  const trimmed = message.trim().replace(/[?.! ]{1,8}$/, '')
  if (!looking.test(trimmed)) return null
  const rest = trimmed.replace(looking, '').replace(ofThing, '')
  const at = message.lastIndexOf(rest)
  const own = words.filter(({ from }) => from >= at)
  const isNamed = own.every(({ from, to, stem }) => {
    const place = words.findIndex((it) => it.from === from)
    return marks[place] === 'Person' || /^\p{Lu}/u.test(message.slice(from, to)) || (marks[place] === stem && isForeign(stem))
  })
  const isName = own.every(
    ({ from }) => !['Name', 'System', 'Id', 'Code'].includes(marks[words.findIndex((it) => it.from === from)] ?? ''),
  )
  return own.length > 0 && own.length <= namedMax && isNamed && isName ? rest : null
}

/** @returns the intent of what was answered; null where nothing was. */
export async function sayOrdinary(scene: Scene, speech: Speech): Promise<Intent | null> {
  const { message, marked } = scene
  const text = message.trim()
  if (firstSteps.test(text) && !/\b(?:fix|fixing|look|looking|debug\w*|problems?|failing)\b/i.test(text)) {
    sayFirstSteps(scene, speech)
    return 'how-to'
  }
  if (twice.test(text) && past.test(text) && sent.test(text) && !general.test(text) && marked.ids.length === 0) {
    await sayTwice({ ...scene, scopes: scene.composedScopes }, speech)
    return 'count'
  }
  if (
    retries.test(text) &&
    ofRetries.test(text) &&
    !/\b(?:maximum|max|limit|at most|allowed|do you|does datacrane|are failed|is a failed)\b/i.test(text)
  ) {
    sayRetries(scene, speech)
    return 'how-to'
  }
  if (distinct.test(text) && !/\b(?:connectors?|errors?|reasons?|causes?|problems?|plans?|systems?|templates?)\b/i.test(text)) {
    speech.say("I can't count different records. I count every record of every run.")
    speech.suggest('How many records were delivered today?', 'How many records failed today?')
    return 'out-of-scope'
  }
  if (undeployed.test(text)) {
    await sayUndeployed({ ...scene, scopes: scene.composedScopes }, speech)
    return 'configuration'
  }
  if (waits.test(text) && !ofWaitingRecords.test(text)) {
    const { connector, composedScopes } = scene
    sayWaiting({ ...scene, scopes: connector === null ? composedScopes : { ...composedScopes, among: [connector.id] } }, speech)
    return 'health'
  }
  const sought = soughtIn(scene)
  if (sought !== null) {
    await findRecord({ ...scene, message: `find "${sought}"`, marked: { ...marked, ids: [] } }, speech)
    return 'find-record'
  }
  if (file.test(text) && ofRecords.test(text) && !otherFiles.test(text)) {
    sayFile({ ...scene, scopes: scene.composedScopes }, speech)
    return 'how-to'
  }
  if (
    included.test(text) &&
    ofPlan.test(text) &&
    marked.connectors.length === 0 &&
    !/\b(?:template|mapping|field|file|free|basic|professional|enterprise|plans|larger|bigger)\b/i.test(text)
  ) {
    await sayIncluded(scene, speech)
    return 'usage'
  }
  return null
}
