/** How things are done, what the assistant is, courtesies, and what it does not know. */
import type { Scene } from '../scene.ts'
import { link, type Speech } from '../speech.ts'
import { topicsFor } from '../topics.ts'
import { explainCodes } from './failures.ts'

export function howTo(scene: Scene, speech: Speech): void {
  if (explainCodes(scene, speech)) return
  const [first, ...others] = topicsFor(scene.words)
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
  speech.say(first.title, '. ', first.text)
  speech.say(link(first.href, first.label))
  for (const other of others.slice(0, 2)) speech.suggest(`How does this work: ${other.title}?`)
}

export function capabilities(_: Scene, speech: Speech): void {
  speech.say(
    'I am the built-in assistant: a fixed set of rules that reads the data of your company. I am no language model, I work without the internet, and what you ask goes to nobody.',
  )
  speech.item('I count records, runs, connectors and alerts.')
  speech.item('I explain why a connector fails, is late, moves nothing or is slow.')
  speech.item('I say what changed, compare versions and find records by their key.')
  speech.item('I propose to pause, resume, run or replay, and put drafts together. You press the button.')
  speech.item('I say how things are done and where they stand.')
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

/** Nothing is made up: what it is not for is said, and what comes nearest. */
export function unknown(scene: Scene, speech: Speech): void {
  speech.say('I do not know that. I only know the connectors of your company and how this product works.')
  const [near] = topicsFor(scene.words)
  if (near) speech.say('The nearest that I have: ', near.title, '. ', link(near.href, near.label))
  speech.suggest('What can you do?', 'Is everything ok?', 'How many records failed today?')
}
