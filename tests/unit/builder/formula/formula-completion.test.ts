import { expect, it } from 'vitest'

import { formulaCompletionAt } from '#src/machines/builder/mapping/formula-completion.ts'
import { completed } from '#src/machines/kit/completion.ts'

const fields = ['item.discount', 'item.price', 'discountTotal', 'Full name'].map((path) => ({ path, note: 'field' }))

/** Names that are offered where the text has a bar. */
function offered(text: string) {
  const caret = text.indexOf('|')
  return formulaCompletionAt(text.replace('|', ''), caret, fields)?.options.map(({ name }) => name) ?? null
}

it.each([
  ['1 - dis|', ['discountTotal', 'item.discount']],
  ['round(item.pr|', ['item.price']],
  ['ro|', ['round(']],
  ['{|', ['item.discount', 'item.price', 'discountTotal', '{Full name}']],
  ['{full n|', ['{Full name}']],
  ['full|', ['{Full name}']],
  ['"dis|"', null],
  ["upper('x') & tr|", ['trim(']],
  ['12|', null],
  ['a + |', null],
  ['zzz|', null],
])('offers in %s what fits', (text, names) => expect(offered(text)).toEqual(names))

it('puts what was taken in the place of the word', () => {
  const [text, caret] = ['round(dis, 2)', 9]
  const completion = formulaCompletionAt(text, caret, fields)
  const [option] = completion?.options ?? []
  if (!completion || !option) throw new Error('nothing is offered')
  expect(completed(text, caret, completion, option)).toEqual({ text: 'round(discountTotal, 2)', caret: 19 })
})
