/** Two questions in one message: each is answered on its own, and one that is not answered is named. */
import type { Scene } from './scene.ts'
import { createSpeech, quote, type Speech } from './speech.ts'

type Answered = ReturnType<Speech['told']>
type Planned = { readonly scene: Pick<Scene, 'intent'>; readonly told: Answered }

const asks = /^(?:and |so |please )?(?:is|are|does|do|did|has|have|can|will|how|which|what|who|where|why|when)\b/i
const joint = /(?:, and |[,?] (?:and )?| and )(?=(?:is|are|does|do|did|has|have|can|will|how|which|what|who|where|why|when)\b)/gi
/** What points back to the first half is a part of it. */
const pointsBack = /\b(?:it|its|they|them|their|those|these|that|this|each|both|one|ones|he|she|there|then|so)\b/i
const wordsMin = 4
const halfMax = 400

/** Both halves, where each is a question of its own; null else. */
export function halvesOf(message: string): readonly [string, string] | null {
  for (const { index, 0: text } of message.slice(0, halfMax).matchAll(joint)) {
    const [one, other] = [message.slice(0, index).trim(), message.slice(index + text.length).trim()]
    const isOwn = (half: string) => asks.test(half) && half.split(/\s+/).length >= wordsMin
    if (
      isOwn(one) &&
      isOwn(other) &&
      !pointsBack.test(other) &&
      /^(?:is|are|does|do|did|has|have|can|will|how (?:many|much))\b/i.test(other)
    )
      return [one, other]
  }
  return null
}

export const isUnanswered = ({ scene, told }: Planned): boolean =>
  scene.intent === 'out-of-scope' ||
  scene.intent === 'smalltalk' ||
  told.proposals.length > 0 ||
  (told.facts.length === 0 && told.sentences.some(({ parts }) => parts.some((it) => 'text' in it && it.text.endsWith('?'))))

/** Facts of the second half get ids of their own. */
export function joined(one: Answered, other: Answered): Answered {
  const idOf = (id: string) => `${id}-second`
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
