/** How things are done, what the assistant is, courtesies, and what it does not know. */
import { type Article, piecesOf } from '#contract/help/article.ts'
import { articleOf } from '#contract/help/articles.ts'
import { fittingArticles } from '#contract/help/search.ts'
import { operationsIn } from '../accounting/operators.ts'
import { ownTermsOf } from '../language/vocabulary.ts'
import type { Scene } from '../scene.ts'
import { excerpt, link, type Speech } from '../speech.ts'
import { explainCodes } from './failures.ts'
import { askWhatIsMeant, hrefOf, topicOf } from './offers.ts'
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
/** One that may help holds at least so much. */
const offeredShare = 0.4

const asksToInvite = ({ hasWord }: Scene) =>
  hasWord('invit') && hasWord('colleagu', 'member', 'user', 'teammat', 'person', 'people', 'someone', 'somebody')

function tell(article: Article, speech: Speech): void {
  speech.say(link(hrefOf(article), article.title))
  for (const paragraph of article.text.slice(0, repeated)) {
    const [, mark, text = ''] = /^(- |\d{1,2}\. )?(.*)$/s.exec(paragraph) ?? []
    const pieces = piecesOf(text).map((it) => (it.href === undefined ? excerpt(it.text) : link(it.href, it.text)))
    if (mark === undefined) speech.say(...pieces)
    else speech.item(...pieces)
  }
  if (article.text.length > repeated) speech.say('Read more: ', link(hrefOf(article), article.title))
}

export async function howTo(scene: Scene, speech: Speech): Promise<void> {
  if (explainCodes(scene, speech)) return
  if (await aboutSettings(scene, speech)) return
  // An article about one of two things does not compare them.
  const isCompared = operationsIn(scene.words).some(({ operator }) => operator === 'comparison')
  const found = fittingArticles(topicOf(scene), searched, leastShare, isCompared ? comparedShare : titledShare)
  const own = asksToInvite(scene) ? articleOf('account-team') : null
  const [first, ...others] = own === null ? found : [own, ...found.filter(({ id }) => id !== own.id)]
  const [near] = first ? [] : fittingArticles(topicOf(scene), 1, offeredShare)
  if (near) {
    speech.say("I don't have an exact answer. This help article may help: ", link(hrefOf(near), near.title))
    return speech.suggest('What can you do?')
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

const asksForFact = /^(?:who|which|what|how many|has|have|is|are|did|does)\b/i

/** Before it says that it does not know, it looks at what is set for the company, and into the help. */
export async function unknown(scene: Scene, speech: Speech): Promise<void> {
  const isOurs = ownTermsOf(scene.marked).length > 0
  if (isOurs && (await aboutSettings(scene, speech))) return
  if (asksForFact.test(scene.message) && (await sayReasonsWith(scene, speech))) return
  if (scene.near.length > 0) return askWhatIsMeant(scene, speech)
  const [article] = isOurs ? fittingArticles(topicOf(scene), 1) : []
  if (article) {
    speech.say("I don't have an answer to that. This help article may: ", link(hrefOf(article), article.title))
    const [first] = article.text
    if (first !== undefined)
      speech.item(
        ...piecesOf(first.replace(/^(?:- |\d{1,2}\. )/, '')).map((it) =>
          it.href === undefined ? excerpt(it.text) : link(it.href, it.text),
        ),
      )
  } else {
    speech.say("I don't know that. I know your company's connectors, plan and settings, and how Datacrane works.")
    speech.say(link('/help-center', 'Open the Help Center'))
  }
  speech.suggest('What can you do?', 'Is everything ok?', 'How many records failed today?')
}
