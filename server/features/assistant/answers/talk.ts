/** How things are done, what the assistant is, courtesies, and what it does not know. */
import { type Article, piecesOf } from '#contract/help/article.ts'
import { searchArticles } from '#contract/help/search.ts'
import type { Scene } from '../scene.ts'
import { excerpt, link, type Speech } from '../speech.ts'
import { explainCodes } from './failures.ts'
import { askWhatIsMeant, hrefOf } from './offers.ts'

/** Paragraphs of an article that an answer repeats; the rest stands behind its link. */
const repeated = 6
const searched = 4

function tell(article: Article, speech: Speech): void {
  speech.say(link(hrefOf(article), article.title))
  for (const paragraph of article.text.slice(0, repeated)) {
    const [, mark, text = ''] = /^(- |\d{1,2}\. )?(.*)$/s.exec(paragraph) ?? []
    const pieces = piecesOf(text).map((it) => (it.href === undefined ? excerpt(it.text) : link(it.href, it.text)))
    if (mark === undefined) speech.say(...pieces)
    else speech.item(...pieces)
  }
  if (article.text.length > repeated) speech.say('The article says more: ', link(hrefOf(article), article.title))
}

export function howTo(scene: Scene, speech: Speech): void {
  if (explainCodes(scene, speech)) return
  const [first, ...others] = searchArticles(scene.message, searched)
  if (!first) {
    speech.say(
      'I have no steps for that. These pages may help: ',
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
    'I am the built-in assistant: a fixed set of rules that reads the data of your company. I am no language model, I work without the internet, and what you ask goes to no one.',
  )
  speech.item('I count records, runs, connectors and alerts.')
  speech.item('I explain why a connector fails, is late, moves nothing or is slow.')
  speech.item('I say what changed, compare versions and find records by their key.')
  speech.item('I propose to pause, resume, run or replay, and put drafts together. You press the button.')
  speech.item('I explain how to do things and their current state.')
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

/** Nothing is made up: what it is not for is said, and where to look. */
export function unknown(scene: Scene, speech: Speech): void {
  if (scene.near.length > 0) {
    askWhatIsMeant(scene, speech)
    return
  }
  speech.say('I do not know that. I only know the connectors of your company and how this product works.')
  speech.say('Its pages are explained here: ', link('/help-center', 'Help Center'), '.')
  speech.suggest('What can you do?', 'Is everything ok?', 'How many records failed today?')
}
