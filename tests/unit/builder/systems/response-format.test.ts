import { expect, it } from 'vitest'

import { changedFormat, chosenFormat, withFormat } from '#src/machines/builder/systems/response-format.ts'

it('another format keeps the encoding and nothing of the format before it', () => {
  expect(chosenFormat({ type: 'csv', charset: 'windows-1252', delimiter: ';', header: false }, 'xml')).toEqual({
    type: 'xml',
    charset: 'windows-1252',
  })
  expect(chosenFormat(undefined, 'csv')).toEqual({ type: 'csv' })
  expect(chosenFormat({ type: 'csv' }, 'auto')).toBeUndefined()
})

it('what is emptied is not set', () => {
  const format = { type: 'csv', quote: "'", delimiter: ';', header: false } as const
  expect(changedFormat(format, { quote: '', delimiter: undefined, header: undefined })).toEqual({ type: 'csv' })
  expect(changedFormat({ type: 'xml', lists: ['a'] }, { lists: [] })).toEqual({ type: 'xml' })
})

it('rows and lines are records; the element of XML that repeats is still asked for', () => {
  const source = { type: 'http', url: 'https://a.test', listPath: 'items' } as const
  expect(withFormat(source, { type: 'csv' })).toEqual({
    ...{ type: 'http', url: 'https://a.test' },
    ...{ responseFormat: { type: 'csv' }, isList: true },
  })
  expect(withFormat(source, { type: 'xml' })).toEqual({ ...source, responseFormat: { type: 'xml' } })
})
