/** What a question asks of records by their values: each word becomes a condition, or is left over and named. */
import { describe, expect, it } from 'vitest'
import { fieldQuestionIn, meets, readFields } from '#server/features/assistant/fields/field-question.ts'
import { fieldsOf, fieldsOfAll } from '#server/features/assistant/fields/fields.ts'

const orders = [
  { number: 'SO-1', status: 'paid', total: 260.5, currency: 'EUR', customer: { name: 'Ada Abel', city: 'Lyon', country: 'FR' } },
  { number: 'SO-2', status: 'paid', total: 20, currency: 'EUR', customer: { name: 'Ken Berg', city: 'Graz', country: 'AT' } },
  {
    number: 'SO-3',
    status: 'returned',
    total: 13.8,
    currency: 'EUR',
    customer: { name: 'Tim Abel', city: 'Graz', country: 'AT' },
  },
].map((order) => fieldsOf({ values: [{ ...order, lines: [{ title: order.total > 100 ? 'Desk lamp' : 'Mug' }] }] }))

function asked(message: string) {
  const free = [...message.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.-]*/gu)].map(({ 0: typed, index }) => ({
    ...{ text: typed.toLowerCase(), typed, from: index, to: index + typed.length },
  }))
  const question = fieldQuestionIn(message, free)
  const read = readFields(question, fieldsOfAll(orders))
  return { ...question, ...read, found: orders.filter((it) => meets(it, read.conditions)).length }
}

describe('conditions', () => {
  it.each([
    ['How many orders over 200 EUR were delivered?', 1],
    ['How many orders of at least 20 euros were delivered?', 2],
    ['orders between 10 and 20 euros', 2],
    ['Which orders with status paid from Graz were delivered?', 1],
    ['List the orders from Austria', 2],
    ['Which orders are from customers named Abel?', 2],
    ['Which orders contain a desk lamp?', 1],
    ['Which returned orders failed?', 1],
    ['Which orders have status pending?', 0],
  ])('are all applied: %s', (message, count) => {
    const { found, left, conditions } = asked(message)
    expect({ found, left }).toEqual({ found: count, left: [] })
    expect(conditions.length).toBeGreaterThan(0)
  })

  it('names a word that neither a field nor a value takes', () => {
    expect(asked('How many orders over 200 EUR came from Atlantis?').left).toEqual(['Atlantis'])
  })

  it.each([
    'Which connectors had more than 100 records?',
    'Did it run over 3 hours?',
    'How many records failed between 9 and 12 this month?',
    'total records today',
  ])('are not what counts or times are: %s', (message) => {
    expect(asked(message).isStrong).toBe(false)
  })
})

it.each([
  ['What is the total value of the orders?', 'sum', 'total'],
  ['What is the average order value?', 'average', 'total'],
  ['What is the biggest order?', 'most', 'total'],
  ['List the two largest orders', 'most', 'total'],
  ['What do the orders from Graz add up to?', 'sum', 'total'],
])('is about a figure of a field: %s', (message, measure, amount) => {
  expect(asked(message)).toMatchObject({ measure, amount, isStrong: true, left: [] })
})

it.each([
  ['Which orders could not be delivered?', 'failed'],
  ["Which orders weren't accepted?", 'failed'],
  ['Which orders went through?', 'delivered'],
])('reads what became of records: %s', (message, outcome) => {
  expect(asked(message).outcome).toBe(outcome)
})
