/** An answer of the assistant as text for a program. Texts of records go out only where the administrator allowed that (threat T-AI). */
import type { Answer, Fact, Part, Sentence } from '#contract/assistant/assistant.ts'
import type { Intent } from '#contract/assistant/intents.ts'

/** What is asked about the product and its library, whose texts are no records. */
const withoutRecords: readonly Intent[] = [
  ...(['create-connector', 'recommend', 'template', 'how-to', 'capabilities', 'smalltalk', 'out-of-scope'] as const),
  ...([
    'pause',
    'resume',
    'run-now',
    'schedule',
    'usage',
    'limits',
    'people',
    'sign-ins',
    'settings',
    'manage',
    'values',
    'durations',
    'last-activity',
  ] as const),
]
const hidden = '[text of a record; not shown]'

type Shown = {
  readonly allowTexts: boolean
  /** Names of connectors that the caller sees. */
  readonly names: ReadonlySet<string>
  /** Where the conversation is opened. */
  readonly href: string
  readonly publicUrl: string
}

const numberOf = (value: number | string) => (typeof value === 'number' ? value.toLocaleString('en') : value)

/** @param shown what may be shown, and where it is opened. */
export function answerText(answer: Answer, { allowTexts, names, href, publicUrl }: Shown): string {
  const isPlain = allowTexts || withoutRecords.includes(answer.intent.type)
  const mayShow = (text: string) => isPlain || names.has(text)
  const facts = new Map<string, Fact>(answer.facts.map((it) => [it.id, it]))
  const shownOf = ({ value }: Fact) => (typeof value === 'number' || mayShow(value) ? numberOf(value) : hidden)
  const labelOf = ({ label }: Fact) => {
    const colon = label.indexOf(':')
    return colon < 0 || mayShow(label.slice(colon + 1).trim()) ? label : label.slice(0, colon)
  }
  const textOf = (part: Part): string => {
    if ('text' in part) return part.text
    if ('at' in part) return part.at
    if ('copy' in part) return part.copy
    if ('quote' in part) return mayShow(part.quote) ? part.quote : hidden
    if ('link' in part) return mayShow(part.label) ? part.label : publicUrl + part.link
    const fact = facts.get(part.fact)
    return fact === undefined ? '' : shownOf(fact)
  }
  const lineOf = ({ isItem, parts }: Sentence) => `${isItem ? '- ' : ''}${parts.map(textOf).join('')}`
  const lines = [
    ...answer.sentences.map(lineOf),
    // What may be meant is pressed on the screen; a program asks one of them.
    ...(answer.type === 'question' && answer.intent.type === 'out-of-scope' ? answer.suggestions.map((it) => `- ${it}`) : []),
    ...(answer.facts.length === 0 ? [] : ['', 'Facts:']),
    ...answer.facts.map((it) => `- ${labelOf(it)}: ${shownOf(it)}${it.href === null ? '' : ` (${publicUrl}${it.href})`}`),
    ...(answer.proposals.length === 0
      ? []
      : ['', 'Proposals. Nothing was changed: a person opens the link, reads the effect and confirms there.']),
    ...answer.proposals.map(({ kind, effect, ...it }) => {
      const name = 'name' in it ? it.name : it.connectorName
      return `- ${kind} "${name}": ${effect.map(lineOf).join(' ')}`
    }),
    ...['', `Open in Datacrane, as the owner of the API key: ${href}`],
  ]
  return lines.join('\n')
}
