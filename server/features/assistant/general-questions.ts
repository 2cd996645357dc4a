/** Questions about the product and not about the state of the company: how something is done, and whether it can be. */
import type { Intent } from '#contract/assistant/intents.ts'
import type { Scene } from './scene.ts'

const steps = /^how (?:do|can|to|should)\b/i
const stepsOf: ReadonlySet<Intent> = new Set(['suggest-mapping', 'replay', 'pause', 'resume', 'run-now', 'schedule', 'validate'])
const laterSteps = /[,.?] ?how (?:do|can) (?:i|we) /i
const ownSteps = /^how (?:(?:do|can|could|should|would) (?:i|we|you|one|people|my|our|a)\b|to\b)/i
/** Intents that tell what is, and not how something is done. */
const explained: ReadonlySet<Intent> = new Set([
  ...([
    'people',
    'usage',
    'health',
    'count',
    'sign-ins',
    'configuration',
    'limits',
    'values',
    'what-changed',
    'last-activity',
  ] as const),
])
export const asksState = /^(?:and |so |but )?(?:does|is|are|has|have|did|was|were)\b/i
export const deeds: ReadonlySet<Intent> = new Set(['replay', 'pause', 'resume', 'run-now'])
/** "How do I …?" names nothing that could be proposed: it is about the product, and the help has the steps. */
export const asksForSteps = ({ intent, message, connector, marked: { systems } }: Scene) =>
  (steps.test(message.trim()) || laterSteps.test(message)) &&
  ((laterSteps.test(message) && intent === 'out-of-scope') ||
    (stepsOf.has(intent) && connector === null) ||
    (ownSteps.test(message.trim()) && explained.has(intent)) ||
    (intent === 'create-connector' && systems.length === 0))

/** "Can I restrict access?", "is it possible to …", "are records deleted when I …": about the product, and not about the state of the company. */
const asksGenerally = [
  /^(?:and |so )?(?:can|could|may) (?:(?:a|an|two|several|many|multiple|other|more than one) )?(?:i|we|one|users?|admins?|people|person|colleagues?|members?|someone)\b(?! (?:see|get|have|resend|replay|retry|still)\b)/i,
  /^(?:is it possible|is there (?:a|any) way|do you support|does datacrane)\b/i,
  /^(?:is|are|will|do|does)\b.{1,80} (?:when|if) (?:i|we|you|someone)\b/i,
]
const states: ReadonlySet<Intent> = new Set(['settings', 'schedule', 'health', 'configuration', 'last-activity', 'out-of-scope'])
const changesPlan = /\b(?:change|cancel|upgrade|downgrade|switch|leave)\b/i
/** "What can you do?" is short; "what do you do with records that exist" is about the product. */
const capabilitiesMax = 6
export const isGeneral = ({ intent, connector, scopes, message, words }: Scene) =>
  (intent === 'capabilities' && words.length > capabilitiesMax) ||
  ((states.has(intent) || (intent === 'usage' && changesPlan.test(message))) &&
    connector === null &&
    scopes.among === null &&
    asksGenerally.some((it) => it.test(message.trim())))
