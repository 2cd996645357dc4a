/** Ways of asking that say something else than their words: "is anything on fire?", "what's up with Orders?" They are read as plain questions. */
import { namesIn } from './nicknames.ts'

type Connectors = readonly { readonly id: string; readonly name: string }[]

const greeting =
  /^(?:(?:hi|hello|hey|morning|good (?:morning|afternoon|evening)|ok|okay|so|quick question|tell me)[,.! ]{1,4}){1,4}/i
const now = /[,]?(?: (?:right now|at the moment|currently|at present|now|please|here|for me|with us)){0,3}[?.! ]{0,8}$/i

/** Whole questions about the state of everything. */
const ofState: readonly RegExp[] = [
  /^(?:is|are) (?:anything|something|things|stuff|any of (?:them|(?:my|our|the) connectors)|our connectors|the connectors) (?:on fire|burning|in flames|exploding|acting up|playing up|amiss|off|up|melting|red|wrong|not working|giving trouble)$/i,
  /^(?:any|are there any|is there any|do we have any|have we got any) (?:fires?|trouble|troubles|worries|drama|surprises|bad news|hiccups|red flags)$/i,
  /^(?:is there )?(?:anything|something) (?:i|we) (?:should|need to|have to|must|ought to) (?:know|know about|worry about|be worried about|look at|look into|check|take care of|deal with|attend to)$/i,
  /^what (?:should|do|must) (?:i|we) (?:need to |have to )?(?:look at|look into|worry about|take care of|deal with)$/i,
  /^(?:what is|what's|whats) (?:burning|on fire|broken|not working|acting up|the damage|the status|the situation|our status|the state of play)$/i,
  /^(?:are we|is it all|all|everything|is everything|is all|are things|everything is) (?:good|green|fine|quiet|calm|smooth|well|in order|under control|running smoothly|running fine|in good shape|as it should be)$/i,
  /^how (?:are|is) (?:things|everything|it all|our connectors|all our connectors|the connectors)(?: (?:going|looking|doing|running))?$/i,
]

const nothingComes =
  /\b(?:nothing|no (?:data|records?|rows?|events?|orders?|customers?|updates?)|not(?: a single)? (?:one )?(?:thing|record)) (?:is |are |was |were |has |have )?(?:been )?(?:arriv\w{1,4}|com(?:es?|ing)|came|gets?|got|getting|go(?:es|ing)?|went|delivered|sent|received|land(?:s|ed|ing)?|shows? up|showing up|turn(?:s|ed) up|reach(?:es|ed|ing)?)\b/i
const whatIsWrong =
  /\bwhat(?: is|'s|s)? (?:wrong|the matter|the problem|the issue|up|going on|the trouble|broken) (?:with|in|at|on)\b/i
const whatAils = /^(?:what (?:ails|happened to|is happening (?:to|with|in)|'s happening (?:to|with|in)))\b/i
const untilNext =
  /^(?:how long|how soon|in how many (?:minutes|hours)|how many (?:minutes|hours)|how much time)(?: is it| is there| do we have| left| remains)?(?: until| till| before| to)? .{0,60}\b(?:next run|run again|runs again|runs next|run next|starts? again|starts? next|next start|next sync|syncs? again|runs?)\b/i
/** "How long until the next order sync?" */
const untilTheNext =
  /^(?:how long|how soon|how much time)(?: is it| is there| do we have| left)?(?: until| till| before| to) (?:the |our )?next /i
/** "How many customers landed in the CRM?" */
const landed =
  /^(how (?:many|much) .{1,60}?)\b(?:landed|ended up|showed up|turned up|went|made it) (?:in|into|to|at|through to|over to) /i
/** "How many orders did invoicing accept?" */
const accepted =
  /^how many (.{1,40}?) did (?!(?:we|you|i|it|they|the webhook)\b)(.{1,40}?) (?:accept|receive|get|take)\b(.{0,40})$/i
const worriesMost =
  /^which (?:connector|one|integration|sync) (?:should|do|must) (?:i|we) (?:worry about|look at|check|fix|care about|deal with)(?: (?:most|first|now))?$/i
/** "Did everything go through last night?" */
const allWentWell =
  /^(?:did|has|have) (?:everything|all of it|all|it all|all runs|all connectors) (?:go|gone|went|run|ran|come|came|work|worked)(?: (?:through|well|ok|okay|fine|smoothly|out|as planned))*( .{1,40})?$/i
/** "Where do I see who signed in?" asks who signed in: each answer links to its page. */
const whereToSee =
  /^(?:where|how) (?:do|can|could) (?:i|we) (?:see|find out|find|check|look up|tell|know) (?=(?:who|which|how many|how much|when|why|whether|if)\b)/i
const undeployed =
  /\b(?:edits?|changes?|modifications?|drafts?)\b.{0,40}\b(?:not (?:yet )?(?:been )?(?:deployed|live|published|released)|(?:are|were|is|have|has)n['’]?t (?:yet )?(?:been )?(?:deployed|live|published|released)|waiting (?:to be|for) deploy\w{0,4}|pending)|\b(?:undeployed|unpublished|unreleased|pending) (?:edits?|changes?)\b/i

/** "Orders to invoicing is broken, help" */
const isBroken =
  /^(?!(?:is|are|why|which|what|when|how|since|did|does|who)\b).{0,120}\b(?:is|seems|looks) (?:totally |completely |still )?(?:broken|not working|stuck|acting up)\b[,.! ]*(?:help|please help|what now|help me)?$/i

const isQuestionOfTime = /\b(?:today|yesterday|week|month|hour|hours|since|ago|morning|night|when|how many|who)\b/i

/** The message as a plain question; unchanged where it is no idiom. */
export function plainIdiom(message: string, connectors: Connectors): string {
  const plain = message.trim().replace(greeting, '').replace(now, '').trim()
  const [named, second] = namesIn(message, connectors)
  const name = second === undefined ? named?.connector.name : undefined
  if (named === undefined && ofState.some((it) => it.test(plain))) return 'Is everything ok?'
  if (untilNext.test(plain) && !/\b(?:take|took|takes|last|lasted)\b/i.test(plain))
    return name === undefined ? 'When is the next run?' : `When does ${name} run next?`
  if (whereToSee.test(plain)) return plain.replace(whereToSee, '').replace(/^(?:whether|if) /i, '')
  if (untilTheNext.test(plain)) return plain.replace(untilTheNext, 'When is the next ')
  if (named === undefined && worriesMost.test(plain)) return 'What is the biggest problem right now?'
  if (named === undefined && accepted.test(plain)) return plain.replace(accepted, 'how many $1 were delivered to $2$3')
  if (landed.test(plain)) return plain.replace(landed, '$1were delivered to ')
  const [, when] = named === undefined ? (allWentWell.exec(plain) ?? []) : []
  if (when !== undefined) return `Did any run fail${when}?`
  if (undeployed.test(plain) && !/\b(?:who|when|why|how do|how can)\b/i.test(plain))
    return name === undefined ? 'Which connectors have undeployed changes?' : `Does ${name} have undeployed changes?`
  if (name === undefined) return message
  const isNothing = nothingComes.test(plain) && !isQuestionOfTime.test(plain)
  if (isNothing) return `Why does ${name} deliver nothing?`
  return (whatIsWrong.test(plain) || whatAils.test(plain) || isBroken.test(plain)) && !isQuestionOfTime.test(plain)
    ? `Why is ${name} failing?`
    : message
}
