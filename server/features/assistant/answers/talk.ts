/** How things are done, what the assistant is, courtesies, and what it does not know. */
import { type Article, piecesOf } from '#contract/help/article.ts'
import { articleOf } from '#contract/help/articles.ts'
import { fittingArticles } from '#contract/help/search.ts'
import { operationsIn } from '../accounting/operators.ts'
import { stemOf } from '../language/text.ts'
import { ownTermsOf } from '../language/vocabulary.ts'
import type { Scene } from '../scene.ts'
import { excerpt, link, type Speech } from '../speech.ts'
import { explainCodes } from './failures.ts'
import { askWhatIsMeant, exampleQuestions, hrefOf, topicOf } from './offers.ts'
import { aboutSettings } from './settings.ts'
import { sayReasonsWith } from './values.ts'

/** Paragraphs of an article that an answer repeats; the rest stands behind its link. */
const repeated = 6
const searched = 4
/** An article that is the answer holds at least so much of what is asked. */
const leastShare = 0.65
/** Its title and its other words hold so much of it, too. */
const titledShare = 0.5
/** No article is the answer to a comparison: it is offered. */
const comparedShare = 2
/** "Are records deleted when …?" has many words that stand in articles about something else. */
const conditionalShare = 0.85
/** One that may help holds at least so much. */
const offeredShare = 0.4

const nearest = 3

/** The paragraphs of an article that hold most of what is asked, in their order; its first ones where none does. */
function tellNear(article: Article, topic: string, speech: Speech): void {
  const asked = new Set(
    topic
      .split(' ')
      .filter((word) => word.length > wordsFrom)
      .map(stemOf),
  )
  const scored = article.text.slice(0, searchedParagraphs).map((text, place) => {
    const held = new Set(
      text
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .map(stemOf),
    )
    return { place, text, score: [...asked].filter((stem) => held.has(stem)).length }
  })
  const best = scored
    .toSorted((one, other) => other.score - one.score || one.place - other.place)
    .slice(0, nearest)
    .toSorted((one, other) => one.place - other.place)
  for (const { text } of best) speech.item(...piecesIn(text.replace(/^(?:- |\d{1,2}\. )/, '')))
}

const piecesIn = (text: string) => piecesOf(text).map((it) => (it.href === undefined ? excerpt(it.text) : link(it.href, it.text)))
const wordsFrom = 3
const searchedParagraphs = 40

const asksToInvite = ({ hasWord }: Scene) =>
  hasWord('invit') && hasWord('colleagu', 'member', 'user', 'teammat', 'person', 'people', 'someone', 'somebody')

function tell(article: Article, speech: Speech): void {
  speech.say(link(hrefOf(article), article.title))
  for (const paragraph of article.text.slice(0, repeated)) {
    const [, mark, text = ''] = /^(- |\d{1,2}\. )?(.*)$/s.exec(paragraph) ?? []
    const pieces = piecesIn(text)
    if (mark === undefined) speech.say(...pieces)
    else speech.item(...pieces)
  }
  if (article.text.length > repeated) speech.say('Read more: ', link(hrefOf(article), article.title))
}

export async function howTo(scene: Scene, speech: Speech): Promise<void> {
  if (explainCodes(scene, speech)) return
  if (await aboutSettings(scene, speech)) return
  sayHelp(scene, speech)
}

/** The article that answers a question about the product; else the nearest one with what it says about it. */
export function sayHelp(scene: Scene, speech: Speech): void {
  // An article about one of two things does not compare them.
  const isCompared = operationsIn(scene.words).some(({ operator }) => operator === 'comparison')
  const isConditional = / (?:when|if) /i.test(scene.message)
  const least = isConditional ? conditionalShare : leastShare
  const found = fittingArticles(topicOf(scene), searched, least, isCompared ? comparedShare : titledShare)
  const own = asksToInvite(scene) ? articleOf('account-team') : null
  const [first, ...others] = own === null ? found : [own, ...found.filter(({ id }) => id !== own.id)]
  const [near] = first
    ? []
    : fittingArticles(topicOf(scene), 1, isConditional ? leastShare : offeredShare, isConditional ? titledShare : 0)
  if (near) {
    speech.say("I don't have an exact answer. This help article may help: ", link(hrefOf(near), near.title))
    tellNear(near, topicOf(scene), speech)
    speech.suggest('What can you do?')
    return
  }
  if (!first) {
    speech.say(
      'I found no help article for that. Look here: ',
      link('/help-center', 'Help Center'),
      ' and ',
      link('/faq', 'FAQ'),
      '.',
    )
    speech.suggest('What can you do?')
    return
  }
  tell(first, speech)
  const related = others.filter(({ kind }) => kind !== 'error').slice(0, 2)
  if (related.length > 0) speech.say('Related:')
  for (const other of related) speech.item(link(hrefOf(other), other.title))
}

export function capabilities(_: Scene, speech: Speech): void {
  speech.say(
    "I'm the built-in assistant. I read your company's data by fixed rules. I'm not a language model, and your questions don't leave Datacrane.",
  )
  speech.item('I count records, runs, connectors and alerts.')
  speech.item('I explain why a connector fails, is late, delivers nothing or is slow.')
  speech.item('I show what changed, compare versions and find a record by its key or a value.')
  speech.item('I prepare drafts, and offer to pause, resume, run or replay. You press the button.')
  speech.item('I explain how to do things, and tell you your plan, bill, limits and team.')
  speech.suggest('Is everything ok?', 'How many records failed today?', 'Create a connector from Shopify to HubSpot')
}

export function smalltalk({ hasWord }: Scene, speech: Speech): void {
  speech.say(
    hasWord('thank', 'thank', 'thx', 'cheer', 'great', 'perfect')
      ? 'You are welcome.'
      : 'Hello. What would you like to know about your connectors?',
  )
  speech.suggest('Is everything ok?', 'What can you do?')
}

const asksToFix = /^how (?:do|can|should|to) (?:i |we )?(?:fix|solve|resolve|repair|correct|handle)\b/i
const asksForFact = /^(?:who|which|what|how many|has|have|is|are|did|does)\b/i

/** Before it says that it does not know, it looks at what is set for the company, and into the help. */
export async function unknown(scene: Scene, speech: Speech): Promise<void> {
  const isOurs = ownTermsOf(scene.marked).length > 0
  if (isOurs && (await aboutSettings(scene, speech))) return
  const isFix = asksToFix.test(scene.message)
  if ((isFix || asksForFact.test(scene.message)) && (await sayReasonsWith(scene, speech))) {
    if (isFix) speech.say('Fix the cause in the source, mapping or destination. Then open the problem and select Retry.')
    return
  }
  if (scene.near.length > 0) return askWhatIsMeant(scene, speech)
  const [article] = isOurs ? fittingArticles(topicOf(scene), 1) : []
  if (article) {
    speech.say("I don't have an answer to that. This help article may: ", link(hrefOf(article), article.title))
    tellNear(article, topicOf(scene), speech)
  } else {
    speech.say("I don't know that. I know your company's connectors, plan and settings, and how Datacrane works.")
    speech.say(link('/help-center', 'Open the Help Center'))
  }
  speech.suggest(...exampleQuestions(scene))
}
