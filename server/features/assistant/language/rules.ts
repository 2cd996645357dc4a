/**
 * Kinds of questions that are recognized by their structure, before anything is weighed: what is asked for, and what it is asked of. The first rule
 * that fits decides, so the narrow ones come first. Cues are written as in `cue.ts`.
 */
import type { Intent } from '#contract/assistant/intents.ts'
import { type Cue, cueOf, isFound } from './cue.ts'
import type { Marked } from './marked.ts'

type Rule = {
  readonly intent: Intent
  readonly cues: readonly Cue[]
  /** Where one of these stands in the question, too, it is about something else. */
  readonly unless: readonly Cue[]
}

const cuesOf = (lines: string): readonly Cue[] =>
  lines
    .split(/[/\n]/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map(cueOf)
const rule = (intent: Intent, cues: string, unless = ''): Rule => ({ intent, cues: cuesOf(cues), unless: cuesOf(unless) })

/** Whoever asks for steps is told the steps. */
const steps =
  'how do|can|could|should|to|would|may|must / where do|can|should|would / can|could|may i|we / is it possible / show|tell me how'
const timed =
  'yesterday|today|week|month|weekend|night|overnight|morning|evening|afternoon|hour|day|monday|tuesday|wednesday|thursday|friday|saturday|sunday|noon'

const rules: readonly Rule[] = [
  rule('last-activity', 'recent|latest|newest|last error|failure', 'why|reason|cause / how many / Id'),
  rule(
    'how-to',
    'will|do|does|are|is|get ~ retried|retry|resent|repeated|replayed ~ automatically|themselves|alone|itself',
    'Name / how many / why / Id',
  ),
  rule(
    'health',
    'did|has|have|is ~ Name|connector|import|sync|export ~ work|worked|working|go|gone|through|finish|finished|complete|completed|succeed / Name is ok|okay|fine|healthy|alright|good',
    'how|why|when|who|which|many|long / Id / not / never / fail',
  ),
  rule('why-late', 'is|are|was ~ late|overdue|delayed / overdue|delayed connector', 'how|who|invoice|bill|payment|when / many'),
  rule(
    'usage',
    `how much|what ~ have|did ~ we|i|company ~ spent|spend|pay|paid / total ~ paid|pay|spent|spend / paid|spent ~ in total|so far|altogether|this year|month
     invoice|bill ~ not ~ paid|pay / not ~ paid|pay ~ invoice|bill / unpaid|open|outstanding invoice|bill`,
    'how do|can|to / method / Id / connector',
  ),
  rule(
    'what-changed',
    'Person ~ change|changed|deploy|deployed|edit|edited|modify|touch|did|do ~ today|yesterday|week|month|lately|recently|last|since / what ~ did ~ Person ~ do|change / list|show ~ Person ~ change|changed|changes|did',
    'sign|log / role|right / may|can',
  ),
  rule(
    'health',
    'run ~ still ~ go|progress|active|open / any|which|what run ~ still / anything|something ~ worry|concern|attention / need ~ attention / worry ~ about',
    'how do|can|to / which of my / alert',
  ),
  rule('people', 'who is|are ~ admin|administrator|administrators|admins / which ~ of us ~ admin|administrator', 'connector'),
  rule(
    'how-to',
    `what happens|happen ~ when|if / what is the difference ~ between ~ and / difference between ~ and / what would happen
     what happens|happen to ~ $rec|they|them / what are unchanged|skipped|unknown|failed $rec
     what do|does ~ mean / what is meant by / meaning of / is it safe ~ to / what are ~ for`,
    `Name / Version / version / deployment / 400|401|403|404|408|409|413|422|429|500|502|503|504|Code / $lost ~ mean / Id`,
  ),
  rule(
    'how-to',
    `do|does|is|are|can|will a|an ~ create|cause|send|make|delete|change|remove|count|stop|lose|cost|need|use|replace|overwrite|support
     do|does replay|retry|pause|pausing|deleting|replaying|retrying|deploying ~ create|cause|send|make|delete|change|remove|count|stop|lose|cost
     what|which file format|format|type ~ support / do|does ~ support csv|xml|json|excel|file|graphql|ftp|sftp`,
    'Name / Id / yesterday|today|week|month / Number',
  ),
  rule(
    'explain-failure',
    'top|main|most|biggest|common|frequent|Number|list ~ reason|cause / what|which is|are ~ reasons|causes / what ~ 400|401|403|404|408|409|413|422|429|500|502|503|504 ~ mean / meaning ~ 400|401|403|404|409|422|429|500|502|503 / what is ~ 400|401|403|404|409|422|429|500|502|503',
    'slow|slowest|late|pause|changed / how many / how do|can|should / Id',
  ),
  rule(
    'configuration',
    'which|what|list|show ~ schedule ~ hand|manual|manually|button / which|what|list|show ~ hand|manual|manually|button ~ schedule',
    'how do|can|to',
  ),
  rule('health', 'which|what|any|list|show ~ connector|integration|ones|sync ~ never run|start / never run|executed|started|ran'),
  rule(
    'durations',
    'which|what ~ slowest|fastest|quickest / slowest|fastest connector|integration|destination|source|system|sync|feed',
    'record / step|part / fail|error / why',
  ),
  rule(
    'alerts',
    'tell|notify|mail|email|warn|alert|inform|ping|text|message|remind me|us ~ when|if|soon|about / send me|us ~ mail|email|message|note|text|notification|alert ~ when|if|soon / let me|us know ~ when|if|soon',
    'how do|can|to',
  ),
  rule('explain-failure', 'why ~ Id', 'how many'),
  rule(
    'count',
    'list|show|which|give fail|failed|rejected|undelivered $rec / list|show|give ~ the|all|me|my|our fail|failed|rejected $rec / fail|failed|rejected $rec of|in|from|since',
    'why|how / Id / again|resend|retry|replay|send / export|download / reason|cause',
  ),
  rule(
    'schedule',
    'which|what|show|list|all|any|do ~ connector|integration|sync|ones ~ with|have|has|on|use|without|no ~ schedule / which|what|show|list|all connector|integration|sync ~ is|are|that scheduled',
    'why / how many / how / change|create|add',
  ),
  rule('schedule', 'coming|come|comes up next / what run|runs next / up next', 'why'),
  rule(
    'count',
    'list|show|which|who|what ~ $rec ~ not|never ~ reach|arrive|get|make|deliver|come|go / $rec ~ not|never reach|arrive|make|deliver',
    'why / Id / how',
  ),
  rule(
    'sign-ins',
    `who|anyone|anybody|somebody|someone|people|person|user|member|colleague|when|Person|administrator|admin ~ sign|signed|log|logged in|on|into|onto
     who|anyone|anybody|people|user|member|colleague|when|Person ~ sign|signed|log|logged in|on
     login|logon|sign-in|signin / never ~ sign|log in / have not ~ sign|log in / last ~ login|log-in / sign|log in ~ attempt|try|tries`,
    `${steps} / single|sso|saml|oidc|rule|policy|setting|page|screen|password|required|require|force|mandatory|compulsory|obligatory|enforced|enforce|mfa|factor|two-factor / why can|could / who can|could|may|allow`,
  ),
  rule(
    'health',
    `how long ~ has|have|is|are|be ~ fail|pause|stop|down|break|degrade|red|off|live|active|wait|stuck|healthy
     since when ~ fail|pause|stop|down|break|degrade|red|off|live|active|wait|stuck|healthy|run
     is|are|any|anything ~ stuck|hang|hung|frozen
     is|are ~ reachable|online|respond|available|offline`,
    `${steps} / version / why`,
  ),
  rule(
    'health',
    `what|which|any|anything|list|show|many|have|ones|still ~ draft|undeployed|unfinished|unpublished
     what|which|any|anything|list|show|ones ~ not deployed|published|live / what|which|any|anything|list|show|ones ~ not yet deployed|published|live
     not deployed|published ~ yet / never ~ deployed|published / not yet deployed|published|live / draft ~ lie|left|around|exist`,
    `Name / how many / ${steps} / change|changed|edit|modification / valid|ready|wrong|miss|mistake|check / what is|are a / delete|remove / why`,
  ),
  rule(
    'values',
    `biggest|largest|highest|smallest|cheapest|expensive|top|average|total|sum|mean ~ order|invoice|deal|payment|purchase|sale|payout|refund ~ value|amount|size|price|total|worth
     biggest|largest|smallest|cheapest|expensive order|invoice|deal|payment|purchase|sale|customer|payout|refund
     revenue|turnover|income|profit / order|invoice|deal|payment value|amount|sum|worth
     $rec ~ over|above|below|under|exceed ~ Number|Foreign ~ euro|dollar|eur|usd|pound|chf|franc / $rec ~ over|above|below|under Number / Number euro|dollar|eur|usd|pound
     which|what|many|list|show|any customer|contact|order|product|invoice|lead ~ without|lack|no|miss|have|with|has ~ email|phone|address|name|country|price|vat|tax|sku|number
     how many $rec ~ was|were|is|are|be|get|got returned|return|refunded|refund|paid|pay|unpaid|shipped|ship|cancelled|cancel|pending|duplicate`,
    `run|execution / failed|fail|rejected|reject|arrive|deliver|sent ~ why / how big|large|long ~ can|may|be / allow|limit|maximum|possible / can|may be / our plan|bill|invoice ~ due|month`,
  ),
  rule(
    'how-to',
    `duplicate ~ prevent|avoid|handle|detect|stop / prevent|avoid|handle|detect ~ duplicate / sent|send|delivered|deliver|arrive twice / can|could ~ twice / was|were|are|any ~ duplicate|twice`,
    'connector|Name|integration ~ duplicate / duplicate ~ connector|Name|integration / run ~ twice',
  ),
  rule(
    'durations',
    `how long do|did|does they|these|those tak|run|last|need
     how long ~ run|sync|execution|job|import|export ~ tak|last|need|go|usually|typically|normally
     how long ~ tak|last|need|run ~ run|sync|execution|job|import|export|Name|connector|integration|it
     how long do|did|does|will ~ Name|connector|integration ~ tak|run|last|need|go
     how long ~ Name|connector|integration ~ tak
     average|mean|typical|usual|normal|median ~ run|sync|execution|job ~ time|duration|length|long / run|execution|sync time|duration|length
     duration / runtime / longest|slowest|shortest|fastest|quickest|last run|execution|job|sync ~ tak|long
     longest|slowest|shortest|fastest|quickest run|execution|job|sync / run|execution ~ longest|slowest|shortest|fastest|quickest
     how many|much second|minute|hour|time ~ run|sync|execution|job|Name ~ tak|need`,
    'why / kept|keep|stored|store|retain|save|history / record ~ tak|delivery / late|overdue|expected / increase|grow|rise|double|twice|longer than / faster|reduce|lower / be|been ~ fail|pause|down',
  ),
  rule(
    'last-activity',
    `is|are|does|do ~ receive|receiving|get|getting|arrive|arriving ~ event|webhook|data|anything|something
     when ~ last|latest|newest|recent ~ event|data|something|anything|delivery|webhook|message|failure|error|problem|successful|success
     when ~ last|lately|latest ~ get|receive|deliver|send|sent|arrive|come|pick|fail|read|fetch|succeed|work
     when ~ last|latest|newest $rec
     last time ~ get|receive|deliver|send|sent|arrive|come|something|data|event|pick|fail|read|work|succeed|success
     last|latest|newest|recent event|delivery|webhook|message / how long|old ~ since ~ last ~ event|data|delivery|$rec|fail|error / how long ago ~ deliver|event|arrive|fail|data|send|sent
     last|latest|newest ~ $rec ~ arrive|deliver|sent|send|come / anything|something|event ~ arrive|come|received ~ lately|recently|yet`,
    'Id / run|execution|job / sign|log|login / invoice|bill|pay|paid|charge / deploy|deployment|change|version|edit / backup / why / alert|alarm|warning / plan|schedule|next / how many / customer Number|order Number',
  ),
  rule(
    'configuration',
    `webhook ~ url|address|endpoint|link|uri|hook / url|address|endpoint|link|uri ~ webhook|event|hook / where ~ post|send|point ~ event|webhook|hook
     url|address|endpoint ~ post|send ~ to`,
    'how do|can|to ~ secure|protect|change|rotate / outgoing / email / ip',
  ),
  rule(
    'configuration',
    `where do|does|is|are ~ come|taken|tak|filled|get|got|read|pulled|fetch from / where ~ from ~ in|for|of Name / what|which ~ fill|populate|supply / what|which field|column|value ~ feed / what feed|feeds ~ field|column
     what|which ~ $field|Foreign ~ map|mapped ~ to / what|which|how|where ~ is|are|be|get map / how is|are ~ map
     do|does|is|are ~ amount|total|price|field|column|value|name|email|phone|city|country|currency|date|address|sku|quantity ~ come|taken|tak|filled|fill|calculated from
     list|show|see|display|give|view|print|open ~ mapping|mapped|map / what ~ mapping ~ look / which|what field ~ map|sent|send|transfer|copy|go|use
     mapping of|for|in / how many field|mapping|map|transform|column / which|what|any|show|list|many ~ transform|conversion|formula
     field|column ~ not map|mapped|used / unmapped / which|what field ~ miss|left / where do|does ~ go|land|end|written|stored|saved ~ in Name|connector|destination|crm
     is|are ~ map|mapped ~ / where do|does total|amount|price|name|email|phone|city|country|currency|status|date|address|number|id|sku|quantity go|land|end / do|does ~ transform|map|send|sync|include|contain ~ $field|field|Foreign`,
    `suggest|propose|recommend|automatic|auto|generate|best|should / Id / how do|can|could|should|to i|we|you|one / who|when|change|changed|edit|touch|deploy / draft ~ valid|error|mistake|wrong|ready / help / why / fail|lost|error
     request ~ come / what is a|an|the mapping / what is mapping / how ~ money / alert|alarm|notification|mail`,
  ),
  rule(
    'configuration',
    `which|what|do|does|is|are|any|list|show|many ~ use|have|has|with|without|enabled|configure ~ enrichment|lookup|enrichments / enrichment ~ of|in|for|on ~ Name|connector / which|what ~ enrichment ~ use|have|are
     which|what connector|integration|ones ~ enrich / do|does ~ Name ~ enrich`,
    'how / what is|are a|an|the / explain',
  ),
  rule(
    'configuration',
    `what|how|who ~ trigger|start ~ Name|connector / what|which trigger / how is|are|do|does|get ~ Name ~ start|trigger|triggered|kick / is|are ~ Name|connector ~ scheduled|webhook|manual|triggered
     which|what|list|show ~ connector|ones|integration|sync ~ webhook|event / which|what|list|show ~ connector|ones ~ manually|manual|hand
     Name ~ trigger|triggered ~ by|how`,
    'when / last|latest run / next / why / should / who start ~ run / change|set|make / fail / every|daily|hourly',
  ),
  rule(
    'configuration',
    `who own|owner|build|built|create|made|make|author|responsible|set ~ Name|connector|integration|it|this|that / who is the owner|author ~ Name|connector|it|this / who is|are responsible ~ Name|connector
     owner of / belong ~ to ~ who / when ~ Name|connector|integration ~ create|built|build|made|set / when ~ create|built|made ~ Name|connector / how old ~ Name|connector|it / which|what ~ connector ~ own|owned|belong ~ Person|me|i
     who do|does ~ Name|connector ~ belong`,
    'last|latest / run / role / alert / change|edit|deploy',
  ),
  rule(
    'configuration',
    `which|what ~ version ~ live|deployed|active|current|currently|running|run|production|on / what|which version / how many version|deployment|revision|release / version ~ live|deployed|current / number of version
     undeployed ~ change|edit / change ~ not ~ deployed|live / not ~ deployed ~ change / pending|unsaved|open|unpublished change|edit / draft ~ differ|newer|ahead|change / change ~ wait ~ deploy / is|are ~ Name ~ deployed|live|date ~ latest`,
    `compare|difference|differ|diff / what ~ changed|change ~ in|between|from|since|with ~ Version|version / who|when|last week|yesterday|today|week|month / roll|revert|undo|back / fail|break / ${steps}`,
  ),
  rule(
    'configuration',
    `what|which|give|show|tell|where ~ url|endpoint|host|uri|base address / where do|does|is|are ~ data|record|$rec ~ sent|send|go|come|stored|written|delivered|end|land ~
     which|what system|app|application|service|tool|software|platform ~ connect|talk|use|integrate|read|write|sync|have|work / what do|does ~ Name ~ do|read|write|connect|sync|send|transfer|move / what is|are ~ Name ~ for|about|purpose
     where do|does ~ Name ~ read|get|write|send|deliver|sync|go|point|push|pull / which|what source|destination|target|system ~ Name / source|destination|target ~ of|for|in ~ Name / source and destination
     what is Name $ / describe ~ Name / explain ~ Name|connector ~ do`,
    `ip / webhook / email|mail / Id / how many / why / invoice|bill|account / next / support / fail|error|wrong / documentation|openapi|api reference|docs / $rec Number / can|could|may ~ connect / ${steps} / going|happening on / do not / did not`,
  ),
  rule(
    'configuration',
    `which|what|how ~ key|identifier|identify|identifies|unique ~ record|row|order|customer|Name / how ~ Name ~ authenticate|auth|sign|log / which|what ~ authentication|auth|credential|authorization ~ Name|use|connector / authentication of|for|in Name
     batch size|page size / how many ~ per|in batch|page|request / request|call ~ per|a second|minute ~ Name / Name ~ request|call per second|minute / timeout ~ of|for|in Name / Name ~ timeout / pace ~ of|for Name
     does|do|is ~ Name ~ only ~ new|changed|change / incremental|incrementally|delta / everything ~ each|every run / full|complete ~ load|reload|sync ~ each|every|or`,
    `${steps} / maximum|max|limit|allow / why / expire|expires|expiring / api key`,
  ),
  rule(
    'explain-failure',
    `anything|something|any|what ~ go|went|happen|wrong|fail|failed|break|broken|odd ~ ${timed}
     ${timed} ~ anything|something|what ~ go|went|wrong|fail|failed|break|broken
     any ~ problem|issue|trouble|error|failure ~ ${timed}`,
    'change|deploy|edit / how many / Id / right now|moment|currently / alert|alarm|warning / what happened to|with / why / sign|login / which ~ day|hour',
  ),
  rule(
    'usage',
    'do|does|did ~ we|i ~ owe / owe / outstanding|unpaid|overdue ~ invoice|amount|bill|balance|payment / how much is|are|do|does ~ more|extra|additional|thousand ~ record|cost / price ~ more|extra|additional|per|thousand ~ record',
  ),
  rule(
    'people',
    'how many admin|administrator|member|user|people|colleague|teammate|person / number of admin|administrator|member|user|people|colleague|teammate',
    'can|may|left|allow|still|plan|limit|more|invite|signed|logged|sign|log / fail|affect|$rec',
  ),
  rule(
    'count',
    `which|what|many|any|are|is|list ~ $rec ~ wait|waiting|pending|queue|queued / how many|much|number ~ unchanged|identical / unchanged ~ $rec|how / average|mean ~ $rec ~ per|a|each run
     $rec per run / busiest|peak|quietest|best|worst hour|day|week|month / which|what day|hour|week|month ~ most|busiest|fewest|least|highest|lowest|worst|best|peak
     why ~ fewer|less|more|drop|higher|lower ~ than / than yesterday|last|usual ~ why`,
    'alert|alarm / draft / plan|bill|cost / faster|slow|slower|long|longer / approval',
  ),
  rule(
    'health',
    'what|which ~ look|do|check|fix|handle|deal ~ first / where ~ start|begin ~ fix|look / most urgent / priority|priorities / worst|sickest|unhealthiest ~ connector|state|shape|feed|sync|integration / summary|summarize|summarise|recap|digest|roundup|briefing|report|brief ~',
    'bill|invoice|plan|cost / connect|build|automate|create ~ first / how ~ to / get|set ~ started / alert ~ report / change|changed|deployment',
  ),
]

/** "Now, please could you …": words before an order. */
const polite = new Set(
  'please kindly hey hi hello ok okay so now just then and also yes well can could would will you i we want wanna need like to you lets let us d go ahead'.split(
    ' ',
  ),
)
const manageVerbs = new Set(
  `delete remove erase drop destroy wipe trash purge rename revert undo rollback roll restore deploy publish unpublish release export import duplicate clone
   invite transfer reassign assign edit modify rotate revoke mute unmute silence snooze acknowledge archive resolve upgrade downgrade reset regenerate unsubscribe rebuild cancel`.split(
    /\s+/,
  ),
)
const building = new Set('create build draft generate'.split(' '))
const pausing = new Set('pause stop halt suspend freeze disable deactivate'.split(' '))
/** "Stop telling me", "stop the mails": what is to end is no connector. */
const notPaused = new Set('telling mailing emailing alerting notifying sending messaging bothering warning'.split(' '))

/** Stems that the rules of an intent look for. */
export const stemsOfRules = (intent: Intent): readonly string[] =>
  rules.filter((it) => it.intent === intent).flatMap(({ cues }) => cues.flat(2).flatMap((set) => [...set]))

/** The first word of an order: "please delete …", "can you rename …"; null for a question. */
export function orderIn(words: readonly string[]): string | null {
  const [first = '', second = ''] = words
  // "Can I delete it?" asks whether and how.
  if (
    /^(?:can|could|may|should|shall|do|did|does|how|where|what|why|who|when|which|is|are|was|were)$/.test(first) &&
    second !== 'you'
  )
    return null
  if (words.some((word) => word === 'not' || word === 'never')) return null
  return words.find((word) => !polite.has(word)) ?? null
}

/** The intent that the structure of a question shows; null where no rule fits. */
export function ruledIntent({
  stems,
  words,
  systems,
  connectors,
}: Pick<Marked, 'stems' | 'words' | 'systems' | 'connectors'>): Intent | null {
  const texts = words.map(({ text }) => text)
  const order = orderIn(texts)
  const isOfConnector =
    connectors.length > 0 ||
    texts.some((word) =>
      /^(?:connector|integration|sync|draft|mapping|alert|alarm|deployment|version|template|api|key|team|member|user|colleague|invoice|plan|backup|webhook|secret|run|everything|it|this|that)s?$/.test(
        word,
      ),
    )
  if (order === 'run' && texts.at(-1) === 'again' && !texts.some((word) => /^(?:fail|failed|records?|orders?)$/.test(word)))
    return 'run-now'
  // Whatever follows says how it is to be built: "…, only orders over 50 euros".
  const isBuilt = order !== null && building.has(order) && systems.length > 0
  if (
    isBuilt &&
    texts.slice(texts.indexOf(order) + 1).some((word, at) => at < 4 && /^(?:connector|integration|sync)$/.test(word))
  )
    return 'create-connector'
  const isNewPerson =
    order === 'add' && texts.some((word) => /^(?:user|member|colleague|person|admin|administrator|teammate)s?$/.test(word))
  if (isNewPerson) return 'manage'
  if (order !== null && manageVerbs.has(order) && systems.length === 0 && (isOfConnector || texts.length <= 5)) {
    if (order === 'undo' && texts.includes('pause')) return null
    return 'manage'
  }
  if (
    order !== null &&
    pausing.has(order) &&
    !texts.some((word) => notPaused.has(word) || /^(?:alert|alarm|mail|email|notification|warning|message)s?$/.test(word))
  )
    return 'pause'
  if (
    texts.includes('running') &&
    /^(?:what|which|anything|something|is|are|any|how)$/.test(texts[0] ?? '') &&
    connectors.length === 0 &&
    !texts.some((word) =>
      /^(?:smoothly|well|fine|ok|okay|late|slow|slowly|long|longest|out|connectors?|integrations?|syncs?|everything|all|not|why|version)$/.test(
        word,
      ),
    )
  )
    return 'health'
  const found = rules.find(
    ({ cues, unless }) => cues.some((cue) => isFound(cue, stems)) && !unless.some((cue) => isFound(cue, stems)),
  )
  return found?.intent ?? null
}
