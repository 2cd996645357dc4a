/** The guarantee of the assistant: a word that changes a question is applied, or the question is not answered. */
import { describe, expect, it } from 'vitest'
import type { Intent } from '#contract/assistant/intents.ts'
import { type Operator, operationsIn } from '#server/features/assistant/accounting/operators.ts'
import { unaccounted } from '#server/features/assistant/accounting/unaccounted.ts'
import { marked } from '#server/features/assistant/language/marked.ts'

const names = ['Orders to invoicing', 'Customers to newsletter']
const known = { connectors: names.map((name) => ({ key: name, name })), systems: [], codes: new Set<string>() }
const connectors = names.map((name) => ({ id: name, name })) as never
const operatorsIn = (text: string) =>
  operationsIn(marked(text, known).words.map((word) => word.text)).map(({ operator }) => operator)
const leftIn = (message: string, intent: Intent, applied: readonly Operator[] = []) => {
  const read = marked(message, known)
  const words = read.words.map(({ text }) => text)
  return unaccounted(
    { intent, message, marked: read, words, connectors, scopes: { applied: [], unapplied: [] } },
    new Set(applied),
  )
}

describe('a word that changes the question', () => {
  it.each<[string, readonly Operator[]]>([
    ['which connectors did not fail', ['negation']],
    ['which connectors have no schedule', ['negation']],
    ['systems without a connector', ['negation']],
    ['why is it slow', ['why']],
    ['how come it is late', ['why']],
    ['compare today with yesterday', ['comparison']],
    ['did more fail than yesterday', ['comparison']],
    ['which one is the slowest', ['superlative']],
    ['top 3 connectors', ['superlative']],
    ['average duration', ['average']],
    ['what percentage failed', ['share']],
    ['failed records per connector', ['each']],
    ['who deployed it', ['who']],
    ['when did it run', ['when']],
    ['show the slowest run and when it was', ['superlative', 'when']],
    ['how long did it take', ['howLong']],
    ['pause it until monday', ['until']],
    ['all connectors except one', ['negation', 'condition']],
    ['records over 100', ['condition']],
    ['what happens if a run stops', ['general']],
    ['if i pause it will records be lost', ['general']],
    ['since when is it failing', ['when']],
  ])('is found: %s', (text, wanted) => expect([...operatorsIn(text)].toSorted()).toEqual([...wanted].toSorted()))

  it.each([
    'is it failing or not',
    "isn't Orders to invoicing failing",
    'tell me when it breaks',
    'at least 3 records',
    'no idea, show the last run',
    'what is the rate limit',
    'the most recent run',
  ])('is not seen where nothing changes: %s', (text) => expect(operatorsIn(text)).toEqual([]))

  it('as a reason holds what it denies', () => expect(operatorsIn('why did it not run')).toEqual(['why']))
})

describe('an answer', () => {
  it.each<[string, Intent, readonly string[]]>([
    ['which connectors are not fast', 'health', ['not']],
    ['who is failing', 'health', ['who']],
    ['what is the slowest alert', 'alerts', ['slowest']],
    ['how many records failed per connector', 'count', ['per connector']],
    ['pause Orders to invoicing until monday', 'pause', ['until monday']],
    ['how many invitations were sent', 'count', ['invitations']],
    ['is the marzipan good for harvesting', 'health', ['marzipan', 'harvesting']],
  ])('is not given without it: %s', (text, intent, left) => expect(leftIn(text, intent).changing).toEqual(left))

  it.each<[string, Intent, readonly Operator[]]>([
    ['which connectors are not fast', 'health', ['negation']],
    ['how many records failed per connector', 'count', ['each']],
    ['why does Orders to invoicing fail', 'explain-failure', []],
    ['how long does a run take on average', 'durations', []],
    ['how many records failed yesterday', 'count', []],
    ['how many orders failed since monday morning', 'count', []],
    ['is everything ok', 'health', []],
  ])('is given where it is applied: %s', (text, intent, applied) =>
    expect(leftIn(text, intent, applied)).toMatchObject({ changing: [], narrowing: [] }),
  )

  it('stays true without one word that is not known, and names it', () =>
    expect(leftIn('how many records failed in Zurich', 'count')).toMatchObject({ changing: [], narrowing: ['Zurich'] }))
})
