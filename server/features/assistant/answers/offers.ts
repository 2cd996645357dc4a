/** What may have been meant where the assistant is not sure: questions to press, each of which is understood. */
import type { Intent } from '#contract/assistant/intents.ts'
import type { Article } from '#contract/help/article.ts'
import { fittingArticles } from '#contract/help/search.ts'
import { articleHref } from '#contract/kit/help-links.ts'
import type { Scene } from '../scene.ts'
import { link, type Speech } from '../speech.ts'

type About = { readonly name: string | null; readonly time: string }

/** `how-to` and `settings` have none: what they are about is in the words of the person only. */
const offers: Partial<Readonly<Record<Intent, (about: About) => string>>> = {
  'create-connector': () => 'Create a new connector',
  'explain-failure': ({ name }) => (name === null ? 'Why did records fail?' : `Why is ${name} failing?`),
  'why-late': ({ name }) => (name === null ? 'Which connector is late?' : `Why is ${name} late?`),
  'why-nothing': ({ name }) => (name === null ? 'Why is nothing delivered?' : `Why does ${name} deliver nothing?`),
  'why-slow': ({ name }) => (name === null ? 'Why is it slow?' : `Why is ${name} slow?`),
  'what-changed': ({ name }) => (name === null ? 'What changed?' : `What changed in ${name}?`),
  'compare-versions': ({ name }) => `Compare the last two versions${name === null ? '' : ` of ${name}`}`,
  count: ({ name, time }) => `How many records were delivered ${name === null ? '' : `by ${name} `}${time}?`,
  'find-record': () => 'Find a record',
  replay: ({ name }) => `Send the failed records${name === null ? '' : ` of ${name}`} again`,
  pause: ({ name }) => `Pause ${name ?? 'a connector'}`,
  resume: ({ name }) => `Resume ${name ?? 'a connector'}`,
  'run-now': ({ name }) => `Run ${name ?? 'a connector'} now`,
  schedule: ({ name }) => (name === null ? 'When is the next run?' : `When does ${name} run next?`),
  'suggest-mapping': ({ name }) => `Suggest a mapping${name === null ? '' : ` for ${name}`}`,
  validate: ({ name }) => (name === null ? 'Is my draft valid?' : `Is the draft of ${name} valid?`),
  optimise: ({ name }) => `Make ${name ?? 'a connector'} faster`,
  recommend: () => 'What should I connect next?',
  template: () => 'Which templates are there?',
  alerts: () => 'Which alerts are active?',
  health: ({ name }) => (name === null ? 'Is everything ok?' : `How is ${name} doing?`),
  usage: () => 'How much of our plan is used?',
  people: () => 'Who is in our team?',
  limits: () => 'What are the limits?',
  configuration: ({ name }) => (name === null ? 'Which systems do we use?' : `What is the source of ${name}?`),
  durations: ({ name }) => `How long does a run${name === null ? '' : ` of ${name}`} take?`,
  'last-activity': ({ name }) => `When was the last delivery${name === null ? '' : ` of ${name}`}?`,
  'sign-ins': () => 'Who signed in today?',
  manage: ({ name }) => `Rename ${name ?? 'a connector'}`,
  values: () => 'Which customers have no email?',
  capabilities: () => 'What can you do?',
}

/** The question that is offered for an intent; null where there is none. */
export const offerOf = (intent: Intent, about: About): string | null => offers[intent]?.(about) ?? null

/** Three questions that are understood: about the connector that is meant, else about everything. */
export function exampleQuestions({
  connector,
  connectors,
  scopes,
}: Pick<Scene, 'connector' | 'connectors' | 'scopes'>): string[] {
  const [id, second] = scopes.among ?? []
  const meant = connector ?? (second === undefined ? connectors.find((it) => it.id === id) : undefined)
  if (meant === undefined) return ['Is everything ok?', 'How many records failed today?', 'What can you do?']
  return [`How is ${meant.name} doing?`, `Why is ${meant.name} failing?`, `When did ${meant.name} last run?`]
}

/** Questions of the FAQ stand on one page, at their anchors. */
export const hrefOf = ({ id, kind, href }: Article) => (kind === 'faq' && href !== undefined ? href : articleHref(id))

/** What a question is about, without the names of connectors and systems: these find articles that have the same words. */
export const topicOf = ({ marked: { words, marks } }: Pick<Scene, 'marked'>): string =>
  words
    .filter((_, at) => !/^(?:Name|System|Person|Id)$/.test(marks[at] ?? ''))
    .map(({ text }) => text)
    .join(' ')

/** An article is offered beside questions only where it holds nearly all that is asked. */
const offeredShare = 0.8

/** It is not sure, so it answers nothing and asks. */
export function askWhatIsMeant(scene: Scene, speech: Speech): void {
  const { connector, when, near } = scene
  const about = { name: connector?.name ?? null, time: when.isNamed ? when.label : 'today' }
  const offered = near.map((intent) => offerOf(intent, about)).filter((it) => it !== null)
  speech.say(offered.length === 0 ? "I'm not sure what you mean." : "I'm not sure what you mean. Did you mean one of these?")
  const [article] = fittingArticles(topicOf(scene), 1, offeredShare)
  if (article) speech.say('This help article may answer it: ', link(hrefOf(article), article.title))
  speech.suggest(...offered)
  if (offered.length === 0) speech.suggest('What can you do?')
}
