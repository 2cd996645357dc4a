/** What is said where an answer would leave a word out that changes the question: the word, questions that are understood, and the best article. */
import { fittingArticles } from '#contract/help/search.ts'
import type { Operator } from '../../accounting/operators.ts'
import type { Unaccounted } from '../../accounting/unaccounted.ts'
import type { Scene } from '../../scene.ts'
import { link, listed, quote, type Speech } from '../../speech.ts'
import { exampleQuestions, hrefOf, offerOf, topicOf } from '../offers.ts'

const offeredMax = 3
const namedMax = 3
/** An article is shown beside questions where it holds at least so much of what is asked. */
const shownShare = 0.5

type About = { readonly name: string | null; readonly time: string }

/** A question with the same kind of word, which is understood. */
const offers: Partial<Readonly<Record<Operator, (about: About) => string>>> = {
  negation: ({ time }) => `Which connectors had no failures ${time}?`,
  why: ({ name }) => (name === null ? 'Why did records fail?' : `Why is ${name} failing?`),
  superlative: ({ time }) => `Which connector has the most failed records ${time}?`,
  comparison: () => 'Compare failed records today with yesterday',
  average: ({ name }) => `How long does a run${name === null ? '' : ` of ${name}`} take on average?`,
  share: ({ name, time }) => `What percentage of records ${name === null ? '' : `of ${name} `}failed ${time}?`,
  each: ({ time }) => `Failed records by connector ${time}`,
  who: ({ name }) => (name === null ? 'Who changed something last?' : `Who changed ${name} last?`),
  when: ({ name }) => `When was the last delivery${name === null ? '' : ` of ${name}`}?`,
  howLong: ({ name }) => `How long does a run${name === null ? '' : ` of ${name}`} take?`,
}

/** @param scene of the question that is not answered. */
export function sayUnaccounted(scene: Scene, { changing, operations }: Unaccounted, speech: Speech): void {
  const { connector, when, intent, near } = scene
  const about = { name: connector?.name ?? null, time: when.isNamed ? when.label : 'today' }
  const named = [...new Set(changing)].map((text) => quote(`“${text}”`))
  speech.say("I don't know how to apply ", ...listed(named, namedMax), ", so I won't guess.")
  const own = operations.flatMap(({ operator }) => offers[operator]?.(about) ?? [])
  const others = [intent, ...near].flatMap((it) => offerOf(it, about) ?? [])
  const offered = [...new Set([...own, ...others, ...exampleQuestions(scene)])].slice(0, offeredMax)
  const [article] = fittingArticles(topicOf(scene), 1, shownShare)
  if (article) speech.say('This help article may help: ', link(hrefOf(article), article.title))
  speech.say('Did you mean one of these?')
  speech.suggest(...offered)
}
