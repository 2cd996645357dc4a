/**
 * Words that change what a question asks for: a negation, a comparison, "why", "the slowest", "on average", "until Monday". An answer applies each of
 * them or it is not given.
 */

export const operators = [
  ...(['negation', 'why', 'comparison', 'superlative', 'average', 'share', 'each'] as const),
  ...(['who', 'when', 'howLong', 'until', 'condition', 'general', 'later'] as const),
]
export type Operator = (typeof operators)[number]

/** An operator, and the words that say it. */
export type Operation = { readonly operator: Operator; readonly text: string }

const setOf = (text: string) => new Set(text.split(' '))
const negations = setOf('not no never without none neither nor nothing nobody except excluding')
const auxiliaries = setOf('is are was were did does do has have had can could should would will am')
const superlatives = setOf(
  'most least worst best slowest fastest quickest longest shortest biggest largest smallest highest lowest busiest quietest fewest sickest top oldest',
)
const averages = setOf('average averages median typical typically normally')
const shares = setOf('percent percentage ratio proportion rate rates')
const comparisons = setOf('compare compared comparing comparison versus vs than difference differences differ differs')
const conditions = setOf('instead unless except excluding')
const reasons = setOf('why reason reasons cause causes')
const units = setOf('second minute connector connectors integration integrations sync run runs hour day week month person user')
const linking = setOf('and or but so also then')
const arrivals = setOf('arrived delivered succeeded through')
const thresholds = setOf('over above below under exceeding')

type Reader = (words: readonly string[], at: number) => boolean

const isFirst: Reader = (words, at) => words.slice(0, at).every((word) => linking.has(word))
const isClause: Reader = (words, at) => isFirst(words, at) || linking.has(words[at - 1] ?? '')

/** "Isn't it failing?" asks the same as "is it failing?", and "… or not" adds nothing. */
const isNegating: Reader = (words, at) => {
  const [before = '', next = ''] = [words[at - 1], words[at + 1]]
  if (!negations.has(words[at] ?? '') || before === 'or') return false
  // "Why does it not run?" asks for a reason, whatever is denied.
  if (words.slice(0, at).some((word) => reasons.has(word))) return false
  if (auxiliaries.has(before) && isFirst(words, at - 1) && !/^(?:do|can)$/.test(before)) return false
  return (
    !(words[at] === 'no' && /^(?:idea|clue|worries|longer|more|problem)$/.test(next)) && !(words[at] === 'not' && next === 'only')
  )
}

const readers: Readonly<Record<Operator, Reader>> = {
  negation: isNegating,
  why: (words, at) => reasons.has(words[at] ?? '') || (words[at] === 'how' && words[at + 1] === 'come'),
  comparison: (words, at) => comparisons.has(words[at] ?? '') && !(words[at] === 'than' && words[at - 1] === 'other'),
  superlative: (words, at) =>
    superlatives.has(words[at] ?? '') &&
    words[at - 1] !== 'at' &&
    !/^(?:recent|recently|of|likely|ly)$/.test(words[at + 1] ?? ''),
  average: (words, at) => averages.has(words[at] ?? ''),
  share: (words, at) => shares.has(words[at] ?? '') && !/^(?:limit|limits|limited|limiting)$/.test(words[at + 1] ?? ''),
  each: (words, at) => /^(?:per|each)$/.test(words[at] ?? '') && units.has(words[at + 1] ?? ''),
  who: (words, at) => /^(?:who|whom|whose)$/.test(words[at] ?? ''),
  when: (words, at) => words[at] === 'when' && (isClause(words, at) || words[at - 1] === 'since'),
  howLong: (words, at) => words[at] === 'how' && words[at + 1] === 'long',
  until: (words, at) => /^(?:until|till)$/.test(words[at] ?? ''),
  condition: (words, at) =>
    conditions.has(words[at] ?? '') ||
    (thresholds.has(words[at] ?? '') && /^\d/.test(words[at + 1] ?? '') && words[at - 1] !== 'from'),
  // "Arrived later", "were delivered in the end", "after the retry": what became of records that failed at first.
  later: (words, at) =>
    words.some((word) => arrivals.has(word)) &&
    ((/^(?:later|eventually)$/.test(words[at] ?? '') && !/^(?:than|today|tonight|this|on)$/.test(words[at + 1] ?? '')) ||
      (words[at] === 'end' && words[at - 1] === 'the' && words[at - 2] === 'in') ||
      (/^(?:retry|retries)$/.test(words[at] ?? '') && words.slice(Math.max(0, at - 2), at).includes('after'))),
  general: (words, at) =>
    (words[at] === 'if' && isFirst(words, at) && words.slice(at + 2).some((word) => /^(?:will|would|does)$/.test(word))) ||
    (words[at] === 'what' &&
      isFirst(words, at) &&
      (words[at + 1] === 'if' || (/^happens?$/.test(words[at + 1] ?? '') && /^(?:if|when)$/.test(words[at + 2] ?? '')))),
}

/** Operators of a question in the order in which they are written, each once. @param words in lower case, without contractions. */
export function operationsIn(words: readonly string[]): readonly Operation[] {
  const found = new Map<Operator, Operation>()
  for (const at of words.keys()) {
    for (const operator of operators) {
      if (!found.has(operator) && readers[operator](words, at))
        found.set(operator, { operator, text: textOf(operator, words, at) })
    }
  }
  return [...found.values()]
}

/** What is named where it is not applied: "how long", "until monday". */
function textOf(operator: Operator, words: readonly string[], at: number): string {
  const [word = '', next = ''] = [words[at], words[at + 1]]
  // "Than" alone names nothing: "more than 2".
  if (word === 'than') return words.slice(Math.max(0, at - 1), at + 2).join(' ')
  const isPair =
    operator === 'howLong' || operator === 'until' || operator === 'each' || operator === 'general' || operator === 'condition'
  return isPair && next !== '' ? `${word} ${next}` : word
}
