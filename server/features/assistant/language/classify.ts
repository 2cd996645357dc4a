/** What a message wants. What is not about this product is recognized by its words; where it is not sure, it says what may be meant. */
import type { Intent } from '#contract/assistant/intents.ts'
import { wholeSentenceIntents } from './cues-of-company.ts'
import { type Likely, likeliest } from './learned.ts'
import type { Marked } from './marked.ts'
import { ruledIntent } from './rules.ts'
import { isForeign } from './spelling.ts'
import { ownOf, stemOf } from './text.ts'
import { ownStems } from './vocabulary.ts'

export type Classified = {
  readonly intent: Intent
  /** Where the intent is not sure: what may be meant, the likeliest first. */
  readonly near: readonly Intent[]
}

/** How likely it has to be: less where the grammar alone says the same. */
const sure = { alone: 0.3, agreed: 0.05, against: 0.5 } as const
/** What ends in a proposal needs more. */
const surer = { alone: 0.4, agreed: 0.1, against: 0.6 } as const
const proposing: ReadonlySet<Intent> = new Set(['create-connector', 'replay', 'pause', 'resume', 'run-now'])
/** A cue of the grammar that says something. */
const leastScore = 1.5

/** So likely an intent is taken although as many words are foreign as are of this product. */
const likelyFrom = 0.5

/** A question whose structure is known may name so many things that are not. */
const foreignMax = 3

/** Courtesies are short; in a longer message they are not what is meant. */
const politeMax = 6
const nearMax = 3
const nearShare = 0.06

/** What is asked about a system as such, not about a connector, is not for the assistant. */
const notOfSystems: ReadonlySet<Intent> = new Set(['count', 'usage', 'people', 'how-to', 'limits', 'alerts', 'capabilities'])

/** A name of a connector says more than a word; systems and numbers are named elsewhere, too. */
const weightOf = (stem: string) => (stem === 'Name' ? 2 : stem === 'System' || stem === 'Id' || !ownStems.has(stem) ? 0 : 1)

function isSure({ intent, share, score }: Likely, others: readonly Likely[]): boolean {
  const { alone, agreed, against } = proposing.has(intent) ? surer : sure
  const most = Math.max(...others.map((other) => other.score))
  if (most < leastScore) return share >= alone
  return share >= (score >= most ? agreed : against)
}

/** "Do not run it", "I do not want you to run it": what ends in a proposal is asked back then. */
const isNegated = (stems: readonly string[]) =>
  stems.some((stem, at) => {
    if (!deeds.has(stem)) return false
    const before = stems.slice(0, at).findLast((each) => !bridges.has(each))
    return before !== undefined && negations.has(before)
  })
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stemOf))
const negations = setOf('not never avoid nobody without')
/** Words that may stand between the two. */
const bridges = setOf(
  'a again any anybody anyone be dare ever go have it let like me need of one ought please somebody the to us want will wish you',
)

/** "Who paused it?", "Did it run?": whoever asks about a deed does not ask for it. */
const isAskedAbout = (words: readonly string[]) => {
  const [first = '', second = ''] = joining.has(words[0] ?? '') ? words.slice(1) : words
  return asking.has(first) || (first === 'what' && second.startsWith('happen')) || (first === 'how' && second === 'often')
}
/** "Is anything paused?", "Which ones are stopped?": a state is asked for, never a deed. */
export const asksForState = (words: readonly string[]): boolean => {
  const [first = ''] = joining.has(words[0] ?? '') ? words.slice(1) : words
  return stating.has(first) && words.some((word) => stateWords.has(word))
}
const stating = new Set('is are was were any anything anyone anybody which what list show do does have has how'.split(' '))
const stateWords = new Set(
  'paused stopped suspended disabled resumed enabled activated inactive running started off queued'.split(' '),
)
const joining = new Set('and also but so'.split(' '))
const asking = new Set('who when why was were did has had should'.split(' '))

const deeds = setOf(
  'replay resend retry reprocess send repeat pause stop disable suspend resume start activate enable continue unpause run sync execute trigger create build connect',
)

/** Whether a message that goes on with an intent of the one before may take it over: "and do not run it" takes no proposal over. */
export const mayTakeOver = (intent: Intent, { stems, words }: Pick<Marked, 'stems' | 'words'>): boolean =>
  !proposing.has(intent) || !(stems.some((stem) => negations.has(stem)) || isAskedAbout(words.map(({ text }) => text)))

/** Whether an intent ends in a proposal. */
export const isProposing = (intent: Intent): boolean => proposing.has(intent)

/** @returns `out-of-scope` where nothing is recognized, most of what is said is foreign to this product, or several intents are as likely. */
export function classify({ stems, words, systems, connectors }: Marked): Classified {
  const whole = ownOf(wholeSentenceIntents, words.map(({ text }) => text).join(' '))
  if (whole) return { intent: whole, near: [] }
  const ruled = ruledIntent({ stems, words, systems, connectors })
  if (ruled !== null && stems.filter(isForeign).length <= foreignMax) return { intent: ruled, near: [] }
  const ours = stems.reduce((sum, stem) => sum + weightOf(stem), 0)
  const theirs = stems.filter(isForeign).length
  const isShort = stems.length <= politeMax
  const ranked = likeliest(stems).filter(({ intent }) => intent !== 'smalltalk' || (isShort && ours === 0))
  const [best] = ranked
  const isRefused = (intent: Intent) => proposing.has(intent) && isNegated(stems)
  const near = ranked
    .filter(({ intent, share }) => share >= nearShare && intent !== 'out-of-scope' && intent !== 'smalltalk')
    .filter((it) => it !== best || !isRefused(it.intent))
    .map(({ intent }) => intent)
  const none = { intent: 'out-of-scope', near: ours > 0 ? near.slice(0, nearMax) : [] } as const
  if (!best || best.intent === 'out-of-scope' || isRefused(best.intent)) return none
  const texts = words.map(({ text }) => text)
  if (proposing.has(best.intent) && asksForState(texts)) return { intent: 'health', near: [] }
  if (proposing.has(best.intent) && isAskedAbout(texts)) return none
  const isPersonal = (best.intent === 'capabilities' || best.intent === 'smalltalk') && theirs <= 1 && isShort
  // One foreign word more is a value or a name that the answer says it did not filter by; numbers beside it speak of another field.
  const isLikely = ours > 0 && best.share >= likelyFrom && !stems.includes('Number')
  if (theirs > 0 && theirs >= ours + (isLikely ? 1 : 0) && !isPersonal) return none
  if (ours === 0 && stems.includes('System') && notOfSystems.has(best.intent)) return none
  return isSure(best, ranked) ? { intent: best.intent, near: [] } : none
}
