/** What is answered for its words: before a question is read as slots what nobody can know, alert settings, values of records and next steps. */
import type { Intent } from '#contract/assistant/intents.ts'
import { planState } from '../billing/plan.service.ts'
import { pageOfRuns } from '../connectors/runs/run-list.repository.ts'
import { operators } from './accounting/operators.ts'
import { sayCosts } from './answers/billing.ts'
import { sayOrdinary } from './answers/everyday/ordinary.ts'
import { sayWish } from './answers/everyday/wishes.ts'
import { sayAlertSettings } from './answers/exact/alert-settings.ts'
import { sayComposed } from './answers/exact/composed.ts'
import { sayCondition } from './answers/exact/conditions.ts'
import { sayInvitations } from './answers/exact/invitations.ts'
import { sayMoney } from './answers/exact/money.ts'
import { sayOwnRecords } from './answers/exact/own-records.ts'
import { sayThen } from './answers/exact/then.ts'
import { explainFailure } from './answers/failures.ts'
import { sayRun } from './answers/runs.ts'
import { sayFields } from './fields/field-answer.ts'
import { sayRecordFields } from './fields/record-fields.ts'
import { connectorHref, connectorsIn, type Scene } from './scene.ts'
import { link, plural, type Speech } from './speech.ts'
import { pointsBackIn } from './structured/pointing.ts'
import type { Before } from './structured/structured.ts'

const guessing = /\b(?:likely|probably|predict\w*|churn)\b/i
const future = /\b(?:will|going to|gonna)\b/i
const outcomes = /\b(?:fail|succeed|break|cancel|leave|stop working|go wrong|be late|be slow|grow|increase|drop|happen)\b/i
const counts = /^(?:and )?(?:how (?:many|much|high|big)|which|will|what(?: will|'ll)|what (?:is|are) .{1,60} going to)\b/i
const plannedOnes = /\b(?:bill|invoice|cost|price|plan|limit|retry|retried|replay|resend|again if|if i|if we|when i|when we)\b/i

/** "Will it fail tomorrow?": what has not happened is not known, whatever the words are about. */
function sayPrediction({ message }: Scene, speech: Speech): boolean {
  const isFuture = guessing.test(message) || (future.test(message) && outcomes.test(message))
  const isCountOfFuture =
    counts.test(message.trim()) &&
    (future.test(message) || /\btomorrow\b/i.test(message)) &&
    !/\b(?:runs?|start|scheduled?|planned|next(?! (?:hour|day|week|month|quarter|year)))\b/i.test(message)
  if ((!isFuture && !isCountOfFuture) || plannedOnes.test(message) || /^what happens\b/i.test(message)) return false
  speech.say("I can't predict that. I only know what has happened, and which runs are planned.")
  speech.suggest('Which connectors are failing?', 'When is the next run?')
  return true
}

const asksForHelp =
  /^(?:so |and |ok,? |okay,? |but )?(?:what|how) (?:can|should|do|could|must|would) (?:i|we) (?:do|fix|solve|handle|resolve|repair)\b/i
const backMax = 8

/** "What can I do about them?" behind a failure. */
async function sayNextStep(scene: Scene, before: Before | null, speech: Speech): Promise<boolean> {
  const { message, words } = scene
  if (!asksForHelp.test(message.trim()) || words.length > backMax || before === null) return false
  if (!/\b(?:it|them|this|that|those|these|now|about)\b/i.test(message)) return false
  const id = before.among?.length === 1 ? before.among[0] : before.named.length === 1 ? before.named[0] : undefined
  const connector = scene.connectors.find((it) => it.id === id)
  if (connector === undefined) return false
  await explainFailure({ ...scene, connector, scopes: { ...scene.scopes, among: [connector.id] } }, speech)
  const page = connectorHref(connector.id)
  speech.say('What you can do:')
  speech.item(
    'Correct the records in the source or in the other system, then select Retry on the ',
    link(`${page}?tab=problems`, 'Problems tab'),
    '.',
  )
  speech.item(
    'To leave such records out of later runs, set a filter in the ',
    link(`/edit-integration/data-mapping/${connector.id}`, 'Mapping step'),
    '.',
  )
  return true
}

const sinceThen = /\bsince (?:it|they|we|i|you|the (?:beginning|start|launch|deployment|change|update))\b(?! (?:is|are)\b)/i
const timeBefore = /\bthe (?:day|week|month|hour) before[?.! ]*$/i

/** "Since it was created", "the day before": a time that is not known here is not left out. */
function sayUnknownTime({ message, when }: Scene, speech: Speech): boolean {
  if (when.isNamed && sinceThen.test(message)) return false
  if (!sinceThen.test(message) && !timeBefore.test(message)) return false
  speech.say("I can't work out which time you mean. Name the day or period, such as “yesterday” or “this month”.")
  speech.suggest('How many records were delivered this month?', 'How many records failed yesterday?')
  return true
}

const ofThatRun = /\b(?:that|this) run\b/i
const asksOfRecords = /\b(?:deliver\w*|fail\w*|skip\w*|read|records?|rejected|refused|unchanged|take|took|long)\b/i
const lastRun = /\blast (?:run|ran|time|execution)\b|\b(?:last|newest|latest) run\b/i

/** "How many records did it deliver?" behind "When did it last run?" */
async function sayThatRun(scene: Scene, before: Before | null, speech: Speech): Promise<boolean> {
  const { message, db, scope } = scene
  const previous = scene.before.at(-1) ?? ''
  const isBehind = lastRun.test(previous) && pointsBackIn(message) && scene.marked.connectors.length === 0
  if (!asksOfRecords.test(message) || /\b(?:in total|overall|why|what|which)\b/i.test(message)) return false
  const id = before?.among?.length === 1 ? before.among[0] : undefined
  if (id === undefined || (!isBehind && !ofThatRun.test(message))) return false
  const { data } = await pageOfRuns(db, scope, { connectorId: id, search: '', limit: 1, offset: 0 })
  const [run] = data
  if (run === undefined) return false
  speech.say('The last run:')
  sayRun(run, speech)
  return true
}

const dear = /\b(?:costs?|expensive|dearest)\b/i
const whichConnector = /\b(?:which|what) (?:connector|integration|sync|one)s?\b/i
const extreme = /\b(?:most|least|expensive|dearest|cheapest|more)\b/i

/** "Which connector costs us the most?": what each adds to the bill of the month that runs. */
async function sayDearest(scene: Scene, speech: Speech): Promise<boolean> {
  const { message, db, quotas, caller, when } = scene
  if (
    !whichConnector.test(message) ||
    !dear.test(message) ||
    !extreme.test(message) ||
    (when.isNamed && when.label !== 'this month')
  )
    return false
  const state = await planState({ db, quotas }, caller.companyId)
  const { lines } = state.bill
  const sums = connectorsIn({ ...scene, scopes: scene.composedScopes })
    .map((connector) => {
      const own = lines.filter(({ connectorId }) => connectorId === connector.id)
      const sum = (of: 'amount' | 'records') => own.reduce((all, line) => all + line[of], 0)
      return { connector, amount: sum('amount'), records: sum('records') }
    })
    .filter(({ records }) => records > 0)
    .toSorted((one, other) => other.amount - one.amount || other.records - one.records)
  const isFree = sums.every(({ amount }) => amount === 0)
  if (sums.length === 0) speech.say('No connector has delivered records this month.')
  else if (isFree)
    speech.say(
      'No connector costs extra this month: all records are included in your plan. The connectors with the most records first:',
    )
  else speech.say(`The ${plural(sums.length, 'connector', 'connectors')} with the highest cost first:`)
  return sayCosts(
    sums.map(({ connector }) => connector),
    state,
    speech,
  )
}

/** @returns the intent of what was answered or declined; null where nothing was. */
export async function sayFirst(scene: Scene, before: Before | null, speech: Speech): Promise<Intent | null> {
  const found = await firstIn(scene, before, speech)
  if (found !== null) {
    speech.applies(...operators)
    speech.sayNoScopes()
  }
  return found
}

async function firstIn(scene: Scene, before: Before | null, speech: Speech): Promise<Intent | null> {
  const wish = await sayWish(scene, before?.named ?? [], speech)
  if (wish !== null) return wish
  if (sayPrediction(scene, speech)) return 'out-of-scope'
  if (await sayThen(scene, before, speech)) return 'count'
  const ordinary = await sayOrdinary(scene, speech)
  if (ordinary !== null) return ordinary
  if (await sayAlertSettings(scene, before?.among ?? null, speech)) return 'alerts'
  if (await sayDearest(scene, speech)) return 'usage'
  if (await sayNextStep(scene, before, speech)) return 'explain-failure'
  if (sayUnknownTime(scene, speech)) return 'out-of-scope'
  if (await sayRecordFields(scene, speech)) return 'find-record'
  if (await sayThatRun(scene, before, speech)) return 'count'
  return sayFields(scene, before?.values ?? null, speech)
}

/** What is answered for its words where it is not read as slots: money, people, states and records in a company's own words. */
export async function sayOwn(scene: Scene, previous: string | undefined, speech: Speech): Promise<Intent | null> {
  if (await sayMoney(scene, speech)) return 'usage'
  if (await sayInvitations(scene, speech)) return 'people'
  return (
    (await sayCondition(scene, speech)) ??
    (await sayComposed(scene, previous, speech)) ??
    (await sayOwnRecords(scene, previous, speech))
  )
}
