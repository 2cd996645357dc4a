/** Two questions in one message: each is answered on its own, and one that is not answered is named. */
import type { Scene } from './scene.ts'
import { createSpeech, quote, type Speech } from './speech.ts'

type Answered = ReturnType<Speech['told']>
type Planned = { readonly scene: Pick<Scene, 'intent'>; readonly told: Answered }

const asks =
  /^(?:and |so |please |ok |hi |hello )?(?:is|are|was|were|does|do|did|has|have|can|will|how|which|what|who|where|why|when|list|show|give|tell|since)\b/i
/** Where a second question may begin. Behind "and", "have" may go on with the first one: "which are active and have errors". */
const joint =
  /(?:[,;]? and (?:also )?|[,?] (?:and )?)(?=(?:how|which|what|who|whose|where|why|when|since when|for what)\b|(?:is|are|was|were|does|do|did|has|have|can|will) (?:it|they|there|we|i|you|the|any|this|that|these|those|our|my|all)\b)|[,?] and (?=(?:is|are|does|do|did|has|have|can|will)\b)/gi
/** "How many went in and how many didn't" is one question. */
const goesOn = /^how many (?:did ?n['’]?t|didnt|not|failed|did not)[.?! ]*$/i
/** What comes before has to say something of its own: "and when", "tell me when" do not. */
const wordsMin = 3
const halfMax = 400

/** Both halves, where each asks something; null else. The second one may point at the first: "… and who owns it?" */
export function halvesOf(message: string): readonly [string, string] | null {
  for (const { index, 0: text } of message.slice(0, halfMax).matchAll(joint)) {
    const [one, other] = [message.slice(0, index).trim(), message.slice(index + text.length).trim()]
    if (
      asks.test(one) &&
      one.split(/\s+/).length >= wordsMin &&
      !goesOn.test(other) &&
      !/\b(?:between|compare|difference)\b/i.test(one)
    )
      return [one, other]
  }
  return null
}

/** Whether a half says little without the one before: "and why", "and which one is worst". */
export const isDependent = (half: string): boolean => half.split(/\s+/).length < dependentMax || pointsBack.test(half)
const pointsBack = /\b(?:it|its|they|them|their|those|these|that|this|each|both|ones?|he|she)\b/i
const dependentMax = 5

export const isUnanswered = ({ scene, told }: Planned): boolean =>
  scene.intent === 'out-of-scope' ||
  scene.intent === 'smalltalk' ||
  told.proposals.length > 0 ||
  (told.facts.length === 0 && told.sentences.some(({ parts }) => parts.some((it) => 'text' in it && it.text.endsWith('?'))))

const textOf = (sentence: Answered['sentences'][number], { facts }: Answered): string =>
  sentence.parts
    .map((part) => ('fact' in part ? String(facts.find(({ id }) => id === part.fact)?.value) : Object.values(part).join(' ')))
    .join('')

/** What one answer says is not said again by the other. One that says nothing else but a heading is left out. */
function withoutRepeated(other: Answered, one: Answered): Answered {
  const said = new Set(one.sentences.map((it) => textOf(it, one)))
  const left = other.sentences.filter((it) => !said.has(textOf(it, other)))
  const isRepeated = left.length < other.sentences.length && left.every(({ isItem }) => !isItem) && left.length <= headingMax
  return { ...other, sentences: isRepeated ? [] : left }
}
const headingMax = 1

/** Both answers as one. Facts of the second one get ids of their own. */
export function joined(one: Answered, second: Answered, mark = 'second'): Answered {
  const other = withoutRepeated(second, one)
  const idOf = (id: string) => `${id}-${mark}`
  return {
    facts: [...one.facts, ...other.facts.map((fact) => ({ ...fact, id: idOf(fact.id) }))],
    sentences: [
      ...one.sentences,
      ...other.sentences.map((sentence) => ({
        ...sentence,
        parts: sentence.parts.map((part) => ('fact' in part ? { fact: idOf(part.fact) } : part)),
      })),
    ],
    proposals: one.proposals,
    suggestions: [...new Set([...one.suggestions, ...other.suggestions])].slice(0, 4),
    chart: one.chart ?? other.chart,
  }
}

export function unansweredOf(half: string): Answered {
  const speech = createSpeech()
  speech.say('I did not answer ', quote(`“${half}”`), '. Ask it on its own.')
  return speech.told()
}
