/**
 * Whether an answer takes every word of its question into account. A word that changes the question and was not applied makes the answer one to
 * another question: it is not given. A word that is not known and only narrows is named as not applied.
 */
import type { Intent } from '#contract/assistant/intents.ts'
import { stemsOfNames } from '../language/scopes.ts'
import { isForeign } from '../language/spelling.ts'
import { ownOf, stemOf } from '../language/text.ts'
import { namesTime } from '../language/time/when.ts'
import { emptyStems } from '../language/vocabulary.ts'
import type { Scene } from '../scene.ts'
import { type Operation, type Operator, operationsIn } from './operators.ts'
import { isKnownTo } from './vocabulary-of-intents.ts'

/** What answers of an intent always take into account. What only some of its answers do, these say themselves (`speech.applies`). */
const always: Partial<Record<Intent, readonly Operator[]>> = {
  'explain-failure': ['why'],
  'why-late': ['why', 'negation'],
  'why-nothing': ['why', 'negation'],
  'why-slow': ['why', 'howLong', 'average'],
  'find-record': ['who', 'when', 'why', 'negation', 'later'],
  durations: ['average', 'howLong', 'superlative', 'each'],
  'last-activity': ['when', 'howLong'],
  schedule: ['when'],
  people: ['who'],
  'sign-ins': ['who', 'when', 'negation'],
  'what-changed': ['who', 'when'],
  configuration: ['who', 'when', 'each'],
  settings: ['howLong', 'who', 'when'],
  usage: ['when'],
  limits: ['superlative', 'howLong', 'each'],
  replay: ['negation'],
  'compare-versions': ['comparison'],
  validate: ['negation', 'why'],
}

/** They read the text of the question against other texts, or refuse by themselves. */
const exempt: ReadonlySet<Intent> = new Set([
  ...(['how-to', 'capabilities', 'smalltalk', 'out-of-scope', 'manage', 'values'] as const),
  ...(['template', 'recommend', 'create-connector', 'suggest-mapping', 'settings'] as const),
])

/** Two words of other fields make a question that is not about this product. */
const foreignMax = 1

type Read = Pick<Scene, 'intent' | 'words' | 'marked' | 'message' | 'connectors'> & {
  readonly scopes: Pick<Scene['scopes'], 'applied' | 'unapplied'>
}

export type Unaccounted = {
  /** The question is another one without them: nothing is claimed. */
  readonly changing: readonly string[]
  readonly operations: readonly Operation[]
  /** The answer is true without them, and names them. */
  readonly narrowing: readonly string[]
}

/** They say where something is, and change nothing. */
const general = new Set(
  'demo http status code message response number report screen page dashboard assistant bot add added'.split(' ').map(stemOf),
)

const asking = new Set(['which', 'what', 'many', 'much', 'whose'])

/** What records went through here; "which customers complained" asks for something else. */
const ownDeeds = new Set(
  `affected called caused compared completed concerned counted ended expected finished handled happened involved named needed passed planned processed
   received recorded refused rejected resolved retried skipped started stopped tried used failed delivered queued scheduled paused restarted reached
   succeeded arrived added created updated deleted removed changed based related supposed`.split(/\s+/),
)
const isDeed = (text: string, stem: string) =>
  text.length > 5 && text.endsWith('ed') && emptyStems.has(stem) && !isKnownTo('count', stem) && !ownDeeds.has(text)

/** Words of other kinds that neither the intent nor a scope takes. */
function unknownIn({ intent, marked, scopes, message, connectors }: Read): {
  readonly changing: string[]
  readonly narrowing: string[]
} {
  const [changing, narrowing]: [string[], string[]] = [[], []]
  const nameStems = stemsOfNames(connectors)
  const named = new Set([...scopes.applied, ...scopes.unapplied.map(({ text }) => text)].map((text) => text.toLowerCase()))
  for (const [at, { text, stem, from, to }] of marked.words.entries()) {
    const mark = marked.marks[at] ?? stem
    const typed = message.slice(from, to)
    if (/^[A-Z]/.test(mark) || /^\d/.test(text) || text.length < 3) continue
    if (intent === 'count' && isDeed(text, stem) && !nameStems.has(stem)) {
      changing.push(typed)
      continue
    }
    if (
      emptyStems.has(stem) ||
      nameStems.has(stem) ||
      general.has(stem) ||
      isKnownTo(intent, stem) ||
      named.has(typed.toLowerCase()) ||
      namesTime(text)
    )
      continue
    // "How many invitations …": the noun that is asked for is no filter.
    const isHead = asking.has(marked.words[at - 1]?.text ?? '')
    if (!isForeign(stem) || isHead) changing.push(typed)
    else narrowing.push(typed)
  }
  return narrowing.length > foreignMax ? { changing: [...changing, ...narrowing], narrowing: [] } : { changing, narrowing }
}

/**
 * What an answer leaves out.
 * @param applied what the answer says that it took into account. @param isExact it was made for the words of this question, whatever its intent is.
 */
export function unaccounted(scene: Read, applied: ReadonlySet<Operator>, isExact = false): Unaccounted {
  if (!isExact && exempt.has(scene.intent)) return { changing: [], operations: [], narrowing: [] }
  const taken = new Set([...(isExact ? [] : (ownOf(always, scene.intent) ?? [])), ...applied])
  const operations = operationsIn(scene.words).filter(({ operator }) => !taken.has(operator))
  const { changing, narrowing } = isExact ? { changing: [], narrowing: [] } : unknownIn(scene)
  return { changing: [...operations.map(({ text }) => text), ...changing], operations, narrowing }
}
